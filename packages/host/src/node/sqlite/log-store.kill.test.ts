import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleScript } from './bundle-script.fixture.ts';
import { createLogStore } from './log-store.ts';
import { openDatabase } from './open-database.ts';

/** Lets the child append, kills it after so many acknowledgements, and gives the last one that it printed. */
async function killAfter(child: ChildProcess, acknowledgements: number): Promise<number> {
  if (child.stdout === null) throw new Error('the child has no output');
  let last = 0;
  let left = acknowledgements;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line); // what it still printed before the signal reached it counts too
    if (--left === 0) child.kill('SIGKILL');
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return last;
}

describe('a process that is killed while it appends', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  it('leaves every acknowledged record in its place, without holes, time after time', async () => {
    const file = join(directory, 'toolstone.db');
    const script = await bundleScript('append-loop.fixture', directory);
    for (let round = 0; round < 8; round++) {
      const child = spawn(process.execPath, [script.file, file], {
        env: script.env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const acknowledged = await killAfter(child, 1 + Math.floor(Math.random() * 150));
      const store = createLogStore(await openDatabase({ file }));
      const records = await store.read('a', { limit: 1_000_000 });
      const row = await store.get('a');
      await store.close();
      expect(records.length).toBeGreaterThanOrEqual(acknowledged);
      expect(records.map(({ seq, commitKey }) => `${seq} ${commitKey}`)).toEqual(
        records.map((_, index) => `${index + 1} k${index + 1}`),
      );
      // The projection belongs to the same transaction.
      expect(row).toMatchObject({ head: records.length, usage: { inputTokens: records.length } });
      expect(row?.generation).toBe(round + 1);
    }
  }, 60_000);
});
