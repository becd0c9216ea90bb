import { describe, expect, it } from 'vitest';
import type { FoundFile } from './read-records.ts';
import { createRecordReader } from './read-records.ts';
import { renderFiles } from './render-files.ts';
import { renderMatches } from './render-matches.ts';

const file = (path: string, matches: number, text = 'some matching line'): FoundFile => ({
  path,
  matches,
  lines: Array.from({ length: matches }, (_, index) => ({ number: index + 1, isMatch: true, text })),
});
const many = (count: number, matches: number) =>
  Array.from({ length: count }, (_, index) => file(`src/file-${String(index).padStart(3, '0')}.ts`, matches));

describe('renderMatches', () => {
  it('shows everything that fits', () => {
    expect(renderMatches([file('a.ts', 2), file('b.ts', 1)])).toMatchInlineSnapshot(`
      {
        "shown": "all",
        "text": "a.ts:1:some matching line
      a.ts:2:some matching line
      b.ts:1:some matching line
      (3 matches across 2 files)",
      }
    `);
  });

  it('then some of every file', () => {
    expect(renderMatches([file('a.ts', 9), file('b.ts', 2)], 220)).toMatchInlineSnapshot(`
      {
        "shown": "samples",
        "text": "a.ts:1:some matching line
      a.ts:2:some matching line
      a.ts:3:some matching line
      a.ts:4:some matching line
      a.ts:5:some matching line
      ...and 4 more in a.ts
      b.ts:1:some matching line
      b.ts:2:some matching line
      (11 matches across 2 files; too much to show all: this is the first 5 matches of each file)",
      }
    `);
  });

  it('then counts, the largest first', () => {
    const { text, shown } = renderMatches([...many(8, 2), file('z.ts', 30)], 150);
    expect(shown).toBe('counts');
    expect(text).toMatchInlineSnapshot(`
      "z.ts: 30
      src/file-000.ts: 2
      src/file-001.ts: 2
      src/file-002.ts: 2
      src/file-003.ts: 2
      src/file-004.ts: 2
      src/file-005.ts: 2
      src/file-006.ts: 2
      (plus 1 more files)
      (46 matches across 9 files; too much to show lines: these are counts)"
    `);
  });

  it('names every file while there is room for it', () => {
    const { text } = renderMatches(many(600, 100));
    for (let index = 0; index < 600; index += 1) expect(text).toContain(`file-${String(index).padStart(3, '0')}.ts`);
    expect(text.length).toBeLessThanOrEqual(32_768);
  });
});

describe('renderFiles', () => {
  it('falls back to counts by directory', () => {
    expect(renderFiles(['a/1', 'a/2', 'b/c/3', 'top'], 10)).toMatchInlineSnapshot(`
      "(plus 3 more directories)
      (4 files; too many to list: these are counts by directory)"
    `);
    expect(renderFiles(['a/1', 'a/2', 'b/c/3', 'top'], 30)).toMatchInlineSnapshot(`
      "a/1
      a/2
      b/c/3
      top
      (4 files)"
    `);
  });
});

describe('createRecordReader', () => {
  const output =
    'a.ts\x0012:x: y\na.ts\x0013-around\nb.dat: binary file matches (found "\\0" byte around offset 9)\nodd\nname:1:\x007:z\r\nbroken\x00no number\n';

  it('reads records however they are cut', () => {
    for (let size = 1; size < output.length; size += 1) {
      const reader = createRecordReader((path) => path);
      for (let at = 0; at < output.length; at += size) reader.push(output.slice(at, at + size));
      expect(reader.malformed).toBe(1);
      expect(reader.files()).toEqual([
        {
          path: 'a.ts',
          matches: 1,
          lines: [
            { number: 12, isMatch: true, text: 'x: y' },
            { number: 13, isMatch: false, text: 'around' },
          ],
        },
        { path: 'odd\nname:1:', matches: 1, lines: [{ number: 7, isMatch: true, text: 'z' }] },
      ]);
    }
  });
});
