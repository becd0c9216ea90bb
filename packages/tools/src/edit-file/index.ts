import { defineTool } from '@toolstone/kernel';
import { editInput } from './edit-request.ts';
import { executeEdit } from './execute.ts';
import { prepareEdit } from './prepare.ts';

/** Replaces exact text in a file that has been read. All edits of a call are made, or none. */
export const editFile = defineTool({
  name: 'edit_file',
  description:
    'Replace exact text in a file that you have read. old_string must be unique, or be picked by near_line, or use replace_all. ' +
    'Encoding and line breaks of the file are kept.',
  input: editInput,
  meta: {
    effects: 'write',
    primaryKey: 'old_string',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: false,
    aliases: {
      file_path: 'path',
      old_str: 'old_string',
      new_str: 'new_string',
      old_text: 'old_string',
      new_text: 'new_string',
    },
    cwdNote: 'Relative paths start at {working_dir}.',
    workspaceNote: 'Scratch files belong in {workspace_dir}.',
  },
  prepare: prepareEdit,
  execute: executeEdit,
});
