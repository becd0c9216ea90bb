import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { prepare } from '../setup/prepare.mjs';
import { loadedWith } from './start-cost.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = 'apps/cli/dist/toolstone.js';
let metafile: Metafile;

beforeAll(async () => {
  await prepare(root, { build: true });
  metafile = JSON.parse(readFileSync(path.join(root, 'node_modules', '.cache', 'toolstone', 'bundle.json'), 'utf8'));
}, 120_000);

const packagesOf = (inputs: readonly string[]) =>
  new Set(inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));

test('what `--version` loads is small and holds no package', () => {
  const { inputs, bytes } = loadedWith(metafile, entry);
  expect([...packagesOf(inputs)]).toEqual([]);
  expect(bytes).toBeLessThan(10_000);
});

test('a start loads neither the screen nor the readers of documents', () => {
  const { later } = loadedWith(metafile, entry);
  expect(later.length).toBeGreaterThan(0);
  const packages = new Set(later.flatMap((output) => [...packagesOf(loadedWith(metafile, output).inputs)]));
  const rare = [
    'ink',
    'react',
    'yoga-layout',
    'marked',
    'unpdf',
    'mammoth',
    'read-excel-file',
    'iconv-lite',
    'fflate',
    'bmp-ts',
  ];
  expect(rare.filter((name) => packages.has(name))).toEqual([]);
});

test('the program begins with the line that starts Node', () => {
  expect(readFileSync(path.join(root, entry), 'utf8').split('\n', 1)).toEqual(['#!/usr/bin/env node']);
});
