import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ScriptedModel, type ScriptSource, startScriptedModel } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';
import { openTestTerminal, type TerminalOptions, type TestTerminal } from '../testing/tmux.fixture.ts';

let place: ProgramPlace;
let model: ScriptedModel | undefined;
let terminals: TestTerminal[] = [];
beforeEach(async () => {
  place = await createPlace({ 'a.txt': 'one\ntwo\n', 'src/app.ts': 'export {};\n' });
});
afterEach(async () => {
  for (const terminal of terminals) await terminal.close();
  terminals = [];
  await model?.close();
  model = undefined;
  await place.remove();
});

async function open(options: TerminalOptions = {}): Promise<TestTerminal> {
  const terminal = await openTestTerminal(place, options);
  terminals.push(terminal);
  return terminal;
}

async function serve(script: ScriptSource): Promise<ScriptedModel> {
  model = await startScriptedModel({ script });
  return model;
}

const withModel = (served: ScriptedModel, ...more: readonly string[]): Pick<TerminalOptions, 'args' | 'env'> => ({
  args: ['--provider', 'openai-chat', '--base-url', served.chatBaseUrl, '--model', 'scripted', ...more],
  env: { OPENAI_API_KEY: 'x' },
});

const say = async (terminal: TestTerminal, text: string): Promise<void> => {
  await terminal.type(text);
  await terminal.press('Enter');
};

