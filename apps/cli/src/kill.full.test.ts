import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLogStore, openDatabase } from '@toolstone/host/sqlite';
import type { LogRecord, RecordOf } from '@toolstone/protocol';
import { type ScriptedModel, startScriptedModel } from '@toolstone/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerAll, bundleHost, startHost } from './testing/hosted.ts';

const WIRES = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
const baseUrlOf = (served: ScriptedModel, wire: (typeof WIRES)[number]): string =>
  ({
    'openai-chat': served.chatBaseUrl,
    'openai-responses': served.responsesBaseUrl,
    anthropic: served.anthropicBaseUrl,
    gemini: served.geminiBaseUrl,
  })[wire];

const KILLS = Number(process.env['TOOLSTONE_KILLS'] ?? 200);

let base: string;
let host: string;
let model: ScriptedModel;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'toolstone-kill-')));
  host = await bundleHost();
  model = await startScriptedModel({
    script: {
      version: 1,
      replies: [
        {
          when: { resultIncludes: 'third' },
          text: 'All done.',
          chunkChars: 3,
          delayMs: { first: 1, between: 1 },
          repeat: 'forever',
        },
        {
          when: { resultIncludes: 'second' },
          calls: [{ name: 'bash', arguments: { command: 'echo third' } }],
          repeat: 'forever',
        },
        {
          when: { resultIncludes: 'first' },
          text: 'Now I write.',
          calls: [
            { name: 'write_file', arguments: { path: 'b.txt', content: 'second\n' } },
            { name: 'read_file', arguments: { path: 'a.txt' } },
            { name: 'bash', arguments: { command: 'sleep 0.02; echo second' } },
          ],
          repeat: 'forever',
        },
        {
          calls: [
            { name: 'bash', arguments: { command: 'echo first; sleep 0.02' } },
            { name: 'read_file', arguments: { path: 'a.txt' } },
            { name: 'search', arguments: { query: 'one' } },
          ],
          delayMs: { first: 2, between: 1 },
          repeat: 'forever',
        },
      ],
    },
  });
}, 60_000);

afterAll(async () => {
  await model?.close();
  await rm(base, { recursive: true, force: true });
  if (host) await rm(dirname(host), { recursive: true, force: true });
});

async function readLog(home: string, id: string): Promise<readonly LogRecord[]> {
  const store = createLogStore(await openDatabase({ file: join(home, 'data', 'toolstone.db') }));
  try {
    return await store.read(id, { limit: 100_000 });
  } finally {
    await store.close();
  }
}

