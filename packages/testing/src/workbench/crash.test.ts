import { readFile, rm, writeFile } from 'node:fs/promises';
import { defineTool, type Message, textOutcome } from '@toolstone/kernel';
import type { LogRecord } from '@toolstone/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { broken, put, say, wait } from './sample-tools.ts';
import { createWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

const benches: Workbench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});
const open = async (options: Partial<WorkbenchOptions> = {}): Promise<Workbench> => {
  const bench = await createWorkbench({ tools: [say, put, wait, broken], ...options });
  benches.push(bench);
  return bench;
};

const settled = async (bench: Workbench): Promise<void> => {
  await bench.workstream.idle();
  expect(bench.workstream.state).toMatch(/idle|error/);
};

/** What every provider demands: each call of a reply is answered right after it, and nothing is answered twice. */
function expectValid(messages: readonly Message[]): void {
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') continue;
    const calls = message.parts.flatMap((part) => (part.type === 'call' ? part.callId : []));
    const answers: string[] = [];
    for (let next = index + 1; messages[next]?.role === 'tool'; next += 1) {
      const answer = messages[next];
      if (answer?.role === 'tool') answers.push(answer.callId);
    }
    expect(answers).toEqual(calls);
  }
}

/** A whole turn with parallel calls, a question and an answer: the log from which every prefix is taken. */
async function wholeLog(): Promise<{ readonly records: readonly LogRecord[]; readonly dir: string }> {
  const bench = await open();
  await bench.batch([
    { tool: 'say', args: { text: 'one' } },
    { tool: 'put', args: { name: 'a', text: 'new' } },
    { tool: 'broken', args: { text: '' } },
    { tool: 'nope', args: {} },
  ]);
  await bench.call('say', { text: 'two' });
  return { records: [...bench.records], dir: bench.dir };
}

describe('a log that was cut off anywhere', () => {
  it.each(['resume', 'close'] as const)(
    'heals, and its next request is valid (%s)',
    async (onInterrupted) => {
      const { records, dir } = await wholeLog();
      for (let length = 1; length <= records.length; length += 1) {
        const log = JSON.parse(JSON.stringify(records.slice(0, length)).replaceAll(dir, '/nowhere')) as LogRecord[]; // our own JSON
        const bench = await createWorkbench({ tools: [say, put, wait, broken], log, onInterrupted });
        try {
          await settled(bench);
          const kept = (await readLog(bench)).slice(0, length);
          expect(kept.map(({ kind, commitKey }) => [kind, commitKey])).toEqual(
            log.map(({ kind, commitKey }) => [kind, commitKey]),
          );
          expectValid(bench.workstream.view.messages.map(({ message }) => message));
          const next = await bench.call('say', { text: `after ${length}` });
          expect(next.text).toBe(`after ${length}`);
          expectValid(bench.workstream.view.messages.map(({ message }) => message));
        } finally {
          await bench.close();
        }
      }
    },
    60_000,
  );
});

const readLog = async (bench: Workbench): Promise<readonly LogRecord[]> => {
  await bench.waitForHead();
  return bench.records;
};

/** The records of a turn up to and with the first of a kind, moved to another directory. */
async function cutAfter(
  kind: LogRecord['kind'],
  dir: string,
  run: (bench: Workbench) => Promise<unknown>,
): Promise<readonly LogRecord[]> {
  const bench = await open();
  await run(bench);
  const end = bench.records.findIndex((record) => record.kind === kind);
  return JSON.parse(JSON.stringify(bench.records.slice(0, end + 1)).replaceAll(bench.dir, dir)) as LogRecord[];
}

