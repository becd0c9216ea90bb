import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, makeDirectoriesSync } from '@toolstone/host';

/** Writes defects whole to `logs/defects.log`: what a model and a person are told of them keeps their text out of sight. */
export const createDefectLog =
  ({ logs }: DataDirectory) =>
  (error: unknown, doing: string): void => {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    try {
      makeDirectoriesSync(logs, 0o700);
      appendFileSync(join(logs, 'defects.log'), `${new Date().toISOString()} ${doing}\n${told}\n\n`, { mode: 0o600 });
    } catch {
      // A disk that takes no log has already been complained about.
    }
  };
