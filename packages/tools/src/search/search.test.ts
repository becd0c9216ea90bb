import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createWorkbench, type Workbench } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { search } from './index.ts';

let bench: Workbench;
const files: Record<string, string | Uint8Array> = {
  'README.md': 'A tool.\nIt finds needles.\n',
  'src/a.ts': 'const needle = 1;\nconst other = 2;\nneedle();\n',
  'src/b.js': 'NEEDLE\r\nneedle;\r\n',
  'src/deep/c.ts': 'before\nneedle(1)\nafter\n',
  '.github/ci.yml': 'run: needle\n',
  'node_modules/x/index.js': 'needle\n',
  'dist/out.js': 'needle\n',
  '.gitignore': 'ignored/\n',
  'ignored/z.txt': 'needle\n',
  '.git/HEAD': 'needle\n',
  'odd/a:1:b.txt': 'colon needle\n',
  'bin.dat': Uint8Array.of(0, 1, 2, ...new TextEncoder().encode('needle')),
  'latin.txt': Uint8Array.of(0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0x20, 0xe9, 0x0a),
};

beforeEach(async () => {
  bench = await createWorkbench({ tools: [search], files });
});
afterEach(() => bench.close());

const text = async (args: unknown): Promise<string> => (await bench.call('search', args)).text;