/** A small generator with a seed, so that a run that failed can be had again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it(`loses nothing that was told, whenever it is killed (${KILLS} times)`, async () => {
  const seed = Number(process.env['TOOLSTONE_SEED'] ?? 20_261_130);
  const random = createRandom(seed);
  const stages = new Map<string, number>();
  const keptOpen = new Map<string, number>();
  for (let round = 0; round < KILLS; round += 1) {
    const wire = WIRES[round % WIRES.length] ?? 'openai-chat';
    const lane = { wire, baseUrl: baseUrlOf(model, wire) };
    const place = `seed ${seed}, round ${round}, ${wire}`;
    const home = join(base, `home-${round}`);
    const dir = join(base, `work-${round}`);
    await mkdir(home);
    await mkdir(dir);
    await writeFile(join(dir, 'a.txt'), 'one\ntwo\n');

    const first = startHost({ host, home, dir, ...lane });
    await first.until(({ type }) => type === 'open');
    const id = first.lines.find(({ type }) => type === 'open')?.id ?? '';
    const staysOpen = round % 3 === 0;
    const stopAnswers = staysOpen ? () => undefined : answerAll(first, 'yes');
    first.send({ id: 'in-1', type: 'message', parts: [{ type: 'text', text: 'go' }] });
    const killed = new Promise<void>((resolve) => setTimeout(resolve, random() * 450));
    await killed;
    first.child.kill('SIGKILL');
    stopAnswers();
    await first.ended;

    const told = first.lines.flatMap(({ record }) => (record ? [record] : []));
    const log = await readLog(home, id);
    stages.set(log.at(-1)?.kind ?? 'nothing', (stages.get(log.at(-1)?.kind ?? 'nothing') ?? 0) + 1);
    expect(
      log.map(({ seq }) => seq),
      place,
    ).toEqual(log.map((_record, index) => index + 1));
    expect(log.slice(0, told.length), place).toEqual(told);
    const acknowledged = first.lines.some(({ type, status }) => type === 'acknowledged' && status === 'accepted');
    if (acknowledged)
      expect(
        log.some(({ kind }) => kind === 'input.received'),
        place,
      ).toBe(true);

    const asked = openCycle(log);
    const second = startHost({ host, home, dir, ...lane, id });
    const stopSecond = answerAll(second, 'yes');
    if (log.length === 0) {
      await second.until(({ type }) => type === 'open');
      second.send({ id: 'in-1', type: 'message', parts: [{ type: 'text', text: 'go' }] });
    }
    await second.until(({ record }) => record?.kind === 'turn.finished');
    // The next request is valid: the scripted model refuses what a provider would refuse.
    second.send({ id: 'in-2', type: 'message', parts: [{ type: 'text', text: 'and again' }] });
    const isLast = ({ record }: { readonly record?: LogRecord }): boolean =>
      record?.kind === 'turn.finished' && record.body.scope === 'r2';
    await second.until(isLast);
    stopSecond();
    second.child.kill('SIGKILL');
    await second.ended;
    const healed = await readLog(home, id);
    expect(healed.slice(0, log.length), place).toEqual(log);
    expect(unanswered(healed), place).toEqual([]);
    expect(
      healed
        .filter(({ kind }) => kind === 'turn.finished')
        .map((record) => record.kind === 'turn.finished' && record.body.outcome),
      place,
    ).toEqual(['done', 'done']);
    if (asked) {
      keptOpen.set(wire, (keptOpen.get(wire) ?? 0) + 1);
      expect(whatBecameOf(asked, healed.slice(log.length)), place).toEqual({
        settledBy: 'approval.answered',
        askedAgain: 0,
        // The answer names the hashes that the killed process had shown: exactly that is what started.
        started: asked.calls.map(({ callId, planHash }) => ({ callId, planHash, cycleId: asked.cycleId })),
      });
    }
    // A killed client breaks its connection; a request that breaks a rule of the wire would be another problem.
    expect(
      model.problems().filter((problem) => !/ECONNRESET|EPIPE|aborted/.test(problem)),
      place,
    ).toEqual([]);
    await rm(home, { recursive: true, force: true });
    await rm(dir, { recursive: true, force: true });
  }
  process.stderr.write(`killed after: ${JSON.stringify(Object.fromEntries([...stages].sort()))}\n`);
  process.stderr.write(`with a question open: ${JSON.stringify(Object.fromEntries([...keptOpen].sort()))}\n`);
  expect(stages.size).toBeGreaterThan(3);
  if (KILLS >= 100) expect([...keptOpen.keys()].sort()).toEqual([...WIRES].sort());
}, 1_800_000);

type Question = RecordOf<'approval.asked'>['body'];

function openCycle(log: readonly LogRecord[]): Question | undefined {
  const open = new Map<string, Question>();
  for (const record of log) {
    if (record.kind === 'approval.asked') open.set(record.body.cycleId, record.body);
    if (record.kind === 'approval.answered' || record.kind === 'approval.closed') open.delete(record.body.cycleId);
  }
  return [...open.values()][0];
}

/** What the next process did with a question that it found open: what settled it, and how its calls started. */
function whatBecameOf({ cycleId, calls }: Question, after: readonly LogRecord[]) {
  const ids = new Set(calls.map(({ callId }) => callId));
  const settled = after.find(
    (record) =>
      (record.kind === 'approval.answered' || record.kind === 'approval.closed') && record.body.cycleId === cycleId,
  );
  return {
    settledBy: settled?.kind,
    askedAgain: after.filter(
      (record) => record.kind === 'approval.asked' && record.body.calls.some(({ callId }) => ids.has(callId)),
    ).length,
    started: after.flatMap((record) => {
      if (record.kind !== 'call.started' || !ids.has(record.body.callId)) return [];
      const { callId, planHash, cycleId: startedBy } = record.body;
      return [{ callId, planHash, cycleId: startedBy }];
    }),
  };
}

/** Calls of replies that no fold answers. */
function unanswered(log: readonly LogRecord[]): readonly string[] {
  const folded = new Set(
    log.flatMap((record) => (record.kind === 'batch.folded' ? record.body.results.map(({ callId }) => callId) : [])),
  );
  return log
    .flatMap((record) => (record.kind === 'model.replied' ? record.body.parts : []))
    .flatMap((part) => (part.type === 'call' && !folded.has(part.callId) ? [part.callId] : []));
}
