import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { killRounds } from './testing/kill-writer.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'search-killed-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

test('a writer killed two hundred times loses nothing that it acknowledged', async () => {
  await killRounds(path, 200);
}, 900_000);
