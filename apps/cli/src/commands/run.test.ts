import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runOutputSchema } from '@toolstone/protocol';
import { type ScriptedModel, type ScriptSource, startScriptedModel } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace, programFile } from '../testing/program.ts';

let place: ProgramPlace;
let model: ScriptedModel | undefined;
beforeEach(async () => {
  place = await createPlace({ 'a.txt': 'one\ntwo\n' });
});
afterEach(async () => {
  await model?.close();
  model = undefined;
  await place.remove();
});

const serve = async (script: ScriptSource): Promise<ScriptedModel> => {
  model = await startScriptedModel({ script });
  return model;
};
const chat = (served: ScriptedModel): readonly string[] => [
  '--provider',
  'openai-chat',
  '--base-url',
  served.chatBaseUrl,
  '--model',
  'scripted',
];
const run = (served: ScriptedModel, prompt: string, ...args: readonly string[]) =>
  place.run(['run', '-p', prompt, ...chat(served), ...args], { env: { OPENAI_API_KEY: 'x' } });

const readThenAnswer: ScriptSource = [
  { calls: [{ name: 'read_file', arguments: { path: 'a.txt' } }] },
  { text: 'It has two lines.' },
];

describe('toolstone run', () => {
  const wires = [
    ['openai-chat', (served: ScriptedModel) => served.chatBaseUrl, 'OPENAI_API_KEY'],
    ['openai-responses', (served: ScriptedModel) => served.responsesBaseUrl, 'OPENAI_API_KEY'],
    ['anthropic', (served: ScriptedModel) => served.anthropicBaseUrl, 'ANTHROPIC_API_KEY'],
    ['gemini', (served: ScriptedModel) => served.geminiBaseUrl, 'GEMINI_API_KEY'],
  ] as const;

  it.each(wires)('holds a whole conversation with parallel calls over the %s wire', async (provider, baseUrl, key) => {
    const served = await serve([
      {
        calls: [
          { name: 'read_file', arguments: { path: 'a.txt' } },
          { name: 'search', arguments: { query: 'two' } },
        ],
      },
      { calls: [{ name: 'write_file', arguments: { path: 'b.txt', content: 'three\n' } }] },
      { text: 'Done.' },
    ]);
    const args = [
      'run',
      '-p',
      'go',
      '--provider',
      provider,
      '--base-url',
      baseUrl(served),
      '--model',
      'scripted',
      '--skip-permissions',
    ];
    expect(await place.run(args, { env: { [key]: 'x' } })).toEqual({
      code: 0,
      signal: null,
      stdout: 'Done.\n',
      stderr: '',
    });
    expect(await readFile(join(place.dir, 'b.txt'), 'utf8')).toBe('three\n');
    expect(served.problems()).toEqual([]);
    const results =
      served.requests.at(-1)?.view.toolResults.map(({ name, content }) => [name, JSON.stringify(content)]) ?? [];
    expect(results.map(([name]) => name)).toEqual(['read_file', 'search', 'write_file']);
    expect(results[0]?.[1]).toContain('1\\tone');
  });

  it('prints one JSON object with usage and what was denied', async () => {
    const served = await serve([
      { calls: [{ name: 'bash', arguments: { command: 'touch x' } }] },
      { text: 'I could not.' },
    ]);
    const { code, stdout } = await run(served, 'go', '--output', 'json');
    const output = runOutputSchema.parse(JSON.parse(stdout));
    expect({ code, status: output.status, text: output.text, turns: output.turns }).toEqual({
      code: 3,
      status: 'done',
      text: 'I could not.',
      turns: 2,
    });
    expect(output.denied).toMatchObject([
      { tool: 'bash', allowWith: expect.stringContaining("--allow 'bash(touch x)'") },
    ]);
    expect(output.usage.inputTokens).toBeGreaterThan(0);
  });

  it('runs what --allow covers, and not what --deny names', async () => {
    const script: ScriptSource = [
      {
        calls: [
          { name: 'bash', arguments: { command: 'echo one > made.txt' } },
          { name: 'bash', arguments: { command: 'printf two' } },
        ],
      },
      { text: 'ok' },
    ];
    const { code, stderr } = await run(await serve(script), 'go', '--allow', 'bash(printf *)', '--deny', 'read_file');
    expect(code).toBe(3);
    expect(stderr).toContain('bash was denied');
    expect(model?.requests.at(-1)?.view.toolResults.map(({ content }) => JSON.stringify(content))[1]).toContain('two');
  });

  it('says so when the reply was cut by the output limit, on standard error and in the JSON object', async () => {
    const served = await serve([{ text: 'It begins and', stopReason: 'length', repeat: 'forever' }]);
    const text = await run(served, 'go');
    expect(text).toMatchObject({ code: 0, stdout: 'It begins and\n' });
    expect(text.stderr).toContain('The reply reached the output limit and stops in the middle');
    const json = await run(served, 'go', '--output', 'json');
    expect(runOutputSchema.parse(JSON.parse(json.stdout))).toMatchObject({
      status: 'done',
      text: 'It begins and',
      isCut: true,
    });
    const whole = await serve([{ text: 'All of it.' }]);
    const done = await run(whole, 'go', '--output', 'json');
    expect(JSON.parse(done.stdout)).not.toHaveProperty('isCut');
    await served.close();
  });

  it('prints events as they come with stream-json, records first to last', async () => {
    const { stdout } = await run(await serve(readThenAnswer), 'go', '--output', 'stream-json');
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const seqs = events.filter(({ type }) => type === 'record').map(({ record }) => record.seq);
    expect(seqs).toEqual(seqs.map((_seq: number, index: number) => index + 1));
    expect(events.some(({ type }) => type === 'delta')).toBe(true);
    expect(events.at(-1)).toMatchObject({ record: { kind: 'turn.finished', body: { outcome: 'done' } } });
  });

  it('tells a reader of stream-json that it waits when the request goes out, and when that was', async () => {
    const served = await serve([{ text: 'Late.', delayMs: { first: 600 } }]);
    const { stdout } = await run(served, 'go', '--output', 'stream-json');
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const requested = events.findIndex(({ type }) => type === 'requested');
    expect(events[requested]).toMatchObject({ lane: 'openai-chat/scripted', purpose: 'reply', scope: 'r1' });
    expect(requested).toBeLessThan(events.findIndex(({ type }) => type === 'delta'));
    const atOf = (kind: string) => Date.parse(events.find(({ record }) => record?.kind === kind).record.at);
    expect(atOf('model.replied') - atOf('model.requested')).toBeGreaterThanOrEqual(500);
  });

  it('ends with its reader, and leaves nothing running', async () => {
    const served = await serve([
      { calls: [{ name: 'bash', arguments: { command: 'echo $$ > pid; while sleep 0.1; do echo tick; done' } }] },
    ]);
    const args = ['run', '-p', 'go', ...chat(served), '--skip-permissions', '--output', 'stream-json'];
    const words = [process.execPath, programFile, ...args].map((word) => `'${word}'`).join(' ');
    const script = `${words} | { until [ -s pid ]; do sleep 0.05; done; }; kill -0 $(cat pid) || echo none`;
    const env = { PATH: process.env['PATH'], HOME: place.home, OPENAI_API_KEY: 'x' };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: place.dir, env });
    expect(stdout).toBe('none\n');
  }, 30_000);

  it('goes on with --continue, and the model sees what was said before', async () => {
    await run(await serve([{ text: 'First answer.' }]), 'first question');
    await model?.close();
    const served = await serve([{ text: 'Second answer.' }]);
    expect((await run(served, 'second question', '--continue')).stdout).toBe('Second answer.\n');
    expect(JSON.stringify(served.requests[0]?.view.messages)).toMatch(/first question.*First answer.*second question/);
  });

  it('ends with 4 where no model can be reached, and says what to do', async () => {
    const args = [
      'run',
      '-p',
      'go',
      '--provider',
      'openai-chat',
      '--base-url',
      'http://127.0.0.1:9/v1',
      '--model',
      'x',
    ];
    const { code, stderr } = await place.run(args, { env: { OPENAI_API_KEY: 'x', TOOLSTONE_MODELS__X: '' } });
    expect([code, stderr]).toEqual([4, expect.stringContaining('MODEL_UNREACHABLE')]);
  }, 60_000);

  it.each([
    ['no prompt', ['run', '-p', ''], 'there is no prompt'],
    ['an unknown option', ['run', '-p', 'x', '--nope'], 'nope'],
    ['a directory that is not there', ['run', '-p', 'x', '--cwd', '/not/there'], '/not/there is not a directory'],
    ['a rule that is none', ['run', '-p', 'x', '--allow', '(('], 'is not a rule'],
    ['an unknown workstream', ['run', '-p', 'x', '--resume', 'ws_nope'], 'there is no workstream'],
    ['a count that is none', ['run', '-p', 'x', '--max-rounds', 'many'], 'whole number'],
    ['a provider without a model', ['run', '-p', 'x', '--provider', 'gemini'], 'need --model'],
  ])('ends with 2 for %s', async (_what, args, message) => {
    const { code, stderr } = await place.run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('stops a model that never stops at --max-rounds, and one that repeats itself before', async () => {
    const served = await serve((_request, n) => ({ calls: [{ name: 'bash', arguments: { command: `echo ${n}` } }] }));
    const limited = await run(served, 'go', '--skip-permissions', '--max-rounds', '3');
    expect([limited.code, limited.stderr]).toEqual([1, expect.stringContaining('ROUNDS_EXHAUSTED')]);
    expect(served.requests).toHaveLength(3);
    served.setScript([{ calls: [{ name: 'read_file', arguments: { path: 'a.txt' } }], repeat: 'forever' }]);
    const repeating = await run(served, 'go');
    expect([repeating.code, repeating.stderr]).toEqual([1, expect.stringContaining('MODEL_REPEATS_ITSELF')]);
  });

  it('leaves nothing running and answers an interrupt with 130', async () => {
    const served = await serve([
      { calls: [{ name: 'bash', arguments: { command: 'echo started; sleep 300 & sleep 300' } }] },
      { text: 'never' },
    ]);
    const running = place.start(['run', '-p', 'go', ...chat(served), '--skip-permissions', '--output', 'stream-json'], {
      env: { OPENAI_API_KEY: 'x' },
    });
    await served.waitForRequests(1);
    await new Promise((resolve) => setTimeout(resolve, 1000)); // the command has to be running, which only its own output tells
    running.kill('SIGINT');
    const { code, stdout } = await running.done;
    expect(code).toBe(130);
    const finished = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .find(({ record }) => record?.kind === 'call.finished');
    expect(finished.record.body.result).toMatchObject({ status: 'cancelled', effect: 'unknown' });
  });
});
