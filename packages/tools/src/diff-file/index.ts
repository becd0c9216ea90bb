import { defineTool } from '@toolstone/kernel';
import { diffInput } from './diff-input.ts';
import { executeDiff } from './execute.ts';
import { prepareDiff } from './prepare.ts';

/** A unified diff between two files, or between a file and a text. */
export const diffFile = defineTool({
  name: 'diff_file',
  description: 'Unified diff between two files, or between a file and a text that you give. Counts as reading them.',
  input: diffInput,
  meta: {
    effects: 'read',
    primaryKey: 'path_a',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: true,
    pagesItself: true,
    aliases: { path: 'path_a', file_path: 'path_a' },
    cwdNote: 'Relative paths start at {working_dir}.',
    workspaceNote: 'Scratch files belong in {workspace_dir}.',
  },
  prepare: prepareDiff,
  execute: executeDiff,
});
