import { writeFileSync } from 'node:fs';
import { chmod, lstat, readFile as readBytes, stat, symlink, writeFile } from 'node:fs/promises';
import type { Workbench } from '@toolstone/testing';
import { describe, expect, it } from 'vitest';
import { withBench } from '../file-bench.fixture.ts';
import { readFile } from '../read-file/index.ts';
import { editFile } from './index.ts';

const tools = [readFile, editFile];

/** Runs an edit on a file that has been read, and gives the result with what is in the file afterwards. */
async function edit(content: string | Uint8Array, args: object, more: { readonly answer?: 'yes' | 'no' } = {}) {
  let result: Awaited<ReturnType<Workbench['call']>> | undefined;
  let bytes = Buffer.alloc(0);
  await withBench({ tools, files: { 'a.txt': content }, ...more }, async (bench) => {
    await bench.call('read_file', { path: 'a.txt' });
    result = await bench.call('edit_file', { path: 'a.txt', ...args });
    bytes = await readBytes(bench.path('a.txt'));
  });
  if (!result) throw new Error('the edit gave no result');
  return { result, bytes, text: bytes.toString() };
}

const refusal = async (content: string, args: object): Promise<string> => {
  const { result, text } = await edit(content, args);
  expect(text).toBe(content);
  expect(result.effect).toBe('none');
  return result.text;
};

describe('one edit', () => {
  it('replaces the text and shows what was approved', async () => {
    const { result, text } = await edit('one\ntwo\nthree\n', { old_string: 'two', new_string: 'TWO\nmore' });
    expect(text).toBe('one\nTWO\nmore\nthree\n');
    expect(result.text).toBe('Edited a.txt: 1 replacement, +2 −1 lines');
    expect(result.effect).toBe('committed');
    expect(result.asked?.header).toBe('Edit a.txt (+2 −1)');
    expect(result.asked?.preview).toEqual([
      {
        type: 'diff',
        path: 'a.txt',
        diff: '--- a.txt\n+++ a.txt\n@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+more\n three',
        added: 2,
        removed: 1,
      },
    ]);
    expect(result.view).toEqual(result.asked?.preview[0]);
  });

  it('deletes', async () => {
    expect((await edit('one\ntwo\n', { old_string: 'two\n', new_string: '' })).text).toBe('one\n');
  });

  it('writes nothing when a person says no', async () => {
    const { result, text } = await edit('one\n', { old_string: 'one', new_string: 'two' }, { answer: 'no' });
    expect(result.status).toBe('denied');
    expect(text).toBe('one\n');
  });

  it('asks which one when there are several, and counts overlapping ones', async () => {
    expect(await refusal('aaa\nx\naa\n', { old_string: 'aa', new_string: 'b' })).toMatchInlineSnapshot(
      `"Error TEXT_NOT_UNIQUE: old_string is in a.txt 3 times, at lines 1, 1, 3. Take in more of the lines around it, or say which with near_line, or use replace_all for every one"`,
    );
  });

  it('takes the occurrence nearest to a line, the earlier one of two that are equally near', async () => {
    const content = 'x\n-\nx\n-\nx\n';
    expect((await edit(content, { old_string: 'x', new_string: 'y', near_line: 5 })).text).toBe('x\n-\nx\n-\ny\n');
    expect((await edit(content, { old_string: 'x', new_string: 'y', near_line: 2 })).text).toBe('y\n-\nx\n-\nx\n');
  });

  it('replaces every occurrence, none of them twice', async () => {
    const { result, text } = await edit('aaaa b aa\n', { old_string: 'aa', new_string: 'a', replace_all: true });
    expect(text).toBe('aa b a\n');
    expect(result.text).toContain('3 replacements');
  });

  it('does not take replacement patterns for anything but text', async () => {
    expect((await edit('a\n', { old_string: 'a', new_string: '$& $1 \\n' })).text).toBe('$& $1 \\n\n');
  });
});