describe('the crash table', () => {
  it('keeps a card that still shows what would run, and its answer starts exactly that', async () => {
    const first = await open({ answer: 'no' });
    await first.call('put', { name: 'a', text: 'new' });
    const end = first.records.findIndex(({ kind }) => kind === 'approval.asked');
    const log = first.records.slice(0, end + 1);
    const second = await open({ log, environment: { cwd: first.dir, roots: [first.dir] } });
    await settled(second);
    await second.waitForHead();
    expect(second.records.filter(({ kind }) => kind.startsWith('approval.')).map(({ kind }) => kind)).toEqual([
      'approval.asked',
      'approval.answered',
    ]);
    expect(await readFile(first.path('a'), 'utf8')).toBe('new');
  });

  it('closes a card when what would run has changed meanwhile, and asks anew', async () => {
    const first = await open({ answer: 'no' });
    await first.call('put', { name: 'a', text: 'new' });
    const end = first.records.findIndex(({ kind }) => kind === 'approval.asked');
    await writeFile(first.path('a'), 'there now');
    const second = await open({
      log: first.records.slice(0, end + 1),
      environment: { cwd: first.dir, roots: [first.dir] },
      answer: 'no',
    });
    await settled(second);
    await second.waitForHead();
    const closed = second.records.filter((record) => record.kind === 'approval.closed');
    expect(closed.map(({ body }) => body.reason)).toEqual(['changed']);
    expect(second.records.filter(({ kind }) => kind === 'approval.asked')).toHaveLength(2);
  });

  it('runs a read again and never a command', async () => {
    const reading = await cutAfter('call.started', '/nowhere', (bench) =>
      bench.batch([
        { tool: 'say', args: { text: 'x' } },
        { tool: 'say', args: { text: 'y' } },
      ]),
    );
    const again = await open({ log: reading });
    await settled(again);
    expect(
      again.workstream.view.messages
        .filter(({ message }) => message.role === 'tool')
        .map(({ message }) => message.parts),
    ).toEqual([[{ type: 'text', text: 'x' }], [{ type: 'text', text: 'y' }]]);

    const waiting = await cutAfter('call.started', '/nowhere', async (bench) => {
      const result = bench.call('wait', { text: '' });
      await bench.waitFor((event) => event.type === 'output');
      await bench.cancel();
      await result;
    });
    const lost = await open({ log: waiting });
    await settled(lost);
    const finished = lost.records.find((record) => record.kind === 'call.finished');
    expect(finished?.kind === 'call.finished' && finished.body.result).toMatchObject({
      effect: 'unknown',
      failure: { code: 'CALL_INTERRUPTED' },
    });
    expect(lost.outputs.size).toBe(0);
  });

  it('tells by the file whether a write had happened', async () => {
    const first = await open();
    await first.call('put', { name: 'a', text: 'new' });
    const end = first.records.findIndex(({ kind }) => kind === 'call.started');
    const log = first.records.slice(0, end + 1);
    // The same directory: the file holds what was to be written.
    const second = await createWorkbench({
      tools: [put],
      log,
      environment: { cwd: first.dir, roots: [first.dir] },
      answer: 'no',
    });
    benches.push(second);
    await settled(second);
    const finished = second.records.find((record) => record.kind === 'call.finished');
    expect(finished?.kind === 'call.finished' && finished.body.result).toMatchObject({
      status: 'ok',
      effect: 'committed',
    });
    expect(await readFile(first.path('a'), 'utf8')).toBe('new');

    await writeFile(first.path('a'), 'somebody else');
    const third = await createWorkbench({
      tools: [put],
      log,
      environment: { cwd: first.dir, roots: [first.dir] },
      answer: 'no',
    });
    benches.push(third);
    await settled(third);
    const unknown = third.records.find((record) => record.kind === 'call.finished');
    expect(unknown?.kind === 'call.finished' && unknown.body.result.effect).toBe('unknown');
    expect(await readFile(first.path('a'), 'utf8')).toBe('somebody else');
  });
});

/** Opens the first records of a bench anew, on the files of that bench, as the process after a crash. */
const reopen = (first: Workbench, log: readonly LogRecord[], options: Partial<WorkbenchOptions> = {}) =>
  open({ log, environment: { cwd: first.dir, roots: [first.dir] }, ...options });
const upTo = ({ records }: Workbench, kind: LogRecord['kind']): readonly LogRecord[] =>
  records.slice(0, records.findIndex((record) => record.kind === kind) + 1);
