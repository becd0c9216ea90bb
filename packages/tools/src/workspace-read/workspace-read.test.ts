import { createWorkbench, type Workbench } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash } from '../bash/index.ts';
import { toolJobs } from '../jobs.ts';
import { backgroundShells, createBackgroundShells } from '../shared/background-shells/background-shells.ts';
import { workspaceRead } from './index.ts';

let bench: Workbench;
beforeEach(async () => {
  const sleep = () => new Promise<void>(() => undefined);
  bench = await createWorkbench({
    tools: [bash, workspaceRead],
    services: [[backgroundShells, createBackgroundShells({ clock: { sleep } })]],
    jobs: toolJobs,
    workerEntry: new URL('../tools-worker.fixture.ts', import.meta.url),
  });
});
afterEach(() => bench.close());

const put = (key: string, content: string | Uint8Array, mediaType = 'text/plain') =>
  bench.workspace.put(typeof content === 'string' ? new TextEncoder().encode(content) : content, { key, mediaType });
const read = async (args: unknown): Promise<string> => (await bench.call('workspace_read', args)).text;
const numbered = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n + 1}\n`).join('');

describe('workspace_read', () => {
  it('reads what another call has left there, page by page', async () => {
    const offloaded = await bench.call('bash', { command: 'seq 1 5000' });
    const key = offloaded.workspaceRef ?? '';
    const first = await bench.call('workspace_read', { key, limit: 3 });
    expect(first.text.replaceAll(/bash-\w+/g, 'bash-ID')).toMatchInlineSnapshot(`
      "[workspace://tool-results/bash-ID: lines 1-3 of 5000]
      1
      2
      3
      [there is more: offset 4]"
    `);
    expect(first).toMatchObject({ value: { first: 1, last: 3, total: 5000, next: { unit: 'lines', offset: 4 } } });
    const last = await read({ key, offset: 4999 });
    expect(last.split('\n').slice(1)).toEqual(['4999', '5000']);
    expect(await read({ key, offset: 5001 })).toMatch(/OFFSET_BEYOND_END.*It has 5000 lines/);
  });

  it('is not cut again by the limit for results', async () => {
    await put('big', numbered(3000));
    const { seen, truncated } = await bench.call('workspace_read', { key: 'big' });
    expect(truncated).toBe(false);
    expect(seen.length).toBeGreaterThan(18_000);
    expect(seen).toMatch(/^\[workspace:\/\/big: lines 1-2000 of 3000\]\nline 1\n/);
    expect(seen).toMatch(/line 2000\n\[there is more: offset 2001\]$/);
  });

  it('gives a small text as it stands', async () => {
    await put('note', 'a\n\n  b  \n');
    expect(await read({ key: 'note' })).toBe('a\n\n  b  ');
    await put('nothing', '');
    expect(await read({ key: 'nothing' })).toBe('(empty)');
  });

  it.each([
    'workspace://dir/a.txt',
    '"workspace://dir/a.txt"',
    '`dir/a.txt`.',
    '<workspace://dir/a.txt>',
    ' dir/a.txt, ',
    'workspace:dir/a.txt',
  ])('takes the key as %s', async (key) => {
    await put('dir/a.txt', 'found');
    expect(await read({ key })).toBe('found');
  });

  it('keeps the rest of a very long line within reach', async () => {
    await put('long', `short\n${'é'.repeat(40_000)}END\nlast\n`);
    const first = await read({ key: 'long', offset: 2 });
    expect(first).toMatch(/\[there is more: offset 32775, unit "chars"\]$/);
    const rest = await read({ key: 'long', offset: 32_775, unit: 'chars' });
    expect(rest.split('\n')).toEqual([
      '[workspace://long: chars 32775-40015 of 40015]',
      `${'é'.repeat(7232)}END`,
      'last',
      '',
    ]);
    expect(await read({ key: 'long', offset: 40_007, limit: 3, unit: 'chars' })).toContain('\nEND\n');
  });

  it('finds lines, with the lines around them, page by page', async () => {
    await put('log', numbered(50));
    expect(await read({ key: 'log', grep: 'line 2[05]$', context: 1 })).toMatchInlineSnapshot(`
      "[workspace://log: matching lines 1-2 of 2]
      19-line 19
      20:line 20
      21-line 21
      --
      24-line 24
      25:line 25
      26-line 26"
    `);
    expect(await read({ key: 'log', grep: '^LINE 1', ignore_case: true, offset: 2, limit: 2 })).toMatchInlineSnapshot(`
      "[workspace://log: matching lines 2-3 of 11]
      10:line 10
      11:line 11
      [there is more: offset 4]"
    `);
    expect(await read({ key: 'log', grep: 'nowhere' })).toBe('(no matches)');
    expect(await read({ key: 'log', grep: 'line', offset: 99 })).toBe('(only 50 matching lines)');
  });

  it('shows what surrounds a match in a very long line', async () => {
    await put('json', `{"a":"${'x'.repeat(5000)} needle ${'y'.repeat(5000)}"}`);
    const text = await read({ key: 'json', grep: 'needle' });
    expect(text).toMatch(/^\[.*of 1\]\n1:\(line of 10016 characters\) …x{199} needle y{199}…$/);
  });

  it('finds lines across the parts of a large text', async () => {
    await put('large', `${`${'z'.repeat(99)}\n`.repeat(25_000)}needle\n${`${'z'.repeat(99)}\n`.repeat(10)}`);
    expect(await read({ key: 'large', grep: 'needle', context: 1 })).toContain('\n25001:needle\n25002-zzz');
    expect((await bench.call('workspace_read', { key: 'large', grep: 'z', limit: 1 })).value).toMatchObject({
      matches: 25_010,
    });
  });

  it('stops a pattern that does not end', async () => {
    await put('aaa', `${'a'.repeat(40)}b`);
    expect((await bench.call('workspace_read', { key: 'aaa', grep: '^(a+)+$' })).failure?.code).toBe(
      'PATTERN_TOO_SLOW',
    );
    expect(await read({ key: 'aaa' })).toContain('aaa');
  });

  const document = { items: [{ name: 'one', 'a b': 1 }, { name: 'two' }], 'x/y': true };
  it.each([
    ['items[0].name', 'one'],
    ['$.items[-1].name', 'two'],
    ['/items/1/name', 'two'],
    ['/x~1y', 'true'],
    ['["x/y"]', 'true'],
    ["items[0]['a b']", '1'],
    ['items[*].name', '[\n  "one",\n  "two"\n]'],
    ['items[0:1].name', '[\n  "one"\n]'],
    ['items.*.name', '[\n  "one",\n  "two"\n]'],
  ])('follows the path %s', async (path, expected) => {
    await put('doc.json', JSON.stringify(document), 'application/json');
    expect(await read({ key: 'doc.json', path })).toBe(expected);
  });

  it('pages and searches in what a path leads to', async () => {
    await put('doc.json', JSON.stringify({ rows: Array.from({ length: 3000 }, (_, id) => ({ id })) }));
    expect(await read({ key: 'doc.json', path: 'rows[*].id', grep: '29\\d9', limit: 2 })).toMatchInlineSnapshot(`
      "[workspace://doc.json: matching lines 1-2 of 10]
      2911:  2909,
      2921:  2919,
      [there is more: offset 3]"
    `);
    expect(await read({ key: 'doc.json', path: 'rows', offset: 2, limit: 3 })).toMatchInlineSnapshot(`
      "[workspace://doc.json: lines 2-4 of 9002]
        {
          "id": 0
        },
      [there is more: offset 5]"
    `);
  });

  it('reads JSON Lines as an array', async () => {
    await put('events', '{"n":1}\n{"n":2}\n');
    expect(await read({ key: 'events', path: '[1].n' })).toBe('2');
  });

  it('says where a path ends and what is there', async () => {
    await put('doc.json', JSON.stringify(document));
    expect(await read({ key: 'doc.json', path: 'items.name' })).toMatchInlineSnapshot(
      `"Error JSON_PATH_MISSING: nothing is at items.name: step 2 leads nowhere. Before it there is an array of 2 (use [0] to [1], or [*] for all)"`,
    );
    expect(await read({ key: 'doc.json', path: 'items[0].nam' })).toMatchInlineSnapshot(
      `"Error JSON_PATH_MISSING: nothing is at items[0].nam: step 3 leads nowhere. Before it there is an object with "name", "a b""`,
    );
    expect(await read({ key: 'doc.json', path: 'items..name' })).toMatchInlineSnapshot(
      `"Error JSON_PATH_INVALID: "path" is no path into JSON: it cannot be read at "..name". Write it as a pointer, /items/0/name, or as items[0].name, items[*].name, ["a b"]"`,
    );
    await put('text', 'no json');
    expect(await read({ key: 'text', path: 'a' })).toContain('JSON_INVALID');
  });

  it('lists what is stored, all or below a key', async () => {
    expect(await read({})).toBe('(the workspace is empty)');
    await put('a/one.txt', '12345');
    await put('a/two.bin', Uint8Array.of(0, 1), 'application/octet-stream');
    await put('b.txt', '1');
    expect(await read({})).toMatchInlineSnapshot(`
      "a/one.txt (5 bytes, text/plain)
      a/two.bin (2 bytes, application/octet-stream)
      b.txt (1 bytes, text/plain)"
    `);
    expect(await read({ key: 'workspace://a/' })).toBe(
      'a/one.txt (5 bytes, text/plain)\na/two.bin (2 bytes, application/octet-stream)',
    );
  });

  it('describes what is no text', async () => {
    await put('shot.png', Uint8Array.of(0x89, 0x50, 0, 0), 'image/png');
    expect(await read({ key: 'shot.png' })).toBe(
      'workspace://shot.png (4 bytes, image/png) is not text; it cannot be shown here.',
    );
  });

  it('names keys like an unknown one', async () => {
    expect(await read({ key: 'x' })).toContain('The workspace is empty');
    await put('tool-results/bash-1', 'x');
    expect(await read({ key: 'tool-results/bash-2' })).toMatchInlineSnapshot(
      `"Error WORKSPACE_KEY_UNKNOWN: nothing is stored at workspace://tool-results/bash-2. Did you mean tool-results/bash-1?"`,
    );
    expect(await read({ key: 'something else' })).toContain('without a key to list');
  });

  it.each([
    [{ key: 'a', grep: '(' }, 'PATTERN_INVALID'],
    [{ key: 'a', grep: 'x'.repeat(513) }, 'PATTERN_TOO_LONG'],
    [{ key: 'a', path: 'a b[' }, 'JSON_PATH_INVALID'],
    [{ key: 'a', offset: 0 }, 'ARGUMENTS_INVALID'],
    [{ key: 'a', limit: 1.5 }, 'ARGUMENTS_INVALID'],
    [{ key: 7 }, 'ARGUMENTS_INVALID'],
    [{ key: 'a', unit: 'bytes' }, 'ARGUMENTS_INVALID'],
  ])('says what is wrong (case %#)', async (args, code) => {
    expect((await bench.call('workspace_read', args)).failure?.code).toBe(code);
  });

  it('takes a bare string for the key', async () => {
    await put('k', 'value');
    expect(await read('workspace://k')).toBe('value');
  });
});
