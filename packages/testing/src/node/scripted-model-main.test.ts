import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const main = fileURLToPath(new URL('./scripted-model-main.ts', import.meta.url));
const example = fileURLToPath(new URL('../../fixtures/scripts/read-then-answer.json', import.meta.url));

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'scripted-model-'));
});
afterEach(() => rm(directory, { recursive: true }));

function run(...args: string[]) {
  const { INIT_CWD: _callersDirectory, ...env } = process.env;
  return spawn(process.execPath, ['--import', 'tsx', main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

test('serves the script of a file until it is interrupted, and says what is asked', async () => {
  const program = run('--script', example);
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  const [chat, anthropic, gemini] = [await next(), await next(), await next()];
  const url = gemini.split(/ +/)[1] ?? '';
  const known = [chat, anthropic, gemini].map((line) => line.replace(url, 'URL'));
  expect(known).toEqual([
    'OpenAI chat, responses  URL/v1',
    'Anthropic               URL',
    'Gemini                  URL',
  ]);

  const answer = await fetch(`${url}/v1beta/models/m:generateContent`, {
    method: 'POST',
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'please read the file' }] }] }),
  });
  expect(await answer.json()).toMatchObject({
    candidates: [{ content: { parts: [{ thought: true }, {}, { functionCall: { name: 'read_file' } }] } }],
  });
  expect([await next(), await next()]).toEqual([
    '1  gemini  m  whole  1 messages  0 tools  replied',
    '   user: please read the file',
  ]);

  program.kill('SIGINT');
  expect(await once(program, 'exit')).toEqual([0, null]);
});

test('says what is wrong with a script', async () => {
  const file = join(directory, 'script.json');
  await writeFile(file, '{"version":1,"replies":[{"calls":[{"nam":"x"}]}]}');
  const program = run('--script', file);
  const [problem, exit] = await Promise.all([text(program.stderr), once(program, 'exit')]);
  expect(exit).toEqual([2, null]);
  expect(problem).toContain('replies[0].calls[0]');
});
