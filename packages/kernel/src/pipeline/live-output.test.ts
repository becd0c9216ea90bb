import type { WorkstreamEvent } from '@toolstone/protocol';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import { createLiveOutput } from './live-output.ts';

/** A clock that moves when it is told to. */
function handClock(): Pick<Clock, 'sleep'> & { readonly asked: number[]; pass(): Promise<void> } {
  const waiting: (() => void)[] = [];
  const asked: number[] = [];
  return {
    asked,
    sleep(ms, signal) {
      asked.push(ms);
      return new Promise((resolve, reject) => {
        waiting.push(resolve);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    },
    async pass() {
      for (const settle of waiting.splice(0)) settle();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function open() {
  const clock = handClock();
  const shown: string[] = [];
  const publish = (event: WorkstreamEvent): void => {
    if (event.type === 'output') shown.push(`${event.stream}: ${event.text}`);
  };
  return { clock, shown, output: createLiveOutput('c1', { publish, clock }) };
}

describe('live output', () => {
  it('shows whole lines at once and what is held back after 100 ms of the clock that it was given', async () => {
    const { clock, shown, output } = open();
    output.emit('stdout', 'one\ntwo ');
    expect(shown).toEqual(['stdout: one\n']);
    await clock.pass();
    expect(shown).toEqual(['stdout: one\n', 'stdout: two ']);
    expect(clock.asked).toEqual([100]);
    output.emit('stderr', 'three ');
    await clock.pass();
    expect(shown.at(-1)).toBe('stderr: three ');
    expect(clock.asked).toEqual([100, 100]);
  });

  it('shows the rest when the call ends, and nothing after that', async () => {
    const { clock, shown, output } = open();
    output.emit('stdout', 'half a li');
    output.end();
    output.emit('stdout', 'too late\n');
    await clock.pass();
    expect(shown).toEqual(['stdout: half a li']);
  });
});
