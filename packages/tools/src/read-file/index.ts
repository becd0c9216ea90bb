import { defineTool } from '@toolstone/kernel';
import { z } from 'zod';
import { locateFile } from '../shared/paths/locate-file.ts';
import { plannedRead } from '../shared/paths/planned-read.ts';
import { unusablePath } from '../shared/paths/resolve-path.ts';
import { execute } from './execute.ts';

/** Numbered lines of a text file, an image, the text of a document, or what is in a directory: decided by content, not by name. */
export const readFile = defineTool({
  name: 'read_file',
  description:
    'Read a file: text as numbered lines (number, tab, line), images to look at, PDF and Office files as text; a directory is listed. ' +
    'Large files come in parts: the answer says how to continue. Read a file before you edit it.',
  input: z.strictObject({
    path: z.string().describe('Absolute, or relative to the working directory'),
    offset: z.int().min(1).optional().describe('First line, 1-based (default 1)'),
    limit: z.int().min(1).optional().describe('Maximum number of lines (default: all that fit)'),
    column: z
      .int()
      .min(1)
      .optional()
      .describe('Show only line `offset`, from this character on: for the rest of a very long line'),
  }),
  meta: {
    effects: 'read',
    primaryKey: 'path',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: true,
    pagesItself: true,
    aliases: { file_path: 'path', filename: 'path', start_line: 'offset' },
    cwdNote: 'Relative paths start at {working_dir}.',
    workspaceNote: 'Scratch files belong in {workspace_dir}.',
  },

  async prepare(input, context) {
    const unusable = unusablePath(input.path, 'path');
    if (unusable) return { status: 'refused', failure: unusable };
    const file = await locateFile(context.files, input.path, context);
    const { offset = 1, limit, column } = input;
    const from =
      column === undefined ? (offset === 1 ? '' : ` from line ${offset}`) : ` line ${offset} from column ${column}`;
    return {
      status: 'ready',
      header: `Read ${file.shown}${from}`,
      plan: {
        path: file.path,
        real: file.real,
        shown: file.shown,
        offset,
        ...(limit !== undefined && { limit }),
        ...(column !== undefined && { column }),
      },
      touches: [{ path: file.real, access: 'read' }],
      needsApproval: false,
      // What is missing or unreadable now may be there when the call runs: `execute` says what it finds.
      plannedReads: await plannedRead(context.files, file),
    };
  },

  execute,
});