describe('several edits', () => {
  it('makes all of them against the file as it is', async () => {
    const { text } = await edit('one two three\n', {
      edits: [
        { old_string: 'three', new_string: 'one' },
        { old_string: 'one', new_string: 'three' },
      ],
    });
    expect(text).toBe('three two one\n');
  });

  it('allows edits that touch and refuses those that overlap', async () => {
    const touching = [
      { old_string: 'ab', new_string: '1' },
      { old_string: 'cd', new_string: '2' },
    ];
    expect((await edit('abcd\n', { edits: touching })).text).toBe('12\n');
    const overlapping = [
      { old_string: 'abc', new_string: '1' },
      { old_string: 'cd', new_string: '2' },
    ];
    expect(await refusal('abcd\n', { edits: overlapping })).toMatchInlineSnapshot(
      `"Error EDITS_OVERLAP: edits[0].old_string and edits[1].old_string overlap at line 1 of a.txt. Nothing was changed. Join the two into one edit"`,
    );
  });

  it('makes none where one cannot be made', async () => {
    const edits = [
      { old_string: 'one', new_string: '1' },
      { old_string: 'four', new_string: '4' },
    ];
    expect(await refusal('one\ntwo\n', { edits })).toMatchInlineSnapshot(
      `"Error TEXT_NOT_FOUND: edits[1].old_string is not in a.txt, and nothing there is like it. Read the file again and copy the text from it; look for "four" with search if it may be in another file"`,
    );
  });
});

it('refuses arguments that do not say one thing', async () => {
  const texts: string[] = [];
  const one = { old_string: 'a', new_string: 'b' };
  for (const args of [
    {},
    { old_string: 'a' },
    { old_string: '', new_string: 'b' },
    { old_string: 'a', new_string: 'a' },
    { ...one, edits: [one] },
    { edits: [one], replace_all: true },
    { edits: [one], near_line: 1 },
    { edits: [] },
    { edits: ['a'] },
    { edits: [{ old_string: '', new_string: 'b' }] },
    { ...one, near_line: 1, replace_all: true },
  ]) {
    texts.push(await refusal('a\n', args));
  }
  expect(texts).toMatchInlineSnapshot(`
    [
      "Error EDIT_INCOMPLETE: old_string is missing. Give old_string and new_string, or a list of edits",
      "Error EDIT_INCOMPLETE: new_string is missing. Give the new text; "" deletes the old one",
      "Error EDIT_INCOMPLETE: old_string is empty. Give the exact text to replace; write_file makes a new file",
      "Error NOTHING_TO_CHANGE: old_string and its new_string are the same. Leave this edit out",
      "Error EDIT_AMBIGUOUS: both edits and old_string/new_string were given. Use one of the two forms",
      "Error EDIT_AMBIGUOUS: replace_all cannot be used with edits. Use replace_all with one old_string and new_string",
      "Error EDIT_AMBIGUOUS: near_line stands beside edits. Put near_line into the edit that needs it",
      "Error ARGUMENTS_INVALID: edit_file: "edits" Too small: expected array to have >=1 items. Send the arguments in the form {"path": string, "old_string"?: string, "new_string"?: string, "near_line"?: integer, "replace_all"?: boolean, "edits"?: [{"old_string": string, "new_string": string, "near_line"?: integer}, …]}",
      "Error ARGUMENTS_INVALID: edit_file: "edits.0" expected object, received string. Send the arguments in the form {"path": string, "old_string"?: string, "new_string"?: string, "near_line"?: integer, "replace_all"?: boolean, "edits"?: [{"old_string": string, "new_string": string, "near_line"?: integer}, …]}",
      "Error EDIT_INCOMPLETE: edits[0].old_string is empty. Give the exact text to replace; write_file makes a new file",
      "Error EDIT_AMBIGUOUS: replace_all and near_line exclude each other. Use one of the two",
    ]
  `);
});

