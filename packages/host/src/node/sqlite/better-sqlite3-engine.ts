import { cacheStatements, type OpenEngine, type SqliteStatement } from './engine.ts';

/** The `better-sqlite3` package, or undefined where it is not installed or its binary does not fit this Node. */
export async function loadBetterSqlite3(): Promise<OpenEngine | undefined> {
  const Database = await import('better-sqlite3').then(
    (module) => module.default,
    () => undefined, // an optional dependency: absent is one of its two states
  );
  if (Database === undefined || !canOpen(() => new Database(':memory:').close())) return undefined;
  return (file) => {
    const database = new Database(file);
    return {
      name: 'better-sqlite3',
      prepare: cacheStatements((sql) => adapt(database.prepare(sql))),
      exec: (sql) => {
        database.exec(sql);
      },
      close: () => {
        database.close();
      },
    };
  };
}

const adapt = (statement: import('better-sqlite3').Statement<unknown[]>): SqliteStatement => ({
  reader: statement.reader,
  all: (parameters) => statement.all(...parameters),
  get: (parameters) => statement.get(...parameters),
  run: (parameters) => statement.run(...parameters),
  iterate: (parameters) => statement.iterate(...parameters),
});

/** The package loads its binary with the first database, so only opening one shows whether it fits. */
function canOpen(open: () => void): boolean {
  try {
    open();
    return true;
  } catch {
    return false; // built for another Node, or not built: the caller names what to do
  }
}
