import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { PortError } from '@toolstone/kernel';
import { Kysely, SqliteDialect } from 'kysely';
import { makeDirectoriesSync } from '../files/make-directories.ts';
import { toSystemPortError } from '../system-error.ts';
import type { OpenEngine, SqliteEngine } from './engine.ts';
import { loadDefaultEngine } from './load-engine.ts';
import { migrate } from './migrate.ts';
import { migrations as allMigrations, type Migration } from './migrations.ts';
import { toPortError } from './port-error.ts';
import type { Tables } from './tables.ts';

export type Sync = 'full' | 'normal';

/** One open database file. It is used by one process through one connection; other processes open their own. */
export interface SqliteDatabase {
  readonly file: string;
  readonly engine: SqliteEngine;
  /**
   * For queries of one statement. What takes several goes through `transact`; kysely's own transactions span awaits, and
   * on one connection another write would slip into them.
   */
  readonly kysely: Kysely<Tables>;
  /** Runs `work`, turning what the engine throws into a `PortError`. */
  attempt<T>(work: () => T): Promise<T>;
  /** Runs `work` in one write transaction: all of it happens or none. `full` returns when it has reached the disk. */
  transact<T>(work: () => T, sync?: Sync): T;
  /** Writes what stands in the write-ahead log to the file and removes the log, where no other process has it open. */
  close(): void;
}

export interface OpenDatabaseOptions {
  readonly file: string;
  /** The engine that fits this Node where absent. */
  readonly openEngine?: OpenEngine;
  readonly migrations?: readonly Migration[];
  readonly nowMs?: number;
}

/** How long a write waits for another process. Transactions take well under a millisecond, so this is a stuck disk. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens `file`, creates it (mode 0600, its directory 0700) where it is missing, and brings it to the current schema.
 * Rejects with a `PortError`: `READ_ONLY`, `NO_SPACE`, `FORBIDDEN`, `UNAVAILABLE` (locked, newer than this program), and
 * `IO` for a damaged file, which is left untouched.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<SqliteDatabase> {
  const { file } = options;
  const openEngine = options.openEngine ?? (await loadDefaultEngine());
  createPrivately(file);
  let engine: SqliteEngine | undefined;
  try {
    engine = openEngine(file);
    configure(engine);
    const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: engine }) });
    const { migrations = allMigrations, nowMs = Date.now() } = options;
    migrate({ file, engine, kysely, migrations, nowMs });
    return createDatabase(file, engine, kysely);
  } catch (error) {
    engine?.close();
    throw toPortError(error, file);
  }
}

function configure(engine: SqliteEngine): void {
  engine.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  // Before the first table alone; a small page keeps a short session's database small.
  engine.exec('pragma page_size = 2048');
  engine.exec('pragma journal_mode = wal');
  engine.exec('pragma synchronous = normal');
  engine.exec('pragma foreign_keys = on');
  // A short WAL is written over and over in place, which a sync likes better than a file that grows.
  engine.exec('pragma wal_autocheckpoint = 250');
  engine.exec('pragma journal_size_limit = 1048576');
  // What a person deletes is overwritten, not only forgotten. It costs nothing measurable.
  engine.exec('pragma secure_delete = on');
  // macOS alone needs it for a sync that outlasts a power cut; elsewhere it changes nothing.
  engine.exec('pragma fullfsync = on');
}

function createDatabase(file: string, engine: SqliteEngine, kysely: Kysely<Tables>): SqliteDatabase {
  let isOpen = true;
  let current: Sync = 'normal';
  const begin = engine.prepare('begin immediate');
  const commit = engine.prepare('commit');
  const setSync = (sync: Sync): void => {
    if (sync === current) return;
    engine.exec(`pragma synchronous = ${sync}`);
    current = sync;
  };
  return {
    file,
    engine,
    kysely,
    async attempt(work) {
      if (!isOpen) throw new PortError('UNAVAILABLE', `${file} has been closed`, { path: file });
      try {
        return work();
      } catch (error) {
        throw toPortError(error, file);
      }
    },
    transact(work, sync = 'normal') {
      setSync(sync);
      begin.run([]);
      try {
        const result = work();
        commit.run([]);
        return result;
      } catch (error) {
        rollBack(engine);
        throw error;
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      engine.close();
    },
  };
}

function rollBack(engine: SqliteEngine): void {
  try {
    engine.prepare('rollback').run([]);
  } catch {
    // A full disk or an I/O error has already rolled back; the first error is the one to tell.
  }
}

/** SQLite gives its companions (`-wal`, `-shm`) the mode of the file itself, so that one must be private from the start. */
function createPrivately(file: string): void {
  const directory = dirname(file);
  try {
    makeDirectoriesSync(directory, 0o700);
  } catch (error) {
    throw toSystemPortError(error, directory);
  }
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw toSystemPortError(error, file);
  }
}
