import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ScriptedModel, startScriptedModel } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';
import { openTestTerminal } from '../testing/tmux.fixture.ts';

/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

let place: ProgramPlace;
let model: ScriptedModel;
beforeEach(async () => {
  place = await createPlace({ 'notes.txt': 'text\n' });
  await writeFile(join(place.dir, 'shot.png'), png);
  await writeFile(join(place.dir, 'my shot.png'), png);
  model = await startScriptedModel({ script: [{ text: 'Seen.', repeat: 'forever' }] });
  await setVision(true);
});
afterEach(async () => {
  await model.close();
  await place.remove();
});

const setVision = async (vision: boolean): Promise<void> => {
  const settings = {
    provider: 'openai-chat',
    model: 'scripted',
    base_url: model.chatBaseUrl,
    capabilities: { vision },
  };
  await place.run(['config', 'set', 'models.see', JSON.stringify(settings)]);
};
const env = { OPENAI_API_KEY: 'x' };
const run = (prompt: string, ...args: readonly string[]) =>
  place.run(['run', '-p', prompt, '--model', 'see', ...args], { env });
const images = () => model.requests.at(-1)?.view.images.length;

describe('an image that a prompt mentions', () => {
  it('goes with it, each once, and other files stay paths', async () => {
    const { code, stderr } = await run(
      'compare @shot.png, @"my shot.png" and (@shot.png) with @notes.txt or @missing.png.',
    );
    expect([code, stderr, images()]).toEqual([0, '', 2]);
    expect(model.requests.at(-1)?.view.lastUserText).toContain('with @notes.txt or @missing.png.');
    const [row] = JSON.parse((await place.run(['sessions', 'list', '--json'])).stdout);
    expect((await place.run(['sessions', 'show', row.id])).stdout).toContain('PNG image my shot.png, 1 × 1 pixels');
  });

  it('stays a path where the model cannot see, and that is said', async () => {
    await setVision(false);
    const { code, stderr } = await run('what is @shot.png?');
    expect([code, images()]).toEqual([0, 0]);
    expect(stderr).toContain('shot.png is not attached: scripted cannot see images');
  });

  it('obeys the rules for reading', async () => {
    const { stderr } = await run('what is @shot.png?', '--deny', 'read_file(**/*.png)');
    expect(images()).toBe(0);
    expect(stderr).toContain('shot.png is not attached: reading it is not allowed (Rule read_file(**/*.png) denies');
  });

  it('is refused where it is damaged', async () => {
    await writeFile(join(place.dir, 'shot.png'), (await readFile(join(place.dir, 'shot.png'))).subarray(0, 40));
    const { stderr } = await run('what is @shot.png?');
    expect(images()).toBe(0);
    expect(stderr).toContain('ends too early');
  });

  it('is attached in the terminal, too', async () => {
    const terminal = await openTestTerminal(place, { args: ['--model', 'see'], env });
    try {
      await terminal.waitFor('ready');
      await terminal.type('what is @sho');
      await terminal.waitFor(/shot\.png/);
      await terminal.press('Tab');
      await terminal.waitFor('@shot.png');
      await terminal.press('Enter');
      await terminal.waitFor('Seen.');
      expect(images()).toBe(1);
      expect(await terminal.screen()).toContain('[shot.png]');
    } finally {
      await terminal.close();
    }
  }, 30_000);
});