describe('the form of the file', () => {
  it.each([
    ['CRLF', Buffer.from('one\r\ntwo\r\n'), Buffer.from('1\r\nA\r\nB\r\n')],
    ['UTF-8 with BOM', Buffer.from('\ufeffone\ntwo\n'), Buffer.from('\ufeff1\nA\nB\n')],
    ['UTF-16 LE with BOM and CRLF', utf16('\ufeffone\r\ntwo\r\n'), utf16('\ufeff1\r\nA\r\nB\r\n')],
    ['UTF-16 BE without BOM', utf16('one\ntwo\n').swap16(), utf16('1\nA\nB\n').swap16()],
    ['no final line break', Buffer.from('one\ntwo'), Buffer.from('1\nA\nB')],
    ['old Mac line ends', Buffer.from('one\rtwo\r'), Buffer.from('1\rA\rB\r')],
  ])('keeps %s', async (_, before, after) => {
    const { bytes } = await edit(before, { old_string: 'one\ntwo', new_string: '1\nA\nB' });
    expect(bytes.toString('latin1')).toBe(after.toString('latin1'));
  });

  it('keeps the break of every line where they are mixed', async () => {
    const { bytes } = await edit('a\r\nb\nc\r\nd\n', { old_string: 'a\nb\nc', new_string: 'a\nB\nB2\nc' });
    expect(bytes.toString()).toBe('a\r\nB\nB2\nc\r\nd\n');
  });

  it('keeps legacy encodings and stray bytes elsewhere in the file', async () => {
    const declared = Buffer.from('# coding: latin-1\nx = "grün"\n', 'latin1');
    expect((await edit(declared, { old_string: 'grün', new_string: 'größer' })).bytes.toString('latin1')).toBe(
      '# coding: latin-1\nx = "größer"\n',
    );
    const stray = Buffer.concat([Buffer.from('grün ä ö '), Buffer.from([0xff, 0x80, 0x0a])]);
    expect((await edit(stray, { old_string: 'grün', new_string: 'rot' })).bytes).toEqual(
      Buffer.concat([Buffer.from('rot ä ö '), Buffer.from([0xff, 0x80, 0x0a])]),
    );
  });

  it('refuses characters that the encoding does not have', async () => {
    const declared = Buffer.from('# coding: latin-1\nx = "grün"\n', 'latin1');
    const { result, bytes } = await edit(declared, { old_string: 'grün', new_string: '→' });
    expect(result.text).toMatchInlineSnapshot(
      `"Error TEXT_NOT_ENCODABLE: a.txt is written in iso-8859-1, which has no "→" (U+2192). Leave the character out, or convert the file first, for example with iconv in bash"`,
    );
    expect(bytes).toEqual(declared);
  });

  it('keeps permissions and symbolic links, and names the link', () =>
    withBench({ tools, files: { 'd/real.sh': 'echo one\n' } }, async (bench) => {
      await chmod(bench.path('d/real.sh'), 0o754);
      await symlink('d/real.sh', bench.path('link.sh'));
      await bench.call('read_file', { path: 'd/real.sh' });
      const result = await bench.call('edit_file', { path: 'link.sh', old_string: 'one', new_string: 'two' });
      expect(result.asked?.preview[0]).toEqual({
        type: 'notice',
        level: 'warning',
        text: 'link.sh is a symbolic link: d/real.sh is written',
      });
      expect((await readBytes(bench.path('d/real.sh'))).toString()).toBe('echo two\n');
      expect((await stat(bench.path('d/real.sh'))).mode & 0o777).toBe(0o754);
      expect((await lstat(bench.path('link.sh'))).isSymbolicLink()).toBe(true);
    }));
});

