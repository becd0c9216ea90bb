import { startScriptedModel } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';

let place: ProgramPlace;
beforeEach(async () => {
  place = await createPlace({ 'a.txt': 'one\n' });
});
afterEach(() => place.remove());

const unreachable = ['--provider', 'openai-chat', '--base-url', 'http://127.0.0.1:9/v1', '--model', 'x'];

describe('the exit code is', () => {
  it.each([
    [0, 'a call that went well', ['call', 'read_file', 'a.txt']],
    [1, 'a call that failed', ['call', 'read_file', 'missing.txt']],
    [1, 'a command that failed', ['call', 'bash', 'exit 7', '--yes']],
    [1, 'nothing to take back in a workstream', ['undo', 'call:read_file']],
    [2, 'an unknown option', ['call', 'read_file', 'a.txt', '--nope']],
    [2, 'a missing value', ['run', '-p']],
    [2, 'an unknown command of a group', ['sessions', 'shw']],
    [2, 'a mistyped command', ['sesions', 'list']],
    [2, 'an unknown tool', ['call', 'raed_file', 'a.txt']],
    [2, 'an unknown workstream', ['sessions', 'show', 'nope']],
    [2, 'two options that exclude each other', ['--continue', '--resume', 'x']],
    [2, 'no model at all', ['run', '-p', 'hello']],
    [3, 'a call that nobody could allow', ['call', 'bash', 'echo hi']],
    [3, 'a call that a rule denies', ['call', 'read_file', 'a.txt', '--deny', 'read_file']],
    [4, 'a model that cannot be reached', ['run', '-p', 'hello', ...unreachable]],
    [4, 'a model that cannot be reached for a word', ['models', 'test', ...unreachable]],
  ])('%i for %s', { timeout: 60_000 }, async (code, _what, args) => {
    if (args[0] === 'undo') await place.run(['call', 'read_file', 'a.txt']);
    const ended = await place.run(args, { env: args.includes('openai-chat') ? { OPENAI_API_KEY: 'x' } : {} });
    expect({ code: ended.code, lines: ended.stderr.trimEnd().split('\n').length }).toEqual({
      code,
      // One clear message; a command that failed shows what it said, too.
      lines: code === 0 || args.includes('exit 7') ? expect.any(Number) : 1,
    });
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });

  it('130 for an interrupt, at once', async () => {
    await using model = await startScriptedModel({ script: [{ text: 'never', delayMs: { first: 60_000 } }] });
    const args = ['--provider', 'openai-chat', '--base-url', model.chatBaseUrl, '--model', 'scripted'];
    const running = place.start(['run', '-p', 'go', ...args], { env: { OPENAI_API_KEY: 'x' } });
    await model.waitForRequests(1);
    running.kill('SIGINT');
    expect((await running.done).code).toBe(130);
  }, 10_000);
});
