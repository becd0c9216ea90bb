import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  findEmbeddedModel,
  installEmbeddedAddon,
  isEmbeddedAddonInstalled,
  platformPackage,
} from './embedded-addon.ts';

const dirs: string[] = [];
afterEach(async () => {
  for (const dir of dirs.splice(0)) await rm(dir, { recursive: true });
});
async function temporary(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'addon-'));
  dirs.push(dir);
  return dir;
}

/** An npm that writes down what it is asked and makes what it should. */
async function npmThat(script: string): Promise<{ npm: string; dir: string }> {
  const dir = await temporary();
  const npm = join(dir, 'npm');
  await writeFile(npm, `#!/bin/sh\necho "$@" >> asked.txt\n${script}\n`);
  await chmod(npm, 0o755);
  return { npm, dir: join(dir, 'addon') };
}
const makes =
  'mkdir -p node_modules/node-llama-cpp/dist && touch node_modules/node-llama-cpp/dist/index.js; echo "added 1 package"';
const signal = new AbortController().signal;

describe('the add-on for embedded models', () => {
  test('is installed small: exact, without optional packages, without scripts, into its own directory', async () => {
    const { npm, dir } = await npmThat(makes);
    const lines: string[] = [];
    expect(await isEmbeddedAddonInstalled(dir)).toBe(false);
    expect(await installEmbeddedAddon({ npm, dir, onLine: (line) => lines.push(line) }, signal)).toBeNull();
    expect(await isEmbeddedAddonInstalled(dir)).toBe(true);
    const asked = (await readFile(join(dir, 'asked.txt'), 'utf8')).trim().split('\n');
    const build = platformPackage(process.platform, process.arch);
    const options = 'install --save-exact --omit=optional --ignore-scripts --no-audit --no-fund';
    expect(asked).toEqual([`${options} node-llama-cpp@3.21.1`, `${options} ${build}@3.21.1`]);
    expect(lines).toEqual(['added 1 package', 'added 1 package']);
    expect(JSON.parse(await readFile(join(dir, 'package.json'), 'utf8'))).toMatchObject({ private: true });
    // Once more changes nothing.
    expect(await installEmbeddedAddon({ npm, dir }, signal)).toBeNull();
  });

  test('an npm that fails is told in its own last words', async () => {
    const { npm, dir } = await npmThat('echo "npm error network" >&2; exit 7');
    expect(await installEmbeddedAddon({ npm, dir }, signal)).toMatchObject({
      code: 'ADDON_NOT_INSTALLED',
      message: 'The add-on for embedded models could not be installed: npm ended with 7: npm error network',
    });
    expect(await installEmbeddedAddon({ npm: '/nowhere/npm', dir }, signal)).toMatchObject({
      code: 'ADDON_NOT_INSTALLED',
      message: expect.stringContaining('ENOENT'),
    });
  });

  test('its model is found when both the add-on and a model file are there', async () => {
    const { npm, dir } = await npmThat(makes);
    const models = await temporary();
    await writeFile(join(models, 'qwen-1.5b.GGUF'), '');
    expect(await findEmbeddedModel(dir, models)).toBeUndefined();
    await mkdir(dir, { recursive: true });
    await installEmbeddedAddon({ npm, dir }, signal);
    expect(await findEmbeddedModel(dir, models)).toMatchObject({
      name: 'embedded',
      settings: { provider: 'embedded', model: 'qwen-1.5b', path: join(models, 'qwen-1.5b.GGUF') },
    });
    expect(await findEmbeddedModel(dir, join(models, 'nowhere'))).toBeUndefined();
  });
});
