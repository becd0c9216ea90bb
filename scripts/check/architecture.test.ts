import { expect, test } from 'vitest';
import { findArchitectureProblems } from './architecture.mjs';

const problemsOf = (path: string, text: string) => findArchitectureProblems([{ path, text }], new Set());
const word = ['TO', 'DO'].join('');

test('a clean file has no problems', () => {
  const text = `import { a } from './a.ts';\nimport { z } from 'zod';\n/** Gives b. process.env, Date.now() */\nexport const b = a(z, 'node:fs');\n`;
  expect(problemsOf('packages/kernel/src/b.ts', text)).toEqual([]);
});

test('the machine stays outside of the pure code', () => {
  const text = [
    `import fs from 'node:fs';`,
    `import { join } from 'path';`,
    `export type Hash = import('node:crypto').Hash;`,
    `export const late = () => import('node:os');`,
    `export const environment = process.env['HOME'];`,
    `export const code = process.exitCode;`,
    `export const now = Date.now() + new Date().getTime() + performance.now();`,
    `export const then = new Date(0);`,
    `export const dice = Math.random();`,
    `export const id = crypto.randomUUID() + join(String(fs));`,
  ].join('\n');
  expect(problemsOf('packages/kernel/src/b.ts', text)).toMatchInlineSnapshot(`
    [
      "packages/kernel/src/b.ts:1: "node:fs" stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:2: "path" stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:3: "node:crypto" stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:4: "node:os" stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:5: process.env stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:6: process.exitCode stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:7: Date.now stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:7: new Date() stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:7: performance.now stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:9: Math.random stands in src/node, compose.ts or a test",
      "packages/kernel/src/b.ts:10: crypto.randomUUID stands in src/node, compose.ts or a test",
    ]
  `);
  expect(problemsOf('packages/host/src/node/b.ts', text)).toEqual([]);
  expect(problemsOf('apps/cli/src/compose.ts', text)).toEqual([]);
  expect(problemsOf('packages/kernel/src/b.test.ts', text)).toEqual([]);
});

test('an app may use its own process, not the environment', () => {
  expect(problemsOf('apps/cli/src/main.ts', 'export const a = process.argv;\nexport const b = process.env;')).toEqual([
    'apps/cli/src/main.ts:2: process.env stands in src/node, compose.ts or a test',
  ]);
});

test('a process of an environment is not Node’s', () => {
  const text = `export async function run(start: Start) {\n  const { process } = await start();\n  await process.kill();\n  return process.env;\n}`;
  expect(problemsOf('packages/tools/src/bash/execute.ts', text)).toEqual([
    'packages/tools/src/bash/execute.ts:4: process.env stands in src/node, compose.ts or a test',
  ]);
});

test('a package is not entered by a path', () => {
  expect(problemsOf('packages/tools/src/bash/index.ts', `export * from '../../../kernel/src/index.ts';`)).toEqual([
    'packages/tools/src/bash/index.ts:1: "../../../kernel/src/index.ts" leaves the package: import another package by its name',
  ]);
});

test('names, sizes, default exports and open ends', () => {
  const text = `// ${word}: later\nexport default 1;\ntest.${'only'}('x', () => {});\n${'\n'.repeat(400)}`;
  expect(problemsOf('packages/kernel/src/utils/BigFile.ts', text)).toMatchInlineSnapshot(`
    [
      "packages/kernel/src/utils/BigFile.ts: file names are kebab-case",
      "packages/kernel/src/utils/BigFile.ts: name the concept; there are no utils, helpers or misc",
      "packages/kernel/src/utils/BigFile.ts: 403 lines; split it by concept (at most 400)",
      "packages/kernel/src/utils/BigFile.ts:1: an open end: do it, or file an issue",
      "packages/kernel/src/utils/BigFile.ts:3: a test that is switched off or runs alone",
      "packages/kernel/src/utils/BigFile.ts:2: exports are named",
    ]
  `);
});

test('an index stands only at the root of a package, a tool or an export', () => {
  const of = (path: string) =>
    findArchitectureProblems([{ path, text: '' }], new Set(['packages/host/src/node/sqlite/index.ts']));
  expect(of('packages/kernel/src/index.ts')).toEqual([]);
  expect(of('packages/tools/src/bash/index.ts')).toEqual([]);
  expect(of('packages/host/src/node/sqlite/index.ts')).toEqual([]);
  expect(of('packages/kernel/src/policy/index.ts')).toHaveLength(1);
});
