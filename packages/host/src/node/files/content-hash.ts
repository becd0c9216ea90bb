import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ContentState } from '@toolstone/protocol';
import { errnoOf } from '../system-error.ts';
import { openRegular } from './open-regular.ts';

/** Hashing a piece of this size takes about a millisecond, so that no event waits long for a large file. */
const PIECE_BYTES = 512 * 1024;

export interface Snapshot {
  readonly state: ContentState;
  /** Null where there is no file. */
  readonly stat: BigIntStats | null;
}

/** The content of a file as a hash, with the facts by which a later look tells that it is still the same. */
export const takeSnapshot = async (path: string): Promise<Snapshot> => {
  const file = await openRegular(path).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return { state: 'absent', stat: null };
  try {
    return { state: await hashHandle(file.handle, Number(file.stat.size)), stat: file.stat };
  } finally {
    await file.handle.close();
  }
};

/** SHA-256 of bytes in memory, in pieces between which other events run. */
export const hashBytes = async (bytes: Uint8Array): Promise<string> => {
  const hash = createHash('sha256');
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    if (offset > 0) await new Promise(setImmediate);
    hash.update(bytes.subarray(offset, offset + PIECE_BYTES));
  }
  return hash.digest('hex');
};

const hashHandle = async (handle: FileHandle, size: number): Promise<string> => {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, Math.max(size + 1, 4096)));
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(piece, 0, piece.length, position);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(piece.subarray(0, bytesRead));
    position += bytesRead;
  }
};

/** Whether a file was neither replaced nor written between two looks at it. */
export const isSameVersion = (a: BigIntStats | null, b: BigIntStats | null): boolean =>
  a === null || b === null
    ? a === b
    : a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
