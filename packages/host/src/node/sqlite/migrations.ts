import { type Compilable, type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** One step of the schema. Never changed once released: what differs is a new step. */
export interface Migration {
  /** The schema version that it leads to: 1, 2, 3, … without gaps. */
  readonly version: number;
  statements(schema: Kysely<Tables>['schema']): readonly Compilable[];
}

export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: (schema) => [
      schema
        .createTable('workstreams')
        .addColumn('no', 'integer', (column) => column.primaryKey())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('cwd', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('generation', 'integer', (column) => column.notNull())
        .addColumn('head', 'integer', (column) => column.notNull())
        .addColumn('open_cycles', 'integer', (column) => column.notNull())
        .addColumn('usage', 'text', (column) => column.notNull())
        .addColumn('cost', 'real')
        .addColumn('owner_address', 'text')
        .addColumn('lease_until', 'integer')
        .addColumn('parent', 'text')
        .addColumn('forked_from_id', 'text')
        .addColumn('forked_from_seq', 'integer'),
      schema
        .createTable('records')
        .addColumn('workstream', 'integer', belongsToWorkstream)
        .addColumn('seq', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('v', 'integer', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn('generation', 'integer', (column) => column.notNull())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('surface', 'text', (column) => column.notNull())
        .addColumn('commit_key', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addUniqueConstraint('records_seq', ['workstream', 'seq'])
        .addUniqueConstraint('records_commit_key', ['workstream', 'commit_key']),
      schema
        .createTable('inbox')
        .addColumn('workstream', 'integer', belongsToWorkstream)
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('place', 'integer', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('taken', 'integer', (column) => column.notNull().defaultTo(0))
        .addPrimaryKeyConstraint('inbox_id', ['workstream', 'id'])
        .modifyEnd(sql`without rowid`),
      // No foreign key: bytes are dropped by the blob store, which also knows their files.
      schema
        .createTable('blobs')
        .addColumn('workstream_id', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('media_type', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('blobs_key', ['workstream_id', 'key'])
        .modifyEnd(sql`without rowid`),
      schema.createIndex('blobs_hash').on('blobs').columns(['hash']),
    ],
  },
  {
    version: 2,
    statements: (schema) => [
      // What undo asks for, without passing over the rest of a log. Partial, so that no other append pays for it.
      schema
        .createIndex('records_file_changed')
        .on('records')
        .columns(['workstream', 'seq'])
        .where(sql<boolean>`kind = 'file.changed'`),
    ],
  },
];

const belongsToWorkstream = (
  column: import('kysely').ColumnDefinitionBuilder,
): import('kysely').ColumnDefinitionBuilder => column.notNull().references('workstreams.no').onDelete('cascade');
