import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PortError } from '@toolstone/kernel';
import { makeDirectories, makeDirectoriesSync } from '../files/make-directories.ts';
import { toSystemPortError } from '../system-error.ts';

/** The files of a blob store: `ab/cdef…` by hash, and `tmp/` for what is being written. */
export interface BlobFiles {
  /** Whether the file is there with so many bytes; one of another size is damaged, and to be written again. */
  has(hash: string, bytes: number): boolean;
  /** Writes bytes to a temporary file and gives its path. */
  write(bytes: Uint8Array): Promise<string>;
  /** Gives a temporary file its final name, in one step. */
  adopt(temporary: string, hash: string): void;
  discard(temporary: string): Promise<void>;
  readAt(hash: string, offset: number, length: number): Promise<Uint8Array>;
  remove(hash: string): void;
  /** Removes what writers that were killed have left behind. */
  sweep(nowMs: number): Promise<void>;
}

/** No write takes so long: what is older was left behind by a killed process. */
const ABANDONED_AFTER_MS = 3_600_000;

export function createBlobFiles(directory: string, sync: 'full' | 'normal'): BlobFiles {
  const temporaries = join(directory, 'tmp');
  const pathOf = (hash: string): string => join(directory, hash.slice(0, 2), hash.slice(2));
  return {
    has: (hash, bytes) => statSync(pathOf(hash), { throwIfNoEntry: false })?.size === bytes,
    async write(bytes) {
      const path = join(temporaries, randomBytes(12).toString('hex'));
      try {
        await makeDirectories(temporaries, 0o700);
        await writeNew(path, bytes, sync);
      } catch (error) {
        await rm(path, { force: true });
        throw toSystemPortError(error, path);
      }
      return path;
    },
    adopt(temporary, hash) {
      const path = pathOf(hash);
      try {
        makeDirectoriesSync(dirname(path), 0o700);
        renameSync(temporary, path);
        if (sync === 'full') for (const parent of [dirname(path), directory]) syncDirectory(parent);
      } catch (error) {
        throw toSystemPortError(error, path);
      }
    },
    discard: (temporary) => rm(temporary, { force: true }),
    readAt: (hash, offset, length) => readAt(pathOf(hash), offset, length),
    remove: (hash) => rmSync(pathOf(hash), { force: true }),
    async sweep(nowMs) {
      const names = await readdir(temporaries).catch(() => []); // no directory: nothing was ever written
      for (const name of names) {
        const path = join(temporaries, name);
        const found = await stat(path).catch(() => undefined); // its writer has just finished
        if (found !== undefined && nowMs - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
      }
    },
  };
}

/** A new name outlasts a power cut only when its directory has been synced too. */
function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

async function writeNew(path: string, bytes: Uint8Array, sync: 'full' | 'normal'): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    if (sync === 'full') await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readAt(path: string, offset: number, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw isMissing(error) ? lost(path) : toSystemPortError(error, path);
  });
  try {
    const { size } = await handle.stat();
    const wanted = Math.max(0, Math.min(length, size - offset));
    const bytes = new Uint8Array(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await handle.read(bytes, filled, wanted - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } catch (error) {
    throw toSystemPortError(error, path);
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const lost = (path: string): PortError =>
  new PortError('IO', `the stored content ${path} has been removed from outside`, {
    path,
    nextStep: 'It cannot be brought back; produce it again',
  });
