import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = dirname(fileURLToPath(import.meta.url));

/** What an import at the top of a file, types aside, brings along; what is imported on demand is not. */
const importOf = /^(?:import|export) (?!type )(?:[^'"]*? from )?['"]([^'"]+)['"]/gms;

/** The files of the app, and the packages, that are loaded with a file. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(importOf)) {
    if (name.startsWith('.')) loadedWith(resolve(dirname(file), name), seen);
    else seen.add(name);
  }
  return seen;
}

test.each([
  ['main.ts', 'the program before a command is known'],
  ['commands/run.ts', 'a headless run'],
  ['compose.ts', 'what binds the parts'],
])('%s (%s) loads nothing that draws on a terminal: that would cost 40 to 300 ms at each start', (file) => {
  const drawing = ['ink', 'react', 'string-width', 'marked', '@clack/prompts', 'diff'];
  expect([...loadedWith(resolve(source, file))].filter((name) => drawing.includes(name))).toEqual([]);
});

test('the walk above sees what a screen loads', () => {
  expect(loadedWith(resolve(source, 'terminal/style/text-width.ts'))).toContain('string-width');
});
