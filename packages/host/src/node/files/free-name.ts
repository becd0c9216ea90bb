import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Where a path leads that names nothing, directly in `directory`, or undefined where more must be looked at. Most words
 * of a command are such names. Synchronous, because a detour over the thread pool takes fifty times as long; where a look
 * at the working directory hangs, the start of a command in it hangs as well.
 */
export const freeName = (path: string, directory: string): string | undefined => {
  if (dirname(path) !== directory) return undefined;
  try {
    const isFree = lstatSync(path, { throwIfNoEntry: false }) === undefined;
    return isFree && realpathSync.native(directory) === directory ? join(directory, basename(path)) : undefined;
  } catch {
    return undefined; // whoever looks properly also says what is wrong
  }
};
