import { execFile } from 'node:child_process';
import { appendFile, mkdir, symlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { editFile } from '../edit-file/index.ts';
import { withBench } from '../file-bench.fixture.ts';
import { readFile } from './index.ts';

const tools = [readFile];
const run = promisify(execFile);

describe('text', () => {
  it('numbers lines and keeps their trailing blanks', () =>
    withBench({ tools, files: { 'a.txt': 'one  \n\ttwo\t\n\nlast' } }, async (bench) => {
      const result = await bench.call('read_file', { path: 'a.txt' });
      expect(result.text).toBe('   1\tone  \n   2\t\ttwo\t\n   3\t\n   4\tlast');
      expect(result.notes).toEqual(['The last line has no line break']);
      expect(result.view).toEqual({ type: 'lines', path: 'a.txt', firstLine: 1, lastLine: 4, totalLines: 4 });
    }));

  it('reads a part and says how to go on', () =>
    withBench({ tools, files: { 'a.txt': lines(50) } }, async (bench) => {
      const middle = await bench.call('read_file', { path: 'a.txt', offset: 10, limit: 2 });
      expect(middle.text).toBe('  10\tline 10\n  11\tline 11\n(lines 10-11 of 50; continue with offset=12)');
      const end = await bench.call('read_file', { path: bench.path('a.txt'), offset: 49 });
      expect(end.text).toBe('  49\tline 49\n  50\tline 50\n(lines 49-50 of 50)');
      const past = await bench.call('read_file', { path: 'a.txt', offset: 51 });
      expect(past.text).toMatchInlineSnapshot(
        `"Error OFFSET_PAST_END: a.txt has 50 lines; line 51 is past its end. Use an offset from 1 to 50"`,
      );
    }));

  it('stops where the answer is full and goes on from there', () =>
    withBench({ tools, files: { 'a.txt': lines(20_000) } }, async (bench) => {
      const first = await bench.call('read_file', { path: 'a.txt' });
      expect(first.text.length).toBeLessThan(140_000);
      const next = Number(/continue with offset=(\d+)\)$/.exec(first.text)?.[1]);
      const second = await bench.call('read_file', { path: 'a.txt', offset: next, limit: 1 });
      expect(first.text).toContain(`\tline ${next - 1}\n(`);
      expect(second.text).toContain(`\tline ${next}\n(`);
    }));

  it('says that an empty file is empty', () =>
    withBench({ tools, files: { 'a.txt': '' } }, async (bench) => {
      expect((await bench.call('read_file', { path: 'a.txt' })).text).toBe('(empty file)');
    }));

  it('keeps the rest of a very long line within reach', () =>
    withBench(
      { tools, files: { 'a.txt': `short\n${'x'.repeat(1999)}é${'y'.repeat(100_000)}END\nafter\n` } },
      async (bench) => {
        const cut = await bench.call('read_file', { path: 'a.txt' });
        expect(cut.text).toContain('x … [cut: the line has 102,004 bytes; continue with offset=2 column=2000]');
        expect(cut.text).toContain('   3\tafter');
        const rest = await bench.call('read_file', { path: 'a.txt', offset: 2, column: 2000 });
        expect(rest.text.slice(0, 12)).toBe('   2\téyyyyyy');
        const column = Number(/column=(\d+)\]/.exec(rest.text)?.[1]);
        const end = await bench.call('read_file', { path: 'a.txt', offset: 2, column });
        expect(end.text).toMatch(/^ {3}2\ty+END\n\(line 2 from column 67,536\)$/);
        const past = await bench.call('read_file', { path: 'a.txt', offset: 2, column: 200_000 });
        expect(past.failure?.code).toBe('COLUMN_PAST_END');
      },
    ));

  it('reads the end of a file that is too large to be edited', () =>
    withBench({ tools: [readFile, editFile] }, async (bench) => {
      const block = lines(100_000);
      for (let count = 0; count < 70; count++) await appendFile(bench.path('big.log'), block);
      const end = await bench.call('read_file', { path: 'big.log', offset: 6_999_999 });
      expect(end.text).toBe('6999999\tline 99999\n7000000\tline 100000\n(lines 6,999,999-7,000,000 of 7,000,000)');
      const start = await bench.call('read_file', { path: 'big.log', limit: 1 });
      expect(start.text).toBe('   1\tline 1\n(lines 1-1; continue with offset=2)');
      const edited = await bench.call('edit_file', { path: 'big.log', old_string: 'line 1', new_string: 'x' });
      expect(edited.failure?.code).toBe('FILE_TOO_LARGE');
    }));

  it('takes a name by which other tools call the parameter, and numbers sent as text', () =>
    withBench({ tools, files: { 'a.txt': lines(5) } }, async (bench) => {
      const result = await bench.call('read_file', { file_path: 'a.txt', offset: '4', limit: '1' });
      expect(result.text).toContain('   4\tline 4');
    }));

  it('refuses parameters that make no sense', () =>
    withBench({ tools, files: { 'a.txt': lines(5) } }, async (bench) => {
      const results = await bench.batch([
        { tool: 'read_file', args: { path: 'a.txt', offset: 0 } },
        { tool: 'read_file', args: { path: 'a.txt', limit: 'many' } },
        { tool: 'read_file', args: { path: '' } },
        { tool: 'read_file', args: { path: 'a\0b' } },
        { tool: 'read_file', args: {} },
      ]);
      expect(results.map(({ failure }) => `${failure?.code}: ${failure?.message}`)).toMatchInlineSnapshot(`
        [
          "ARGUMENTS_INVALID: read_file: "offset" Too small: expected number to be >=1",
          "ARGUMENTS_INVALID: read_file: "limit" expected number, received string",
          "PATH_EMPTY: path is empty",
          "PATH_INVALID: path contains a NUL character",
          "ARGUMENTS_INVALID: read_file: "path" is missing",
        ]
      `);
    }));
});

