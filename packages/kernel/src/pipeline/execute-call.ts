import type { EffectStatus, Effects, Failure, Touch } from '@toolstone/protocol';
import { toFailure } from '../failure.ts';
import type { Clock } from '../ports/clock.ts';
import { failedOutcome, type Observed, type Outcome } from '../tool/result.ts';
import type { ClearedCall } from './approve-batch.ts';
import type { BatchScope, DraftRecord, PipelineContext, PreparedCall } from './call.ts';
import { isRepeatable } from './is-repeatable.ts';
import { createLiveOutput } from './live-output.ts';
import { reconcile } from './reconcile-call.ts';
import { rule } from './rule-call.ts';
import { toolContext } from './tool-context.ts';

/** What came of a call, and how long it ran: from its admission, 0 where it was not admitted. */
export interface Ran {
  readonly outcome: Observed<Outcome>;
  readonly durationMs: number;
}

/**
 * Starts one cleared call and gives what came of it. This is the one admission point: before `call.started` a stop, a
 * lapsed approval or a changed rule means that nothing has happened; after it, what is not known is `unknown`.
 */
export async function executeCall(cleared: ClearedCall, context: PipelineContext, batch: BatchScope): Promise<Ran> {
  const refusal = await admit(cleared, context, batch);
  if (refusal) return { outcome: refusal, durationMs: 0 };
  const startedAt = context.clock.monotonic();
  const outcome = await runAdmitted(cleared.call, context, batch);
  return { outcome, durationMs: context.clock.monotonic() - startedAt };
}

async function runAdmitted(
  call: PreparedCall,
  context: PipelineContext,
  batch: BatchScope,
): Promise<Observed<Outcome>> {
  // Its own: a batch of many calls would hang more listeners on one signal than Node lets pass without a warning.
  const signal = AbortSignal.any([batch.signal]);
  const output = createLiveOutput(call.callId, { publish: batch.publish, clock: context.clock });
  try {
    const running = call.tool.execute(call.plan, {
      ...toolContext(context, batch, call.tool),
      callId: call.callId,
      environment: context.environment,
      signal,
      emit: output.emit,
    });
    return await withinGrace(running, call, {
      clock: context.clock,
      signal,
      late: batch.late,
      graceMs: context.settings.cancelGraceMs,
    });
  } catch (error) {
    const known = await whatIsKnown(call, context);
    if (batch.signal.aborted) return { ...cancelled(known.effect), ...known };
    return failedOutcome(toFailure(error, `running ${call.tool.name}`, context.reportDefect), known);
  } finally {
    output.end();
  }
}

async function admit(cleared: ClearedCall, context: PipelineContext, batch: BatchScope): Promise<Outcome | undefined> {
  const { call, ruling, cycleId } = cleared;
  if (batch.signal.aborted) return cancelled('none');
  if (cleared.expiresAtMs !== undefined && context.clock.now() > cleared.expiresAtMs)
    return refuse('the approval has expired');
  const now = rule(call, context.policy, batch);
  if (now.effect === 'deny') return refuse(now.reason);
  const start: DraftRecord = {
    kind: 'call.started',
    commitKey: `call.started:${call.callId}:${context.ids.next('s')}`,
    body: {
      callId: call.callId,
      tool: call.tool.name,
      header: call.header,
      planHash: call.planHash,
      effects: call.facts.effects,
      touches: [...call.facts.touches],
      ruling,
      ...(cycleId !== undefined && { cycleId }),
      ...(call.facts.isolation !== undefined && { isolation: call.facts.isolation }),
    },
  };
  // A call without effects may be run again after a crash: its start needs no place on the disk of its own.
  if (isRepeatable(call.facts.effects)) {
    batch.stage(start);
  } else {
    // Before the effect, so that it can be taken back also where the process dies in the middle of it.
    await keepPrevious(call.facts.touches, context);
    await batch.append([start], 'full');
  }
  // A stop that came while the start was written: nothing has been done yet.
  return batch.signal.aborted ? cancelled('none') : undefined;
}

async function keepPrevious(
  touches: readonly Touch[],
  { environment, workspace }: Pick<PipelineContext, 'environment' | 'workspace'>,
): Promise<void> {
  for (const { path, access, before, after } of touches) {
    if (access !== 'write' || after === undefined || before === undefined || before === 'absent') continue;
    try {
      const bytes = await environment.files.readAt(path, 0, Number.MAX_SAFE_INTEGER);
      await workspace.put(bytes, { mediaType: 'application/octet-stream' });
    } catch {
      // Then this change cannot be taken back, which undo says; the call itself finds out what is wrong with the file.
    }
  }
}

const effectIfLost = (effects: Effects): EffectStatus => (isRepeatable(effects) ? 'none' : 'unknown');

/** A tool that threw has told nothing of what it did; its files may. */
async function whatIsKnown(
  { tool, facts: { effects, touches } }: PreparedCall,
  { environment }: Pick<PipelineContext, 'environment'>,
): Promise<Pick<Outcome, 'effect' | 'changes'>> {
  if (isRepeatable(effects)) return { effect: 'none' };
  const found = await reconcile({ status: 'started', tool: tool.name, effects, touches }, environment.files);
  return { effect: found?.effect ?? 'none', ...(found?.changes && { changes: found.changes }) };
}

/** A stopped tool gets some time to say what it did; after that its outcome is not known. */
async function withinGrace(
  running: Promise<Outcome>,
  call: PreparedCall,
  by: {
    readonly clock: Pick<Clock, 'sleep'>;
    readonly signal: AbortSignal;
    readonly late: BatchScope['late'];
    readonly graceMs: number;
  },
): Promise<Outcome> {
  const { signal, late } = by;
  // Ends the wait with the call: a timer that is left over would keep a stopped program from ending.
  const over = new AbortController();
  let stopWaiting = (): void => undefined;
  const overdue = new Promise<Outcome>((resolve) => {
    const giveUp = async (): Promise<void> => {
      await by.clock.sleep(by.graceMs, over.signal).catch(() => undefined); // it rejects when the end comes first
      if (over.signal.aborted) return;
      running.then(
        (outcome) => late(call, outcome),
        () => undefined, // what was lost is already told as unknown
      );
      resolve(cancelled(effectIfLost(call.facts.effects)));
    };
    const onAbort = (): void => void giveUp();
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    stopWaiting = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([running, overdue]);
  } finally {
    over.abort();
    stopWaiting();
  }
}

const stopped: Readonly<Record<'none' | 'unknown' | 'told', Pick<Failure, 'message' | 'nextStep'>>> = {
  none: { message: 'stopped before it had any effect', nextStep: 'Go on only if the person asks for it' },
  unknown: {
    message: 'stopped while it was running; what it did is not known',
    nextStep: 'Check the state of things before you repeat it',
  },
  told: {
    message: 'stopped while it was running; what was to be written had been, in whole or in part',
    nextStep: 'Read the files before you go on, and only if the person asks for it',
  },
};

const cancelled = (effect: EffectStatus): Outcome => ({
  status: 'cancelled',
  effect,
  parts: [],
  failure: {
    code: 'CALL_CANCELLED',
    ...stopped[effect === 'none' || effect === 'unknown' ? effect : 'told'],
  },
});

const refuse = (reason: string): Outcome => {
  const failure: Failure = {
    code: 'ADMISSION_REFUSED',
    message: `it was cleared, but may no longer start: ${reason}`,
    nextStep: 'It was not run. Call again to be asked anew',
  };
  return failedOutcome(failure);
};
