import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepare } from '../setup/prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
beforeAll(() => prepare(root, { build: true }), 120_000);

let place = '';
beforeEach(() => {
  place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'toolstone-start-')));
});
afterEach(() => fs.rmSync(place, { recursive: true, force: true }));

/** Starts as `npm run cli -- ARGS` does, by a person who stands in `place`. */
const start = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    input: '',
    env: {
      PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH']}`,
      HOME: place,
      TOOLSTONE_HOME: path.join(place, 'data'),
      INIT_CWD: place,
      npm_config_user_agent: 'npm',
    },
  });

test('arguments and exit codes pass through', () => {
  expect(start('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(start('run', '--no-such-flag').status).toBe(2);
});

test('commands run where the person stands, and see nothing of npm', () => {
  const command = `pwd; env | grep -i '^npm_\\|INIT_CWD' | wc -l; echo "$PATH" | tr : '\\n' | grep -c 'node_modules/.bin$'`;
  const { stdout } = start('call', 'bash', JSON.stringify({ command }), '--json', '--yes');
  expect(
    JSON.parse(stdout)
      .text.split('\n')
      .slice(0, 3)
      .map((line: string) => line.trim()),
  ).toEqual([place, '0', '0']);
});
