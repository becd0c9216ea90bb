import { PortError } from '@toolstone/kernel';
import { loadBetterSqlite3 } from './better-sqlite3-engine.ts';
import type { EngineName, OpenEngine } from './engine.ts';
import { loadNodeSqlite } from './node-sqlite-engine.ts';

/** From this version on `node:sqlite` needs no flag. */
const firstNodeWithSqlite = [22, 13] as const;

function nodeHasSqlite(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > firstNodeWithSqlite[0] || (major === firstNodeWithSqlite[0] && minor >= firstNodeWithSqlite[1]);
}

/** One engine, or undefined where the running Node does not have it. */
export async function loadEngine(name: EngineName): Promise<OpenEngine | undefined> {
  if (name === 'better-sqlite3') return loadBetterSqlite3();
  return nodeHasSqlite(process.versions.node) ? loadNodeSqlite() : undefined;
}

/** Node's own SQLite where it has one, else better-sqlite3. Rejects with `UNAVAILABLE` where there is neither. */
export async function loadDefaultEngine(): Promise<OpenEngine> {
  const open = (await loadEngine('node:sqlite')) ?? (await loadEngine('better-sqlite3'));
  if (open !== undefined) return open;
  throw new PortError('UNAVAILABLE', `Node ${process.versions.node} has no SQLite and better-sqlite3 does not load`, {
    nextStep: 'Use Node 22.13 or newer, or install again so that better-sqlite3 is built for this Node',
  });
}
