import { defineTool, failedOutcome, textOutcome } from '@toolstone/kernel';
import { z } from 'zod';
import { backgroundShells, type ShellKill } from '../shared/background-shells/background-shells.ts';
import { describeState } from '../shared/background-shells/describe-state.ts';
import { shellOwner } from '../shared/background-shells/shell-owner.ts';
import { toShellId, unknownShell } from '../shared/background-shells/unknown-shell.ts';

/** Ends a background shell that this conversation or agent has started, with everything that it started. */
export const killShell = defineTool({
  name: 'kill_shell',
  description: 'End a background shell and all that it started. Its last output stays readable.',
  input: z.strictObject({ id: z.string().describe('Such as bash_1') }),
  needs: [backgroundShells],
  meta: {
    effects: 'exec',
    primaryKey: 'id',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: true,
    follows: 'background shell',
  },

  prepare({ id }) {
    const plan = { id: toShellId(id) };
    return { status: 'ready', header: `End ${plan.id}`, plan, needsApproval: false };
  },

  async execute({ id }, context) {
    const shells = context.service(backgroundShells);
    const owner = shellOwner(context.scope);
    const shell = shells.find(id, owner);
    if (!shell) return failedOutcome(unknownShell(id, shells.list(owner)));
    const kill = await shells.kill(shell);
    if (kill.outcome === 'still-alive')
      return failedOutcome(stillAlive(kill), { effect: 'unknown', value: { id, outcome: kill.outcome } });
    return textOutcome(describe(kill), {
      effect: kill.outcome === 'killed' ? 'committed' : 'none',
      value: { id, outcome: kill.outcome },
    });
  },
});

function describe({ outcome, info }: ShellKill): string {
  if (outcome === 'killed') return `${info.id} was ended (${describeState(info.state)}).`;
  return `${info.id} had already exited (${describeState(info.state)}); nothing was done.`;
}

const stillAlive = ({ info }: ShellKill) => ({
  code: 'SHELL_STILL_ALIVE',
  message: `SIGKILL was sent to ${info.id} (pid ${info.pid}), but it is still there`,
  nextStep: 'It may be waiting for a device; look again with bash_output, and tell the person if it stays',
});
