import { randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PortError } from '@toolstone/kernel';
import { errnoOf } from '../system-error.ts';

export interface WriteBeside {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What is replaced; null where nothing may be there. */
  readonly replaced: BigIntStats | null;
  readonly mode: number | undefined;
  /** Looks once more at what is replaced, right before it goes; throws where it changed. */
  readonly confirm: () => Promise<void>;
}

/** Thrown where a file beside cannot take the place of the old one with its owner kept. */
export class OwnerNotKept extends Error {
  override readonly name = 'OwnerNotKept';
}

const PIECE_BYTES = 4 * 1024 * 1024;

/** Hidden, short (a name of 255 bytes has no room for a suffix), and with the writer's pid, so that a leftover is known. */
const temporaryName = (pid: number): string => `.toolstone-${pid}-${randomBytes(6).toString('hex')}.tmp`;

export const temporaryPattern = /^\.toolstone-(\d+)-[0-9a-f]{12}\.tmp$/;

/**
 * Writes a file beside, syncs it and renames it over the old one: a reader sees the old content or the new, and so does
 * whoever comes after a crash. Another name of the old file (a hard link) keeps the old content. Extended attributes
 * and access lists are not carried over: Node cannot read them.
 */
export const writeBeside = async (write: WriteBeside): Promise<void> => {
  const temporary = join(dirname(write.path), temporaryName(process.pid));
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // Nobody may read what replaces a private file before it has its mode; a new file gets what the umask leaves.
  const handle = await open(temporary, flags, write.replaced === null ? 0o666 : 0o600);
  try {
    try {
      await writeAll(handle, write.bytes);
      await keepOwnerAndMode(handle, write);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await write.confirm();
    await (write.replaced === null ? publishNew(temporary, write.path) : rename(temporary, write.path));
  } catch (error) {
    await unlink(temporary).catch(() => undefined); // the first error is the one to report
    throw error;
  }
};

export const writeAll = async (handle: FileHandle, bytes: Uint8Array, from = 0): Promise<void> => {
  for (let offset = 0; offset < bytes.length; ) {
    const length = Math.min(PIECE_BYTES, bytes.length - offset);
    offset += (await handle.write(bytes, offset, length, from + offset)).bytesWritten;
  }
};

const keepOwnerAndMode = async (handle: FileHandle, { replaced, mode }: WriteBeside): Promise<void> => {
  if (replaced !== null) {
    const own = await handle.stat({ bigint: true });
    if (own.uid !== replaced.uid || own.gid !== replaced.gid) {
      await handle.chown(Number(replaced.uid), Number(replaced.gid)).catch((error: unknown) => {
        throw errnoOf(error) === 'EPERM' ? new OwnerNotKept('the owner cannot be kept') : error;
      });
    }
  }
  const wanted = mode ?? (replaced === null ? undefined : Number(replaced.mode));
  // After the change of owner, which clears the set-user-id bit.
  if (wanted !== undefined) await handle.chmod(wanted & 0o7777);
};

/** Gives a new file its name only where the name is still free; rename would take it from a file that just came. */
const publishNew = async (temporary: string, path: string): Promise<void> => {
  try {
    await link(temporary, path);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw new PortError('CHANGED', `${path} exists already`, { path, cause: error });
    // File systems without hard links: here the look that `confirm` took must do.
    return await rename(temporary, path);
  }
  await unlink(temporary);
};
