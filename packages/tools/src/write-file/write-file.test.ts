import { writeFileSync } from 'node:fs';
import { chmod, lstat, mkdir, writeFile as put, readFile as readBytes, stat, symlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withBench } from '../file-bench.fixture.ts';
import { readFile } from '../read-file/index.ts';
import { writeFile } from './index.ts';

const tools = [readFile, writeFile];

describe('a new file', () => {
  it('is written with its directories', () =>
    withBench({ tools }, async (bench) => {
      const result = await bench.call('write_file', { path: 'src/new/a.txt', content: 'one\ntwo\n' });
      expect(await content(bench.path('src/new/a.txt'))).toBe('one\ntwo\n');
      expect(result.text).toBe('Wrote 8 characters to src/new/a.txt (new file)');
      expect(result.asked?.header).toBe('Create src/new/a.txt (2 lines)');
      expect(result.asked?.approvalLabel).toBe('write_file');
      expect(result.asked?.preview).toEqual([
        { type: 'notice', level: 'info', text: 'The directory src/new will be made' },
        {
          type: 'diff',
          path: 'src/new/a.txt',
          diff: '--- /dev/null\n+++ src/new/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two',
          added: 2,
          removed: 0,
        },
      ]);
      expect(await bench.undo()).toContain('src/new/a.txt');
      await expect(stat(bench.path('src/new/a.txt'))).rejects.toThrow('ENOENT');
    }));

  it('may be empty, and may lack a final line break', () =>
    withBench({ tools }, async (bench) => {
      await bench.call('write_file', { path: 'empty', content: '' });
      await bench.call('write_file', { path: 'bare', content: 'x' });
      expect(await content(bench.path('empty'))).toBe('');
      expect(await content(bench.path('bare'))).toBe('x');
    }));

  it('is in the encoding that it declares', () =>
    withBench({ tools }, async (bench) => {
      await bench.call('write_file', { path: 'a.py', content: '# coding: latin-1\nx = "grün"\n' });
      expect((await readBytes(bench.path('a.py'))).toString('latin1')).toBe('# coding: latin-1\nx = "grün"\n');
    }));
});

