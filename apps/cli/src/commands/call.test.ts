import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callOutputSchema } from '@toolstone/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';

let place: ProgramPlace;
beforeEach(async () => {
  place = await createPlace({ 'a.txt': 'one\ntwo\n', 'big.txt': 'line\n'.repeat(3000) });
});
afterEach(() => place.remove());

const call = async (tool: string, args: unknown, ...flags: readonly string[]) => {
  const { code, stdout } = await place.run(['call', tool, JSON.stringify(args), '--json', ...flags]);
  return { code, ...callOutputSchema.parse(JSON.parse(stdout)) };
};

describe('toolstone call', () => {
  it('prints the whole result as one object of the fixed form', async () => {
    expect(await call('bash', { command: 'echo hi; exit 1' }, '--yes')).toMatchObject({
      code: 0,
      tool: 'bash',
      status: 'ok',
      isError: false,
      text: expect.stringContaining('hi'),
      value: { exitCode: 1 },
      effect: 'committed',
      truncated: false,
      isolation: 'none',
    });
  });

  it('is denied without --yes where nobody can be asked, and ends with 3', async () => {
    expect(await call('write_file', { path: 'x', content: 'y' })).toMatchObject({
      code: 3,
      status: 'denied',
      isError: true,
      effect: 'none',
    });
  });

  it('still obeys a deny with --yes', async () => {
    expect(await call('bash', { command: 'echo hi' }, '--yes', '--deny', 'bash(echo *)')).toMatchObject({
      code: 3,
      status: 'denied',
    });
  });

  it('gives the offloaded text whole, with its reference', async () => {
    const result = await call('bash', { command: 'cat big.txt' }, '--yes');
    expect(result).toMatchObject({ truncated: true, workspaceRef: expect.stringContaining('workspace://') });
    expect(result.text.split('\n').length).toBeGreaterThanOrEqual(3000);
  });

  it('reads arguments from standard input and takes a bare text', async () => {
    expect((await place.run(['call', 'read_file', '-'], { input: '{"path":"a.txt"}' })).stdout).toContain('one');
    expect((await place.run(['call', 'read_file', 'a.txt'])).stdout).toContain('one');
  });

  it('says that calls which build on each other need one session', async () => {
    const edit = { path: 'a.txt', old_string: 'one', new_string: 'ONE' };
    const alone = await call('edit_file', edit, '--yes');
    expect(alone).toMatchObject({ code: 1, status: 'failed', text: expect.stringContaining('--session NAME') });
    const named = await call('edit_file', edit, '--yes', '--session', 'mine');
    expect(named).toMatchObject({ code: 1, status: 'failed', text: expect.not.stringContaining('--session') });
  });

  it('shares what was read, and undo, among the calls of a session', async () => {
    const edit = { path: 'a.txt', old_string: 'one', new_string: 'ONE' };
    expect(await call('edit_file', edit, '--yes')).toMatchObject({ code: 1, status: 'failed' });
    await call('read_file', { path: 'a.txt' }, '--session', 's');
    expect(await call('edit_file', edit, '--yes', '--session', 's')).toMatchObject({ code: 0, effect: 'committed' });
    expect(await readFile(join(place.dir, 'a.txt'), 'utf8')).toBe('ONE\ntwo\n');
    expect((await place.run(['undo'])).stdout).toContain('restored');
    expect(await readFile(join(place.dir, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  it.each([
    ['an unknown tool', ['call', 'nope', '{}'], 2, 'there is no tool'],
    ['arguments that are none', ['call', 'read_file', '{"path":'], 1, 'ARGUMENTS_INVALID'],
    ['a missing file', ['call', 'read_file', '{"path":"nope.txt"}'], 1, 'nope.txt'],
  ])('says what is wrong with %s', async (_what, args, code, message) => {
    const done = await place.run(args);
    expect([done.code, done.stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});
