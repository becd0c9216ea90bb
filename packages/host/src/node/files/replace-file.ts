import { constants } from 'node:fs';
import { access, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Files, PortError } from '@toolstone/kernel';
import type { ContentState } from '@toolstone/protocol';
import { errnoOf } from '../system-error.ts';
import { hashBytes, isSameVersion, type Snapshot, takeSnapshot } from './content-hash.ts';
import { makeDirectories } from './make-directories.ts';
import { OwnerNotKept, writeBeside } from './write-beside.ts';
import { writeInPlace } from './write-in-place.ts';

type ReplaceOptions = Parameters<Files['replace']>[2];

/** What stands in the way of a file beside, but not always of the file itself. */
const BESIDE_FAILS = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV']);

/** Replaces the content of a resolved path; the caller sees to it that one runs at a time for a path. */
export const replaceFile = async (
  path: string,
  bytes: Uint8Array | null,
  { expect, mode, sweep }: ReplaceOptions & { readonly sweep: (directory: string) => Promise<void> },
): Promise<{ before: ContentState; after: ContentState }> => {
  const found = await takeSnapshot(path);
  if (found.state !== expect) throw changed(path, expect, found.state);
  if (bytes === null) {
    await remove(path, found);
    return { before: found.state, after: 'absent' };
  }
  if (found.stat !== null) await refuseProtected(path);
  const made = found.stat === null ? await makeDirectories(dirname(path)) : undefined;
  try {
    await sweep(dirname(path));
    const after = await hashBytes(bytes);
    await write(path, bytes, { found, mode });
    return { before: found.state, after };
  } catch (error) {
    if (made !== undefined) await removeMade(dirname(path), made);
    throw error;
  }
};

/** A rename would go through where the file itself is write-protected: the protection counts, not the directory. */
const refuseProtected = async (path: string): Promise<void> => {
  await access(path, constants.W_OK).catch((error: unknown) => {
    if (errnoOf(error) !== 'EACCES') throw error;
    throw new PortError('FORBIDDEN', `${path} is write-protected`, { path, cause: error });
  });
};

/** Takes back the parent directories that were made for a file that then could not be written. */
const removeMade = async (lowest: string, highest: string): Promise<void> => {
  try {
    for (let directory = lowest; directory.length >= highest.length; directory = dirname(directory)) {
      await rmdir(directory);
    }
  } catch {
    // Someone else put something there meanwhile: it stays.
  }
};

const write = async (
  path: string,
  bytes: Uint8Array,
  { found, mode }: { found: Snapshot; mode: number | undefined },
): Promise<void> => {
  const confirm = () => confirmUnchanged(path, found);
  try {
    await writeBeside({ path, bytes, replaced: found.stat, mode, confirm });
  } catch (error) {
    if (found.stat === null || !(error instanceof OwnerNotKept || BESIDE_FAILS.has(errnoOf(error) ?? ''))) throw error;
    await confirm();
    await writeInPlace(path, bytes, mode);
  }
};

const remove = async (path: string, found: Snapshot): Promise<void> => {
  if (found.stat === null) return;
  await confirmUnchanged(path, found);
  await unlink(path);
};

const confirmUnchanged = async (path: string, found: Snapshot): Promise<void> => {
  const now = await stat(path, { bigint: true }).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (isSameVersion(found.stat, now)) return;
  // A touch alone changes the version but not the content.
  const again = await takeSnapshot(path);
  if (again.state !== found.state) throw changed(path, found.state, again.state);
};

const changed = (path: string, expected: ContentState, found: ContentState): PortError => {
  const says = found === 'absent' ? 'is gone' : expected === 'absent' ? 'exists already' : 'has other content by now';
  return new PortError('CHANGED', `${path} ${says}`, { path });
};
