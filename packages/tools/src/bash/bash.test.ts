import { readFile, symlink } from 'node:fs/promises';
import { createSystemClock } from '@toolstone/host';
import { createWorkbench, type Workbench, type WorkbenchOptions } from '@toolstone/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { backgroundShells, createBackgroundShells } from '../shared/background-shells/background-shells.ts';
import { bash } from './index.ts';

const shells = createBackgroundShells({ clock: createSystemClock() });
let bench: Workbench | undefined;
afterEach(() => bench?.close());
const open = async (options: Partial<WorkbenchOptions> = {}): Promise<Workbench> => {
  bench = await createWorkbench({ tools: [bash], services: [[backgroundShells, shells]], ...options });
  return bench;
};

describe('bash', () => {
  it('gives stdout, then marked stderr, the exit code and where it ran', async () => {
    const { call, dir } = await open();
    const result = await call('bash', { command: 'echo out; echo err >&2; echo more; exit 3' });
    expect(result.seen.replaceAll(dir, 'DIR')).toMatchInlineSnapshot(`
      "Error COMMAND_FAILED: the command ended with exit code 3. What it printed follows
      out
      more
      [stderr] err
      [exit code: 3]
      [note: ran in DIR, isolation: none]"
    `);
    expect(result).toMatchObject({
      status: 'failed',
      effect: 'committed',
      isolation: 'none',
      value: { exitCode: 3, signal: null, cwd: dir, stdoutBytes: 9, stderrBytes: 4, truncated: false },
      view: { type: 'terminal', exitCode: 3 },
    });
  });

  it('asks with the whole command and shows its first line', async () => {
    const { call, dir } = await open();
    const command = 'echo 1\necho 2\necho 3';
    const { asked, text } = await call('bash', { command });
    expect(asked).toMatchObject({
      header: 'echo 1 (2 more lines)',
      approvalLabel: 'bash',
      preview: [{ type: 'command', command, cwd: dir }],
    });
    expect(text).toBe('1\n2\n3');
  });

  it.each([
    ['true', 'ok', '(no output)'],
    ['false', 'ok', '(no output)\n[exit code: 1]'],
    ['grep x /dev/null', 'ok', '(no output)\n[exit code: 1]'],
    ['false | cat', 'ok', '(no output)\n[exit code: 1]'],
    ['exit 2', 'failed', '(no output)\n[exit code: 2]'],
  ])('judges the exit code of %s', async (command, status, text) => {
    const result = await (await open()).call('bash', { command });
    expect(result.status).toBe(status);
    expect(result.text.endsWith(text)).toBe(true);
  });

  it('stops at the first error when asked to, and then takes exit code 1 for one', async () => {
    const { call } = await open();
    expect(await call('bash', { command: 'false\necho on' })).toMatchObject({ status: 'ok', text: 'on' });
    const stopped = await call('bash', { command: 'false\necho on', stop_on_error: true });
    expect(stopped).toMatchObject({ status: 'failed', failure: { code: 'COMMAND_FAILED' }, value: { exitCode: 1 } });
    expect(stopped.text).not.toContain('on\n');
  });

  it('keeps the command and its line numbers as they are written', async () => {
    const { call } = await open();
    const quotes = await call('bash', { command: 'echo “a” ‘b’ c–d—e' });
    expect(quotes.text).toBe('“a” ‘b’ c–d—e');
    const lines = await call('bash', { command: '\n\nnonesuch-program\necho $LINENO "$0" $#' });
    expect(lines.text).toBe('4 bash 0\n[stderr] bash: line 3: nonesuch-program: command not found');
    const wrong = await call('bash', { command: 'echo ( x' });
    expect(wrong.text).toContain('`echo ( x');
  });

  it('has no terminal and empty input, and leaves nothing behind', async () => {
    const { call } = await open();
    expect((await call('bash', { command: 'cat; tty; sleep 60 & echo started' })).text).toBe('not a tty\nstarted');
  });

  it('shows bytes that are no text, collapses progress and drops colours', async () => {
    const { call } = await open();
    const command = String.raw`printf 'a\xff\xc3\xa9\n'; printf '10%%\r50%%\r100%%\n'; printf '\033[31mred\033[0m\n'`;
    expect((await call('bash', { command })).text).toBe('a\\xffé\n100%\nred');
  });

  it('streams while it runs', async () => {
    const opened = await open();
    const running = opened.call('bash', { command: 'echo first; read -t 5 < <(sleep 5); echo second' });
    await opened.waitFor((event) => event.type === 'output' && event.text.includes('first'));
    await opened.cancel();
    const result = await running;
    expect(result).toMatchObject({ status: 'cancelled', effect: 'unknown', failure: { code: 'COMMAND_CANCELLED' } });
    expect(result.text).toContain('first');
  });

  it('says that the effect is unknown after a timeout, with what was printed', async () => {
    const result = await (await open()).call('bash', { command: 'echo begun; sleep 30', timeout: 1 });
    expect(result).toMatchObject({ status: 'failed', effect: 'unknown', failure: { code: 'COMMAND_TIMED_OUT' } });
    expect(result.text).toMatchInlineSnapshot(`
      "Error COMMAND_TIMED_OUT: command timed out after 1s and was ended with all it had started; what it did until then is unknown. Check the state of things before you repeat it. "timeout" takes up to 600 seconds; what does not end by itself belongs in run_in_background
      begun
      [ended by SIGTERM]"
    `);
  });

  it('keeps head and tail of what is too long, and all that is kept is in the workspace', async () => {
    const { call } = await open();
    const result = await call('bash', { command: 'seq 1 200000; echo the end >&2' });
    expect(result.value).toMatchObject({ truncated: true, stdoutBytes: 1288895 });
    expect(result.text).toMatch(/^1\n2\n/);
    expect(result.text).toMatch(/\n200000\n\[stderr\] the end$/);
    expect(result.text).toMatch(/characters \([\d,]+ line ends\) cut from the middle here\]\n/);
    expect(result.text.length).toBeLessThan(262_144 + 200);
    expect(result.seen).toMatch(/the end\n\[note: ran in /);
    expect(result.workspaceRef).toMatch(/^workspace:/);
  });

  it.each([
    ['', 'COMMAND_EMPTY'],
    ['  \n ', 'COMMAND_EMPTY'],
    ['echo a\0b', 'COMMAND_NOT_TEXT'],
    ['sudo rm -rf /', 'COMMAND_DANGEROUS'],
    ['rm -rf / )) ((', 'COMMAND_DANGEROUS'],
  ])('refuses %j before anyone is asked', async (command, code) => {
    const result = await (await open()).call('bash', { command });
    expect(result).toMatchObject({ status: 'failed', effect: 'none', asked: undefined, failure: { code } });
  });

  it.each([
    [{}, 'is missing'],
    [{ command: 1 }, 'expected string'],
    [{ command: 'ls', timeout: 0 }, 'timeout'],
    [{ command: 'ls', timeout: 601 }, 'timeout'],
    [{ command: 'ls', timeout: 1.5 }, 'timeout'],
    [{ command: 'ls', shell: 'zsh' }, 'unknown "shell"'],
  ])('says what is wrong with %j', async (args, message) => {
    const result = await (await open()).call('bash', args);
    expect(result.failure?.code).toBe('ARGUMENTS_INVALID');
    expect(result.failure?.message).toContain(message);
  });

  it('writes its facts for rules: commands, redirections and hosts', async () => {
    const { call, dir, path } = await open({
      rules: [
        {
          rule: { id: 'no-log', effect: 'deny', tool: 'bash', path: { within: ['**/secret.txt'], access: 'write' } },
          source: 'user',
          origin: 'test',
        },
      ],
    });
    const denied = await call('bash', { command: `cd ${dir} && echo x > secret.txt` });
    expect(denied).toMatchObject({ status: 'denied', effect: 'none' });
    await call('bash', { command: 'echo x > open.txt' });
    expect(await readFile(path('open.txt'), 'utf8')).toBe('x\n');
  });

  it('takes a long script', async () => {
    const { call } = await open();
    const command = `${'# a comment of some length\n'.repeat(10_000)}echo $LINENO`;
    expect((await call('bash', { command })).text).toBe('10001');
  });

  it('runs isolated where the settings say so, and the result names it', async () => {
    const { call, dir } = await open({ settings: { isolation: 'workspace' } });
    const result = await call('bash', { command: 'echo in > here.txt && cat here.txt; echo out > /usr/escaped.txt' });
    expect(result).toMatchObject({ isolation: 'workspace', value: { exitCode: 1 } });
    expect(result.text).toContain('in\n[stderr] bash: line 1: /usr/escaped.txt: Read-only file system');
    expect(result.notes).toEqual([`ran in ${dir}, isolation: workspace`]);
    expect(await readFile(`${dir}/here.txt`, 'utf8')).toBe('in\n');
  });

  it('keeps secrets out of what commands see', async () => {
    const { call } = await open({ environment: { source: { PATH: '/usr/bin:/bin', MY_TOKEN: 'x', PLAIN: 'y' } } });
    expect((await call('bash', { command: 'echo "$MY_TOKEN|$PLAIN"' })).text).toBe('|y');
  });

  it('runs calls of one batch side by side, each with its own output', async () => {
    const { batch, outputs } = await open();
    const results = await batch([1, 2, 3, 4].map((n) => ({ tool: 'bash', args: { command: `sleep 0.3; echo ${n}` } })));
    expect(results.map(({ text }) => text)).toEqual(['1', '2', '3', '4']);
    expect(results.map(({ callId }) => outputs.get(callId))).toEqual(['1\n', '2\n', '3\n', '4\n']);
  });

  it('runs many at once without a warning of Node', async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error): number => warnings.push(warning);
    process.on('warning', keep);
    const { batch } = await open();
    await batch(Array.from({ length: 8 }, (_, n) => ({ tool: 'bash', args: { command: `sleep 0.1; echo ${n}` } })));
    process.off('warning', keep);
    expect(warnings).toEqual([]);
  });

  it('rehearses with a call that does nothing', async () => {
    const { call } = await open();
    const result = await call('bash', JSON.parse(bash.meta.rehearsal ?? ''));
    expect(result).toMatchObject({ status: 'ok', text: '(no output)' });
  });
});

