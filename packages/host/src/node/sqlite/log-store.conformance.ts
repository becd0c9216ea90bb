import type { Append, LogStore, Projection } from '@toolstone/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageRecord, workstream } from './log-store.fixture.ts';

const at = '2026-01-02T03:04:05.000Z';
const projection: Projection = {
  state: 'thinking',
  openCycles: 0,
  usage: { inputTokens: 1, outputTokens: 2 },
  cost: null,
};

const appendOf = (keys: readonly string[], changes: Partial<Append> = {}): Append => ({
  workstreamId: 'a',
  generation: 1,
  head: 0,
  records: keys.map((key) => messageRecord(key)),
  projection,
  sync: 'normal',
  ...changes,
});

const claimOf = (ownerAddress: string, nowMs = 1_000, deadAddress?: string) =>
  ({
    workstreamId: 'a',
    ownerAddress,
    nowMs,
    leaseMs: 15_000,
    ...(deadAddress !== undefined && { deadAddress }),
  }) as const;

/**
 * What every `LogStore` must do. `open` gives a store on one and the same storage each time it is called within a test:
 * several stores are several processes.
 */
export function logStoreConformance(
  name: string,
  setUp: () => Promise<{ open(): Promise<LogStore>; remove(): Promise<void> }>,
): void {
  describe(`log store: ${name}`, () => {
    let storage: Awaited<ReturnType<typeof setUp>>;
    let store: LogStore;
    let opened: LogStore[];
    const open = async (): Promise<LogStore> => {
      const next = await storage.open();
      opened.push(next);
      return next;
    };
    const claimed = async (): Promise<void> => {
      await store.create(workstream('a'));
      await store.claim(claimOf('one'));
    };
    beforeEach(async () => {
      opened = [];
      storage = await setUp();
      store = await open();
    });
    afterEach(async () => {
      for (const one of opened) await one.close();
      await storage.remove();
    });

    describe('workstreams', () => {
      it('gives back a new workstream as a row', async () => {
        await store.create({ ...workstream('a'), parent: 'p', forkedFrom: { id: 'f', seq: 7 } });
        expect(await store.get('a')).toEqual({
          id: 'a',
          kind: 'interactive',
          name: 'first',
          cwd: '/work',
          createdAt: at,
          updatedAt: at,
          state: 'idle',
          generation: 0,
          head: 0,
          openCycles: 0,
          usage: { inputTokens: 0, outputTokens: 0 },
          cost: null,
          ownerAddress: null,
          leaseUntil: null,
          parent: 'p',
          forkedFrom: { id: 'f', seq: 7 },
        });
      });

      it('gives null for a workstream that is not there', async () => {
        expect(await store.get('a')).toBeNull();
      });

      it('refuses a second workstream with the same id', async () => {
        await store.create(workstream('a'));
        await expect(store.create(workstream('a', { name: 'other' }))).rejects.toMatchObject({ code: 'CHANGED' });
        expect(await store.get('a')).toMatchObject({ name: 'first' });
      });

      it('lists the newest first, by directory and name, within a limit', async () => {
        await store.create(workstream('old', { at: '2026-01-01T00:00:00.000Z', name: 'x' }));
        await store.create(workstream('new', { at: '2026-01-03T00:00:00.000Z', cwd: '/else' }));
        await store.create(workstream('mid', { at: '2026-01-02T00:00:00.000Z' }));
        const ids = async (query: Parameters<LogStore['list']>[0]) => (await store.list(query)).map(({ id }) => id);
        expect(await ids({})).toEqual(['new', 'mid', 'old']);
        expect(await ids({ cwd: '/work' })).toEqual(['mid', 'old']);
        expect(await ids({ name: 'x' })).toEqual(['old']);
        expect(await ids({ limit: 1 })).toEqual(['new']);
      });

      it('renames, and says so when there is nothing to rename', async () => {
        await store.create(workstream('a'));
        await store.rename('a', 'second');
        expect(await store.get('a')).toMatchObject({ name: 'second' });
        await expect(store.rename('b', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      });

      it('deletes a workstream with its records and inbox, and no other', async () => {
        await claimed();
        await store.create(workstream('b'));
        await store.append(appendOf(['k']));
        await store.putInbox('a', { id: 'm', body: '{}', at });
        expect(await store.delete('a')).toBe(true);
        expect(await store.delete('a')).toBe(false);
        expect((await store.list()).map(({ id }) => id)).toEqual(['b']);
        await store.create(workstream('a'));
        expect(await store.read('a')).toEqual([]);
        expect(await store.takeInbox('a')).toEqual([]);
      });
    });

    describe('append', () => {
      it('gives records their place and keeps them as they are', async () => {
        await claimed();
        const outcome = await store.append(appendOf(['k1', 'k2'], { sync: 'full' }));
        expect(outcome).toMatchObject({ status: 'appended', records: [{ seq: 1 }, { seq: 2 }] });
        expect(outcome.status === 'appended' && (await store.read('a'))).toEqual(
          outcome.status === 'appended' && outcome.records,
        );
        expect((await store.read('a'))[1]).toEqual({
          ...messageRecord('k2'),
          workstreamId: 'a',
          seq: 2,
          v: 1,
          generation: 1,
        });
      });

      it('keeps the projection in step with the records', async () => {
        await claimed();
        const record = { ...messageRecord('k'), at: '2026-02-03T04:05:06.000Z' };
        await store.append(
          appendOf([], {
            records: [record],
            projection: {
              state: 'attention',
              openCycles: 2,
              usage: { inputTokens: 5, outputTokens: 6 },
              cost: 0.25,
              name: 'told',
            },
          }),
        );
        expect(await store.get('a')).toMatchObject({
          state: 'attention',
          openCycles: 2,
          usage: { inputTokens: 5, outputTokens: 6 },
          cost: 0.25,
          name: 'told',
          head: 1,
          updatedAt: record.at,
        });
      });

      it('changes the projection alone when there are no records', async () => {
        await claimed();
        await store.append(appendOf([], { projection: { ...projection, state: 'error' } }));
        expect(await store.get('a')).toMatchObject({ state: 'error', head: 0, name: 'first', updatedAt: at });
      });

      it('fences a writer of an older generation, which then has written nothing', async () => {
        await claimed();
        await store.append(appendOf(['k1']));
        await (await open()).claim(claimOf('two', 1_000, 'one'));
        expect(await store.append(appendOf(['late'], { head: 1 }))).toEqual({
          status: 'fenced',
          generation: 2,
          head: 1,
        });
        expect(await store.read('a')).toHaveLength(1);
        expect(await store.get('a')).toMatchObject({ head: 1 });
      });

      it('fences a writer that does not know the newest record', async () => {
        await claimed();
        await store.append(appendOf(['k1']));
        expect(await store.append(appendOf(['k2']))).toEqual({ status: 'fenced', generation: 1, head: 1 });
      });

      it('lands an append that is tried twice once', async () => {
        await claimed();
        const first = await store.append(appendOf(['k1', 'k2']));
        expect(await store.append(appendOf(['k1', 'k2']))).toEqual(first);
        expect(await store.append(appendOf(['k1', 'k2'], { head: 2 }))).toEqual(first);
        expect(await store.get('a')).toMatchObject({ head: 2 });
      });

      it('appends nothing of a batch in which one commit key is taken by another record', async () => {
        await claimed();
        await store.append(appendOf(['k1']));
        await expect(store.append(appendOf(['k2', 'k1'], { head: 1 }))).rejects.toThrow();
        expect(await store.read('a')).toHaveLength(1);
        expect(await store.get('a')).toMatchObject({ head: 1 });
      });

      it('lets two workstreams use the same commit key', async () => {
        await claimed();
        await store.create(workstream('b'));
        await store.append(appendOf(['k']));
        expect(await store.append(appendOf(['k'], { workstreamId: 'b', generation: 0 }))).toMatchObject({
          status: 'appended',
        });
      });

      it('refuses to append to a workstream that is not there', async () => {
        await expect(store.append(appendOf(['k']))).rejects.toMatchObject({ code: 'NOT_FOUND' });
      });

      it('finds the records of an append whose outcome is not known, by commit key', async () => {
        await claimed();
        await store.append(appendOf(['k1', 'k2', 'k3']));
        const found = await (await open()).findByCommitKey('a', ['k3', 'k1', 'never']);
        expect(found.map(({ commitKey, seq }) => [commitKey, seq])).toEqual([
          ['k1', 1],
          ['k3', 3],
        ]);
        expect(await store.findByCommitKey('a', [])).toEqual([]);
      });

      it('keeps any text: quotes, newlines, NUL, emoji, lone surrogates', async () => {
        await claimed();
        const text = 'a"\\\n\u0000🪨\ud800 – ü';
        await store.append(appendOf([], { records: [messageRecord('k', text)] }));
        expect((await store.read('a'))[0]?.body).toMatchObject({ parts: [{ text }] });
      });
    });

    describe('read', () => {
      it('reads in order from where the reader is, in pieces', async () => {
        await claimed();
        await store.append(appendOf(['k1', 'k2', 'k3', 'k4', 'k5']));
        const seqs = async (options: Parameters<LogStore['read']>[1]) =>
          (await store.read('a', options)).map(({ seq }) => seq);
        expect(await seqs({})).toEqual([1, 2, 3, 4, 5]);
        expect(await seqs({ after: 2, limit: 2 })).toEqual([3, 4]);
        expect(await seqs({ after: 5 })).toEqual([]);
      });

      it('shows at once what another process has appended', async () => {
        await claimed();
        const reader = await open();
        expect(await reader.read('a')).toEqual([]);
        await store.append(appendOf(['k1']));
        expect(await reader.read('a')).toHaveLength(1);
      });

      it('refuses to read a workstream that is not there', async () => {
        await expect(store.read('a')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      });

      it('has everything after it was closed and opened again', async () => {
        await claimed();
        await store.append(appendOf(['k1', 'k2']));
        const before = await store.read('a');
        await store.close();
        expect(await (await open()).read('a')).toEqual(before);
      });
    });

    describe('ownership', () => {
      it('raises the generation with every claim and shows the lease', async () => {
        await store.create(workstream('a'));
        expect(await store.claim(claimOf('one'))).toMatchObject({
          status: 'claimed',
          row: { generation: 1, ownerAddress: 'one', leaseUntil: '1970-01-01T00:00:16.000Z' },
        });
        expect(await store.claim(claimOf('one'))).toMatchObject({ status: 'claimed', row: { generation: 2 } });
      });

      it('says who owns it while the lease lives', async () => {
        await claimed();
        expect(await (await open()).claim(claimOf('two', 15_999))).toEqual({
          status: 'owned',
          ownerAddress: 'one',
          leaseUntil: '1970-01-01T00:00:16.000Z',
        });
      });

      it('gives an expired lease to whoever asks', async () => {
        await claimed();
        expect(await store.claim(claimOf('two', 16_000))).toMatchObject({
          status: 'claimed',
          row: { ownerAddress: 'two' },
        });
      });

      it('gives a living lease away where its holder was found dead', async () => {
        await claimed();
        expect(await store.claim(claimOf('two', 1_001, 'one'))).toMatchObject({
          status: 'claimed',
          row: { generation: 2 },
        });
      });

      it('says that there is nothing to claim', async () => {
        expect(await store.claim(claimOf('one'))).toEqual({ status: 'missing' });
      });

      it('lets one of many claimants win', async () => {
        await store.create(workstream('a'));
        const stores = await Promise.all([open(), open(), open(), open()]);
        const claims = await Promise.all(stores.map((one, index) => one.claim(claimOf(`owner ${index}`))));
        expect(claims.filter(({ status }) => status === 'claimed')).toHaveLength(1);
        expect(await store.get('a')).toMatchObject({ generation: 1 });
      });

      it('renews for its owner, and tells another that it has lost the lease', async () => {
        await claimed();
        expect(await store.renew('a', 'one', 20_000)).toBe(true);
        expect(await store.get('a')).toMatchObject({ leaseUntil: '1970-01-01T00:00:20.000Z' });
        expect(await store.renew('a', 'two', 30_000)).toBe(false);
        expect(await store.renew('missing', 'one', 30_000)).toBe(false);
      });

      it('releases for its owner alone', async () => {
        await claimed();
        await store.release('a', 'two');
        expect(await store.get('a')).toMatchObject({ ownerAddress: 'one' });
        await store.release('a', 'one');
        expect(await store.get('a')).toMatchObject({ ownerAddress: null, leaseUntil: null, generation: 1 });
        expect(await store.claim(claimOf('two'))).toMatchObject({ status: 'claimed' });
      });

      it('raises the generation for its owner alone', async () => {
        await claimed();
        expect(await store.raiseGeneration('a', 'one')).toBe(2);
        expect(await store.raiseGeneration('a', 'two')).toBeNull();
        expect(await store.append(appendOf(['k']))).toMatchObject({ status: 'fenced', generation: 2 });
      });
    });

    describe('inbox', () => {
      const message = (id: string) => ({ id, body: `{"of":"${id}"}`, at });

      it('gives messages in the order of arrival, each once', async () => {
        await claimed();
        const sender = await open();
        await sender.putInbox('a', message('z'));
        await sender.putInbox('a', message('b'));
        await sender.putInbox('a', message('z'));
        expect(await store.takeInbox('a')).toEqual([message('z'), message('b')]);
        expect(await store.takeInbox('a')).toEqual([]);
        await sender.putInbox('a', message('c'));
        expect(await store.takeInbox('a')).toEqual([message('c')]);
      });

      it('gives messages that a dead owner took and did not confirm to the next one', async () => {
        await claimed();
        await store.putInbox('a', message('confirmed'));
        await store.takeInbox('a');
        await store.putInbox('a', message('lost'));
        await store.takeInbox('a');
        const next = await open();
        await next.claim(claimOf('two', 1_000, 'one'));
        expect(await next.takeInbox('a')).toEqual([message('lost')]);
      });

      it('refuses a message to a workstream that is not there', async () => {
        await expect(store.putInbox('a', message('m'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
      });
    });

    it('rejects everything once it is closed', async () => {
      await store.close();
      await store.close();
      await expect(store.get('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(store.append(appendOf(['k']))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
}
