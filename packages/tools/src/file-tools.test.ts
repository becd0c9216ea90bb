import { inputSchema } from '@toolstone/kernel';
import { expect, it } from 'vitest';
import { diffFile } from './diff-file/index.ts';
import { editFile } from './edit-file/index.ts';
import { readFile } from './read-file/index.ts';
import { writeFile } from './write-file/index.ts';

const CHARS_PER_TOKEN = 4;

it('tells a model of the file tools in few words', () => {
  const told = [readFile, writeFile, editFile, diffFile].map((tool) => {
    const { name, description, meta } = tool;
    const text = JSON.stringify({ name, description: `${description} ${meta.cwdNote}`, parameters: inputSchema(tool) });
    return { name, tokens: Math.ceil(text.length / CHARS_PER_TOKEN), description };
  });
  expect(told).toMatchInlineSnapshot(`
    [
      {
        "description": "Read a file: text as numbered lines (number, tab, line), images to look at, PDF and Office files as text; a directory is listed. Large files come in parts: the answer says how to continue. Read a file before you edit it.",
        "name": "read_file",
        "tokens": 195,
      },
      {
        "description": "Write a file whole, or append to it. To change part of an existing file use edit_file; read a file before you overwrite it. An existing file keeps its encoding and CRLF line breaks.",
        "name": "write_file",
        "tokens": 169,
      },
      {
        "description": "Replace exact text in a file that you have read. old_string must be unique, or be picked by near_line, or use replace_all. Encoding and line breaks of the file are kept.",
        "name": "edit_file",
        "tokens": 282,
      },
      {
        "description": "Unified diff between two files, or between a file and a text that you give. Counts as reading them.",
        "name": "diff_file",
        "tokens": 146,
      },
    ]
  `);
});
