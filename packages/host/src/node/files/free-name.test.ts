import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freeName } from './free-name.ts';
import { resolvePath } from './resolve-path.ts';

let directory = '';
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'toolstone-free-name-')));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('a free name', () => {
  it.each(['round', '-n', 'round/', 'a b'])('leads to itself, as the long look says: %s', async (name) => {
    const path = `${directory}/${name}`;
    expect(freeName(path, directory)).toBe(await resolvePath(path));
  });

  it('is not one that is there, a link to nothing included', () => {
    writeFileSync(join(directory, 'file'), '');
    symlinkSync('/nowhere/at/all', join(directory, 'dangling'));
    for (const name of ['file', 'dangling', '..', '.'])
      expect(freeName(`${directory}/${name}`, directory)).toBeUndefined();
  });

  it('is not told of other directories, of a link to one, or of what no path can be', () => {
    const link = `${directory}-link`;
    symlinkSync(directory, link);
    try {
      expect(freeName(`${link}/x`, link)).toBeUndefined();
    } finally {
      rmSync(link);
    }
    expect(freeName(`${directory}/sub/x`, directory)).toBeUndefined();
    expect(freeName(`${directory}/\0`, directory)).toBeUndefined();
  });
});
