/**
 * The few verbs that both SQLite engines are brought to. Everything is synchronous: a statement is far shorter than a
 * hop to another thread. It is also what kysely's `SqliteDialect` takes as its `database`.
 */
export interface SqliteEngine {
  readonly name: EngineName;
  /** A statement is compiled once; the same text gives the same statement again. */
  prepare(sql: string): SqliteStatement;
  /** Runs one or more statements that give no rows. */
  exec(sql: string): void;
  close(): void;
}

export type EngineName = 'node:sqlite' | 'better-sqlite3';

export interface SqliteStatement {
  /** True where the statement gives rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  /** The first row; undefined where there is none. */
  get(parameters: readonly unknown[]): unknown;
  run(parameters: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
}

/** Opens a file with one engine. Throws what the engine throws; see `toPortError`. */
export type OpenEngine = (file: string) => SqliteEngine;

const MAX_CACHED_STATEMENTS = 256;

/** Keeps compiled statements by their text: kysely prepares anew for every execution. */
export function cacheStatements(compile: (sql: string) => SqliteStatement): (sql: string) => SqliteStatement {
  const cache = new Map<string, SqliteStatement>();
  return (sql) => {
    const known = cache.get(sql);
    if (known !== undefined) return known;
    // Lists of values of varying length make endless texts; forgetting all of them now and then is enough.
    if (cache.size >= MAX_CACHED_STATEMENTS) cache.clear();
    const statement = compile(sql);
    cache.set(sql, statement);
    return statement;
  };
}