describe('search', () => {
  it('finds lines by path, in hidden files too, but not in what others made', async () => {
    const result = await bench.call('search', { query: 'needle' });
    expect(result.text).toMatchInlineSnapshot(`
      ".github/ci.yml:1:run: needle
      README.md:2:It finds needles.
      latin.txt:1:needle \\xe9
      odd/a:1:b.txt:1:colon needle
      src/a.ts:1:const needle = 1;
      src/a.ts:3:needle();
      src/b.js:2:needle;
      src/deep/c.ts:2:needle(1)
      (8 matches across 7 files)"
    `);
    expect(result).toMatchObject({
      status: 'ok',
      effect: 'none',
      asked: undefined,
      value: { matches: 8, files: 7, shown: 'all', complete: true },
      view: { type: 'matches' },
    });
  });

  it('searches an ignored directory, a file and a link where the path names them', async () => {
    expect(await text({ query: 'needle', path: 'node_modules' })).toContain('node_modules/x/index.js:1:needle');
    expect(await text({ query: 'needle', path: 'node_modules/x' })).toContain('node_modules/x/index.js:1:needle');
    expect(await text({ query: 'needle', path: 'dist' })).toContain('dist/out.js:1:needle');
    expect(await text({ query: 'needle', path: 'ignored' })).toContain('ignored/z.txt:1:needle');
    expect(await text({ query: 'needle', path: 'dist/out.js' })).toContain('dist/out.js:1:needle');
    await symlink(bench.path('src/deep'), bench.path('link'));
    expect(await text({ query: 'needle', path: 'link' })).toContain('link/c.ts:2:needle(1)');
  });

  it('shows a path outside of the working directory in full', async () => {
    await mkdir(bench.path('../outside'));
    await writeFile(bench.path('../outside/o.txt'), 'needle\n');
    const outside = bench.dir.replace(/work$/, 'outside');
    expect(await text({ query: 'needle', path: '../outside' })).toBe(
      `${outside}/o.txt:1:needle\n(1 match across 1 file)`,
    );
  });

  it.each([
    [{ query: 'needle', glob: '*.ts' }, ['src/a.ts', 'src/deep/c.ts']],
    [{ query: 'needle', glob: 'src/*.{ts,js}' }, ['src/a.ts', 'src/b.js']],
    [{ query: 'needle', glob: '!*.ts', path: 'src' }, ['src/b.js']],
    [{ query: 'needle', glob: 'deep/**', path: 'src' }, ['src/deep/c.ts']],
    [{ query: 'NEEDLE' }, ['src/b.js']],
    [{ query: 'Needle', case: 'insensitive', path: 'src' }, ['src/a.ts', 'src/b.js', 'src/deep/c.ts']],
    [{ query: 'Needle', case: 'smart' }, []],
    [{ query: 'needle;$' }, ['src/b.js']],
    [{ query: 'const(?= other)' }, ['src/a.ts']],
  ])('%j finds the right files', async (args, paths) => {
    const found = await text({ ...args, files_only: true });
    const lines = found.split('\n').slice(0, -1);
    expect(lines).toEqual(paths);
  });

  it('shows lines around, and matches over several lines', async () => {
    expect(await text({ query: 'needle\\(1', context: 1 })).toMatchInlineSnapshot(`
      "src/deep/c.ts-1-before
      src/deep/c.ts:2:needle(1)
      src/deep/c.ts-3-after
      (1 match across 1 file)"
    `);
    expect(await text({ query: 'other = 2;\\nneedle', multiline: true })).toMatchInlineSnapshot(`
      "src/a.ts:2:const other = 2;
      src/a.ts:3:needle();
      (2 matches across 1 file)"
    `);
  });

  it('says that nothing was found, and where it did not look', async () => {
    expect(await bench.call('search', { query: 'nowhere' })).toMatchObject({ status: 'ok', value: { matches: 0 } });
    expect(await text({ query: 'nowhere', glob: '*.ts' })).toMatchInlineSnapshot(
      `"(no matches in files like *.ts; ignored files and directories such as node_modules or dist are searched only where path names them)"`,
    );
    expect(await text({ query: 'nowhere', path: 'README.md' })).toBe('(no matches)');
  });

  it('gives the complaint about a wrong pattern and how to search for the text', async () => {
    expect(await text({ query: 'needle(' })).toMatchInlineSnapshot(`
      "Error SEARCH_PATTERN_INVALID: the query is not a valid regular expression: unclosed group. To search for the text itself, escape it: "needle\\\\("
      rg: regex parse error:
          (?:needle()
          ^
      error: unclosed group"
    `);
    expect(await text({ query: 'a\\nb' })).toMatchInlineSnapshot(
      `"Error SEARCH_NEEDS_MULTILINE: the query holds a line end, and lines are searched one by one. Set "multiline": true"`,
    );
    expect(await text({ query: 'x', glob: '{a' })).toMatchInlineSnapshot(`
      "Error SEARCH_GLOB_INVALID: the glob is not valid. Use a pattern such as *.ts, *.{js,ts} or src/**
      rg: error parsing glob '{a': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)"
    `);
  });

  it('never reads a query or a path as an option', async () => {
    await writeFile(bench.path('--pre=sh'), 'touch pwned\n--files\n');
    expect(await text({ query: '--files' })).toContain('--pre=sh:2:--files');
    expect(await text({ query: 'touch', path: '--pre=sh' })).toBe('--pre=sh:1:touch pwned\n(1 match across 1 file)');
    expect(await text({ query: 'touch', glob: '--pre=sh' })).toContain('--pre=sh:1:touch pwned');
  });

  it.each([
    [{ query: '' }, 'SEARCH_QUERY_EMPTY'],
    [{ query: 'a\0b' }, 'SEARCH_QUERY_INVALID'],
    [{ query: 'a', path: '' }, 'PATH_EMPTY'],
    [{ query: 'a', path: 'scr' }, 'FILE_NOT_FOUND'],
    [{ query: 'a', path: '/dev/null' }, 'PATH_IS_DEVICE'],
    [{ query: 'a', glob: ' ' }, 'SEARCH_GLOB_INVALID'],
    [{ query: 'a', context: 21 }, 'ARGUMENTS_INVALID'],
    [{ query: 'a', case: 'upper' }, 'ARGUMENTS_INVALID'],
    [{ path: '.' }, 'ARGUMENTS_INVALID'],
    [{ query: 'a', regex: true }, 'ARGUMENTS_INVALID'],
  ])('says what is wrong with %j', async (args, code) => {
    expect((await bench.call('search', args)).failure?.code).toBe(code);
  });

  it('takes a bare string for the query', async () => {
    expect(await text('finds needles')).toContain('README.md:2:It finds needles.');
  });

  it('counts at most a hundred matches per file and says so', async () => {
    await writeFile(bench.path('many.txt'), 'hay\n'.repeat(150));
    const result = await bench.call('search', { query: 'hay' });
    expect(result.value).toMatchObject({ matches: 100, files: 1 });
    expect(result.notes).toEqual(['at most 100 matches are counted per file; 1 file(s) may have more']);
  });

  it('cuts a very long line', async () => {
    await writeFile(bench.path('long.txt'), `hay${'x'.repeat(10_000)}\n`);
    expect((await text({ query: 'hay' })).length).toBeLessThan(1200);
  });

  it('loses depth, not files, when there is too much', async () => {
    for (let n = 0; n < 60; n += 1) await writeFile(bench.path(`src/f${n}.txt`), `${'straw '.repeat(20)}\n`.repeat(10));
    const sampled = await bench.call('search', { query: 'straw' });
    expect(sampled.value).toMatchObject({ matches: 600, files: 60, shown: 'samples' });
    expect(sampled.seen.length).toBeLessThan(32_768);
    for (let n = 0; n < 60; n += 1) expect(sampled.seen).toContain(`more in src/f${n}.txt`);
  });

  it('passes over what it may not read, and says so', async () => {
    await chmod(bench.path('README.md'), 0);
    const result = await bench.call('search', { query: 'needle' });
    // Root reads everything.
    const isRoot = result.value !== undefined && JSON.stringify(result.value).includes('"complete":true');
    expect(isRoot || result.notes?.includes('some files could not be read')).toBe(true);
  });
});

describe('rules on single files', () => {
  it('hold for what a search finds on its way through a directory', async () => {
    const rule = { id: 'env', effect: 'deny', path: { within: '**/.env', access: 'any' } } as const;
    const strict = await createWorkbench({
      tools: [search],
      files: { '.env': 'FOO=secret\n', 'a.txt': 'FOO=open\n' },
      rules: [{ rule, source: 'user', origin: 'policy.toml:1' }],
    });
    try {
      const found = await strict.call('search', { query: 'FOO' });
      expect(found.text).toContain('a.txt:1:FOO=open');
      expect(found.seen).not.toContain('secret');
      expect(found.seen).toContain('1 file(s) with matches are left out');
      expect((await strict.call('search', { query: 'FOO', files_only: true })).text).not.toContain('.env');
      expect(await strict.call('search', { query: 'FOO', path: '.env' })).toMatchObject({ status: 'denied' });
    } finally {
      await strict.close();
    }
  });
});
