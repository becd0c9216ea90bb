import {
  type ExecuteContext,
  failedOutcome,
  type Outcome,
  type ProcessExit,
  portFailure,
  type RunningProcess,
} from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { backgroundShells, type ShellLaunch } from '../shared/background-shells/background-shells.ts';
import { shellOwner } from '../shared/background-shells/shell-owner.ts';
import { createHeadAndTail } from '../shared/shell-output/head-and-tail.ts';
import { type CollectedOutput, collectOutput } from './collect-output.ts';
import type { BashPlan } from './plan.ts';
import { processStart } from './process-start.ts';

/** Time to clean up between TERM and KILL when a person stops the command. */
const CANCEL_GRACE_MS = 500;
const MAX_VIEW_CHARS = 4096;

export async function executeBash(plan: BashPlan, context: ExecuteContext): Promise<Outcome> {
  if (plan.timeoutSeconds === null) return startInBackground(plan, context);
  const started = context.clock.monotonic();
  const ownerScope = `${context.workstreamId}/${context.scope}/${context.callId}`;
  const launched = await launch(plan, context, ownerScope);
  if (launched.status === 'refused') return failedOutcome(launched.failure);
  const { process } = launched;
  const stop = (): void => void process.kill(CANCEL_GRACE_MS);
  context.signal.addEventListener('abort', stop, { once: true });
  if (context.signal.aborted) stop();
  try {
    const output = await collectOutput(process.output, context.emit);
    const exit = await process.exited;
    return outcome({ plan, output, exit, process, durationMs: Math.round(context.clock.monotonic() - started) });
  } finally {
    context.signal.removeEventListener('abort', stop);
  }
}

async function launch(
  plan: BashPlan,
  { environment }: Pick<ExecuteContext, 'environment'>,
  ownerScope: string,
): Promise<ShellLaunch> {
  const { processes } = environment;
  try {
    const start = processStart(plan, { env: processes.commandEnvironment(), ownerScope });
    return { status: 'launched', process: await processes.start(start) };
  } catch (error) {
    const failure = portFailure(error);
    if (!failure) throw error;
    return { status: 'refused', failure: { ...failure, code: failure.code.replace(/^FILE_/, 'PROCESS_') } };
  }
}

interface Finished {
  readonly plan: BashPlan;
  readonly output: CollectedOutput;
  readonly exit: ProcessExit;
  readonly process: RunningProcess;
  readonly durationMs: number;
}

function outcome({ plan, output, exit, process, durationMs }: Finished): Outcome {
  const { text, ...sizes } = output;
  const verdict = judge(exit, plan);
  const ended = exit.signal === null ? `[exit code: ${exit.code}]` : `[ended by ${exit.signal}]`;
  const parts = [text === '' ? '(no output)' : text, ...(exit.code === 0 ? [] : [ended])];
  const view = createHeadAndTail(MAX_VIEW_CHARS);
  view.push(text);
  return {
    ...verdict,
    parts: parts.map((part) => ({ type: 'text', text: part })),
    value: { exitCode: exit.code, signal: exit.signal, cwd: plan.cwd, durationMs, ...sizes },
    view: { type: 'terminal', text: view.render().text, exitCode: exit.code },
    notes: [`ran in ${plan.cwd}, isolation: ${process.isolation}`],
    isolation: process.isolation,
  };
}

/** Exit code 1 says "no" in `grep`, `diff` and `test`, so it is an error only where the caller asked to stop on errors. */
function judge(exit: ProcessExit, plan: BashPlan): Pick<Outcome, 'status' | 'effect' | 'failure'> {
  if (exit.endedBy === 'timeout')
    return { status: 'failed', effect: 'unknown', failure: timedOut(plan.timeoutSeconds ?? 0) };
  if (exit.endedBy === 'kill') return { status: 'cancelled', effect: 'unknown', failure: stopped };
  const isFine = exit.code === 0 || (exit.code === 1 && !plan.stopOnError);
  if (isFine) return { status: 'ok', effect: 'committed' };
  return { status: 'failed', effect: 'committed', failure: failed(exit) };
}

const failed = ({ code, signal }: ProcessExit): Failure => ({
  code: 'COMMAND_FAILED',
  message: signal === null ? `the command ended with exit code ${code}` : `the command was ended by ${signal}`,
  nextStep: 'What it printed follows',
});

const timedOut = (seconds: number): Failure => ({
  code: 'COMMAND_TIMED_OUT',
  message: `command timed out after ${seconds}s and was ended with all it had started; what it did until then is unknown`,
  nextStep:
    'Check the state of things before you repeat it. "timeout" takes up to 600 seconds; what does not end by itself belongs in run_in_background',
});

const stopped: Failure = {
  code: 'COMMAND_CANCELLED',
  message: 'the command was stopped while it was running; what it did until then is unknown',
  nextStep: 'Check the state of things before you repeat it',
};

async function startInBackground(plan: BashPlan, context: ExecuteContext): Promise<Outcome> {
  const owner = shellOwner(context.scope);
  // Not below the scope of the turn: a shell outlives the turn, and its cancellation too.
  const ownerScope = `${context.workstreamId}/shells/${context.callId}`;
  const started = await context.service(backgroundShells).start({
    owner,
    command: plan.command,
    cwd: plan.cwd,
    launch: () => launch(plan, context, ownerScope),
  });
  if (started.status === 'refused') return failedOutcome(started.failure);
  const { id, pid, cwd, isolation } = started.info;
  const until = owner === '' ? 'It ends with the session.' : 'It ends when this agent ends.';
  return {
    status: 'ok',
    effect: 'committed',
    parts: [
      {
        type: 'text',
        text: `Started background shell ${id} (pid ${pid}). Read its output with bash_output, end it with kill_shell. ${until}`,
      },
    ],
    value: { id, pid, cwd },
    handles: { shell: id },
    notes: [`runs in ${cwd}, isolation: ${isolation}`],
    isolation,
  };
}