describe('the guard', () => {
  it('refuses a file that was not read', () =>
    withBench({ tools, files: { 'a.txt': 'one\n' } }, async (bench) => {
      const result = await bench.call('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' });
      expect(result.text).toMatchInlineSnapshot(
        `"Error FILE_NOT_READ: a.txt has not been read. Call read_file for a.txt first, then edit what it really says"`,
      );
    }));

  it('takes a read of the same batch', () =>
    withBench({ tools, files: { 'a.txt': 'one\n' } }, async (bench) => {
      const results = await bench.batch([
        { tool: 'read_file', args: { path: 'a.txt' } },
        { tool: 'edit_file', args: { path: 'a.txt', old_string: 'one', new_string: 'two' } },
        { tool: 'edit_file', args: { path: 'a.txt', old_string: 'two', new_string: 'three' } },
      ]);
      expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
      expect((await readBytes(bench.path('a.txt'))).toString()).toBe('three\n');
      expect(results[2]?.asked?.preview[0]).toMatchObject({ diff: expect.stringContaining('-two\n+three') });
    }));

  it('refuses a file that changed since it was read and says in which lines', () =>
    withBench({ tools, files: { 'a.txt': 'one\ntwo\nthree\nfour\n' } }, async (bench) => {
      await bench.call('read_file', { path: 'a.txt' });
      await writeFile(bench.path('a.txt'), 'zero\none\ntwo\nTHREE\nfour\n');
      const result = await bench.call('edit_file', { path: 'a.txt', old_string: 'one', new_string: '1' });
      expect(result.text.replace(/\d+ s ago/, 'N s ago')).toMatchInlineSnapshot(
        `"Error FILE_CHANGED_SINCE_READ: a.txt was changed N s ago, after you read it: 1 line added at the start (now line 1), line 3 changed (now line 4). Read it again, then repeat the change on what it now says"`,
      );
      await bench.call('read_file', { path: 'a.txt' });
      const again = await bench.call('edit_file', { path: 'a.txt', old_string: 'one', new_string: '1' });
      expect(again.status).toBe('ok');
    }));

  it('writes nothing where the file changes while a person thinks', () => {
    let path = '';
    const answer = (): 'yes' => {
      writeFileSync(path, 'other\n');
      return 'yes';
    };
    return withBench({ tools, files: { 'a.txt': 'one\n' }, answer }, async (bench) => {
      path = bench.path('a.txt');
      await bench.call('read_file', { path: 'a.txt' });
      const result = await bench.call('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' });
      expect(result.text).toMatchInlineSnapshot(
        `"Error FILE_CHANGED: a.txt was changed by someone else after this call was prepared, so nothing was written. Read the file again, then repeat the change on what it now says"`,
      );
      expect(result.effect).toBe('none');
      expect((await readBytes(path)).toString()).toBe('other\n');
    });
  });

  it('knows what it wrote itself', () =>
    withBench({ tools, files: { 'a.txt': 'one\n' } }, async (bench) => {
      await bench.call('read_file', { path: 'a.txt' });
      await bench.call('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' });
      const second = await bench.call('edit_file', { path: 'a.txt', old_string: 'two', new_string: 'three' });
      expect(second.status).toBe('ok');
      expect(await bench.undo()).toContain('a.txt');
    }));

  it('refuses what is no text file', () =>
    withBench({ tools, files: { 'a.bin': Buffer.from([0, 1, 2]), 'd/x': '' } }, async (bench) => {
      await bench.call('read_file', { path: 'a.bin' });
      const results = await bench.batch(
        ['a.bin', 'd', 'missing.txt'].map((path) => ({
          tool: 'edit_file',
          args: { path, old_string: 'a', new_string: 'b' },
        })),
      );
      expect(results.map(({ failure }) => failure?.code)).toEqual([
        'FILE_NOT_READ',
        'PATH_IS_DIRECTORY',
        'FILE_NOT_FOUND',
      ]);
    }));
});

