import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const runTestsUrl = new URL('./run-tests.mjs', import.meta.url).href;
let root = '';
beforeEach(() => {
  // Resolved, because vitest names files by their real path (macOS has its temporary directory behind a link).
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'toolstone-run-')));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** Runs the tests of a folder as `npm test` does; gives the exit code and the closing lines. */
function run(files: Record<string, string>, args: readonly string[] = []) {
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(root, name), text);
  const code = `const { runTests } = await import(${JSON.stringify(runTestsUrl)});
    process.exitCode = await runTests(${JSON.stringify(root)}, ${JSON.stringify(['--globals', ...args])});`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined },
  });
  return { status, closing: stdout.slice(stdout.lastIndexOf('\n\n') + 2) };
}

test('the last line counts what passed and failed; a file that does not load counts as failed', () => {
  const outcome = run({
    'a.test.js': `test('good', () => {}); test('bad', () => { throw new Error('no') }); test('absent', (t) => t.skip('no model here'));`,
    'b.test.js': `throw new Error('does not load');`,
  });
  expect(outcome).toMatchInlineSnapshot(`
    {
      "closing": "skipped: 1
      a.test.js: absent: no model here
    tests: 1 passed, 2 failed
    ",
      "status": 1,
    }
  `);
});

test('all good ends with 0', () => {
  expect(run({ 'a.test.js': `test('good', () => {});` })).toEqual({
    status: 0,
    closing: 'tests: 1 passed, 0 failed\n',
  });
});

test('no test at all is a failure', () => {
  expect(run({ 'a.test.js': `test('good', () => {});` }, ['nothing-like-it'])).toEqual({
    status: 1,
    closing: 'no test matches\ntests: 0 passed, 0 failed\n',
  });
});

test('an error outside of a test is a failure', () => {
  const { status, closing } = run({
    'a.test.js': `test('good', async () => { setTimeout(() => { throw new Error('late') }); await new Promise((r) => setTimeout(r, 50)); });`,
  });
  expect(closing).toBe('errors outside of tests: 1\ntests: 1 passed, 0 failed\n');
  expect(status).toBe(1);
});
