import { describe, expect, it } from 'vitest';
import { editFile } from '../edit-file/index.ts';
import { withBench } from '../file-bench.fixture.ts';
import { diffFile } from './index.ts';

const tools = [diffFile, editFile];

describe('diff_file', () => {
  it('compares two files', () =>
    withBench({ tools, files: { a: 'one\ntwo\nthree\n', b: 'one\n2\nthree' } }, async (bench) => {
      const result = await bench.call('diff_file', { path_a: 'a', path_b: 'b' });
      expect(result.text).toMatchInlineSnapshot(`
        "--- a
        +++ b
        @@ -1,3 +1,3 @@
         one
        -two
        -three
        +2
        +three
        \\ No newline at end of file"
      `);
      expect(result.value).toEqual({ added: 2, removed: 2, equal: false });
    }));

  it('compares a file with a text, which is the old side', () =>
    withBench({ tools, files: { a: 'one\ntwo\n' } }, async (bench) => {
      const result = await bench.call('diff_file', { path_a: 'a', content_b: 'one\n', context_lines: 0 });
      expect(result.text).toMatchInlineSnapshot(`
        "--- (provided content)
        +++ a
        @@ -1,0 +2 @@
        +two"
      `);
    }));

  it('says that nothing differs, and what differs beside the text', () =>
    withBench(
      { tools, files: { a: 'one\ntwo\n', b: 'one\r\ntwo\r\n', c: Buffer.from('\ufeffone\ntwo\n', 'utf16le') } },
      async (bench) => {
        const same = await bench.call('diff_file', { path_a: 'a', path_b: 'a' });
        expect(same.text).toBe('(no differences)');
        expect(same.notes ?? []).toEqual([]);
        const breaks = await bench.call('diff_file', { path_a: 'a', path_b: 'b' });
        expect(breaks.text).toBe('(no differences)');
        expect(breaks.notes).toEqual(['Line breaks differ and are not shown: LF in a, CRLF in b']);
        const encodings = await bench.call('diff_file', { path_a: 'a', path_b: 'c' });
        expect(encodings.notes).toEqual(['Encodings differ: UTF-8 in a, UTF-16 LE with BOM in c']);
      },
    ));

  it('counts as reading both files', () =>
    withBench({ tools, files: { a: 'one\n', b: 'two\n' } }, async (bench) => {
      const results = await bench.batch([
        { tool: 'diff_file', args: { path_a: 'a', path_b: 'b' } },
        { tool: 'edit_file', args: { path: 'a', old_string: 'one', new_string: '1' } },
        { tool: 'edit_file', args: { path: 'b', old_string: 'two', new_string: '2' } },
      ]);
      expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    }));

  it('says how much of a long diff follows', () =>
    withBench({ tools, files: { a: numbered(30_000, 'x'), b: numbered(30_000, 'y') } }, async (bench) => {
      const result = await bench.call('diff_file', { path_a: 'a', path_b: 'b' });
      expect(result.text.length).toBeLessThan(70_000);
      expect(result.text).toMatch(/\(\d\d,\d{3} more lines of the diff follow; /);
    }));

  it('refuses what cannot be compared', () =>
    withBench({ tools, files: { a: 'one\n', bin: Buffer.from([0, 1, 2]), 'd/x': '' } }, async (bench) => {
      const results = await bench.batch(
        [
          { path_a: 'a' },
          { path_a: 'a', path_b: 'a', content_b: 'x' },
          { path_a: 'a', path_b: 'bin' },
          { path_a: 'a', path_b: 'missing' },
          { path_a: 'd', path_b: 'a' },
          { path_a: '', path_b: 'a' },
          { path_a: 'a', path_b: 'a', context_lines: 21 },
        ].map((args) => ({ tool: 'diff_file', args })),
      );
      expect(results.map(({ text }) => text)).toMatchInlineSnapshot(`
        [
          "Error DIFF_SIDES: neither path_b nor content_b was given. Give path_b to compare two files, or content_b to compare a file with a text",
          "Error DIFF_SIDES: both path_b and content_b were given. Give path_b to compare two files, or content_b to compare a file with a text",
          "Error FILE_IS_BINARY: bin is a binary file. Only text can be compared line by line; use cmp in bash to see whether two files are the same",
          "Error FILE_NOT_FOUND: there is no file missing. Check the path; read_file . lists what is there",
          "Error PATH_IS_DIRECTORY: d is a directory. Name a file inside it; read_file on the directory lists what is there",
          "Error PATH_EMPTY: path_a is empty. Give the path of a file, absolute or relative to the working directory",
          "Error ARGUMENTS_INVALID: diff_file: "context_lines" Too big: expected number to be <=20. Send the arguments in the form {"path_a": string, "path_b"?: string, "content_b"?: string, "context_lines"?: integer}",
        ]
      `);
    }));
});

function numbered(count: number, word: string): string {
  return Array.from({ length: count }, (_, index) => `${word} ${index % 7} ${index}\n`).join('');
}
