import { randomBytes } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectories } from '../files/make-directories.ts';
import { toSystemPortError } from '../system-error.ts';

/**
 * Replaces a small file of the data directory in one step, through symbolic links, so that a reader sees the old or the
 * new one, whole. A new file is for this user alone, an existing one keeps its mode.
 */
export async function writeFilePrivately(file: string, text: string): Promise<void> {
  const path = await realpath(file).catch(() => file); // not there yet
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await makeDirectories(dirname(path), 0o700);
    const mode = await stat(path).then(
      (found) => found.mode & 0o777,
      () => 0o600, // a new file
    );
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // the first error is the one to tell
    throw toSystemPortError(error, path);
  }
}
