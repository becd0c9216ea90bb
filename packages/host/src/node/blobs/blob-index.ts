import type { WorkspaceEntry } from '@toolstone/kernel';
import type { SqliteDatabase } from '../sqlite/open-database.ts';
import { prepareQuery } from '../sqlite/prepared-query.ts';

interface Row {
  readonly key: string;
  readonly hash: string;
  readonly bytes: number;
  readonly media_type: string;
}
interface Name {
  readonly workstreamId: string;
  readonly key: string;
}
interface Reference {
  readonly workstreamId: string;
  readonly hash: string;
}

/** Which workstream refers to which blob, and under which names. A row whose key is its own hash has no other name. */
export interface BlobIndex {
  /** Within a transaction. The blob that had this key before stays readable by its hash. */
  put(workstreamId: string, entry: WorkspaceEntry): void;
  find(name: Name): WorkspaceEntry | null;
  findByHash(reference: Reference): WorkspaceEntry | null;
  list(workstreamId: string, prefix: string): readonly WorkspaceEntry[];
  /** Within a transaction. Gives the hashes that the workstream referred to. */
  drop(workstreamId: string): readonly string[];
  isReferred(hash: string): boolean;
}

export function createBlobIndex({ engine, kysely }: SqliteDatabase): BlobIndex {
  const columns = ['key', 'hash', 'bytes', 'media_type'] as const;
  const byKey = prepareQuery<Name, Row>(engine, (slot) =>
    kysely
      .selectFrom('blobs')
      .select(columns)
      .where('workstream_id', '=', slot('workstreamId'))
      .where('key', '=', slot('key')),
  );
  const byHash = prepareQuery<Reference, Row>(engine, (slot) =>
    kysely
      .selectFrom('blobs')
      .select(columns)
      .where('hash', '=', slot('hash'))
      .where('workstream_id', '=', slot('workstreamId'))
      .limit(1),
  );
  const insert = prepareQuery<Row & { workstreamId: string }, never>(engine, (slot) =>
    kysely
      .insertInto('blobs')
      .values({
        workstream_id: slot('workstreamId'),
        key: slot('key'),
        hash: slot('hash'),
        bytes: slot('bytes'),
        media_type: slot('media_type'),
      })
      .onConflict((conflict) =>
        conflict.columns(['workstream_id', 'key']).doUpdateSet((eb) => ({
          hash: eb.ref('excluded.hash'),
          bytes: eb.ref('excluded.bytes'),
          media_type: eb.ref('excluded.media_type'),
        })),
      ),
  );
  const named = prepareQuery<{ workstreamId: string; from: string; to: string }, Row>(engine, (slot) =>
    kysely
      .selectFrom('blobs')
      .select(columns)
      .where('workstream_id', '=', slot('workstreamId'))
      .where('key', '>=', slot('from'))
      .where('key', '<', slot('to'))
      .whereRef('key', '!=', 'hash')
      .orderBy('key'),
  );
  const hashes = prepareQuery<{ workstreamId: string }, { hash: string }>(engine, (slot) =>
    kysely.selectFrom('blobs').select('hash').distinct().where('workstream_id', '=', slot('workstreamId')),
  );
  const reference = prepareQuery<{ hash: string }, { hash: string }>(engine, (slot) =>
    kysely.selectFrom('blobs').select('hash').where('hash', '=', slot('hash')).limit(1),
  );
  const remove = prepareQuery<{ workstreamId: string }, never>(engine, (slot) =>
    kysely.deleteFrom('blobs').where('workstream_id', '=', slot('workstreamId')),
  );
  return {
    put(workstreamId, { key, blob, bytes, mediaType }) {
      const replaced = byKey.get({ workstreamId, key });
      if (replaced !== undefined && replaced.hash !== blob) {
        insert.run({ ...replaced, key: replaced.hash, workstreamId });
      }
      insert.run({ workstreamId, key, hash: blob, bytes, media_type: mediaType });
    },
    find: (name) => toEntry(byKey.get(name)),
    findByHash: (reference) => toEntry(byHash.get(reference)),
    list: (workstreamId, prefix) =>
      named.all({ workstreamId, from: prefix, to: `${prefix}\u{10ffff}` }).flatMap((row) => toEntry(row) ?? []),
    drop(workstreamId) {
      const dropped = hashes.all({ workstreamId }).map(({ hash }) => hash);
      remove.run({ workstreamId });
      return dropped;
    },
    isReferred: (hash) => reference.get({ hash }) !== undefined,
  };
}

const toEntry = (row: Row | undefined): WorkspaceEntry | null =>
  row === undefined ? null : { key: row.key, blob: row.hash, bytes: row.bytes, mediaType: row.media_type };