describe('the terminal', { timeout: 120_000 }, () => {
  it('shows output as it comes, folds it after, and unfolds everything in the pager', async () => {
    const served = await serve([
      { calls: [{ name: 'bash', arguments: { command: 'for i in $(seq 1 40); do echo line $i; sleep 0.05; done' } }] },
      { text: 'Forty.' },
    ]);
    const terminal = await open(withModel(served, '--skip-permissions'));
    await terminal.waitFor('openai-chat/scripted');
    await say(terminal, 'count');
    await terminal.waitFor(/▶ \$ for .*\n {2}⋯ \d+ lines before/);
    const after = await terminal.waitFor('Forty.');
    expect(after).toContain('+ 28 lines (Ctrl+O to expand)');
    await terminal.press('C-o');
    const pager = await terminal.waitFor('Everything, unfolded');
    expect(pager).toContain('line 20\n');
    await terminal.type('g');
    await terminal.waitFor('› count');
    await terminal.type('q');
    expect(await terminal.waitFor('› ask for')).toContain('+ 28 lines');
  });

  it('stops a turn with Escape', async () => {
    const served = await serve([{ calls: [{ name: 'bash', arguments: { command: 'echo begun; sleep 300' } }] }]);
    const terminal = await open(withModel(served, '--skip-permissions'));
    await terminal.waitFor('openai-chat/scripted');
    await say(terminal, 'wait');
    await terminal.waitFor('begun');
    await terminal.press('Escape');
    await terminal.waitFor('◌ Stopped.');
    expect(await terminal.screen()).toContain('stopped');
  });

  it('shows two terminals the same, and a decision of one at once in the other', async () => {
    const served = await serve([
      { calls: [{ name: 'bash', arguments: { command: 'echo shared' } }] },
      { text: 'Both see this.', delayMs: 20, chunkChars: 4 },
    ]);
    const first = await open(withModel(served));
    await first.waitFor('openai-chat/scripted');
    await say(first, 'go');
    await first.waitFor('y yes');
    const second = await open({ ...withModel(served, '--continue'), columns: 60 });
    await second.waitFor('y yes');
    await second.type('y');
    await first.waitFor('Both see this.');
    await second.waitFor('Both see this.');
    expect(await first.screen()).not.toContain('Run this command?');
    await first.press('C-c', 'C-c');
    await first.waitFor('ended with 0');
    // The second one takes the workstream over.
    served.setScript([{ text: 'Still here.' }]);
    await say(second, 'and now?');
    await second.waitFor('Still here.', 20_000);
  });

  it('lets a call be changed before it runs, and says no with words for the model', async () => {
    const served = await serve([
      { calls: [{ name: 'bash', arguments: { command: 'echo wrong' } }] },
      { calls: [{ name: 'bash', arguments: { command: 'rm a.txt' } }] },
      { text: 'Understood.' },
    ]);
    const terminal = await open(withModel(served));
    await terminal.waitFor('openai-chat/scripted');
    await say(terminal, 'go');
    await terminal.waitFor(/\$ echo wrong[\s\S]*y yes/);
    await terminal.type('e');
    await terminal.waitFor('bash with this command:');
    await terminal.press('C-w');
    await terminal.type('right');
    await terminal.press('M-Enter');
    await terminal.type('echo twice');
    await terminal.press('Enter');
    await terminal.waitFor(/▌ {3}echo twice[\s\S]*y yes/);
    await terminal.type('y');
    await terminal.waitFor(/\$ rm a\.txt[\s\S]*y yes/);
    await terminal.type('N');
    await terminal.waitFor('No, and to the model:');
    await terminal.type('keep it');
    await terminal.press('Enter');
    await terminal.waitFor('Understood.');
    expect(await terminal.screen()).toMatch(/⊘ \$ rm a\.txt {2}not run\n {2}denied: keep it/);
    expect(JSON.stringify(served.requests.at(-1)?.view.toolResults)).toContain('keep it');
    expect(await readFile(join(place.dir, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  it('queues what is written meanwhile and takes the last of it back', async () => {
    const served = await serve([{ calls: [{ name: 'bash', arguments: { command: 'sleep 2' } }] }, { text: 'Read.' }]);
    const terminal = await open(withModel(served, '--skip-permissions'));
    await terminal.waitFor('openai-chat/scripted');
    await say(terminal, 'go');
    await terminal.waitFor('Running bash');
    await say(terminal, 'first more');
    await say(terminal, 'second more');
    await terminal.waitFor('↳ queued: second more');
    await terminal.press('Up');
    await terminal.waitFor('› second more');
    await terminal.waitFor('Read.');
    expect(served.requests.at(-1)?.view.lastUserText).toContain('first more');
    expect(JSON.stringify(served.requests.at(-1)?.view.messages)).not.toContain('second more');
  });

  it('keeps its shape on a terminal that changes its size', async () => {
    const served = await serve([
      { text: 'An answer that is long enough to be broken on a narrow terminal, and then some.' },
    ]);
    const terminal = await open({ ...withModel(served), columns: 110, rows: 40 });
    await terminal.waitFor('openai-chat/scripted');
    await say(terminal, 'go');
    await terminal.waitFor('and then some.');
    for (const [columns, rows] of [
      [70, 40],
      [40, 20],
      [90, 12],
      [40, 30],
    ] as const) {
      await terminal.resize(columns, rows);
      await terminal.type('x');
      const screen = await terminal.waitFor(/› x+\n/);
      await terminal.press('C-u');
      const calm = await terminal.waitFor('› ask for');
      for (const shown of [screen, calm]) expect(shown.match(/^› (?:x|ask)/gm)).toHaveLength(1);
    }
    expect((await terminal.history()).match(/An answer/g)).toHaveLength(1);
  });

  it('finds files, takes changes back, names and resumes workstreams', async () => {
    const served = await serve([
      { calls: [{ name: 'write_file', arguments: { path: 'new.txt', content: 'x\n' } }] },
      { text: 'Made.' },
    ]);
    const terminal = await open(withModel(served, '--skip-permissions'));
    await terminal.waitFor('openai-chat/scripted');
    await terminal.type('see @ap');
    await terminal.waitFor('▸ src/app.ts');
    await terminal.press('Tab', 'Enter');
    await terminal.waitFor('Made.');
    expect(served.requests[0]?.view.lastUserText).toContain('see @src/app.ts');
    await say(terminal, '/undo');
    await terminal.waitFor('removed');
    await say(terminal, '/name Second thoughts');
    await terminal.waitFor('Named');
    await say(terminal, '/new');
    await terminal.waitFor('── New workstream');
    await say(terminal, '/resume');
    await terminal.waitFor('Second thoughts');
    await terminal.press('Enter');
    await terminal.waitFor('── Second thoughts');
    await terminal.press('C-d');
    await terminal.waitFor('ended with 0');
  });

  it('starts without a model, says how to connect one, and runs tools by hand', async () => {
    const terminal = await open();
    expect(await terminal.waitFor('No model yet')).toContain('toolstone tour');
    await say(terminal, '/call read_file a.txt');
    await terminal.waitFor('✓ Read a.txt  2 lines');
    await say(terminal, '/hepl');
    await terminal.waitFor('did you mean /help?');
  });

  it('asks once before a folder may bring settings of its own', async () => {
    await place.remove();
    place = await createPlace({ '.toolstone/config.toml': 'model = "their-model"\n' });
    const terminal = await open();
    await terminal.waitFor('This folder brings its own .toolstone files');
    await terminal.type('l');
    await terminal.waitFor('model = "their-model"');
    await terminal.type('n');
    await terminal.waitFor('is not trusted');
    await terminal.press('C-d');
    await terminal.waitFor('ended with 0');
    const again = await open();
    expect(await again.waitFor('▲ Toolstone')).not.toContain('brings its own');
  });

  it.each([
    ['--plain', { args: ['--plain'] }],
    ['TERM=dumb', { env: { TERM: 'dumb' } }],
    ['TOOLSTONE_PLAIN', { env: { TOOLSTONE_PLAIN: '1' } }],
  ])('asks and answers in lines with %s', async (_how, { args = [], env = {} }: TerminalOptions) => {
    const served = await serve([
      { calls: [{ name: 'bash', arguments: { command: 'echo plainly' } }] },
      { text: 'So it is.' },
    ]);
    const base = withModel(served);
    const terminal = await open({ args: [...(base.args ?? []), ...args], env: { ...base.env, ...env } });
    await say(terminal, 'go');
    await terminal.waitFor('Run it? y, n, a (always)');
    await say(terminal, 'y, but once');
    const screen = await terminal.waitFor('So it is.');
    expect(screen).toContain('approved: but once');
  });

  it('goes back to the shell with Ctrl+Z and comes back as it was', async () => {
    const terminal = await open({ shell: true });
    await terminal.waitFor('No model yet');
    await terminal.type('half a prompt');
    await terminal.press('C-z');
    await terminal.waitFor('Stopped');
    await say(terminal, 'fg');
    await terminal.waitFor('› half a prompt');
    await terminal.press('C-u', 'C-d');
    await terminal.waitFor(/[#$]$/);
    await say(terminal, 'echo "back with $?"');
    await terminal.waitFor('back with 0');
  });

  it('remembers prompts in lines as on the screen', async () => {
    const served = await serve([{ text: 'Answered.', repeat: 'forever' }]);
    const first = await open(withModel(served, '--plain'));
    await say(first, 'a prompt to come back to');
    await first.waitFor('Answered.');
    await first.press('C-d');
    await first.waitFor('ended with 0');
    await first.close();
    const second = await open(withModel(served, '--plain'));
    await second.press('Up');
    await second.waitFor('a prompt to come back to');
    await second.close();
    const third = await open(withModel(served));
    await third.waitFor('ready');
    await third.press('Up');
    await third.waitFor('› a prompt to come back to');
  });

  it('draws without colour where NO_COLOR is set', async () => {
    const terminal = await open({ env: { NO_COLOR: '1' } });
    await terminal.waitFor('No model yet');
    expect(await terminal.screen()).toContain('? for keys');
  });
});

describe('without a terminal', () => {
  it('takes prompts from standard input, one a line, and denies what nobody can answer', async () => {
    const served = await serve([
      { calls: [{ name: 'bash', arguments: { command: 'touch made' } }] },
      { text: 'Denied, then.' },
    ]);
    const { args = [], env = {} } = withModel(served);
    const finished = await place.run(args, { env, input: 'make it\n' });
    expect([finished.code, finished.stderr]).toEqual([0, '']);
    expect(finished.stdout).toContain('⊘ $ touch made  not run');
    expect(finished.stdout).toContain('● Denied, then.');
  }, 30_000);
});
