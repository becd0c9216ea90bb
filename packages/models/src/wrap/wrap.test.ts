import { type Lane, LaneError, type LaneEvent, type LaneFailureKind, type LaneRequest } from '@toolstone/kernel';
import { describe, expect, test } from 'vitest';
import { modestCapabilities } from '../capabilities/model-capabilities.ts';
import { withConcurrency } from './with-concurrency.ts';
import { withFallback } from './with-fallback.ts';
import { withRetry } from './with-retry.ts';

const request: LaneRequest = { system: '', messages: [], tools: [], readBlob: async () => null, nextCallId: () => 'c' };
const usage = { inputTokens: 1, outputTokens: 1 };

type Step = string | LaneError;

/** A lane that plays one list of steps a request; the last step of a list without a failure becomes the reply. */
function playing(id: string, plays: readonly (readonly Step[])[]): Lane & { readonly asked: () => number } {
  let asked = 0;
  return {
    id,
    model: id,
    capabilities: modestCapabilities,
    asked: () => asked,
    async *stream(): AsyncGenerator<LaneEvent> {
      const steps = plays[asked++] ?? [];
      for (const step of steps) {
        if (typeof step !== 'string') throw step;
        yield { type: 'text', text: step };
      }
      yield {
        type: 'reply',
        reply: { lane: id, model: id, parts: [{ type: 'text', text: steps.join('') }], stopReason: 'end', usage },
      };
    },
  };
}
const fails = (kind: LaneFailureKind, more: { status?: number; retryAfterMs?: number } = {}) =>
  new LaneError(kind, `it is ${kind}`, { lane: 'a', ...more });

async function collect(lane: Lane, signal = new AbortController().signal): Promise<string[]> {
  const seen: string[] = [];
  for await (const event of lane.stream(request, signal)) {
    if (event.type === 'text') seen.push(event.text);
    else if (event.type === 'notice') seen.push(`${event.level}: ${event.text}`);
    else if (event.type === 'reply') seen.push(`reply of ${event.reply.lane}`);
    else seen.push(event.type);
  }
  return seen;
}

function retrying(lane: Lane, maxRetries = 4, onSleep?: () => void) {
  const slept: number[] = [];
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    async sleep(ms: number, signal?: AbortSignal) {
      slept.push(ms);
      onSleep?.();
      signal?.throwIfAborted();
    },
  };
  return { lane: withRetry(lane, { maxRetries, clock, random: () => 1 }), slept };
}

describe('withRetry', () => {
  test('voids what was streamed before it asks again, and only then', async () => {
    const { lane, slept } = retrying(playing('a', [['one ', fails('cut')], [fails('overloaded')], ['one ', 'two']]));
    expect(await collect(lane)).toMatchInlineSnapshot(`
      [
        "one ",
        "reset",
        "info: it is cut. Trying again in 1.0 s (1 of 4)",
        "info: it is overloaded. Trying again in 2.0 s (2 of 4)",
        "one ",
        "two",
        "reply of a",
      ]
    `);
    expect(slept).toEqual([1_000, 2_000]);
  });

  test('waits longer each time, up to half a minute', async () => {
    const { lane, slept } = retrying(
      playing(
        'a',
        Array.from({ length: 8 }, () => [fails('unreachable')]),
      ),
      7,
    );
    await expect(collect(lane)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(slept).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test('never comes back sooner than it was told, and gives up when told to wait too long', async () => {
    const asked = retrying(playing('a', [[fails('rate-limit', { retryAfterMs: 5_000 })], ['ok']]));
    expect((await collect(asked.lane)).at(-1)).toBe('reply of a');
    expect(asked.slept).toEqual([5_500]);
    const refused = retrying(playing('a', [[fails('rate-limit', { retryAfterMs: 3_600_000 })], ['ok']]));
    await expect(collect(refused.lane)).rejects.toMatchObject({ kind: 'rate-limit', retryAfterMs: 3_600_000 });
  });

  test.each(['context-overflow', 'auth', 'not-found', 'invalid-request', 'unexpected'] as const)(
    'does not repeat %s',
    async (kind) => {
      const base = playing('a', [[fails(kind)], ['ok']]);
      await expect(collect(retrying(base).lane)).rejects.toMatchObject({ kind });
      expect(base.asked()).toBe(1);
    },
  );

  test('repeats an error that the server itself had', async () => {
    expect((await collect(retrying(playing('a', [[fails('unexpected', { status: 500 })], ['ok']])).lane)).at(-1)).toBe(
      'reply of a',
    );
  });

  test('an abort while it waits ends it with the reason', async () => {
    const controller = new AbortController();
    const { lane } = retrying(playing('a', [[fails('cut')], ['ok']]), 4, () => controller.abort(new Error('stop')));
    await expect(collect(lane, controller.signal)).rejects.toThrow('stop');
  });
});

describe('withConcurrency', () => {
  test('lets so many in at once and the others in the order in which they came', async () => {
    const log: string[] = [];
    const gates: (() => void)[] = [];
    let n = 0;
    const slow: Lane = {
      ...playing('a', []),
      async *stream(): AsyncGenerator<LaneEvent> {
        const me = ++n;
        log.push(`in ${me}`);
        await new Promise<void>((resolve) => gates.push(resolve));
        log.push(`out ${me}`);
        yield { type: 'text', text: String(me) };
      },
    };
    const lane = withConcurrency(slow, 2);
    const waiting = new AbortController();
    const runs = [collect(lane), collect(lane), collect(lane, waiting.signal), collect(lane)];
    const third = runs[2]?.catch((error: unknown) => error);
    await Promise.resolve();
    waiting.abort(new Error('no longer'));
    expect(await third).toMatchObject({ message: 'no longer' });
    expect(log).toEqual(['in 1', 'in 2']);
    gates[0]?.();
    await runs[0];
    expect(log).toEqual(['in 1', 'in 2', 'out 1', 'in 3']);
    gates[1]?.();
    gates[2]?.();
    await Promise.all([runs[1], runs[3]]);
  });

  test('a reader that walks away frees its place', async () => {
    const lane = withConcurrency(playing('a', [['x', 'y'], ['z']]), 1);
    for await (const _event of lane.stream(request, new AbortController().signal)) break;
    expect(await collect(lane)).toEqual(['z', 'reply of a']);
  });
});

describe('withFallback', () => {
  test('goes on with the next lane, says so, and voids what the first had streamed', async () => {
    const lane = withFallback([
      playing('a', [['half', fails('overloaded')]]),
      playing('b', [[fails('auth')]]),
      playing('c', [['whole']]),
    ]);
    expect(await collect(lane)).toMatchInlineSnapshot(`
      [
        "half",
        "reset",
        "warning: it is overloaded. Going on with b",
        "warning: it is auth. Going on with c",
        "whole",
        "reply of c",
      ]
    `);
  });

  test.each(['context-overflow', 'invalid-request'] as const)('does not take %s elsewhere', async (kind) => {
    const second = playing('b', [['ok']]);
    await expect(collect(withFallback([playing('a', [[fails(kind)]]), second]))).rejects.toMatchObject({ kind });
    expect(second.asked()).toBe(0);
  });

  test('the failure of the last lane is the failure', async () => {
    const lane = withFallback([playing('a', [[fails('cut')]]), playing('b', [[fails('unreachable')]])]);
    await expect(collect(lane)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
