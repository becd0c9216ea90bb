import { setImmediate } from 'node:timers/promises';
import { createSystemClock } from '@toolstone/host';
import { createWorkbench, type Workbench } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash } from '../bash/index.ts';
import { toolJobs } from '../jobs.ts';
import { killShell } from '../kill-shell/index.ts';
import type { ShellInfo } from '../shared/background-shells/background-shell.ts';
import {
  type BackgroundShells,
  backgroundShells,
  createBackgroundShells,
} from '../shared/background-shells/background-shells.ts';
import { bashOutput } from './index.ts';

let bench: Workbench;
let shells: BackgroundShells;
let exits: ShellInfo[];

beforeEach(async () => {
  exits = [];
  shells = createBackgroundShells({ clock: createSystemClock(), onExit: (info) => exits.push(info) });
  bench = await createWorkbench({
    tools: [bash, bashOutput, killShell],
    services: [[backgroundShells, shells]],
    jobs: toolJobs,
    workerEntry: new URL('../tools-worker.fixture.ts', import.meta.url),
  });
});
afterEach(async () => {
  await shells.close();
  await bench.close();
});

const start = (command: string) => bench.call('bash', { command, run_in_background: true });
const ended = (id: string) => shells.find(id, '')?.ended;
/** Waits for output by asking for it, as a model does. */
async function output(id: string, wanted: string): Promise<string> {
  let text = '';
  for (let reads = 0; reads < 5000 && !text.includes(wanted); reads += 1) {
    await setImmediate();
    text = (await bench.call('bash_output', { id })).text;
  }
  return text;
}

describe('a background shell', () => {
  it('starts at once, is read piece by piece and says how it ended', async () => {
    const started = await start('echo one; echo two >&2; read x < <(sleep 0.2); echo three; exit 4');
    expect(started.text.replace(/pid \d+/, 'pid N')).toMatchInlineSnapshot(
      `"Started background shell bash_1 (pid N). Read its output with bash_output, end it with kill_shell. It ends with the session."`,
    );
    expect(started).toMatchObject({ status: 'ok', handles: { shell: 'bash_1' } });
    await ended('bash_1');
    expect((await bench.call('bash_output', { id: 'bash_1' })).text).toMatchInlineSnapshot(`
      "bash_1 (completed, exit code 4)
      3 new lines:
      one
      [stderr] two
      three"
    `);
    expect((await bench.call('bash_output', { id: 'bash_1' })).text).toMatchInlineSnapshot(`
      "bash_1 (completed, exit code 4)
      No new output since the last read."
    `);
    expect(exits.map(({ id, state }) => [id, state])).toEqual([
      ['bash_1', { status: 'exited', code: 4, signal: null, killed: false }],
    ]);
  });

  it('shows an unfinished line without consuming it', async () => {
    await start('echo whole; printf "proceed? "; sleep 30');
    const text = await output('bash_1', 'proceed? ');
    expect(text).toContain('[unfinished line, shown again when it ends]\nproceed? ');
    expect((await bench.call('bash_output', { id: '1' })).text).toContain('No new output');
  });

  it('shows only lines that match a filter; the others are gone', async () => {
    await start('printf "a1\nb1\na2\n"');
    await ended('bash_1');
    expect((await bench.call('bash_output', { id: 'bash_1', filter: '^a' })).text).toMatchInlineSnapshot(`
      "bash_1 (completed, exit code 0)
      2 of 3 new lines match the filter:
      a1
      a2"
    `);
    expect((await bench.call('bash_output', { id: 'bash_1' })).text).toContain('No new output');
  });

  it('consumes nothing when the filter never ends', async () => {
    await start(`echo ${'a'.repeat(40)}b`);
    await ended('bash_1');
    const slow = await bench.call('bash_output', { id: 'bash_1', filter: '^(a+)+$' });
    expect(slow).toMatchObject({ status: 'failed', failure: { code: 'PATTERN_TOO_SLOW' } });
    expect((await bench.call('bash_output', { id: 'bash_1' })).text).toContain('aaab');
  });

  it.each([
    [{ id: 'bash_1', filter: '(' }, 'PATTERN_INVALID'],
    [{ id: 'bash_1', filter: 'x'.repeat(513) }, 'PATTERN_TOO_LONG'],
    [{ id: 'bash_1', filter: 3 }, 'ARGUMENTS_INVALID'],
    [{ id: 'bash_9' }, 'SHELL_UNKNOWN'],
    [{}, 'ARGUMENTS_INVALID'],
  ])('says what is wrong (case %#)', async (args, code) => {
    await start('echo kept');
    await ended('bash_1');
    expect((await bench.call('bash_output', args)).failure?.code).toBe(code);
    expect((await bench.call('bash_output', { id: 'bash_1' })).text).toContain('kept');
  });

  it('drops the oldest whole lines and says how many', async () => {
    await start('seq 100000 140000');
    await ended('bash_1');
    const { text } = await bench.call('bash_output', { id: 'bash_1' });
    const [state, dropped, count, first] = text.split('\n');
    expect([state, count]).toEqual(['bash_1 (completed, exit code 0)', '28,571 new lines:']);
    expect(dropped).toBe('[11,430 earlier line(s) dropped from the buffer]');
    expect(first).toBe('111430');
    expect(text.endsWith('\n140000')).toBe(true);
  });

  it('survives the turn that started it, and a stop', async () => {
    await start('echo up; sleep 60');
    const running = bench.call('bash', { command: 'echo busy; sleep 60' });
    await bench.waitFor((event) => event.type === 'output' && event.text.includes('busy'));
    await bench.cancel();
    expect((await running).status).toBe('cancelled');
    expect(await output('bash_1', 'up')).toContain('bash_1 (running)');
  });
});

