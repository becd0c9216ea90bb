import { defineTool } from '@toolstone/kernel';
import { z } from 'zod';
import { backgroundShells } from '../shared/background-shells/background-shells.ts';
import { executeBash } from './execute.ts';
import { prepareBash } from './prepare.ts';

const MAX_COMMAND_CHARS = 1_000_000;

/** Runs a command line in bash: one process group, no terminal, empty standard input, nothing left behind. */
export const bash = defineTool({
  name: 'bash',
  description:
    'Run a bash command; gives stdout, then stderr lines marked [stderr], and the exit code. Each call is a new shell: cd and variables do not carry over. No terminal and no input, so use flags that do not ask. What is still running when the command exits is ended: use run_in_background for servers and watchers. For files prefer read_file, edit_file and search.',
  input: z.strictObject({
    command: z.string().max(MAX_COMMAND_CHARS).describe('Command line or script'),
    timeout: z.int().min(1).max(600).optional().describe('Seconds'),
    stop_on_error: z.boolean().default(false).describe('set -e: stop at the first failing command'),
    run_in_background: z
      .boolean()
      .default(false)
      .describe('Return at once with an id for bash_output and kill_shell; no timeout'),
  }),
  needs: [backgroundShells],
  meta: {
    effects: 'exec',
    primaryKey: 'command',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: false,
    aliases: { is_background: 'run_in_background' },
    rehearsal: '{"command":"true | true > /dev/null"}',
    cwdNote: 'It runs in {working_dir}.',
    workspaceNote: 'Files that are not part of the work belong in {workspace_dir}.',
  },
  prepare: prepareBash,
  execute: executeBash,
});
