import { existsSync } from 'node:fs';
import { PortError } from '@toolstone/kernel';
import type { Kysely } from 'kysely';
import type { SqliteEngine } from './engine.ts';
import type { Migration } from './migrations.ts';
import type { Tables } from './tables.ts';

interface MigrateOptions {
  readonly file: string;
  readonly engine: SqliteEngine;
  readonly kysely: Kysely<Tables>;
  readonly migrations: readonly Migration[];
  readonly nowMs: number;
}

/**
 * Brings the database to the newest schema that this program knows. One number in the file's header says where it
 * stands, so that an up-to-date database costs one read.
 *
 * Rejects where the file is newer than the program, and where an older program still owns a workstream in it: that one
 * would go on writing rows of the old shape.
 */
export function migrate(options: MigrateOptions): void {
  const { engine, file, migrations } = options;
  const newest = migrations.at(-1)?.version ?? 0;
  const found = schemaVersion(engine);
  if (found === newest) return;
  if (found > newest) throw tooNew(file, found, newest);
  if (found > 0) {
    refuseWhileOwned(options);
    keepCopy(engine, file, newest);
  }
  inTransaction(engine, () => {
    // Another process may have migrated while this one waited for the lock.
    const current = schemaVersion(engine);
    if (current > newest) throw tooNew(file, current, newest);
    if (current > 0 && current < newest) refuseWhileOwned(options);
    for (const migration of migrations.filter(({ version }) => version > current)) apply(options, migration);
  });
}

function apply({ engine, kysely }: MigrateOptions, migration: Migration): void {
  for (const statement of migration.statements(kysely.schema)) engine.exec(statement.compile().sql);
  engine.exec(`pragma user_version = ${migration.version}`);
}

function schemaVersion(engine: SqliteEngine): number {
  const row = engine.prepare('pragma user_version').get([]);
  return typeof row === 'object' && row !== null && 'user_version' in row ? Number(row.user_version) : 0;
}

function refuseWhileOwned({ engine, kysely, file, nowMs }: MigrateOptions): void {
  const query = kysely.selectFrom('workstreams').select('id').where('lease_until', '>', nowMs).limit(1).compile();
  if (engine.prepare(query.sql).get(query.parameters) === undefined) return;
  throw new PortError('UNAVAILABLE', `an older Toolstone is still running on ${file}`, {
    path: file,
    nextStep: 'End the other Toolstone processes of this data directory, then start this one again',
  });
}

/** `VACUUM INTO` writes a consistent copy, whatever still stands in the write-ahead log. */
function keepCopy(engine: SqliteEngine, file: string, version: number): void {
  const first = engine.prepare('select 1 from workstreams limit 1').get([]);
  if (first === undefined) return;
  let copy = `${file}.before-v${version}`;
  for (let attempt = 2; existsSync(copy); attempt++) copy = `${file}.before-v${version}-${attempt}`;
  engine.prepare('vacuum into ?').run([copy]);
}

function inTransaction(engine: SqliteEngine, run: () => void): void {
  engine.exec('begin immediate');
  try {
    run();
    engine.exec('commit');
  } catch (error) {
    engine.exec('rollback');
    throw error;
  }
}

const tooNew = (file: string, found: number, newest: number): PortError =>
  new PortError('UNAVAILABLE', `${file} was written by a newer Toolstone (schema ${found}, this one knows ${newest})`, {
    path: file,
    nextStep: 'Update Toolstone, or point TOOLSTONE_HOME at another data directory',
  });
