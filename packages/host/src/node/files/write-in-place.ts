import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PortError } from '@toolstone/kernel';
import { writeAll } from './write-beside.ts';

/** The old content is held in memory to put it back; larger files are refused. */
const MAX_OLD_BYTES = 64 * 1024 * 1024;

/**
 * Overwrites a file where no other can take its place: its directory takes no new files, it is a mount point, or its
 * owner could not be kept. The person said yes to this content in this file, and a shell's `>` would do it too; it is
 * not atomic, so the room is taken first and the old content is put back when the rest fails.
 */
export const writeInPlace = async (path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> => {
  const handle = await open(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const old = await readOld(handle, path);
    try {
      if (bytes.length > old.length) {
        await writeAll(handle, bytes.subarray(old.length), old.length);
        await handle.sync();
      }
      await writeAll(handle, bytes.subarray(0, old.length));
      await handle.truncate(bytes.length);
      if (mode !== undefined) await handle.chmod(mode & 0o7777);
      await handle.sync();
    } catch (error) {
      await writeAll(handle, old).catch(() => undefined); // the first error is the one to report
      await handle.truncate(old.length).catch(() => undefined);
      throw error;
    }
  } finally {
    await handle.close();
  }
};

const readOld = async (handle: FileHandle, path: string): Promise<Uint8Array> => {
  const { size } = await handle.stat();
  if (size > MAX_OLD_BYTES) {
    throw new PortError(
      'FORBIDDEN',
      `${path} cannot be replaced: its directory takes no new files, and it is too large to overwrite`,
      {
        path,
      },
    );
  }
  const old = new Uint8Array(size);
  let offset = 0;
  while (offset < size) {
    const { bytesRead } = await handle.read(old, offset, size - offset, offset);
    if (bytesRead === 0) break;
    offset += bytesRead;
  }
  return old.subarray(0, offset);
};
