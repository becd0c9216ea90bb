import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderFailure } from '@toolstone/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setSetting } from './set-setting.ts';

describe('setSetting', () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
    file = join(directory, 'data', 'config.toml');
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });
  const refusal = async (key: string, text: string): Promise<string> => {
    const result = await setSetting(file, key, text);
    return result.status === 'set'
      ? 'set'
      : result.failures.map(renderFailure).join('\n').replaceAll(directory, '<tmp>');
  };

  it('creates the file, private, in its directory', async () => {
    expect(await setSetting(file, 'session.max_rounds', '20')).toEqual({
      status: 'set',
      key: 'session.max_rounds',
      value: 20,
    });
    expect(await readFile(file, 'utf8')).toBe('[session]\nmax_rounds = 20\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'data'))).mode & 0o777).toBe(0o700);
  });

  it('keeps comments, mode and a symbolic link', async () => {
    await mkdir(join(directory, 'data'));
    const target = join(directory, 'dotfiles.toml');
    await writeFile(target, '# mine\nmodel = "a/b" # usual\n');
    await chmod(target, 0o640);
    await symlink(target, file);
    await setSetting(file, 'model', 'c/d');
    expect(await readFile(target, 'utf8')).toBe('# mine\nmodel = "c/d" # usual\n');
    expect((await stat(target)).mode & 0o777).toBe(0o640);
  });

  it('reads the value as the type that the key has', async () => {
    for (const [key, text] of [
      ['model', '120'],
      ['tools.timeout', '120'],
      ['bash.network', 'false'],
      ['bash.writable', '~/.npm,~/.cache'],
      ['models."gpt.5"', '{"provider": "openai-chat", "model": "gpt-5"}'],
      ['models."gpt.5".extra_body', '{"a": [1, true]}'],
      ['models."gpt.5".max_retries', '2'],
    ] as const) {
      expect(await setSetting(file, key, text)).toMatchObject({ status: 'set' });
    }
    expect(await readFile(file, 'utf8')).toMatchInlineSnapshot(`
      "model = "120"

      [tools]
      timeout = 120

      [bash]
      network = false
      writable = ["~/.npm", "~/.cache"]

      [models]
      "gpt.5" = { provider = "openai-chat", model = "gpt-5", extra_body = { a = [1, true] }, max_retries = 2 }
      "
    `);
  });

  it('refuses what is not valid, and leaves the file alone', async () => {
    await setSetting(file, 'tools.timeout', '60');
    const before = await readFile(file, 'utf8');
    expect(await refusal('tools.timeuot', '1')).toMatchInlineSnapshot(
      `"Error CONFIG_UNKNOWN_KEY: <tmp>/data/config.toml: there is no setting "tools.timeuot". Did you mean "tools.timeout"?"`,
    );
    expect(await refusal('tools.timeout', '0')).toMatchInlineSnapshot(
      `"Error CONFIG_INVALID: <tmp>/data/config.toml: tools.timeout: too small: expected number to be >=1. Correct the value, or remove the key to get the default"`,
    );
    expect(await refusal('tools.timeout', 'long')).toMatchInlineSnapshot(
      `"Error CONFIG_INVALID: <tmp>/data/config.toml: tools.timeout: invalid input: expected number, received string. Correct the value, or remove the key to get the default"`,
    );
    expect(await refusal('tools', 'x')).toMatchInlineSnapshot(
      `"Error CONFIG_INVALID: tools is a table. Set one of its keys, or give the whole as JSON: {"key": "value"}"`,
    );
    expect(await refusal('tools', '{"timeout": 5}')).toMatchInlineSnapshot(
      `"Error CONFIG_INVALID: <tmp>/data/config.toml: tools stands there as a table of several lines. Set its keys one by one, or edit the file"`,
    );
    expect(await refusal('models.fast.model', 'x')).toMatchInlineSnapshot(
      `"Error CONFIG_INVALID: <tmp>/data/config.toml: models.fast.provider is missing (invalid option: expected one of "openai-chat"|"openai-responses"|"anthropic"|"gemini"|"embedded"). Add it; \`toolstone config set models.fast\` takes the whole table as JSON"`,
    );
    expect(
      await refusal('models.f', '{"provider": "gemini", "model": "x", "extra_body": {"a": null}}'),
    ).toMatchInlineSnapshot(
      `"Error CONFIG_INVALID: <tmp>/data/config.toml: TOML has no null. Leave the key out, which means the same"`,
    );
    expect(await refusal('a..b', 'x')).toMatchInlineSnapshot(
      `"Error CONFIG_INVALID: "a..b" is no key. Write it with dots: session.max_rounds, models.fast.model; a part with other signs in quotes"`,
    );
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('does not touch a damaged file', async () => {
    await mkdir(join(directory, 'data'));
    await writeFile(file, 'model = \n');
    expect(await refusal('model', 'a/b')).toMatch(/^Error CONFIG_SYNTAX: <tmp>\/data\/config\.toml:1:/);
    expect(await readFile(file, 'utf8')).toBe('model = \n');
  });
});
