import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileEnvironment, compileProblem } from './node-headers.mjs';

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'headers-'));
});
afterEach(() => rmSync(place, { recursive: true }));

const put = (path: string): string => {
  const file = join(place, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  return file;
};

test('the headers beside this Node are used, so that an empty home needs no download', () => {
  const node = put('bin/node');
  expect(compileEnvironment({ PATH: '/bin' }, node)).toEqual({ PATH: '/bin' });
  put('include/node/node.h');
  expect(compileEnvironment({ PATH: '/bin' }, node)).toEqual({ PATH: '/bin', npm_config_nodedir: place });
  expect(compileEnvironment({ npm_config_nodedir: '/mine' }, node)).toEqual({ npm_config_nodedir: '/mine' });
});

test('a failed compilation names what is missing, not what is there', () => {
  const node = put('bin/node');
  const tools = join(place, 'tools');
  expect(compileProblem({ PATH: tools }, node).cause).toBe('a C++ compiler, make, Python 3 not found');
  for (const tool of ['g++', 'make', 'python3']) put(`tools/${tool}`);
  expect(compileProblem({ PATH: tools }, node).cause).toContain('without its C headers');
  expect(compileProblem({ PATH: tools }, node).nextStep).toContain('npm_config_nodedir');
  put('include/node/node.h');
  expect(compileProblem({ PATH: tools }, node).nextStep).toContain('--foreground-scripts');
});
