import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Line {
  readonly name: string;
  readonly error?: string;
  readonly figures?: readonly { readonly figure: string; readonly value: number; readonly pass: boolean }[];
}

test('every row of the bench is measured, and what does not depend on the weather keeps its budget', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/bench.mjs', '--runs', '1'], {
    cwd: root,
    encoding: 'utf8',
    input: '',
    maxBuffer: 10_000_000,
  });
  const lines: readonly Line[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(
    lines.map(({ name }) => name),
    stderr,
  ).toHaveLength(8);
  expect(lines.filter(({ error }) => error !== undefined)).toEqual([]);
  const steady = [
    'request',
    'data directory after 5 rounds',
    'added by 5 more',
    'processes left',
    'files outside the data directory',
  ];
  const figures = lines.flatMap(({ figures = [] }) => figures).filter(({ figure }) => steady.includes(figure));
  expect(figures).toHaveLength(steady.length);
  expect(figures.filter(({ pass }) => !pass)).toEqual([]);
}, 600_000);
