import { readdir } from 'node:fs/promises';
import { startScriptedModel } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';
import { openTestTerminal, type TestTerminal } from '../testing/tmux.fixture.ts';

let place: ProgramPlace;
let terminal: TestTerminal | undefined;
beforeEach(async () => {
  place = await createPlace();
});
afterEach(async () => {
  await terminal?.close();
  await place.remove();
});

const open = async (...args: readonly string[]): Promise<TestTerminal> => {
  terminal = await openTestTerminal(place, { args });
  return terminal;
};

describe('a question of toolstone call', { timeout: 30_000 }, () => {
  it('shows what would run, is asked again for what is no answer, and takes yes', async () => {
    const shown = await open('call', 'bash', 'printf "a%sb" --');
    await shown.waitFor('Run it?');
    await shown.type('perhaps');
    await shown.press('Enter');
    await shown.type('y, go');
    await shown.press('Enter');
    const screen = await shown.waitFor('ended with');
    expect(screen.replace(place.dir, '.')).toMatchInlineSnapshot(`
      "▌ $ printf "a%sb" --
      ▌ No rule allows the command \`printf "a%sb" --\`
      Run it?
      [y/n, with a message after a comma] perhaps
      [y/n, with a message after a comma] y, go
      a--b
      toolstone: ran in ., isolation: none
      ended with 0"
    `);
  });

  it('takes no with words', async () => {
    const shown = await open('call', 'bash', 'echo hi');
    await shown.waitFor('Run it?');
    await shown.type('n, not now');
    await shown.press('Enter');
    expect(await shown.waitFor('ended with 3')).toContain('not run: you said no');
  });

  it('is a no at the end of the input, and a stop at Ctrl+C', async () => {
    const ended = await open('call', 'bash', 'echo hi');
    await ended.waitFor('Run it?');
    await ended.press('C-d');
    await ended.waitFor('ended with 3');
    await ended.close();
    const stopped = await open('call', 'bash', 'echo hi');
    await stopped.waitFor('Run it?');
    await stopped.press('C-c');
    await stopped.waitFor('ended with 130');
  });
});

describe('toolstone run in a terminal', { timeout: 30_000 }, () => {
  it('tells whoever watches of each call, and at the end what it took', async () => {
    await using model = await startScriptedModel({
      script: [
        { calls: [{ name: 'read_file', arguments: { path: '.' } }], usage: { inputTokens: 1500, outputTokens: 20 } },
        { text: 'Nothing is there.', usage: { inputTokens: 1600, outputTokens: 5 } },
      ],
    });
    const args = ['--provider', 'openai-chat', '--base-url', model.chatBaseUrl, '--model', 'scripted'];
    terminal = await openTestTerminal(place, { args: ['run', '-p', 'go', ...args], env: { OPENAI_API_KEY: 'x' } });
    const screen = await terminal.waitFor('ended with 0');
    expect(screen.replace(/\d+\.\ds/, 'TIME')).toMatchInlineSnapshot(`
      "✓ Read .
      Nothing is there.
        TIME · 2 rounds · ↑ 3.1k ↓ 25 tokens
      ended with 0"
    `);
  });
});

describe('Ctrl+C', { timeout: 30_000 }, () => {
  it('ends a call that runs, at once and without saying its output twice', async () => {
    const shown = await open('call', 'bash', 'echo begun; sleep 60', '--yes');
    await shown.waitFor('begun');
    await shown.press('C-c');
    const screen = await shown.waitFor('ended with 130', 4000);
    expect(screen.match(/begun/g)).toHaveLength(1);
  });

  it('ends the tour and takes its folder away', async () => {
    const shown = await open('tour');
    await shown.waitFor('Run it?');
    await shown.press('C-c');
    await shown.waitFor('ended with 130');
    expect(await readdir(place.dir)).toEqual([]);
  });
});
