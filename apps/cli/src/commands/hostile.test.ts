import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ScriptedModel, type ScriptSource, startScriptedModel } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';

let place: ProgramPlace;
let model: ScriptedModel | undefined;
beforeEach(async () => {
  place = await createPlace({ 'a.txt': 'one\n' });
});
afterEach(async () => {
  await model?.close();
  model = undefined;
  await place.remove();
});

async function run(script: ScriptSource, ...args: readonly string[]) {
  model = await startScriptedModel({ script });
  const flags = [
    '--provider',
    'openai-chat',
    '--base-url',
    model.chatBaseUrl,
    '--model',
    'scripted',
    '--skip-permissions',
  ];
  const done = await place.run(['run', '-p', 'go', ...flags, ...args], { env: { OPENAI_API_KEY: 'x' } });
  return {
    ...done,
    results: model.requests.at(-1)?.view.toolResults.map(({ content }) => JSON.stringify(content)) ?? [],
  };
}

describe('a model that misbehaves', () => {
  it('gets one clear error a call, and the siblings run', async () => {
    const { code, stderr, results } = await run([
      {
        calls: [
          { name: 'read_file', rawArguments: '{"path": "a.txt"' },
          { name: 'no_such_tool', arguments: {} },
          { name: 'read_file', arguments: { file: 'a.txt' } },
          { name: 'write_file', rawArguments: JSON.stringify({ path: 'big.txt', content: 'x'.repeat(20_000) }) },
          { name: 'bash', arguments: { command: 'echo \u0000bad' } },
          { name: 'read_file', arguments: { path: 'a.txt' } },
        ],
      },
      { text: 'ok' },
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(results.map((text) => /[A-Z]{3,}_[A-Z_]+/.exec(text)?.[0] ?? 'ran')).toEqual([
      'ARGUMENTS_INVALID',
      'TOOL_UNKNOWN',
      'ARGUMENTS_INVALID',
      'ran',
      expect.any(String),
      'ran',
    ]);
    expect((await readFile(join(place.dir, 'big.txt'))).length).toBe(20_000);
  });

  it('may send a megabyte of arguments: they are carried out, and the context is condensed', async () => {
    const { code } = await run((request, n) => {
      if (request.view.system?.includes('You condense')) return { text: 'Task: go. State: big.txt was written.' };
      if (n > 0) return { text: 'ok' };
      return { calls: [{ name: 'write_file', arguments: { path: 'big.txt', content: 'x'.repeat(1_000_000) } }] };
    });
    expect(code).toBe(0);
    expect((await readFile(join(place.dir, 'big.txt'))).length).toBe(1_000_000);
  });

  it('is answered call by call where two calls have one id', async () => {
    const { code, results } = await run([
      {
        calls: [
          { name: 'bash', arguments: { command: 'echo first' }, id: 'same' },
          { name: 'bash', arguments: { command: 'echo second' }, id: 'same' },
        ],
      },
      { text: 'ok' },
    ]);
    expect(code).toBe(0);
    expect(results[0]).toContain('first');
    expect(results[1]).toContain('second');
  });

  it('may send bytes that are no UTF-8, in pieces of any size', async () => {
    const { code, stdout } = await run([{ text: 'héllo wörld', split: { everyBytes: 1 } }]);
    expect([code, stdout]).toEqual([0, 'héllo wörld\n']);
    const broken = await run([{ text: 'fine', invalidUtf8: true }]);
    expect(broken.code).toBe(0);
  });

  it('cannot take the context away with a huge result, nor hide a secret by its size', async () => {
    const secret = 'ghp_R7mQ2vXk9LdT4nWbZ8yJc3HsF6pAeU1gKoN5';
    await writeFile(join(place.dir, 'secret'), `${secret}\n`);
    const { code, results } = await run([
      {
        calls: [
          {
            name: 'bash',
            arguments: { command: `head -c 3000000 /dev/zero | tr '\\0' 'x' | fold -w 100; echo; cat secret` },
          },
        ],
      },
      { text: 'ok' },
    ]);
    expect(code).toBe(0);
    expect(results[0]?.length).toBeLessThan(6000);
    expect(results[0]).toContain('workspace_read');
    const log = await place.run(['sessions', 'list', '--all', '--json']);
    const [row] = JSON.parse(log.stdout);
    const exported = await place.run(['sessions', 'export', row.id]);
    expect(exported.stdout.includes(secret)).toBe(false);
    expect(exported.stdout.length).toBeLessThan(20_000);
  });
});

const hasBubblewrap = existsSync('/usr/bin/bwrap');

describe.runIf(hasBubblewrap)('a disk that fails', () => {
  const program = fileURLToPath(new URL('../../dist/toolstone.js', import.meta.url));
  const inside = (mounts: readonly string[], args: readonly string[]) =>
    new Promise<{ code: number | null; output: string }>((resolve, reject) => {
      const child = spawn(
        '/usr/bin/bwrap',
        ['--dev-bind', '/', '/', ...mounts, '--chdir', place.dir, process.execPath, program, ...args],
        {
          env: { PATH: process.env['PATH'] ?? '', HOME: place.home, TOOLSTONE_HOME: join(place.home, '.toolstone') },
        },
      );
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output }));
    });

  it('under the data directory, read-only: one clear error', async () => {
    const { code, output } = await inside(['--ro-bind', place.home, place.home], ['call', 'read_file', 'a.txt']);
    expect(code).toBe(1);
    expect(output).toMatch(/^Error FILE_(READ_ONLY|FORBIDDEN)/);
  });

  it('under the working directory, read-only: the call fails, and says so', async () => {
    const { code, output } = await inside(
      ['--ro-bind', place.dir, place.dir],
      ['call', 'write_file', '{"path":"b.txt","content":"x"}', '--yes'],
    );
    expect([code, output]).toEqual([1, expect.stringContaining('FILE_READ_ONLY')]);
  });

  it('full, under the working directory: the file that was there stays whole', async () => {
    const args = JSON.stringify({ path: 'a.txt', content: 'y'.repeat(90_000) });
    const { code, output } = await inside(
      ['--size', '65536', '--tmpfs', place.dir],
      ['call', 'write_file', args, '--yes'],
    );
    expect([code, output]).toEqual([1, expect.stringContaining('FILE_NO_SPACE')]);
    expect(await readFile(join(place.dir, 'a.txt'), 'utf8')).toBe('one\n');
  });

  it('full, under the data directory: one clear error', async () => {
    const { code, output } = await inside(['--size', '8192', '--tmpfs', place.home], ['call', 'read_file', 'a.txt']);
    expect(code).toBe(1);
    expect(output).toContain('FILE_NO_SPACE');
    expect(output).not.toMatch(/^\s+at /m);
  });
});
