import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { PortError } from '@toolstone/kernel';
import { fileKindOf } from './file-kind.ts';

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stat: BigIntStats;
}

/**
 * Opens a regular file for reading and refuses everything else without waiting. The kind is looked at before the open,
 * because opening a FIFO or a device has effects of its own, and again after it, because the name may have changed hands.
 */
export const openRegular = async (path: string): Promise<OpenFile> => {
  refuseIrregular(await stat(path, { bigint: true }), path);
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const opened = await handle.stat({ bigint: true });
    refuseIrregular(opened, path);
    return { handle, stat: opened };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

const refuseIrregular = (found: BigIntStats, path: string): void => {
  const kind = fileKindOf(found);
  if (kind === 'file') return;
  if (kind === 'directory') throw new PortError('IS_DIRECTORY', `${path} is a directory`, { path });
  throw new PortError('NOT_A_FILE', `${path} is not a regular file but a ${kind}`, { path });
};