describe('a rule on a path', () => {
  const rule = { id: 'keys', effect: 'deny', path: { within: 'secret', access: 'any' } } as const;
  const rules = [{ rule, source: 'user', origin: 'policy.toml:1' }] as const;

  it.each(['cat link', 'cd sub && cat ../link', 'cat folder/key', 'head -1 < link', 'tool --file=link'])(
    'holds for a word that is a link to it: %s',
    async (command) => {
      const opened = await open({ rules, files: { 'secret/key': 'x', 'sub/a': 'x' } });
      await symlink(opened.path('secret/key'), opened.path('link'));
      await symlink(opened.path('secret'), opened.path('folder'));
      const { status, text, asked } = await opened.call('bash', { command });
      expect({ status, asked, isNamed: text.includes('Rule keys denies') }).toEqual({
        status: 'denied',
        asked: undefined,
        isNamed: true,
      });
    },
  );
});

describe('an "always"', () => {
  it('to one command does not let every other one run', async () => {
    const opened = await open({ answer: 'silence' });
    const nextQuestion = () =>
      opened.waitFor((event) => event.type === 'record' && event.record.kind === 'approval.asked');
    const first = opened.call('bash', { command: 'echo one' });
    await nextQuestion();
    await opened.answerLast({ decision: 'yes', always: true });
    expect((await first).text).toBe('one');
    expect(await opened.call('bash', { command: 'echo two && echo three' })).toMatchObject({ text: 'two\nthree' });
    const other = opened.call('bash', { command: 'touch made' });
    await nextQuestion();
    await opened.answerLast({ decision: 'no' });
    expect((await other).status).toBe('denied');
    const cards = opened.records.flatMap((record) => (record.kind === 'approval.asked' ? record.body.calls : []));
    expect(cards.map(({ always }) => always)).toEqual([['bash(echo **)'], ['bash(touch **)']]);
  });
});
