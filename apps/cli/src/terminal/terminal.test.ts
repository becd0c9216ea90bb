import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScriptedModel } from '@toolstone/testing';
import { expect, it } from 'vitest';
import { createPlace } from '../testing/program.ts';
import { openTestTerminal } from '../testing/tmux.fixture.ts';

it('works in a terminal: a question, its answer by one key, the end', async () => {
  const place = await createPlace({ 'a.txt': 'one\ntwo\n' });
  await using model = await startScriptedModel({
    script: [
      { calls: [{ name: 'write_file', arguments: { path: 'b.txt', content: 'three\n' } }] },
      { text: 'It is **written**.' },
    ],
  });
  const args = ['--provider', 'openai-chat', '--base-url', model.chatBaseUrl, '--model', 'scripted'];
  const terminal = await openTestTerminal(place, { args, env: { OPENAI_API_KEY: 'x' } });
  try {
    await terminal.waitFor('openai-chat/scripted');
    await terminal.type('write b.txt, please');
    await terminal.press('Enter');
    await terminal.waitFor(/Make this change\?[\s\S]*y yes/);
    await terminal.type('y');
    const screen = await terminal.waitFor(/↓ \d+ tokens · 1 file/);
    expect(screen.slice(screen.indexOf('›'), screen.search(/^.*↓ \d+ tokens · 1 file/m))).toMatchInlineSnapshot(`
      "› write b.txt, please

      ✓ Create b.txt (1 line)
        1 + three

      ● It is written.
      "
    `);
    expect(await readFile(join(place.dir, 'b.txt'), 'utf8')).toBe('three\n');
    await terminal.press('C-c', 'C-c');
    expect(await terminal.waitFor('ended with 0')).toContain('Go on with: toolstone --resume ws_');
  } finally {
    await terminal.close();
    await place.remove();
  }
}, 60_000);
