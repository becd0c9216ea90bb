import type { EffectStatus, Effects, Failure, Touch } from '@toolstone/protocol';
import { toFailure } from '../failure.ts';
import { createRedactor, type Redactor } from '../guard/redact-stream.ts';
import { failedOutcome, type Observed, type Outcome } from '../tool/result.ts';
import type { ClearedCall } from './approve-batch.ts';
import type { BatchScope, DraftRecord, PipelineContext } from './call.ts';
import { toolContext } from './prepare-call.ts';
import { rule } from './rule-call.ts';

const HOLD_BACK_MS = 100;

/**
 * Starts one cleared call and gives what came of it. This is the one admission point: before `call.started` a stop, a
 * lapsed approval or a changed rule means that nothing has happened; after it, what is not known is `unknown`.
 */
export async function executeCall(
  cleared: ClearedCall,
  context: PipelineContext,
  batch: BatchScope,
): Promise<Observed<Outcome>> {
  const { call } = cleared;
  const refusal = await admit(cleared, context, batch);
  if (refusal) return refusal;
  const output = createLiveOutput(call.callId, batch);
  try {
    const running = call.tool.execute(call.plan, {
      ...toolContext(context, batch, call.tool),
      callId: call.callId,
      environment: context.environment,
      signal: batch.signal,
      emit: output.emit,
    });
    return await withinGrace(running, cleared, context, batch);
  } catch (error) {
    if (batch.signal.aborted) return cancelled(effectIfLost(call.facts.effects));
    return failedOutcome(toFailure(error, `running ${call.tool.name}`, context.reportDefect), {
      effect: effectIfLost(call.facts.effects),
    });
  } finally {
    output.end();
  }
}

async function admit(cleared: ClearedCall, context: PipelineContext, batch: BatchScope): Promise<Outcome | undefined> {
  const { call, ruling, cycleId } = cleared;
  if (batch.signal.aborted) return cancelled('none');
  if (cleared.expiresAtMs !== undefined && context.clock.now() > cleared.expiresAtMs)
    return refuse('the approval has expired');
  const now = rule(call, context, batch);
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

async function keepPrevious(touches: readonly Touch[], { environment, workspace }: PipelineContext): Promise<void> {
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

export const isRepeatable = (effects: Effects): boolean => effects === 'none' || effects === 'read';

const effectIfLost = (effects: Effects): EffectStatus => (isRepeatable(effects) ? 'none' : 'unknown');

/** A stopped tool gets some time to say what it did; after that its outcome is not known. */
async function withinGrace(
  running: Promise<Outcome>,
  { call }: ClearedCall,
  context: PipelineContext,
  batch: BatchScope,
): Promise<Outcome> {
  const { signal } = batch;
  let isOver = false;
  let stopWaiting = (): void => undefined;
  const overdue = new Promise<Outcome>((resolve) => {
    const giveUp = async (): Promise<void> => {
      await context.clock.sleep(context.settings.cancelGraceMs);
      if (isOver) return;
      running.then(
        (outcome) => batch.late(call, outcome),
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
    isOver = true;
    stopWaiting();
  }
}

type Stream = 'stdout' | 'stderr';

/** Output as it comes, through the credential filter; what is held back is shown after 100 ms at the latest. */
function createLiveOutput(callId: string, batch: BatchScope) {
  // Made with the first output of a stream: most calls have none.
  const redactors = new Map<Stream, Redactor>();
  const publish = (stream: Stream, text: string): void => {
    if (text !== '') batch.publish({ type: 'output', callId, stream, text });
  };
  const redactorOf = (stream: Stream): Redactor => {
    const known = redactors.get(stream);
    if (known) return known;
    const made = createRedactor();
    redactors.set(stream, made);
    return made;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return {
    emit(stream: Stream, text: string): void {
      // A late chunk must not reach a reader that has seen the result.
      if (isOver) return;
      publish(stream, redactorOf(stream).push(text));
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const [name, redactor] of redactors) publish(name, redactor.flushAged());
      }, HOLD_BACK_MS);
    },
    end(): void {
      isOver = true;
      if (timer !== undefined) clearTimeout(timer);
      for (const [name, redactor] of redactors) publish(name, redactor.end().text);
    },
  };
}

const cancelled = (effect: EffectStatus): Outcome => ({
  status: 'cancelled',
  effect,
  parts: [],
  failure: {
    code: 'CALL_CANCELLED',
    message:
      effect === 'none' ? 'stopped before it had any effect' : 'stopped while it was running; what it did is not known',
    nextStep:
      effect === 'none' ? 'Go on only if the person asks for it' : 'Check the state of things before you repeat it',
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
