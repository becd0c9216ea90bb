import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock, LogStore } from '@toolstone/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workstream } from '../sqlite/log-store.fixture.ts';
import { createLogStore } from '../sqlite/log-store.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { createLease } from './lease.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that stands until it is told to go on; sleepers wake in order, each with all that follows from it. */
function createManualClock(): Clock & { advance(ms: number): Promise<void> } {
  let now = 1_000_000;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const wake = (): void => {
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        const sleeper = { until: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', stop);
      }),
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...sleepers].filter(({ until }) => until <= end).sort((a, b) => a.until - b.until);
        if (next === undefined) break;
        now = next.until;
        sleepers.delete(next);
        next.wake();
        await settle();
      }
      now = end;
    },
  };
}

/** Lets everything run that waits for nothing but its turn. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a lease', () => {
  let directory: string;
  let store: LogStore;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
    store = createLogStore(await openDatabase({ file: join(directory, 'toolstone.db') }));
    await store.create(workstream('a'));
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  const leaseOf = (clock: Clock, ownerAddress: string, lost: string[] = [], over: LogStore = store) =>
    createLease({ store: over, clock, workstreamId: 'a', ownerAddress, onLost: () => lost.push(ownerAddress) });

  it('is renewed for as long as it is held', async () => {
    const clock = createManualClock();
    const lease = leaseOf(clock, 'one');
    expect(await lease.claim()).toMatchObject({
      status: 'claimed',
      row: { leaseUntil: new Date(clock.now() + 15_000).toISOString() },
    });
    await clock.advance(60_000);
    expect(await leaseOf(clock, 'two').claim()).toMatchObject({ status: 'owned', ownerAddress: 'one' });
    await lease.release();
    expect(await store.get('a')).toMatchObject({ ownerAddress: null });
    await clock.advance(60_000);
    expect(await store.get('a')).toMatchObject({ ownerAddress: null });
  });

  it('tells its holder once when another has taken the workstream', async () => {
    const clock = createManualClock();
    const lost: string[] = [];
    await leaseOf(clock, 'one', lost).claim();
    const second = leaseOf(clock, 'two', lost);
    expect(await second.claim({ deadAddress: 'one' })).toMatchObject({ status: 'claimed', row: { generation: 2 } });
    await clock.advance(30_000);
    expect(lost).toEqual(['one']);
    await second.release();
  });

  it('passes on after its time when its holder no longer renews it', async () => {
    const clock = createManualClock();
    await store.claim({ workstreamId: 'a', ownerAddress: 'hung', nowMs: clock.now(), leaseMs: 15_000 });
    const lease = leaseOf(clock, 'two');
    await clock.advance(14_999);
    expect(await lease.claim()).toMatchObject({ status: 'owned' });
    await clock.advance(1);
    expect(await lease.claim()).toMatchObject({ status: 'claimed' });
    await lease.release();
  });

  it('outlives a store that cannot be written for a moment', async () => {
    const clock = createManualClock();
    const lost: string[] = [];
    let failures = 2;
    const lease = leaseOf(clock, 'one', lost, {
      ...store,
      renew: (...renewal) => (failures-- > 0 ? Promise.reject(new Error('disk full')) : store.renew(...renewal)),
    });
    await lease.claim();
    await clock.advance(20_000);
    expect(lost).toEqual([]);
    expect(await store.get('a')).toMatchObject({ leaseUntil: new Date(clock.now() + 15_000).toISOString() });
    await lease.release();
  });

  it('can be released without having been claimed, and twice', async () => {
    const lease = leaseOf(createManualClock(), 'one');
    await lease.release();
    await lease.claim();
    await lease.release();
    await lease.release();
    expect(await store.get('a')).toMatchObject({ ownerAddress: null });
  });
});
