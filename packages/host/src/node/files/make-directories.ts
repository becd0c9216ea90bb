import { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a directory with all that is missing above it; gives the first that it made. One plain call for each, because the
 * runtime's own recursive one names the wrong reason on a read-only file system, and never ends in `/proc`.
 */
export function makeDirectoriesSync(path: string, mode?: number): string | undefined {
  const missing = missingAbove(path);
  for (const directory of missing) {
    try {
      mkdirSync(directory, { mode });
    } catch (error) {
      if (!wasMadeMeanwhile(directory)) throw error;
    }
  }
  return missing[0];
}

/** The same without blocking. */
export async function makeDirectories(path: string, mode?: number): Promise<string | undefined> {
  const missing = missingAbove(path);
  for (const directory of missing) {
    try {
      await mkdir(directory, { mode });
    } catch (error) {
      if (!wasMadeMeanwhile(directory)) throw error;
    }
  }
  return missing[0];
}

const wasMadeMeanwhile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** What has to be made, topmost first; the path itself where it is something else than a directory, so that making it says so. */
function missingAbove(path: string): readonly string[] {
  const missing: string[] = [];
  let at = path;
  while (!existsSync(at)) {
    missing.unshift(at);
    if (dirname(at) === at) break;
    at = dirname(at);
  }
  return missing.length > 0 || wasMadeMeanwhile(path) ? missing : [path];
}
