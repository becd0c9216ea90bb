import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDefaultEngine, loadEngine } from './load-engine.ts';
import { logStoreConformance } from './log-store.conformance.ts';
import { createLogStore } from './log-store.ts';
import { openDatabase } from './open-database.ts';
import { recordKindsConformance } from './record-kinds.conformance.ts';

const names = ['node:sqlite', 'better-sqlite3'] as const;
const engines = await Promise.all(names.map(async (name) => ({ name, openEngine: await loadEngine(name) })));

for (const { name, openEngine } of engines) {
  if (openEngine === undefined) continue; // this Node does not have it; another one runs the same suite on it
  const setUp = async () => {
    const directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
    return {
      open: async () => createLogStore(await openDatabase({ file: join(directory, 'toolstone.db'), openEngine })),
      remove: () => rm(directory, { recursive: true }),
    };
  };
  logStoreConformance(name, setUp);
  recordKindsConformance(name, setUp);
}

describe('loadDefaultEngine', () => {
  it('takes the SQLite of Node where there is one', async () => {
    const engine = (await loadDefaultEngine())(':memory:');
    engine.close();
    const ofNode = engines.find(({ name }) => name === 'node:sqlite')?.openEngine;
    expect(engine.name).toBe(ofNode === undefined ? 'better-sqlite3' : 'node:sqlite');
  });
});