describe('a text that is not there', () => {
  const content = [
    'function add(a, b) {',
    '\tif (a) {',
    '\t\treturn a + b;  ',
    '\t}',
    "  const name = 'it’s';",
    '  return "x\\n";',
    '}',
    '',
  ].join('\n');
  it('says what differs', async () => {
    const answers: string[] = [];
    for (const wanted of [
      '    if (a) {\n        return a + b;  \n    }',
      '\t\treturn a + b;\n\t}',
      '   2\t\tif (a) {\n   3\t\t\treturn a + b;  ',
      "const name = 'it's';",
      'function add(a, b) {\\n\\tif (a) {',
      '  return "x\n";',
      '\n\n\tif (a) {\n\n',
      'Function ADD(a, b) {',
      '\tif (a) {\n\t\treturn a - b;  \n\t}',
      'SELECT * FROM users WHERE id = 5',
    ]) {
      answers.push(await refusal(content, { old_string: wanted, new_string: 'x' }));
    }
    expect(
      answers.map((answer) => answer.replace('Error TEXT_NOT_FOUND: old_string is not in a.txt', '')).join('\n\n'),
    ).toMatchInlineSnapshot(`
      ": the indentation differs (tabs and spaces, or their number). Nothing was changed. Send old_string exactly as the file has it
      The nearest text is lines 2-4:
         2		if (a) {
         3			return a + b;  
         4		}
      It differs here:
        line 2: the file has "\\tif (a) {", old_string has "    if (a) {"
        line 3: the file has "\\t\\treturn a + b;  ", old_string has "        return a + b;  "
        line 4: the file has "\\t}", old_string has "    }"

      : blanks at the end of lines differ. Nothing was changed. Send old_string exactly as the file has it
      The nearest text is lines 3-4:
         3			return a + b;  
         4		}
      It differs here:
        line 3: the file has "\\t\\treturn a + b;  ", old_string has "\\t\\treturn a + b;"

      : it carries the line numbers of read_file, which are not part of the file. Nothing was changed. Send old_string exactly as the file has it
      The nearest text is lines 2-3:
         2		if (a) {
         3			return a + b;  

      : quotes, dashes or special blanks differ (typographic and plain ones). Nothing was changed. Send old_string exactly as the file has it
      The nearest text is line 5:
         5	  const name = 'it’s';
      It differs here:
        line 5: the file has "  const name = 'it\\u2019s';", old_string has "const name = 'it's';"

      : line breaks, tabs or quotes in it are escaped twice (\\n, \\t, \\"). Nothing was changed. Send old_string exactly as the file has it
      The nearest text is lines 1-2:
         1	function add(a, b) {
         2		if (a) {

      : the file has \\n or \\t as two characters where it has a real line break or tab. Nothing was changed. Send old_string exactly as the file has it
      The nearest text is line 6:
         6	  return "x\\n";

      : it has blank lines around it that the file does not have there. Nothing was changed. Send old_string exactly as the file has it
      The nearest text is line 2:
         2		if (a) {

      : capital and small letters differ. Nothing was changed. Send old_string exactly as the file has it
      The nearest text is line 1:
         1	function add(a, b) {
      It differs here:
        line 1: the file has "function add(a, b) {", old_string has "Function ADD(a, b) {"

      : the text there is different. Nothing was changed. Send old_string exactly as the file has it
      The nearest text is lines 2-4:
         2		if (a) {
         3			return a + b;  
         4		}
      It differs here:
        line 3: the file has "\\t\\treturn a + b;  ", old_string has "\\t\\treturn a - b;  "

      , and nothing there is like it. Read the file again and copy the text from it; look for "SELECT * FROM users WHERE id = 5" with search if it may be in another file"
    `);
  });

  it('finds the nearest place in a 10 MB file', async () => {
    const line = (index: number) => `const value${index} = compute(${index}, "some text that is long");\n`;
    const large = Array.from({ length: 200_000 }, (_, index) => line(index)).join('');
    const { result } = await edit(large, { old_string: line(777).replace('that', 'which'), new_string: 'x' });
    expect(result.text).toContain('The nearest text is line 778:');
  });
});

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}
