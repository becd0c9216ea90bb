import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLogStore, openDatabase } from '@toolstone/host/sqlite';
import type { LogRecord } from '@toolstone/protocol';
import { type ScriptedModel, startScriptedModel } from '@toolstone/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerAll, bundleHost, startHost } from './testing/hosted.ts';

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
  for (let round = 0; round < KILLS; round += 1) {
    const place = `seed ${seed}, round ${round}`;
    const home = join(base, `home-${round}`);
    const dir = join(base, `work-${round}`);
    await mkdir(home);
    await mkdir(dir);
    await writeFile(join(dir, 'a.txt'), 'one\ntwo\n');

    const first = startHost({ host, home, dir, baseUrl: model.chatBaseUrl });
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
    const second = startHost({ host, home, dir, baseUrl: model.chatBaseUrl, id });
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
      const after = healed
        .slice(log.length)
        .find(
          (record) => record.kind.startsWith('approval.') && 'cycleId' in record.body && record.body.cycleId === asked,
        );
      expect(after?.kind, place).toMatch(/answered|closed/);
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
  expect(stages.size).toBeGreaterThan(3);
}, 1_800_000);

function openCycle(log: readonly LogRecord[]): string | undefined {
  const open = new Set<string>();
  for (const record of log) {
    if (record.kind === 'approval.asked') open.add(record.body.cycleId);
    if (record.kind === 'approval.answered' || record.kind === 'approval.closed') open.delete(record.body.cycleId);
  }
  return [...open][0];
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
