import { readdir, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { DirectoryEntry, FileStat, Files } from '@toolstone/kernel';
import { errnoOf, isNulRefusal, withSystemPortErrors } from '../system-error.ts';
import { takeSnapshot } from './content-hash.ts';
import { entryKindOf, fileKindOf } from './file-kind.ts';
import { createLeftoverSweep } from './leftovers.ts';
import { openRegular } from './open-regular.ts';
import { createPathLock } from './path-lock.ts';
import { replaceFile } from './replace-file.ts';
import { resolvePath } from './resolve-path.ts';

/** Files such as those in `/proc` have no size beforehand; they are read in pieces of this. */
const PIECE_BYTES = 64 * 1024;

/**
 * The files of this machine. Make one for the whole process: `replace` calls for one path take turns within it. Between
 * processes, a file that changed is noticed up to the last look before the rename.
 */
export const createLocalFiles = (): Files => {
  const lock = createPathLock();
  const sweep = createLeftoverSweep();
  return {
    stat: (path) => on(path, () => statPath(path)),
    list: (path) => on(path, () => listPath(path)),
    realpath: (path) => on(path, () => resolvePath(path)),
    readAt: (path, offset, length, into) => on(path, () => readPath(path, { offset, length, into })),
    hash: (path) => on(path, async () => (await takeSnapshot(path)).state),
    replace: (path, bytes, options) =>
      on(path, async () => {
        const target = await resolvePath(path);
        return lock.run(target, () => replaceFile(target, bytes, { ...options, sweep }));
      }),
  };
};

const on = <T>(path: string, run: () => Promise<T>): Promise<T> =>
  withSystemPortErrors(path, () => {
    if (isAbsolute(path)) return run();
    throw new TypeError(`A path of the files port must be absolute: ${JSON.stringify(path)}`);
  });

const statPath = async (path: string): Promise<FileStat | null> => {
  try {
    const found = await stat(path, { bigint: true });
    return {
      kind: fileKindOf(found),
      bytes: Number(found.size),
      mode: Number(found.mode) & 0o7777,
      modifiedMs: Number(found.mtimeNs / 1000n) / 1000,
      identity: `${found.dev}:${found.ino}`,
    };
  } catch (error) {
    const errno = errnoOf(error) ?? '';
    // A name that the system cannot even hold names nothing.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(errno) || isNulRefusal(error)) return null;
    throw error;
  }
};

const listPath = async (path: string): Promise<readonly DirectoryEntry[]> => {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .map((entry) => ({ name: entry.name, kind: entryKindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
};

interface ReadRange {
  readonly offset: number;
  readonly length: number;
  readonly into: Uint8Array | undefined;
}

const readPath = async (path: string, { offset, length, into }: ReadRange): Promise<Uint8Array> => {
  const { handle, stat: found } = await openRegular(path);
  try {
    const size = Number(found.size);
    const known =
      size > 0 ? Math.min(length, Math.max(size - offset, 0)) : Math.min(length, into ? length : PIECE_BYTES);
    let bytes = into?.subarray(0, known) ?? new Uint8Array(known);
    let filled = 0;
    while (filled < length) {
      if (filled === bytes.length) {
        if (size > 0) break;
        const larger = new Uint8Array(Math.min(length, bytes.length * 2));
        larger.set(bytes);
        bytes = larger;
      }
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
};
