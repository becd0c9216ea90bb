import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { put, say } from './sample-tools.ts';
import { createWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

let bench: Workbench;
afterEach(() => bench.close());

async function open(options: Partial<WorkbenchOptions> = {}): Promise<void> {
  bench = await createWorkbench({ tools: [put, say], answer: 'silence', ...options });
}

const cards = () => bench.records.filter((record) => record.kind === 'approval.asked').map(({ body }) => body);
const asked = (count: number) => async (): Promise<void> => {
  while (cards().length < count)
    await bench.waitFor((event) => event.type === 'record' && event.record.kind === 'approval.asked');
};

describe('a call of a batch that a person edits', () => {
  const batch = [
    { tool: 'put', args: { name: 'a.txt', text: 'one' } },
    { tool: 'put', args: { name: 'a.txt', text: 'two' } },
    { tool: 'put', args: { name: 'b.txt', text: 'three' } },
  ];

  it('makes the later calls on its file follow: they do not fail as changed', async () => {
    await open();
    const running = bench.batch(batch);
    await asked(1)();
    const [first] = cards();
    const callId = first?.calls[0]?.callId ?? '';
    await bench.answerLast({ decision: 'edit', callId, arguments: '{"name":"a.txt","text":"other"}' });
    await asked(2)();
    const second = cards()[1];
    const isSameHash = first?.calls.map(({ planHash }, index) => planHash === second?.calls[index]?.planHash);
    // The edited one, the one that builds on it, and the one that has nothing to do with either.
    expect(isSameHash).toEqual([false, false, true]);
    await bench.answerLast({ decision: 'yes' });
    const results = await running;
    expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    const changes = bench.records.flatMap((record) => (record.kind === 'file.changed' ? [record.body] : []));
    const ofA = changes.filter(({ path }) => path.endsWith('a.txt'));
    expect(ofA[0]?.after).toBe(ofA[1]?.before);
  });

  it('that becomes a call which cannot run takes only itself out', async () => {
    await open();
    const running = bench.batch(batch);
    await asked(1)();
    const callId = cards()[0]?.calls[0]?.callId ?? '';
    await bench.answerLast({ decision: 'edit', callId, arguments: '{"name":"a.txt"}' });
    await asked(2)();
    expect(cards()[1]?.calls.map(({ header }) => header)).toEqual(['Put a.txt', 'Put b.txt']);
    await bench.answerLast({ decision: 'yes' });
    expect((await running).map(({ status }) => status)).toEqual(['failed', 'ok', 'ok']);
  });

  it('is shown once more even where a rule allows it, and what a rule cleared behind it follows', async () => {
    const allow = { id: 'a-only', effect: 'allow', tool: 'put', path: { within: 'a.txt', access: 'any' } } as const;
    await open({ rules: [{ rule: allow, source: 'user', origin: 'policy.toml:1' }] });
    const running = bench.batch([
      { tool: 'put', args: { name: 'b.txt', text: 'one' } },
      { tool: 'put', args: { name: 'a.txt', text: 'two' } },
    ]);
    await asked(1)();
    const callId = cards()[0]?.calls[0]?.callId ?? '';
    await bench.answerLast({ decision: 'edit', callId, arguments: '{"name":"a.txt","text":"three"}' });
    await asked(2)();
    // What a person wrote is shown to them once more, though a rule allows it; what follows from a rule is not.
    expect(cards()[1]?.calls.map(({ header }) => header)).toEqual(['Put a.txt']);
    await bench.answerLast({ decision: 'yes' });
    expect((await running).map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  it('is what runs after a crash too, and the model is told', async () => {
    await open();
    const running = bench.call('put', { name: 'a.txt', text: 'one' });
    await asked(1)();
    const callId = cards()[0]?.calls[0]?.callId ?? '';
    await bench.answerLast({ decision: 'edit', callId, arguments: '{"name":"a.txt","text":"mine"}' });
    await asked(2)();
    const log = bench.records.slice(0, bench.records.findLastIndex(({ kind }) => kind === 'approval.asked') + 1);
    await bench.answerLast({ decision: 'no' });
    await running;
    const { dir } = bench;
    const second = await createWorkbench({ tools: [put, say], log, environment: { cwd: dir, roots: [dir] } });
    try {
      await second.workstream.idle();
      await second.waitForHead();
      // The card of the edited call stands: what it shows is what is prepared again.
      expect(second.records.filter(({ kind }) => kind === 'approval.asked')).toHaveLength(2);
      expect(await readFile(bench.path('a.txt'), 'utf8')).toBe('mine');
      expect(JSON.stringify(second.workstream.view.messages)).toContain('The person changed the arguments of put');
    } finally {
      await second.close();
    }
  });
});

describe('a no to one of several calls', () => {
  it('makes the later calls on its file be asked about as what they are without it', async () => {
    await open();
    const running = bench.batch([
      { tool: 'put', args: { name: 'a.txt', text: 'one' } },
      { tool: 'put', args: { name: 'a.txt', text: 'two' } },
      { tool: 'put', args: { name: 'b.txt', text: 'three' } },
    ]);
    await asked(1)();
    const first = cards()[0]?.calls ?? [];
    await bench.answerLast({ decision: 'yes', exceptions: { [first[0]?.callId ?? '']: 'no' } });
    await asked(2)();
    const second = cards()[1]?.calls ?? [];
    expect(second.map(({ callId }) => callId)).toEqual([first[1]?.callId]);
    expect(second[0]?.planHash).not.toBe(first[1]?.planHash);
    await bench.answerLast({ decision: 'yes' });
    expect((await running).map(({ status }) => status)).toEqual(['denied', 'ok', 'ok']);
    expect(await readFile(bench.path('a.txt'), 'utf8')).toBe('two');
  });

  it('is said by a rule as well', async () => {
    const rule = { id: 'no-one', effect: 'deny', tool: 'put', args: { '/text': { equals: 'one' } } } as const;
    await open({ rules: [{ rule, source: 'user', origin: 'policy.toml:1' }], answer: 'yes' });
    const results = await bench.batch([
      { tool: 'put', args: { name: 'a.txt', text: 'one' } },
      { tool: 'put', args: { name: 'a.txt', text: 'two' } },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['denied', 'ok']);
    expect(cards()).toHaveLength(1);
  });
});

describe('an "always"', () => {
  it('covers what the card said, and answers the next such question', async () => {
    await open();
    const running = bench.call('put', { name: 'a.txt', text: 'one' });
    await asked(1)();
    expect(cards()[0]?.calls[0]?.always).toEqual(['put']);
    await bench.answerLast({ decision: 'yes', always: true });
    await running;
    const next = await bench.call('put', { name: 'a.txt', text: 'two' });
    expect(next.status).toBe('ok');
    expect(cards()).toHaveLength(1);
    const started = bench.records.findLast((record) => record.kind === 'call.started');
    expect(started?.kind === 'call.started' && started.body.ruling).toEqual({
      effect: 'allow',
      source: 'grant',
      rule: 'put',
      origin: '"always", answered in this workstream',
      reason: '"always" was answered for put',
    });
  });

  it('does not outweigh a rule that asks', async () => {
    const rule = { id: 'careful', effect: 'ask', path: { within: 'b.txt', access: 'any' } } as const;
    await open({ rules: [{ rule, source: 'user', origin: 'policy.toml:1' }] });
    const first = bench.call('put', { name: 'a.txt', text: 'one' });
    await asked(1)();
    await bench.answerLast({ decision: 'yes', always: true });
    await first;
    const second = bench.call('put', { name: 'b.txt', text: 'two' });
    await asked(2)();
    expect(cards()[1]?.calls[0]?.always).toEqual([]);
    expect(await bench.answerLast({ decision: 'yes', always: true })).toMatchObject({
      status: 'accepted',
      text: 'Only this once: Put b.txt',
    });
    await second;
    const answers = bench.records.filter((record) => record.kind === 'approval.answered');
    expect(answers.map(({ body }) => body.always)).toEqual([['put'], undefined]);
  });
});

describe('a late answer', () => {
  it('that names a call is told who has decided, as one that names the cycle is', async () => {
    await open();
    const running = bench.call('put', { name: 'a.txt', text: 'one' });
    await asked(1)();
    await bench.answerLast({ decision: 'no' });
    await running;
    const call = cards()[0]?.calls[0];
    const callId = call?.callId ?? '';
    const late = await bench.workstream.send({
      id: 'late',
      type: 'answer',
      callId,
      decision: 'yes',
      planHashes: { [callId]: call?.planHash ?? '' },
    });
    expect(late).toMatchObject({ id: 'late', status: 'already-decided', by: 'person', decision: 'no' });
  });

  it('that comes after the time of the question is told that it had expired', async () => {
    await open({ settings: { approvalTimeoutMs: 1 } });
    const result = await bench.call('put', { name: 'a.txt', text: 'one' });
    expect(result).toMatchObject({ status: 'denied' });
    expect(await bench.answerLast({ decision: 'yes' })).toMatchObject({
      status: 'already-decided',
      decision: 'expired',
    });
  });

  it('that comes while the workstream is being closed is too late, not taken beside the close', async () => {
    await open();
    void bench.call('put', { name: 'a.txt', text: 'one' });
    await asked(1)();
    const closing = bench.workstream.close();
    expect(await bench.answerLast({ decision: 'yes' })).toMatchObject({
      status: 'already-decided',
      decision: 'cancelled',
    });
    await closing;
    expect(bench.workstream.view.changes).toEqual([]);
  });
});
