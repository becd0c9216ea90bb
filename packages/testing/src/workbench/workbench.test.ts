import { readFile, writeFile } from 'node:fs/promises';
import { defineTool, textOutcome } from '@toolstone/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { broken, put, say, wait } from './sample-tools.ts';
import { createWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

let bench: Workbench | undefined;
afterEach(() => bench?.close());
const open = async (options: Partial<WorkbenchOptions> = {}): Promise<Workbench> => {
  bench = await createWorkbench({ tools: [say, put, wait, broken], ...options });
  return bench;
};

describe('a call through the whole pipeline', () => {
  it('is in the log stage by stage', async () => {
    const { call, records } = await open();
    expect(await call('say', { text: 'hello' })).toMatchObject({
      status: 'ok',
      text: 'hello',
      seen: 'hello',
      truncated: false,
    });
    expect(records.map(({ kind }) => kind)).toEqual([
      'input.received',
      'turn.started',
      'model.requested',
      'model.replied',
      'call.started',
      'call.finished',
      'batch.folded',
      'model.requested',
      'model.replied',
      'turn.finished',
    ]);
  });

  it('is asked about, runs with yes and is bound to what was shown', async () => {
    const { call, path, records } = await open();
    const result = await call('put', { name: 'a.txt', text: 'A' });
    expect(result).toMatchObject({
      status: 'ok',
      effect: 'committed',
      asked: { header: 'Put a.txt', approvalLabel: 'put' },
    });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('A');
    const started = records.find(({ kind }) => kind === 'call.started');
    expect(started?.kind === 'call.started' && started.body).toMatchObject({
      planHash: result.asked?.planHash,
      ruling: { source: 'person' },
    });
  });

  it('does not run with no, and the model is told', async () => {
    const { call, path } = await open({ answer: 'no' });
    const result = await call('put', { name: 'a.txt', text: 'A' });
    expect(result).toMatchObject({ status: 'denied', effect: 'none' });
    expect(result.seen).toContain('DENIED_BY_PERSON');
    await expect(readFile(path('a.txt'))).rejects.toThrow('ENOENT');
  });

  it('is denied where nobody can be asked, with the rule that would allow it', async () => {
    const { call } = await open({ answer: 'nobody' });
    const result = await call('put', { name: 'a.txt', text: 'A' });
    expect(result).toMatchObject({ status: 'denied', failure: { code: 'DENIED_HEADLESS' } });
    expect(result.failure?.nextStep).toContain('--allow');
  });

  it('answers an unknown tool, wrong arguments and a defect, and the siblings run', async () => {
    const { batch } = await open();
    const results = await batch([
      { tool: 'nope', args: {} },
      { tool: 'say', args: { txt: 'x' } },
      { tool: 'broken', args: { text: '' } },
      { tool: 'say', args: { text: 'fine' } },
    ]);
    expect(results.map(({ status, failure, text }) => failure?.code ?? `${status} ${text}`)).toEqual([
      'TOOL_UNKNOWN',
      'ARGUMENTS_INVALID',
      'INTERNAL_DEFECT',
      'ok fine',
    ]);
    expect(results[2]?.seen).not.toContain('secret detail');
    expect(bench?.defects.map(({ doing, error }) => [doing, String(error)])).toEqual([
      ['running broken', 'TypeError: secret detail'],
    ]);
  });

  it('is shown in part when it is long, and kept whole in the workspace', async () => {
    const { call } = await open();
    const text = Array.from({ length: 2000 }, (_, i) => `line ${i}`).join('\n');
    const result = await call('say', { text });
    expect(result).toMatchObject({
      truncated: true,
      text,
      workspaceRef: expect.stringMatching(/^workspace:\/\/tool-results\/say-/),
    });
    expect(result.seen.length).toBeLessThan(4200);
    expect(result.seen).toMatch(/^line 0\n[\s\S]*workspace_read[\s\S]*line 1999$/);
  });
});

describe('a batch', () => {
  it('runs writes of one file in call order, each over the one before', async () => {
    const { batch, path } = await open();
    const results = await batch([
      { tool: 'put', args: { name: 'a', text: '1' } },
      { tool: 'put', args: { name: 'a', text: '2' } },
      { tool: 'put', args: { name: 'a', text: '3' } },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(await readFile(path('a'), 'utf8')).toBe('3');
  });

  it('is asked about once, and part of it can be refused', async () => {
    const { batch, records } = await open({ answer: (call) => (call.arguments.includes('keep') ? 'yes' : 'no') });
    const results = await batch([
      { tool: 'put', args: { name: 'keep', text: '1' } },
      { tool: 'put', args: { name: 'drop', text: '2' } },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['ok', 'denied']);
    expect(records.filter(({ kind }) => kind === 'approval.asked')).toHaveLength(1);
  });
});

describe('stop', () => {
  it('reaches a running call, which says what is known of its effect', async () => {
    const opened = await open();
    const result = opened.call('wait', { text: '' });
    await opened.waitFor((event) => event.type === 'output');
    await opened.cancel();
    expect(await result).toMatchObject({ status: 'cancelled', effect: 'unknown' });
    expect(opened.workstream.state).toBe('idle');
    expect(await opened.call('say', { text: 'again' })).toMatchObject({ status: 'ok' });
  });
});

describe('the last record of a turn', () => {
  it('says what the turn has used, not only its replies', async () => {
    const opened = await open();
    await opened.call('say', { text: 'one' });
    await opened.call('say', { text: 'two' });
    await opened.waitForHead();
    const usage = opened.records.flatMap((record) => (record.kind === 'turn.finished' ? [record.body.usage] : []));
    expect(usage).toEqual([
      { inputTokens: 200, outputTokens: 20 },
      { inputTokens: 200, outputTokens: 20 },
    ]);
  });
});

describe('undo', () => {
  it('takes back the changes of a turn and leaves alone what somebody else has changed', async () => {
    const opened = await open({ files: { a: 'old', c: 'old' } });
    await opened.batch([
      { tool: 'put', args: { name: 'a', text: 'new' } },
      { tool: 'put', args: { name: 'b', text: 'new' } },
      { tool: 'put', args: { name: 'c', text: 'new' } },
    ]);
    await writeFile(opened.path('c'), 'theirs');
    const told = (await opened.undo()).replaceAll(opened.dir, '');
    expect(told).toMatchInlineSnapshot(`
      "restored /a
      removed /b (it was new)
      kept /c: it was changed by something else since"
    `);
    expect(await readFile(opened.path('a'), 'utf8')).toBe('old');
    expect(await readFile(opened.path('c'), 'utf8')).toBe('theirs');
    await expect(readFile(opened.path('b'))).rejects.toThrow('ENOENT');
  });
});

describe('a stop at any moment of a turn', () => {
  it.each(['turn.started', 'model.replied', 'call.started', 'call.finished', 'batch.folded'] as const)(
    'that is told of %s ends it',
    async (kind) => {
      const opened = await open();
      const result = opened.call('put', { name: 'a', text: 'x' }).catch((error: unknown) => error);
      await opened.waitFor((event) => event.type === 'record' && event.record.kind === kind);
      await opened.cancel();
      await opened.workstream.idle();
      await result;
      await opened.waitForHead();
      expect(opened.records.filter((record) => record.kind === 'turn.finished')).toHaveLength(1);
      expect(await opened.call('say', { text: 'again' })).toMatchObject({ status: 'ok' });
    },
  );
});

describe('a question that nobody answers', () => {
  it('expires, is closed as such, and the call does not run', async () => {
    const opened = await open({ answer: 'silence', settings: { approvalTimeoutMs: 50 } });
    const result = await opened.call('put', { name: 'a', text: 'x' });
    expect(result).toMatchObject({ status: 'denied', effect: 'none' });
    expect(result.seen).toContain('nobody answered in time');
    const closed = opened.records.find((record) => record.kind === 'approval.closed');
    expect(closed?.kind === 'approval.closed' && closed.body.reason).toBe('expired');
    const asked = opened.records.find((record) => record.kind === 'approval.asked');
    expect(asked?.kind === 'approval.asked' && asked.body.expiresAt).toBeDefined();
  });
});

describe('what the order of decisions must not change', () => {
  it('is the order of the calls: a read after a write that is asked about sees what was written', async () => {
    const opened = await open({ files: { a: 'old' } });
    const look = defineTool({
      name: 'look',
      description: 'Reads a file.',
      input: z.strictObject({ text: z.string() }),
      meta: {
        primaryKey: 'text',
        taskAgent: true,
        coordinator: false,
        interactive: true,
        autoApprove: true,
        effects: 'read',
      },
      prepare: ({ text }, { cwd }) => ({
        status: 'ready',
        header: `Look at ${text}`,
        plan: { path: `${cwd}/${text}` },
        needsApproval: false,
        touches: [{ path: `${cwd}/${text}`, access: 'read' }],
      }),
      execute: async ({ path }, { environment }) =>
        textOutcome(new TextDecoder().decode(await environment.files.readAt(path, 0, 1000))),
    });
    await opened.close();
    bench = await createWorkbench({ tools: [put, look], files: { a: 'old' } });
    const results = await bench.batch([
      { tool: 'put', args: { name: 'a', text: 'new' } },
      { tool: 'look', args: { text: 'a' } },
    ]);
    expect(results.map(({ text }) => text)).toEqual(['written', 'new']);
  });
});

describe('an "always"', () => {
  it('does not answer what a rule asks about', async () => {
    const rule = { id: 'mine', effect: 'ask', path: { within: '**/guarded', access: 'any' } } as const;
    const opened = await open({ rules: [{ rule, source: 'user', origin: 'policy.toml:1' }], answer: 'silence' });
    const first = opened.call('put', { name: 'a', text: 'x' });
    await opened.waitFor((event) => event.type === 'record' && event.record.kind === 'approval.asked');
    await opened.answerLast({ decision: 'yes', always: true });
    expect(await first).toMatchObject({ status: 'ok' });
    expect(await opened.call('put', { name: 'b', text: 'x' })).toMatchObject({ status: 'ok', asked: undefined });
    const guarded = opened.call('put', { name: 'guarded', text: 'x' });
    await opened.waitFor((event) => event.type === 'record' && event.record.kind === 'approval.asked');
    await opened.answerLast({ decision: 'no' });
    expect(await guarded).toMatchObject({ status: 'denied' });
  });
});

describe('a message that waits when the turn is stopped', () => {
  it('is not lost: it begins the next turn', async () => {
    const opened = await open();
    const stopped = opened.call('wait', { text: '' });
    await opened.waitFor((event) => event.type === 'output');
    await opened.workstream.send({ id: 'q1', type: 'message', parts: [{ type: 'text', text: 'do this instead' }] });
    await opened.cancel();
    await stopped;
    await opened.workstream.idle();
    await opened.waitForHead();
    const started = opened.records.filter((record) => record.kind === 'turn.started');
    expect(started.map(({ body }) => body.inputs.includes('q1'))).toEqual([false, true]);
  });
});

describe('a judge', () => {
  it('sees the words and the calls, is recorded, and decides nothing', async () => {
    const seen: unknown[] = [];
    const opened = await open({
      answer: 'no',
      judge: {
        review: async ({ userWords, calls }) => {
          seen.push(
            userWords,
            calls.map(({ tool }) => tool),
          );
          return calls.map(({ callId }) => ({
            callId,
            tier: 'heuristic',
            risk: 'low',
            recommendation: 'approve',
            confidence: 1,
            reasoning: 'it is harmless',
          }));
        },
      },
    });
    expect(await opened.call('put', { name: 'a', text: 'x' })).toMatchObject({ status: 'denied' });
    expect(seen).toEqual([['go'], ['put']]);
    expect(opened.records.some(({ kind }) => kind === 'verdict.given')).toBe(true);
  });

  it('that fails leaves the question to the person', async () => {
    const opened = await open({
      judge: {
        review: async () => {
          throw new Error('no opinion today');
        },
      },
    });
    expect(await opened.call('put', { name: 'a', text: 'x' })).toMatchObject({ status: 'ok' });
    expect(opened.defects).toHaveLength(1);
  });
});
