import { defineTool } from '@toolstone/kernel';
import { z } from 'zod';
import { executeSearch } from './execute.ts';
import { prepareSearch } from './prepare.ts';

/** Searches the contents of files with ripgrep; the result pages itself by losing depth before files. */
export const search = defineTool({
  name: 'search',
  description:
    'Search file contents by regex (ripgrep). Gives path:line:text, sorted by path; when there is too much, samples or counts of every file. Hidden files are searched; files ignored by .gitignore, .git, node_modules, build output and binary files are not, unless path names them.',
  input: z.strictObject({
    query: z.string().max(10_000).describe(String.raw`Regex; escape literal characters: foo\(`),
    path: z.string().default('.').describe('File or directory'),
    glob: z.string().max(1000).optional().describe('Only such files, else all: *.ts, src/**/*.{js,ts}, !*.test.ts'),
    case: z.enum(['sensitive', 'insensitive', 'smart']).default('sensitive'),
    context: z.int().min(0).max(20).default(0).describe('Lines around each match'),
    multiline: z.boolean().default(false).describe('Matches may span lines'),
    files_only: z.boolean().default(false).describe('Only the paths'),
  }),
  meta: {
    effects: 'read',
    primaryKey: 'query',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: true,
    pagesItself: true,
    cwdNote: 'Paths are relative to {working_dir}.',
  },
  prepare: prepareSearch,
  execute: executeSearch,
});
