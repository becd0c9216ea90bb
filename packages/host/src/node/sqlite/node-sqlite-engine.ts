import { cacheStatements, type OpenEngine, type SqliteStatement } from './engine.ts';

// The part of `node:sqlite` that is used here; the types of Node 20 do not have the module.
interface NodeStatement {
  all(...parameters: readonly unknown[]): unknown[];
  get(...parameters: readonly unknown[]): unknown;
  run(...parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...parameters: readonly unknown[]): IterableIterator<unknown>;
}
interface NodeDatabase {
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  close(): void;
}
interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => NodeDatabase;
}

/**
 * Node's own SQLite, or undefined where this Node has none. It needs no package and no install script.
 *
 * Loading it prints an "experimental" warning on Node 22; the two verbs used here are stable, and a warning in the middle
 * of a terminal interface helps nobody, so that one warning is left out.
 */
export function loadNodeSqlite(): OpenEngine | undefined {
  const sqlite = withoutExperimentalWarning(() => process.getBuiltinModule?.('node:sqlite'));
  if (sqlite === undefined) return undefined;
  // Proven by the conformance suite, which runs on every Node that has the module.
  const { DatabaseSync } = sqlite as unknown as NodeSqlite;
  return (file) => {
    const database = new DatabaseSync(file);
    return {
      name: 'node:sqlite',
      prepare: cacheStatements((sql) => adapt(database.prepare(sql), sql)),
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
    };
  };
}

const givesRows = /^\s*(?:select|with|values|pragma|explain)\b|\breturning\b/i;

const adapt = (statement: NodeStatement, sql: string): SqliteStatement => ({
  reader: givesRows.test(sql),
  all: (parameters) => statement.all(...parameters),
  get: (parameters) => statement.get(...parameters),
  run: (parameters) => {
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { changes: Number(changes), lastInsertRowid };
  },
  iterate: (parameters) => statement.iterate(...parameters),
});

function withoutExperimentalWarning<T>(load: () => T): T {
  const emit = process.emitWarning;
  // Synchronous from here to `finally`: no other warning can be lost.
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emit;
  }
}
