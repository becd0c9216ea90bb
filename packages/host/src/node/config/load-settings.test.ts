import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { renderFailure } from '@toolstone/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectoryOf } from './data-directory.ts';
import { type LoadedSettings, type LoadSettingsOptions, loadSettings } from './load-settings.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

const write = async (path: string, text: string): Promise<void> => {
  const file = join(directory, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};
const load = (options: Partial<LoadSettingsOptions> = {}) =>
  loadSettings({
    data: dataDirectoryOf({ TOOLSTONE_HOME: join(directory, 'data') }, '/home/nobody'),
    env: {},
    managedPolicyFile: join(directory, 'managed.toml'),
    ...options,
  });
const loaded = async (options?: Partial<LoadSettingsOptions>): Promise<LoadedSettings> => {
  const result = await load(options);
  if (result.status === 'failed') throw new Error(result.failures.map(renderFailure).join('\n'));
  return result;
};
const placeless = (text: string): string => text.replaceAll(directory, '<tmp>');
const failures = async (options?: Partial<LoadSettingsOptions>): Promise<string> => {
  const result = await load(options);
  return result.status === 'failed' ? placeless(result.failures.map(renderFailure).join('\n')) : 'loaded';
};
const trusted = () => ({ directory: join(directory, 'project'), isTrusted: true });
const untrusted = () => ({ directory: join(directory, 'project'), isTrusted: false });

describe('loadSettings', () => {
  it('gives the defaults where nothing is set', async () => {
    const { settings, rules, ignored, warnings } = await loaded();
    expect({ settings, rules, ignored, warnings }).toMatchInlineSnapshot(`
      {
        "ignored": [],
        "rules": [],
        "settings": {
          "bash": {
            "isolation": "none",
            "network": true,
            "writable": [],
          },
          "fallback_models": [],
          "models": {},
          "rules": [],
          "session": {
            "auto_compact_pct": 0.8,
            "instructions": "",
            "max_rounds": 100,
          },
          "storage": {
            "sync": "full",
          },
          "tool_result_offload": {
            "enabled": true,
            "inline_max_chars": 4096,
          },
          "tools": {
            "approval_timeout_seconds": 0,
            "env_passthrough": [],
            "max_parallel": 8,
            "skip_permissions": false,
            "timeout": 120,
          },
          "ui": {
            "show_thinking": false,
            "theme": "auto",
          },
        },
        "warnings": [],
      }
    `);
  });

  it('takes a flag before the environment before a trusted project before the user', async () => {
    await write(
      'data/config.toml',
      '[session]\nmax_rounds = 1\n[tools]\ntimeout = 1\nmax_parallel = 1\n[ui]\ntheme = "dark"\n',
    );
    await write(
      'project/.toolstone/config.toml',
      '[session]\nmax_rounds = 2\n[tools]\ntimeout = 2\nmax_parallel = 2\n',
    );
    const result = await loaded({
      project: trusted(),
      env: { TOOLSTONE_SESSION_MAX_ROUNDS: '3', TOOLSTONE_TOOLS_TIMEOUT: '3' },
      flags: { session: { max_rounds: 4 } },
    });
    const { session, tools, ui, bash } = result.settings;
    expect([session.max_rounds, tools.timeout, tools.max_parallel, ui.theme, bash.network]).toEqual([
      4,
      3,
      2,
      'dark',
      true,
    ]);
    const keys = ['session.max_rounds', 'tools.timeout', 'tools.max_parallel', 'ui.theme', 'bash.network'];
    expect(keys.map((key) => placeless(result.originOf(key.split('.')) ?? 'default'))).toEqual([
      'flag',
      'TOOLSTONE_TOOLS_TIMEOUT',
      '<tmp>/project/.toolstone/config.toml:5',
      '<tmp>/data/config.toml:7',
      'default',
    ]);
  });

  it('lets a trusted project add to a model of the user', async () => {
    await write('data/config.toml', '[models.fast]\nprovider = "anthropic"\nmodel = "small"\n');
    await write('project/.toolstone/config.toml', '[models.fast]\ntemperature = 0.5\n');
    const { settings } = await loaded({ project: trusted() });
    expect(settings.models['fast']).toMatchObject({ provider: 'anthropic', model: 'small', temperature: 0.5 });
  });

  it('lets an untrusted project tighten, and says what it ignores', async () => {
    await write(
      'project/.toolstone/config.toml',
      'model = "theirs"\n[bash]\nisolation = "workspace"\n[tools]\nskip_permissions = true\n\n[[rules]]\nid = "all"\neffect = "allow"\ntool = "*"\n',
    );
    await write(
      'project/.toolstone/policy.toml',
      'rules = [\n  { id = "no-push", effect = "deny", tool = "bash", command = "git push **" },\n  { id = "ls", effect = "allow", tool = "bash", command = "ls" },\n]\n',
    );
    const { settings, rules, ignored } = await loaded({ project: untrusted() });
    expect(settings.model).toBeUndefined();
    expect(settings.bash.isolation).toBe('workspace');
    expect(settings.tools.skip_permissions).toBe(false);
    expect(rules.map(({ rule }) => rule.id)).toEqual(['no-push']);
    expect(ignored.map(({ what, origin }) => `${what} at ${placeless(origin)}`)).toEqual([
      'model at <tmp>/project/.toolstone/config.toml:1',
      'tools.skip_permissions at <tmp>/project/.toolstone/config.toml:5',
      'rule "ls" (allow) at <tmp>/project/.toolstone/policy.toml:3',
      'rule "all" (allow) at <tmp>/project/.toolstone/config.toml:7',
    ]);
  });

  it('refuses a rule that nothing could make hold, in place of keeping one that does nothing', async () => {
    await write('data/policy.toml', '[[rules]]\nid = "after-web"\neffect = "ask"\ntaint = "web"\n');
    expect(await failures()).toMatchInlineSnapshot(
      `"Error CONFIG_INVALID: <tmp>/data/policy.toml:4: rules[0].taint: "taint" is not available yet: no tool marks where its content came from, so the rule would never hold. Correct the value, or remove the key to get the default"`,
    );
  });

  it('gathers rules of all files with their places', async () => {
    const rule = (id: string): string => `\n[[rules]]\nid = "${id}"\neffect = "ask"\ntool = "bash"\n`;
    await write('managed.toml', rule('m'));
    await write('data/policy.toml', rule('u1') + rule('u2'));
    await write('data/config.toml', `model = "x/y"\n${rule('u3')}`);
    await write('project/.toolstone/policy.toml', rule('p'));
    const { rules, settings } = await loaded({ project: trusted() });
    const shown = rules.map(({ rule: { id }, source, origin, folder }) =>
      placeless([id, source, origin, folder ?? '-'].join(' ')),
    );
    expect(shown).toEqual([
      'm managed <tmp>/managed.toml:2 -',
      'u1 user <tmp>/data/policy.toml:2 -',
      'u2 user <tmp>/data/policy.toml:7 -',
      'u3 user <tmp>/data/config.toml:3 -',
      'p project <tmp>/project/.toolstone/policy.toml:2 <tmp>/project',
    ]);
    expect(settings.rules.map(({ id }) => id)).toEqual(['m', 'u1', 'u2', 'u3', 'p']);
  });

  it('reads values of every type from the environment', async () => {
    const { settings } = await loaded({
      env: {
        TOOLSTONE_MODEL: 'a/b',
        TOOLSTONE_FALLBACK_MODELS: 'c/d, e/f',
        TOOLSTONE_BASH_WRITABLE: '["/a b", "/c"]',
        TOOLSTONE_BASH_NETWORK: 'off',
        TOOLSTONE_SESSION_AUTO_COMPACT_PCT: '0.5',
        TOOLSTONE_BASH_ISOLATION: 'workspace',
        PATH: '/bin',
      },
    });
    expect(settings).toMatchObject({
      model: 'a/b',
      fallback_models: ['c/d', 'e/f'],
      bash: { writable: ['/a b', '/c'], network: false, isolation: 'workspace' },
      session: { auto_compact_pct: 0.5 },
    });
  });

  it('warns of a variable that looks like a misspelled setting, and of no other', async () => {
    const { warnings } = await loaded({
      env: { TOOLSTONE_SESION_MAX_ROUNDS: '3', TOOLSTONE_HOME: '/x', TOOLSTONE_PROCESS_MARK_OF_A_SHELL: 'y' },
    });
    expect(warnings).toEqual([
      'TOOLSTONE_SESION_MAX_ROUNDS is not a setting; did you mean TOOLSTONE_SESSION_MAX_ROUNDS?',
    ]);
  });
});

describe('what is wrong in a file', () => {
  it('an unknown key is named with its place and the nearest known one', async () => {
    await write(
      'data/config.toml',
      'modle = "x"\nmax_rounds = 3\nzzzzzz = 1\n\n[sesion]\nmax_rounds = 1\n\n[tools]\ntimeuot = 5\n\n[models.fast]\nprovider = "anthropic"\nmodel = "m"\nbaseurl = "x"\n[models.fast.capabilities]\nvison = true\n',
    );
    expect(await failures()).toMatchInlineSnapshot(`
      "Error CONFIG_UNKNOWN_KEY: <tmp>/data/config.toml:16: there is no setting "models.fast.capabilities.vison". Did you mean "models.fast.capabilities.vision"?
      Error CONFIG_UNKNOWN_KEY: <tmp>/data/config.toml:14: there is no setting "models.fast.baseurl". Did you mean "models.fast.base_url"?
      Error CONFIG_UNKNOWN_KEY: <tmp>/data/config.toml:9: there is no setting "tools.timeuot". Did you mean "tools.timeout"?
      Error CONFIG_UNKNOWN_KEY: <tmp>/data/config.toml:1: there is no setting "modle". Did you mean "model"?
      Error CONFIG_UNKNOWN_KEY: <tmp>/data/config.toml:2: there is no setting "max_rounds". Did you mean "session.max_rounds"?
      Error CONFIG_UNKNOWN_KEY: <tmp>/data/config.toml:3: there is no setting "zzzzzz". \`toolstone config list\` shows the settings that there are
      Error CONFIG_UNKNOWN_KEY: <tmp>/data/config.toml:5: there is no setting "sesion". Did you mean "session"?"
    `);
  });

  it('an unknown key of a rule is named too', async () => {
    await write(
      'data/policy.toml',
      'rules = [\n  { id = "a", effect = "deny", tool = "bash" },\n  { id = "b", efect = "deny", tool = "bash" },\n  { id = "c", effect = "deny", comand = "x" } ]\n',
    );
    expect(await failures()).toMatchInlineSnapshot(`
      "Error CONFIG_INVALID: <tmp>/data/policy.toml:3: rules[1].effect is missing (invalid option: expected one of "allow"|"ask"|"deny"). Add it to the rule
      Error CONFIG_UNKNOWN_KEY: <tmp>/data/policy.toml:3: there is no setting "rules[1].efect". Did you mean "rules[1].effect"?
      Error CONFIG_UNKNOWN_KEY: <tmp>/data/policy.toml:4: there is no setting "rules[2].comand". Did you mean "rules[2].command"?"
    `);
  });

  it('a rule that lacks what makes it one is an error wherever it stands', async () => {
    await write('data/policy.toml', '[[rules]]\nid = "a"\ntool = "bash"\n');
    await write('data/config.toml', '[[rules]]\neffect = "deny"\ntool = "bash"\n');
    expect(await failures()).toMatchInlineSnapshot(`
      "Error CONFIG_INVALID: <tmp>/data/config.toml:1: rules[0].id is missing (invalid input: expected string, received undefined). Add it to the rule
      Error CONFIG_INVALID: <tmp>/data/policy.toml:1: rules[0].effect is missing (invalid option: expected one of "allow"|"ask"|"deny"). Add it to the rule"
    `);
  });

  it('a value that does not fit is named with what does', async () => {
    await write(
      'data/config.toml',
      'model = 3\n[session]\nmax_rounds = 0\n[bash]\nisolation = "docker"\n[[rules]]\nid = "x"\neffect = "deny"\ncommand = { name = 3 }\n',
    );
    expect(await failures()).toMatchInlineSnapshot(`
      "Error CONFIG_INVALID: <tmp>/data/config.toml:1: model: invalid input: expected string, received number. Correct the value, or remove the key to get the default
      Error CONFIG_INVALID: <tmp>/data/config.toml:3: session.max_rounds: too small: expected number to be >=1. Correct the value, or remove the key to get the default
      Error CONFIG_INVALID: <tmp>/data/config.toml:5: bash.isolation: invalid option: expected one of "none"|"workspace". Correct the value, or remove the key to get the default
      Error CONFIG_INVALID: <tmp>/data/config.toml:9: rules[0].command: name: Invalid input: expected string, received number. Correct the value, or remove the key to get the default"
    `);
  });

  it('a model that lacks what it needs is named where it stands', async () => {
    await write('data/config.toml', 'model = "fast"\n\n[models.fast]\nmodel = "m"\n');
    expect(await failures()).toMatchInlineSnapshot(
      `"Error CONFIG_INVALID: <tmp>/data/config.toml:3: models.fast.provider is missing (invalid option: expected one of "openai-chat"|"openai-responses"|"anthropic"|"gemini"|"embedded"). Add it; \`toolstone config set models.fast\` takes the whole table as JSON"`,
    );
  });

  it('damaged TOML is named with line and column', async () => {
    await write('data/config.toml', 'model = "x"\n[session\nmax_rounds = 1\n');
    await write('data/policy.toml', 'rules = [ { id = "a", effect = } ]');
    expect(await failures()).toMatchInlineSnapshot(`
      "Error CONFIG_SYNTAX: <tmp>/data/config.toml:2:9 is not valid TOML: illegal character in key. Correct that line, or move <tmp>/data/config.toml away to start without it
      Error CONFIG_SYNTAX: <tmp>/data/policy.toml:1:32 is not valid TOML: invalid value. Correct that line, or move <tmp>/data/policy.toml away to start without it"
    `);
  });

  it('bad values of flags and variables are named as such', async () => {
    expect(
      await failures({ flags: { session: { max_rounds: 0 } }, env: { TOOLSTONE_TOOLS_TIMEOUT: 'soon' } }),
    ).toMatchInlineSnapshot(`
      "Error CONFIG_INVALID: TOOLSTONE_TOOLS_TIMEOUT: tools.timeout: invalid input: expected number, received string. Correct the value, or remove the key to get the default
      Error CONFIG_INVALID: flag: session.max_rounds: too small: expected number to be >=1. Correct the value, or remove the key to get the default"
    `);
  });

  it('an untrusted project with a misspelled rule is an error, not a missing rule', async () => {
    await write('project/.toolstone/policy.toml', '[[rules]]\nid = "x"\nefect = "deny"\n');
    expect(await failures({ project: untrusted() })).toMatch(/^Error CONFIG_UNKNOWN_KEY: .*policy\.toml:3/m);
  });

  it('bytes that are not text, and a directory in the place of a file', async () => {
    await mkdir(join(directory, 'data', 'policy.toml'), { recursive: true });
    await writeFile(join(directory, 'data', 'config.toml'), Buffer.from([0x61, 0xff, 0xfe]));
    expect(await failures()).toMatchInlineSnapshot(`
      "Error CONFIG_UNREADABLE: <tmp>/data/config.toml is not UTF-8 text. Correct it, or move <tmp>/data/config.toml away
      Error CONFIG_UNREADABLE: <tmp>/data/policy.toml cannot be read (EISDIR). Correct it, or move <tmp>/data/policy.toml away"
    `);
  });
});
