import type { LogStore } from '@toolstone/kernel';
import type { NewRecord } from '@toolstone/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeRecord, messageRecord, workstream } from './log-store.fixture.ts';

/** What every `LogStore` must do where records of one kind are asked for. */
export function recordKindsConformance(
  name: string,
  setUp: () => Promise<{ open(): Promise<LogStore>; remove(): Promise<void> }>,
): void {
  describe(`records of one kind: ${name}`, () => {
    let storage: Awaited<ReturnType<typeof setUp>>;
    let store: LogStore;
    const append = async (...records: readonly NewRecord[]): Promise<void> => {
      await store.claim({ workstreamId: 'a', ownerAddress: 'one', nowMs: 1_000, leaseMs: 15_000 });
      await store.append({
        workstreamId: 'a',
        generation: 1,
        head: 0,
        records,
        projection: { state: 'idle', openCycles: 0, usage: { inputTokens: 0, outputTokens: 0 }, cost: null },
        sync: 'normal',
      });
    };
    beforeEach(async () => {
      storage = await setUp();
      store = await storage.open();
      await store.create(workstream('a'));
    });
    afterEach(async () => {
      await store.close();
      await storage.remove();
    });

    it('come in order, without the others', async () => {
      await append(changeRecord('k1', '/work/x'), messageRecord('k2'), changeRecord('k3', '/work/y'));
      const changes = await store.readKind('a', 'file.changed');
      expect(changes.map(({ seq, body }) => [seq, body.path])).toEqual([
        [1, '/work/x'],
        [3, '/work/y'],
      ]);
      expect(await store.readKind('a', 'compacted')).toEqual([]);
      await expect(store.readKind('b', 'compacted')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('tell the workstreams that have some from the others', async () => {
      await store.create(workstream('b', { at: '2026-01-03T00:00:00.000Z' }));
      expect(await store.list({ having: 'file.changed' })).toEqual([]);
      await append(messageRecord('k1'), changeRecord('k2', '/work/x'));
      expect((await store.list({ having: 'file.changed' })).map(({ id }) => id)).toEqual(['a']);
      expect(await store.list({ having: 'file.changed', cwd: '/else' })).toEqual([]);
    });
  });
}
