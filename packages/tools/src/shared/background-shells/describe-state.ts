import type { ShellState } from './background-shell.ts';

/** `running`, `completed, exit code 0`, `killed, SIGKILL`. */
export function describeState(state: ShellState): string {
  if (state.status === 'running') return 'running';
  const how = state.signal ?? `exit code ${state.code}`;
  return `${state.killed || state.signal !== null ? 'killed' : 'completed'}, ${how}`;
}