describe('an existing file', () => {
  it('that was not read is overwritten under a label of its own, with a warning', () =>
    withBench({ tools, files: { 'a.txt': 'old\n' } }, async (bench) => {
      const result = await bench.call('write_file', { path: 'a.txt', content: 'new\n' });
      expect(result.asked?.approvalLabel).toBe('overwrite_file');
      expect(result.asked?.preview[0]).toEqual({
        type: 'notice',
        level: 'warning',
        text: 'a.txt exists and was not read before: all of it is replaced',
      });
      expect(result.asked?.preview[1]).toMatchObject({ diff: '--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-old\n+new' });
    }));

  it('that was read is overwritten, and can be edited at once', () =>
    withBench({ tools, files: { 'a.txt': 'old\n' } }, async (bench) => {
      await bench.call('read_file', { path: 'a.txt' });
      const result = await bench.call('write_file', { path: 'a.txt', content: 'new\n' });
      expect(result.asked?.approvalLabel).toBe('write_file');
      const again = await bench.call('write_file', { path: 'a.txt', content: 'newer\n' });
      expect(again.asked?.approvalLabel).toBe('write_file');
    }));

  it('that changed since it was read is left alone', () =>
    withBench({ tools, files: { 'a.txt': 'one\ntwo\n' } }, async (bench) => {
      await bench.call('read_file', { path: 'a.txt' });
      await put(bench.path('a.txt'), 'one\nTWO\n');
      const result = await bench.call('write_file', { path: 'a.txt', content: 'new\n' });
      expect(result.failure?.code).toBe('FILE_CHANGED_SINCE_READ');
      expect(result.failure?.message).toContain('line 2 changed');
      expect(await content(bench.path('a.txt'))).toBe('one\nTWO\n');
    }));

  it('that changes while a person thinks is left alone', () => {
    let path = '';
    const answer = (): 'yes' => {
      writeFileSync(path, 'other\n');
      return 'yes';
    };
    return withBench({ tools, answer }, async (bench) => {
      path = bench.path('a.txt');
      const result = await bench.call('write_file', { path: 'a.txt', content: 'new\n' });
      expect(result.failure?.code).toMatch(/^FILE_CHANGED/);
      expect(await content(path)).toBe('other\n');
    });
  });

  it('with this very content is not written', () =>
    withBench({ tools, files: { 'a.txt': 'same\n' } }, async (bench) => {
      const before = await stat(bench.path('a.txt'));
      const result = await bench.call('write_file', { path: 'a.txt', content: 'same\n' });
      expect(result.text).toBe('a.txt already has exactly this content; nothing was written');
      expect(result.effect).toBe('none');
      expect(result.asked).toBeUndefined();
      expect((await stat(bench.path('a.txt'))).mtimeMs).toBe(before.mtimeMs);
    }));

  it('is appended to', () =>
    withBench({ tools, files: { 'a.txt': 'one\n' } }, async (bench) => {
      const result = await bench.call('write_file', { path: 'a.txt', content: 'two\n', mode: 'append' });
      expect(result.text).toBe('Appended 4 characters to a.txt');
      expect(result.asked?.approvalLabel).toBe('append_file');
      expect(result.asked?.preview).toMatchObject([{ diff: '--- a.txt\n+++ a.txt\n@@ -1 +1,2 @@\n one\n+two' }]);
      expect(await content(bench.path('a.txt'))).toBe('one\ntwo\n');
    }));

  it('keeps its form', () =>
    withBench(
      {
        tools,
        files: {
          crlf: 'a\r\nb\r\n',
          bom: '\ufeffa\n',
          utf16: Buffer.from('\ufeffa\r\n', 'utf16le'),
          latin: Buffer.from('# coding: latin-1\nü\n', 'latin1'),
          bare: 'a',
        },
      },
      async (bench) => {
        const results = await bench.batch([
          { tool: 'write_file', args: { path: 'crlf', content: 'x\ny\n' } },
          { tool: 'write_file', args: { path: 'bom', content: 'x\n' } },
          { tool: 'write_file', args: { path: 'utf16', content: 'é\n', mode: 'append' } },
          { tool: 'write_file', args: { path: 'latin', content: '# coding: latin-1\nß\n' } },
          { tool: 'write_file', args: { path: 'bare', content: 'b', mode: 'append' } },
        ]);
        expect(await content(bench.path('crlf'))).toBe('x\r\ny\r\n');
        expect(await content(bench.path('bom'))).toBe('\ufeffx\n');
        expect((await readBytes(bench.path('utf16'))).toString('utf16le')).toBe('\ufeffa\r\né\r\n');
        expect((await readBytes(bench.path('latin'))).toString('latin1')).toBe('# coding: latin-1\nß\n');
        expect(await content(bench.path('bare'))).toBe('ab');
        expect(results.map(({ notes }) => notes)).toMatchInlineSnapshot(`
          [
            [
              "Line breaks are written as CRLF, as the file has them",
            ],
            [
              "Written as UTF-8 with BOM, as the file was",
            ],
            [
              "Written as UTF-16 LE with BOM, as the file was",
              "Line breaks are written as CRLF, as the file has them",
            ],
            [
              "Written as iso-8859-1, as the file was",
            ],
            [
              "The file did not end with a line break: the text continues its last line",
            ],
          ]
        `);
      },
    ));

  it('keeps permissions and links, and names the link', () =>
    withBench({ tools, files: { 'real.sh': 'old\n' } }, async (bench) => {
      await chmod(bench.path('real.sh'), 0o750);
      await symlink('real.sh', bench.path('link.sh'));
      const result = await bench.call('write_file', { path: 'link.sh', content: 'new\n' });
      expect(result.asked?.preview[0]).toMatchObject({ text: 'link.sh is a symbolic link: real.sh is written' });
      expect(await content(bench.path('real.sh'))).toBe('new\n');
      expect((await stat(bench.path('real.sh'))).mode & 0o777).toBe(0o750);
      expect((await lstat(bench.path('link.sh'))).isSymbolicLink()).toBe(true);
    }));

  it('that is binary is replaced only with a warning', () =>
    withBench({ tools, files: { 'a.bin': Buffer.from([0, 1, 2]) } }, async (bench) => {
      const appended = await bench.call('write_file', { path: 'a.bin', content: 'x', mode: 'append' });
      expect(appended.failure?.code).toBe('FILE_IS_BINARY');
      const replaced = await bench.call('write_file', { path: 'a.bin', content: 'x' });
      expect(replaced.asked?.preview.map((view) => (view.type === 'notice' ? view.text : view.type))).toEqual([
        'a.bin exists and was not read before: all of it is replaced',
        'a.bin is a binary file: all of it is replaced by text',
      ]);
    }));
});

