import { defineTool } from '@toolstone/kernel';
import { executeWrite } from './execute.ts';
import { prepareWrite } from './prepare.ts';
import { writeInput } from './write-input.ts';

/** Writes a whole file, or adds to its end, in one step. */
export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Write a file whole, or append to it. To change part of an existing file use edit_file; read a file before you overwrite it. ' +
    'An existing file keeps its encoding and CRLF line breaks.',
  input: writeInput,
  meta: {
    effects: 'write',
    primaryKey: 'content',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: false,
    aliases: { file_path: 'path', text: 'content' },
    cwdNote: 'Relative paths start at {working_dir}.',
    workspaceNote: 'Scratch files belong in {workspace_dir}.',
  },
  prepare: prepareWrite,
  execute: executeWrite,
});