const finishedOf = async (bench: Workbench) => {
  await settled(bench);
  return (await readLog(bench)).flatMap((record) => (record.kind === 'call.finished' ? [record.body] : []));
};

/** Writes two files, one after the other. */
const pair = defineTool({
  name: 'pair',
  description: 'Writes two files.',
  input: z.strictObject({ text: z.string() }),
  meta: { ...put.meta, primaryKey: 'text' },
  async prepare({ text }, { files, cwd, hasher }) {
    const after = hasher.sha256(new TextEncoder().encode(text));
    const touch = async (path: string) => ({ path, access: 'write', before: await files.hash(path), after }) as const;
    return {
      status: 'ready',
      header: 'Pair',
      plan: { text, cwd },
      needsApproval: true,
      touches: [await touch(`${cwd}/one`), await touch(`${cwd}/two`)],
    };
  },
  async execute({ text, cwd }, { environment }) {
    for (const path of [`${cwd}/one`, `${cwd}/two`])
      await environment.files.replace(path, new TextEncoder().encode(text), { expect: 'absent' });
    return textOutcome('written', { effect: 'committed' });
  },
});

describe('an interrupted turn that is only closed', () => {
  it('does not call a write unknown that the file proves, and it can be taken back', async () => {
    const first = await open();
    await first.call('put', { name: 'a', text: 'new' });
    const second = await reopen(first, upTo(first, 'call.started'), { onInterrupted: 'close' });
    expect(await finishedOf(second)).toMatchObject([{ result: { status: 'ok', effect: 'committed' } }]);
    expect(second.records.flatMap(({ kind }) => (kind === 'file.changed' ? [kind] : []))).toHaveLength(1);
    expect(await second.undo()).toBe(`removed ${first.path('a')} (it was new)`);
    await expect(readFile(first.path('a'))).rejects.toThrow('ENOENT');
  });

  it('does not call a write unknown that the file shows not to have happened', async () => {
    const first = await open();
    await first.call('put', { name: 'a', text: 'new' });
    await rm(first.path('a'));
    const second = await reopen(first, upTo(first, 'call.started'), { onInterrupted: 'close' });
    expect(await finishedOf(second)).toMatchObject([{ result: { status: 'cancelled', effect: 'none' } }]);
  });

  it.each(['resume', 'close'] as const)(
    'tells a write of several files that was half done, and what was done can be taken back (%s)',
    async (onInterrupted) => {
      const first = await open({ tools: [pair] });
      await first.call('pair', { text: 'new' });
      await rm(first.path('two'));
      const second = await reopen(first, upTo(first, 'call.started'), { tools: [pair], onInterrupted });
      expect(await finishedOf(second)).toMatchObject([{ result: { status: 'failed', effect: 'partial' } }]);
      expect(await second.undo()).toBe(`removed ${first.path('one')} (it was new)`);
    },
  );

  it('leaves what somebody else has changed unknown', async () => {
    const first = await open();
    await first.call('put', { name: 'a', text: 'new' });
    await writeFile(first.path('a'), 'somebody else');
    const second = await reopen(first, upTo(first, 'call.started'), { onInterrupted: 'close' });
    expect(await finishedOf(second)).toMatchObject([{ result: { status: 'cancelled', effect: 'unknown' } }]);
  });
});

