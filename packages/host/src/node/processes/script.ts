import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toSystemPortError } from '../system-error.ts';
import type { Mark } from './mark.ts';

/** Linux takes 128 KiB in one argument. */
const MAX_ARGUMENT_BYTES = 120 * 1024;

export interface Launch {
  readonly argv: readonly [string, ...string[]];
  /** To be the process's descriptor 3, and to be closed when it has started. */
  readonly scriptFile: FileHandle | null;
}

/** How `bash` gets a script: as an argument, or from a file that already has no name any more where it is too long. */
export const launchScript = async (script: string, mark: Mark): Promise<Launch> => {
  // On the line of the script's first command, so that bash counts lines as the script does.
  const setLimit = process.platform === 'linux' ? `ulimit -S -x ${mark.lockLimit} 2>/dev/null; ` : '';
  const text = setLimit + script;
  if (Buffer.byteLength(text) <= MAX_ARGUMENT_BYTES) return { argv: ['bash', '-c', '--', text], scriptFile: null };
  return { argv: ['bash', '/dev/fd/3'], scriptFile: await writeNameless(text) };
};

const writeNameless = async (text: string): Promise<FileHandle> => {
  const path = join(tmpdir(), `.toolstone-script-${randomBytes(12).toString('hex')}`);
  try {
    const writer = await open(path, 'wx', 0o600);
    try {
      await writer.writeFile(text);
      return await open(path, 'r');
    } finally {
      await writer.close();
      await unlink(path);
    }
  } catch (error) {
    throw toSystemPortError(error, path);
  }
};
