import { createHash } from 'node:crypto';
import type { BlobStore, Workspace, WorkspaceEntry } from '@toolstone/kernel';
import type { SqliteDatabase, Sync } from '../sqlite/open-database.ts';
import { createBlobFiles } from './blob-files.ts';
import { createBlobIndex } from './blob-index.ts';
import { checkBlobKey, isBlobHash } from './blob-key.ts';

export interface BlobStoreOptions {
  readonly database: SqliteDatabase;
  /** `blobs/` of the data directory; created with the first blob. */
  readonly directory: string;
  /** `full`: what was put outlasts a power cut. Default `normal`: it outlasts the process. */
  readonly sync?: Sync;
}

/**
 * Content-addressed files with their index in the database. Equal content is stored once, whoever put it.
 *
 * Files get and lose their final names inside the database's write transaction, so that one process cannot remove what
 * another is just referring to. A process that is killed between the two can leave a file that nothing names, never a
 * name without its file.
 */
export function createBlobStore({ database, directory, sync = 'normal' }: BlobStoreOptions): BlobStore {
  const files = createBlobFiles(directory, sync);
  const index = createBlobIndex(database);

  const refer = (workstreamId: string, entry: WorkspaceEntry): Promise<boolean> =>
    database.attempt(() =>
      database.transact(() => {
        if (!files.has(entry.blob, entry.bytes)) return false;
        index.put(workstreamId, entry);
        return true;
      }, sync),
    );

  const store = async (workstreamId: string, entry: WorkspaceEntry, bytes: Uint8Array): Promise<void> => {
    const temporary = await files.write(bytes);
    try {
      await database.attempt(() =>
        database.transact(() => {
          files.adopt(temporary, entry.blob);
          index.put(workstreamId, entry);
        }, sync),
      );
    } catch (error) {
      await files.discard(temporary);
      throw error;
    }
  };

  const workspace = (workstreamId: string): Workspace => ({
    async put(bytes, { mediaType, key }) {
      if (key !== undefined) checkBlobKey(key);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const entry = { key: key ?? hash, blob: hash, bytes: bytes.byteLength, mediaType };
      // A file that another process drops after the look at it is written after all: hence the second try.
      const isStored = files.has(hash, bytes.byteLength) && (await refer(workstreamId, entry));
      if (!isStored) await store(workstreamId, entry, bytes);
      return entry;
    },
    stat: (key) =>
      database.attempt(() => {
        const entry = index.find({ workstreamId, key });
        if (entry !== null || !isBlobHash(key)) return entry;
        const unnamed = index.findByHash({ workstreamId, hash: key });
        return unnamed === null ? null : { ...unnamed, key };
      }),
    list: (prefix = '') => database.attempt(() => index.list(workstreamId, prefix)),
    async readAt(blob, offset, length) {
      const entry = await database.attempt(() => index.findByHash({ workstreamId, hash: blob }));
      return entry === null ? null : files.readAt(blob, offset, length);
    },
  });

  return {
    workspace,
    async drop(workstreamId) {
      const hashes = await database.attempt(() => database.transact(() => index.drop(workstreamId)));
      // Only once the rows are surely gone; the transaction keeps others from referring to a file meanwhile.
      await database.attempt(() =>
        database.transact(() => {
          for (const hash of hashes) if (!index.isReferred(hash)) files.remove(hash);
        }),
      );
      await files.sweep(Date.now());
    },
  };
}