describe('an answer that was taken before a crash', () => {
  it.each(['resume', 'close'] as const)('stays a no: it is not asked again (%s)', async (onInterrupted) => {
    const first = await open({ answer: 'no' });
    await first.call('put', { name: 'a', text: 'new' });
    const second = await reopen(first, upTo(first, 'approval.answered'), { answer: 'yes', onInterrupted });
    expect(await finishedOf(second)).toMatchObject([
      { result: { status: 'denied', effect: 'none', failure: { code: 'DENIED_BY_PERSON' } } },
    ]);
    expect(second.records.filter(({ kind }) => kind === 'approval.asked')).toHaveLength(1);
    await expect(readFile(first.path('a'))).rejects.toThrow('ENOENT');
  });

  it('as yes with words to the model still tells them', async () => {
    const first = await open();
    await first.call('put', { name: 'a', text: 'new' });
    await rm(first.path('a'));
    const log = upTo(first, 'approval.answered').map((record) =>
      record.kind === 'approval.answered' ? { ...record, body: { ...record.body, message: 'but only once' } } : record,
    );
    const second = await reopen(first, log, { answer: 'silence' });
    expect(await finishedOf(second)).toMatchObject([{ result: { status: 'ok' } }]);
    expect(JSON.stringify(second.workstream.view.messages)).toContain('The person approved and said: but only once');
  });

  it('as yes is asked anew when its time is up', async () => {
    const first = await open();
    await first.call('put', { name: 'a', text: 'new' });
    await rm(first.path('a'));
    const log = upTo(first, 'approval.answered').map((record) =>
      record.kind === 'approval.answered' ? { ...record, at: '2020-01-01T00:00:00.000Z' } : record,
    );
    const settings = { approvalTimeoutMs: 3_600_000 };
    const second = await reopen(first, log, { settings });
    await settled(second);
    await second.waitForHead();
    expect(second.records.filter(({ kind }) => kind === 'approval.asked')).toHaveLength(2);
  });
});

describe('the deadline of a question', () => {
  it.each(['silence', 'yes'] as const)('holds after a restart; it does not begin anew (%s)', async (answer) => {
    const first = await open({ answer: 'no', settings: { approvalTimeoutMs: 3_600_000 } });
    await first.call('put', { name: 'a', text: 'new' });
    const log = upTo(first, 'approval.asked').map((record) =>
      record.kind === 'approval.asked'
        ? { ...record, body: { ...record.body, expiresAt: '2020-01-01T00:00:00.000Z' } }
        : record,
    );
    const second = await reopen(first, log, { answer, settings: { approvalTimeoutMs: 3_600_000 } });
    expect(await finishedOf(second)).toMatchObject([{ result: { status: 'denied', effect: 'none' } }]);
    expect(second.records.flatMap((record) => (record.kind === 'approval.closed' ? [record.body.reason] : []))).toEqual(
      ['expired'],
    );
  });

  it('stands on the card, and the card keeps it where it is put again', async () => {
    const first = await open({ answer: 'no', settings: { approvalTimeoutMs: 3_600_000 } });
    await first.call('put', { name: 'a', text: 'new' });
    // The settings have changed: this would end at once if it began anew.
    const second = await reopen(first, upTo(first, 'approval.asked'), {
      answer: 'silence',
      settings: { approvalTimeoutMs: 1 },
    });
    await second.waitForHead();
    const expiresAt = second.records.flatMap((record) =>
      record.kind === 'approval.asked' ? [record.body.expiresAt] : [],
    );
    expect(await second.answerLast({ decision: 'no' })).toMatchObject({ status: 'accepted' });
    await settled(second);
    expect(expiresAt).toHaveLength(1);
    expect(Date.parse(expiresAt[0] ?? '')).toBeGreaterThan(Date.now());
  });
});

describe('a card that a grant given meanwhile covers', () => {
  it('is closed by record, and its call runs', async () => {
    const first = await open({ answer: 'no' });
    await first.call('put', { name: 'a', text: 'new' });
    const before = upTo(first, 'approval.asked');
    const asked = before.at(-1);
    if (asked?.kind !== 'approval.asked') throw new Error('nothing was asked');
    const always = asked.body.calls.flatMap((call) => call.always ?? []);
    const elsewhere: LogRecord = {
      ...asked,
      kind: 'approval.answered',
      seq: asked.seq + 1,
      commitKey: 'approval.answered:elsewhere',
      body: { cycleId: 'elsewhere', decisions: [], always },
    };
    const second = await reopen(first, [...before, elsewhere], { answer: 'silence' });
    expect(await finishedOf(second)).toMatchObject([{ result: { status: 'ok', effect: 'committed' } }]);
    expect(second.records.flatMap((record) => (record.kind === 'approval.closed' ? [record.body.reason] : []))).toEqual(
      ['granted'],
    );
  });
});
