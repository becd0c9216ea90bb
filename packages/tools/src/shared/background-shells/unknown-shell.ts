import type { Failure } from '@toolstone/protocol';
import type { ShellInfo } from './background-shell.ts';

/** The id as a model may write it: `bash_3`, `3`, ` "bash_3" `. */
export function toShellId(text: string): string {
  const bare = text.trim().replace(/^["'`]+|["'`.,;]+$/g, '');
  return /^\d+$/.test(bare) ? `bash_${bare}` : bare;
}

export function unknownShell(id: string, known: readonly ShellInfo[]): Failure {
  const names = known.map((shell) => `${shell.id} (${shell.state.status})`);
  return {
    code: 'SHELL_UNKNOWN',
    message: `there is no background shell "${id.slice(0, 100)}"`,
    nextStep:
      names.length > 0
        ? `Use one of: ${names.join(', ')}`
        : 'None has been started here; start one with bash and run_in_background',
  };
}