describe('encodings', () => {
  const cases: readonly (readonly [name: string, content: Uint8Array, text: string, notes: readonly string[]])[] = [
    ['UTF-8 with BOM', Buffer.from('\ufeffgrün\n'), '   1\tgrün', ['The file is UTF-8 with BOM; edits keep that']],
    [
      'UTF-16 LE with BOM',
      Buffer.from('\ufeffgrün\r\nzwei\r\n', 'utf16le'),
      '   1\tgrün\n   2\tzwei',
      ['The file is UTF-16 LE with BOM; edits keep that', 'Lines end with CRLF; edits keep that'],
    ],
    [
      'UTF-16 BE without BOM',
      Buffer.from('grün\nzwei\n', 'utf16le').swap16(),
      '   1\tgrün\n   2\tzwei',
      ['The file is UTF-16 BE; edits keep that'],
    ],
    [
      'declared Latin-1',
      Buffer.from('# -*- coding: latin-1 -*-\nx = "grün"\n', 'latin1'),
      '   1\t# -*- coding: latin-1 -*-\n   2\tx = "grün"',
      ['The file is iso-8859-1; edits keep that'],
    ],
    [
      'declared Shift_JIS',
      Buffer.concat([
        Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?>\n'),
        Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x0a]),
      ]),
      '   1\t<?xml version="1.0" encoding="Shift_JIS"?>\n   2\t日本',
      ['The file is shift_jis; edits keep that'],
    ],
    [
      'undeclared windows-1252',
      Buffer.from([0x93, 0x67, 0x72, 0xfc, 0x6e, 0x94, 0x0a]),
      '   1\t“grün”',
      ['The bytes fit no declared encoding and are shown as windows-1252, which is a guess; edits keep them'],
    ],
    [
      'UTF-8 with a stray byte',
      Buffer.concat([Buffer.from('grün ä ö\n'), Buffer.from([0x61, 0xff, 0x62, 0x0a])]),
      '   1\tgrün ä ö\n   2\ta\ufffdb',
      ['Some bytes are not UTF-8; each is shown as \ufffd and kept by edits'],
    ],
    [
      'mixed line ends',
      Buffer.from('a\r\nb\nc\r\n'),
      '   1\ta\n   2\tb\n   3\tc',
      ['Line ends are mixed: 2 of these lines end with CRLF, the others with LF'],
    ],
    ['old Mac line ends', Buffer.from('a\rb\r'), '   1\ta\n   2\tb', ['Lines end with CR; edits keep that']],
  ];
  it.each(cases)('reads %s', (_, content, text, notes) =>
    withBench({ tools, files: { 'a.txt': content } }, async (bench) => {
      const result = await bench.call('read_file', { path: 'a.txt' });
      expect(result.text).toBe(text);
      expect(result.notes).toEqual(notes);
    }),
  );

  it('takes the charset that .editorconfig sets', () =>
    withBench(
      {
        tools,
        files: {
          '.editorconfig': 'root = true\n[*.{txt,md}]\ncharset = latin1\n',
          'd/a.txt': Buffer.from('grün\n', 'latin1'),
        },
      },
      async (bench) => {
        const result = await bench.call('read_file', { path: 'd/a.txt' });
        expect(result.text).toBe('   1\tgrün');
        expect(result.notes).toEqual(['The file is iso-8859-1; edits keep that']);
      },
    ));
});