describe('kill_shell', () => {
  it('ends a shell with all that it started and says so', async () => {
    await start("trap '' TERM; echo up; (setsid sleep 300 &); sleep 300");
    await output('bash_1', 'up');
    const killed = await bench.call('kill_shell', { id: 'bash_1' });
    expect(killed).toMatchObject({ status: 'ok', effect: 'committed', text: 'bash_1 was ended (killed, SIGKILL).' });
    expect(exits).toEqual([]);
  });

  it('says that a shell had already exited', async () => {
    await start('exit 3');
    await ended('bash_1');
    expect(await bench.call('kill_shell', { id: 'bash_1' })).toMatchObject({
      effect: 'none',
      text: 'bash_1 had already exited (completed, exit code 3); nothing was done.',
    });
  });

  it('names the shells that there are', async () => {
    expect((await bench.call('kill_shell', { id: 'bash_7' })).text).toMatchInlineSnapshot(
      `"Error SHELL_UNKNOWN: there is no background shell "bash_7". None has been started here; start one with bash and run_in_background"`,
    );
    await start('true');
    await ended('bash_1');
    expect((await bench.call('kill_shell', { id: 'bash_7' })).text).toMatchInlineSnapshot(
      `"Error SHELL_UNKNOWN: there is no background shell "bash_7". Use one of: bash_1 (exited)"`,
    );
  });
});

describe('limits', () => {
  it('runs eight at once', async () => {
    for (let n = 1; n <= 8; n += 1) expect((await start('sleep 60')).status).toBe('ok');
    const refused = await start('sleep 60');
    expect(refused.text).toMatchInlineSnapshot(
      `"Error SHELLS_TOO_MANY: 8 background shells are running, which is the limit. End one of yours with kill_shell: bash_1, bash_2, bash_3, bash_4, bash_5, bash_6, bash_7, bash_8"`,
    );
    await bench.call('kill_shell', { id: 'bash_3' });
    expect((await start('sleep 60')).handles).toEqual({ shell: 'bash_9' });
  });

  it('keeps the newest 32 that have ended', async () => {
    for (let n = 1; n <= 34; n += 1) {
      await start(`echo ${n}`);
      await ended(`bash_${n}`);
    }
    expect((await bench.call('bash_output', { id: 'bash_2' })).failure?.code).toBe('SHELL_UNKNOWN');
    expect((await bench.call('bash_output', { id: 'bash_3' })).text).toContain('\n3');
  });

  it('ends everything when the session closes, and starts nothing after it', async () => {
    const { value } = await start('sleep 300');
    await shells.close();
    expect(shells.list('')).toMatchObject([{ state: { status: 'exited', killed: true } }]);
    expect(value).toMatchObject({ pid: expect.any(Number) });
    expect((await start('true')).failure?.code).toBe('SESSION_CLOSED');
  });
});