it('prepares a second write over what the first one plans', () =>
  withBench({ tools, files: {} }, async (bench) => {
    const results = await bench.batch([
      { tool: 'write_file', args: { path: 'a.txt', content: 'one\n' } },
      { tool: 'write_file', args: { path: 'a.txt', content: 'two\n', mode: 'append' } },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(results[1]?.asked?.preview).toMatchObject([{ diff: '--- a.txt\n+++ a.txt\n@@ -1 +1,2 @@\n one\n+two' }]);
    expect(await content(bench.path('a.txt'))).toBe('one\ntwo\n');
  }));

it('refuses what it cannot do', () =>
  withBench(
    { tools, files: { file: 'x', 'latin.py': Buffer.from('# coding: latin-1\nü\n', 'latin1') } },
    async (bench) => {
      await mkdir(bench.path('directory'));
      const results = await bench.batch([
        { tool: 'write_file', args: { path: 'a', content: 'x', mode: 'replace' } },
        { tool: 'write_file', args: { path: 'a' } },
        { tool: 'write_file', args: 'only content' },
        { tool: 'write_file', args: { path: 'directory', content: 'x' } },
        { tool: 'write_file', args: { path: 'file/inside', content: 'x' } },
        { tool: 'write_file', args: { path: 'latin.py', content: '→', mode: 'append' } },
        { tool: 'write_file', args: { path: 'a', content: 'half \ud83d' } },
      ]);
      expect(results.map(({ text }) => text.replaceAll(bench.dir, '.'))).toMatchInlineSnapshot(`
        [
          "Error ARGUMENTS_INVALID: write_file: "mode" Invalid option: expected one of "overwrite"|"append". Send the arguments in the form {"path": string, "content": string, "mode"?: "overwrite" | "append"}",
          "Error ARGUMENTS_INVALID: write_file: "content" is missing. Send the arguments in the form {"path": string, "content": string, "mode"?: "overwrite" | "append"}",
          "Error ARGUMENTS_INVALID: write_file: "path" is missing. Send the arguments in the form {"path": string, "content": string, "mode"?: "overwrite" | "append"}",
          "Error PATH_IS_DIRECTORY: directory is a directory. Name a file inside it; read_file on the directory lists what is there",
          "Error FILE_NOT_A_DIRECTORY: ./file/inside lies below something that is not a directory. A part of the path is a file; check the path",
          "Error TEXT_NOT_ENCODABLE: latin.py is written in iso-8859-1, which has no "→" (U+2192). Leave the character out, or convert the file first, for example with iconv in bash",
          "Error TEXT_NOT_ENCODABLE: the text holds half of a surrogate pair (U+D83D), which is no character. Send the whole character",
        ]
      `);
    },
  ));

const content = async (path: string): Promise<string> => (await readBytes(path)).toString();
