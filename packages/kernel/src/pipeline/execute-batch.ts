import type { ClearedCall } from './approve-batch.ts';
import type { BatchScope, PipelineContext, PreparedCall } from './call.ts';
import { conflicts } from './conflicts.ts';
import { executeCall, type Ran } from './execute-call.ts';

/** A call that has run. */
export interface Executed extends Ran {
  readonly call: PreparedCall;
}

/**
 * Runs the cleared calls, at most `tools.max_parallel` at once: calls whose effects could meet in call order, the rest
 * together. `onExecuted` gets each as it is there; the promise settles when all are.
 */
export async function executeBatch(
  {
    calls,
    onExecuted,
  }: { readonly calls: readonly ClearedCall[]; readonly onExecuted: (one: Executed) => Promise<void> },
  context: PipelineContext,
  batch: BatchScope,
): Promise<void> {
  const slots = createSlots(context.settings.maxParallel);
  const started: { readonly cleared: ClearedCall; readonly done: Promise<void> }[] = [];
  for (const cleared of calls) {
    const before = started
      .filter((other) => conflicts(other.cleared.call.facts, cleared.call.facts, context.environment.roots))
      .map(({ done }) => done);
    started.push({ cleared, done: runAfter(before, cleared) });
  }
  const outcomes = await Promise.allSettled(started.map(({ done }) => done));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;

  async function runAfter(before: readonly Promise<void>[], cleared: ClearedCall): Promise<void> {
    if (before.length > 0) await Promise.allSettled(before);
    const release = await slots.take();
    try {
      await onExecuted({ call: cleared.call, ...(await executeCall(cleared, context, batch)) });
    } finally {
      release();
    }
  }
}

function createSlots(size: number): { take(): Promise<() => void> } {
  let free = size;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async take() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
  };
}