describe('what is no text file', () => {
  it('lists a directory', () =>
    withBench({ tools, files: { 'd/z.txt': 'zzz', 'd/sub/x': '', 'd/a.txt': 'a'.repeat(1234) } }, async (bench) => {
      await symlink('sub', bench.path('d/link'));
      await symlink('nowhere', bench.path('d/broken'));
      const result = await bench.call('read_file', { path: 'd' });
      expect(result.text).toMatchInlineSnapshot(`
        "d/ has 5 entries:
        sub/
        a.txt  1,234 bytes
        broken -> (broken link)
        link -> d/sub/
        z.txt  3 bytes"
      `);
      const part = await bench.call('read_file', { path: 'd/', offset: 2, limit: 1 });
      expect(part.text).toMatchInlineSnapshot(`
        "d/ has 5 entries:
        a.txt  1,234 bytes
        (entries 2-2 of 5; continue with offset=3)"
      `);
      await mkdir(bench.path('empty'));
      expect((await bench.call('read_file', { path: 'empty' })).text).toBe('empty/ is empty');
    }));

  it('says of a missing file what is near it', () =>
    withBench({ tools, files: { 'src/index.ts': '', 'src/Reader.ts': '', 'src/other.md': '' } }, async (bench) => {
      const results = await bench.batch(
        ['src/indx.ts', 'src/reader.js', 'src/nothing-like-it.py', 'lib/deep/x.ts', 'src/index.ts/x'].map((path) => ({
          tool: 'read_file',
          args: { path },
        })),
      );
      expect(results.map(({ text }) => text.replaceAll(bench.dir, '.'))).toMatchInlineSnapshot(`
        [
          "Error FILE_NOT_FOUND: there is no file src/indx.ts. Did you mean src/index.ts?",
          "Error FILE_NOT_FOUND: there is no file src/reader.js. Did you mean src/Reader.ts?",
          "Error FILE_NOT_FOUND: there is no file src/nothing-like-it.py. Check the path; read_file src lists what is there",
          "Error FILE_NOT_FOUND: there is no file lib/deep/x.ts: its directory lib/deep does not exist. The nearest directory that exists is .; list it with read_file",
          "Error FILE_NOT_A_DIRECTORY: ./src/index.ts/x lies below something that is not a directory. A part of the path is a file; check the path",
        ]
      `);
    }));

  it('tells binary files, pipes and devices apart', () =>
    withBench({ tools, files: { 'a.bin': Buffer.from([1, 0, 2, 0, 0, 0, 7, 9, 0x41]) } }, async (bench) => {
      await run('mkfifo', [bench.path('pipe')]);
      const results = await bench.batch(
        ['a.bin', 'pipe', '/dev/zero'].map((path) => ({ tool: 'read_file', args: { path } })),
      );
      expect(results.map(({ text }) => text)).toMatchInlineSnapshot(`
        [
          "Error FILE_IS_BINARY: a.bin is a binary file (9 bytes), not text, and no image or document that can be read. Look at it with bash, for example: file, strings, or xxd | head",
          "Error PATH_IS_FIFO: pipe is a named pipe, which would wait for its other end. If it must be used, use bash with a short timeout",
          "Error PATH_IS_DEVICE: /dev/zero is a device, not a file. Name a regular file",
        ]
      `);
    }));

  it('reads files of /proc, which have no size', () =>
    withBench({ tools }, async (bench) => {
      const result = await bench.call('read_file', { path: '/proc/self/status', limit: 1 });
      expect(result.text).toMatch(/^ {3}1\tName:/);
    }));
});

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');
}
