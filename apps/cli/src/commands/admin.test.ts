import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolDescriptorSchema } from '@toolstone/protocol';
import { startScriptedModel } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';

let place: ProgramPlace;
beforeEach(async () => {
  place = await createPlace({ 'a.txt': 'one\n' });
});
afterEach(() => place.remove());

const out = async (...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await place.run(args);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout.replaceAll(place.home, '~').replaceAll(place.dir, '.');
};

describe('toolstone tools', () => {
  it('exports each form, and metadata only in the form of files', async () => {
    const openai = JSON.parse(await out('tools', 'export'));
    const anthropic = JSON.parse(await out('tools', 'export', '--format', 'anthropic'));
    const seed = JSON.parse(await out('tools', 'export', '--format', 'seed'));
    expect(openai.map((tool: { function: { name: string } }) => tool.function.name)).toEqual(
      seed.map((tool: { name: string }) => tool.name),
    );
    expect(JSON.stringify([openai, anthropic])).not.toContain('primary_key');
    expect(seed.every((tool: unknown) => toolDescriptorSchema.safeParse(tool).success)).toBe(true);
    expect(anthropic[0]).toMatchObject({ name: 'bash', input_schema: { required: ['command'] } });
  });

  it('tells a model of all built-in tools in at most 4,000 tokens', async () => {
    expect((await out('tools', 'export')).replace(/\s+/g, ' ').length / 4).toBeLessThan(4000);
  });

  it('shows one tool, and names the others where there is none of that name', async () => {
    expect(await out('tools', 'show', 'edit_file')).toContain('"old_string"');
    expect(await place.run(['tools', 'show', 'nope'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('edit_file'),
    });
  });
});

describe('toolstone config', () => {
  it('sets, gets and lists with where a value comes from', async () => {
    await out('config', 'set', 'tools.timeout', '30');
    expect(await out('config', 'get', 'tools.timeout')).toBe('30\n');
    expect(await out('config', 'list')).toMatch(/tools\.timeout +30 +~\/\.toolstone\/config\.toml:\d+/);
    expect(await out('config', 'path')).toContain('~/.toolstone/toolstone.db');
  });

  it.each([
    [['config', 'set', 'tools.timeuot', '30'], 'tools.timeout'],
    [['config', 'set', 'tools.timeout', 'soon'], 'tools.timeout'],
    [['config', 'get', 'nope'], 'nothing is set'],
  ])('refuses %j and says what is meant', async (args, word) => {
    expect(await place.run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(word) });
  });

  it('names file, line and column of damage, and loses nothing', async () => {
    await out('config', 'set', 'tools.timeout', '30');
    const file = join(place.home, '.toolstone', 'config.toml');
    const before = await readFile(file, 'utf8');
    await writeFile(file, `${before}\n[session\n`);
    const { code, stderr } = await place.run(['tools', 'export']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/config\.toml:\d+/)]);
    expect(await readFile(file, 'utf8')).toBe(`${before}\n[session\n`);
  });
});

describe('toolstone policy', () => {
  it('explains which rule decides, without making the call', async () => {
    const told = await out('policy', 'explain', 'bash', 'npm test && rm -rf build', '--allow', 'bash(npm test)');
    expect(told).toContain('asks first');
    expect(told).toContain('rm -rf build');
    const json = JSON.parse(await out('policy', 'explain', 'bash', 'npm test', '--allow', 'bash(npm test)', '--json'));
    expect(json).toMatchObject({ effect: 'allow', rule: 'bash(npm test)' });
  });

  it('tests calls against the decision that is expected', async () => {
    const cases = [
      { tool: 'read_file', arguments: { path: 'a.txt' }, expect: 'allow' },
      { tool: 'bash', arguments: 'npm test', expect: 'ask' },
      { tool: 'read_file', arguments: { path: '~/.ssh/id_rsa' }, expect: 'allow' },
    ];
    await writeFile(join(place.dir, 'cases.jsonl'), cases.map((line) => JSON.stringify(line)).join('\n'));
    expect(await place.run(['policy', 'test', 'cases.jsonl'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('cases.jsonl:3'),
    });
    await writeFile(join(place.dir, 'cases.jsonl'), JSON.stringify(cases[0]));
    expect(await place.run(['policy', 'test', 'cases.jsonl'])).toMatchObject({
      code: 0,
      stdout: '1 of 1 as expected\n',
    });
  });
});

describe('toolstone sessions and undo', () => {
  it('lists, shows, exports and deletes', async () => {
    await out('call', 'write_file', '{"path":"b.txt","content":"x"}', '--yes');
    const [row] = JSON.parse(await out('sessions', 'list', '--all', '--json'));
    expect(await out('sessions', 'show', row.id)).toContain('write_file');
    const records = (await out('sessions', 'export', row.id))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_record, index) => index + 1));
    expect(await out('undo', '--list')).toContain('b.txt');
    expect(await out('undo', row.id.slice(0, 20))).toContain('removed b.txt');
    expect(await place.run(['undo', row.id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NOTHING_TO_UNDO'),
    });
    await out('sessions', 'delete', row.id);
    expect(JSON.parse(await out('sessions', 'list', '--all', '--json'))).toEqual([]);
  });
});

