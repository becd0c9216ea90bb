import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackedApp } from './packed-app.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'apps', 'cli', 'package.json'), 'utf8'));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

let work = '';
let app: Awaited<ReturnType<typeof installPackedApp>>;
beforeAll(async () => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'toolstone-pack-'));
  app = await installPackedApp(root, work);
}, 120_000);
afterAll(() => fs.rmSync(work, { recursive: true, force: true }));

const run = (...args: string[]) => {
  const empty = fs.mkdtempSync(path.join(work, 'empty-'));
  return spawnSync(app.program, args, {
    cwd: empty,
    encoding: 'utf8',
    input: '',
    env: { PATH: process.env['PATH'], HOME: empty, TOOLSTONE_HOME: path.join(empty, 'data') },
  });
};

test('the package holds the program, its licences and no source maps', () => {
  const kinds = new Set(app.files.map((name) => name.replace(/^dist\/.*-[A-Z0-9]{8}\.js$/, 'dist/CHUNK.js')));
  expect([...kinds].filter((name) => name !== 'README.md').sort()).toMatchInlineSnapshot(`
    [
      "LICENSE",
      "dist/CHUNK.js",
      "dist/THIRD-PARTY-LICENSES.txt",
      "dist/job-worker.js",
      "dist/toolstone.js",
      "package.json",
    ]
  `);
  expect(app.bytes).toBeLessThan(4_000_000);
});

test('it installs without a warning', () => {
  expect(app.log).not.toMatch(/warn|error/i);
});

test('an installation with scripts off says its version', () => {
  const { status, stdout, stderr } = run('--version');
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test('it lists its tools', () => {
  const { status, stdout } = run('tools', 'list');
  expect(status).toBe(0);
  expect(stdout).toContain('get_current_time');
});

const hasSqlite = major > 22 || (major === 22 && minor >= 13);
test(`a tool runs in an empty folder${hasSqlite ? '' : ', or says what SQLite needs on Node 20'}`, () => {
  const { status, stdout, stderr } = run('call', 'get_current_time', '{"timezone":"UTC"}', '--json', '--yes');
  if (hasSqlite || status === 0) {
    expect(JSON.parse(stdout)).toMatchObject({ tool: 'get_current_time', status: 'ok', isError: false });
  } else {
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error \w+: .*better-sqlite3.* Node 22\.13 .*\n$/);
  }
});
