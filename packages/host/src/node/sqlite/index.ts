export { createBlobStore } from '../blobs/blob-store.ts';
export type { EngineName, OpenEngine, SqliteEngine } from './engine.ts';
export { loadDefaultEngine, loadEngine } from './load-engine.ts';
export { createLogStore } from './log-store.ts';
export { type OpenDatabaseOptions, openDatabase, type SqliteDatabase, type Sync } from './open-database.ts';
