import { describe, expect, it } from 'vitest';
import { createNodeHasher } from './node-hasher.ts';
import { createRandomIds } from './random-ids.ts';
import { createSystemClock } from './system-clock.ts';

describe('the system clock', () => {
  const clock = createSystemClock();

  it('tells wall time, and a time that only goes on', () => {
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
    const first = clock.monotonic();
    expect(clock.monotonic()).toBeGreaterThanOrEqual(first);
  });

  it('sleeps as long as it is told', async () => {
    const start = clock.monotonic();
    await clock.sleep(20);
    expect(clock.monotonic() - start).toBeGreaterThanOrEqual(19);
    await clock.sleep(0);
  });

  it('wakes up when it is aborted, with the reason, also out of a sleep of months', async () => {
    const controller = new AbortController();
    const sleeping = clock.sleep(10_000_000_000, controller.signal);
    controller.abort(new Error('woken'));
    await expect(sleeping).rejects.toThrow('woken');
    await expect(clock.sleep(1, controller.signal)).rejects.toThrow('woken');
  });
});

describe('random ids', () => {
  it('are a prefix and 26 characters', () => {
    expect(createRandomIds().next('ws')).toMatch(/^ws_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('differ from each other and from those of another process', () => {
    const [one, other] = [createRandomIds(), createRandomIds()];
    const all = Array.from({ length: 5_000 }, () => [one.next('x'), other.next('x')]).flat();
    expect(new Set(all).size).toBe(10_000);
  });

  it('sort in the order in which they were made, also within a millisecond and when the clock is set back', () => {
    const times = [5, 5, 5, 4, 5, 1_700_000_000_000, 1_700_000_000_000, 3, 1_700_000_000_001];
    const ids = createRandomIds(() => times.shift() ?? Number.NaN);
    const made = Array.from({ length: times.length }, () => ids.next('x'));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('begin with the time as a ULID does', () => {
    expect(
      createRandomIds(() => 1_469_918_176_385)
        .next('x')
        .slice(2, 12),
    ).toBe('01ARYZ6S41');
  });
});

describe('the hasher', () => {
  const { sha256, incremental } = createNodeHasher();
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

  it('gives SHA-256 of text as UTF-8 and of bytes', () => {
    expect(sha256('abc')).toBe(abc);
    expect(sha256(new Uint8Array([97, 98, 99]))).toBe(abc);
    expect(sha256('ü')).toBe(sha256(new Uint8Array([0xc3, 0xbc])));
  });

  it('gives the same for content in pieces', () => {
    const hash = incremental();
    hash.add(new Uint8Array([97]));
    hash.add(new Uint8Array([98, 99]));
    expect(hash.digest()).toBe(abc);
  });
});