describe('what a newcomer stumbled over', () => {
  it('refuses a session without a name, and says plainly that no model is configured', async () => {
    expect(await place.run(['call', 'read_file', 'a.txt', '--session', ''])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--session needs a name'),
    });
    const listed = await out('models', 'list');
    expect(listed).toMatch(/^none configured.*toolstone models add/);
    expect(listed).not.toContain('Error');
  });

  it('does not tick a settings file that is not there', async () => {
    const { stdout } = await place.run(['doctor']);
    expect(stdout).toContain('settings: none yet');
  });

  it('names what undo took back from the directory it was done in', async () => {
    await out('call', 'write_file', '{"path":"sub/b.txt","content":"x"}', '--yes');
    expect(await out('undo')).toBe('removed sub/b.txt (it was new)\n');
  });
});

describe('toolstone sessions show', () => {
  it('shows the ends of a result in the workspace with its reference, and all of it with --full', async () => {
    const command = 'for i in $(seq 1 3000); do echo "line $i of many"; done';
    await out('call', 'bash', JSON.stringify({ command }), '--yes');
    const [row] = JSON.parse(await out('sessions', 'list', '--all', '--json'));
    const shown = (await out('sessions', 'show', row.id)).replace(/call_\w+/g, 'CALL').replace(/ws_\w+/g, 'WS');
    // How long it took is said only of what took a while.
    expect(shown.replace(/^— .*\n/m, '')).toMatchInlineSnapshot(`
      "WS  call:bash
      . · idle · 6 records

      > /call bash {"command":"for i in $(seq 1 3000); do echo \\"line $i of many\\"; done"}
      ● for i in $(seq 1 3000); do echo "line $i of many"; done (ok)
        line 1 of many
        line 2 of many
        line 3 of many
        line 4 of many
        line 5 of many
        line 6 of many
        line 7 of many
        line 8 of many
        …
        line 2997 of many
        line 2998 of many
        line 2999 of many
        line 3000 of many
        [51.7 KB in workspace://tool-results/bash-CALL; --full shows all of it]
      "
    `);
    const full = await out('sessions', 'show', row.id, '--full');
    expect(full).toContain('line 1500 of many');
    expect(full).not.toContain('more lines');
  });

  it('says what each turn and all of them took', async () => {
    await using model = await startScriptedModel({
      script: [{ text: 'Hello.', usage: { inputTokens: 12_345, outputTokens: 67, cacheReadTokens: 10_000 } }],
    });
    const args = ['--provider', 'openai-chat', '--base-url', model.chatBaseUrl, '--model', 'gpt-4o'];
    await place.run(['run', '-p', 'hi', ...args], { env: { OPENAI_API_KEY: 'x' } });
    const [row] = JSON.parse(await out('sessions', 'list', '--json'));
    const shown = await out('sessions', 'show', row.id);
    expect(shown.match(/↑ .*/g)).toMatchInlineSnapshot(`
      [
        "↑ 12.3k (10k cached) ↓ 67 tokens",
        "↑ 12.3k (10k cached) ↓ 67 tokens",
      ]
    `);
  });
});

describe('toolstone undo without an id', () => {
  it('finds the newest workstream whose changes still stand, among others', async () => {
    for (const name of ['one', 'two']) {
      const args = JSON.stringify({ path: `${name}.txt`, content: name });
      await out('call', 'write_file', args, '--yes', '--session', name);
    }
    await out('call', 'read_file', 'a.txt');
    expect(await out('undo')).toContain('removed two.txt');
    expect(await out('undo')).toContain('removed one.txt');
    expect(await place.run(['undo'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no file changes') });
  });
});

describe('toolstone tour, doctor and help', () => {
  it('plays the tour with the real tools and leaves nothing behind', async () => {
    const told = await out('tour');
    for (const word of [
      'No model takes part',
      '- A line for the tour: before',
      '+ A line for the tour: after',
      'nothing is left running',
      'restored',
    ]) {
      expect(told).toContain(word);
    }
    // It showed its calls as JSON, unlike everything else that a person reads.
    expect(told).toContain('● Read .\n');
    expect(told).not.toContain('{"');
    expect(
      (await out('call', 'read_file', '.'))
        .trim()
        .split('\n')
        .filter((line) => line.includes('toolstone-tour')),
    ).toEqual([]);
  });

  it('checks the installation', async () => {
    const { stdout } = await place.run(['doctor', '--json']);
    const findings = JSON.parse(stdout);
    expect(findings.map(({ name }: { name: string }) => name)).toEqual([
      'program',
      'settings',
      'log',
      'privacy',
      'commands',
      'search',
      'isolation',
      'model',
    ]);
    expect(findings.filter(({ status }: { status: string }) => status === 'problem')).toEqual([]);
  });

  it('says every command in its help, and the near one for a typing error', async () => {
    expect(await out('--help')).toMatch(
      /run[\s\S]*call[\s\S]*tools[\s\S]*sessions[\s\S]*undo[\s\S]*models[\s\S]*config[\s\S]*policy[\s\S]*doctor[\s\S]*tour/,
    );
    expect(await place.run(['tools', 'lst'])).toMatchObject({ code: 2, stderr: expect.stringContaining('list') });
  });
});

describe('damage', () => {
  it('is told of a database that is none, which is left as it is', async () => {
    await out('call', 'get_current_time');
    const file = join(place.home, '.toolstone', 'toolstone.db');
    await writeFile(file, 'this is not a database, but somebody may need it');
    const { code, stderr } = await place.run(['call', 'get_current_time']);
    expect(code).toBe(1);
    expect(stderr).toContain(file);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await readFile(file, 'utf8')).toBe('this is not a database, but somebody may need it');
  });
});
