import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { DeadlineError, failedOutcome, portFailure } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';

/**
 * Runs what comes before a tool's effect. What ends it is an outcome that says for certain that nothing was done: a failure
 * of the files, a deadline, a stop. A defect is thrown on.
 */
export async function beforeEffect<Value>(
  shown: string,
  { signal }: Pick<ExecuteContext, 'signal'>,
  run: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly outcome: Outcome }> {
  try {
    const value = await run();
    signal.throwIfAborted();
    return { value };
  } catch (error) {
    if (signal.aborted) return { outcome: { status: 'cancelled', effect: 'none', parts: [], failure: stopped(shown) } };
    const failure = error instanceof DeadlineError ? tooSlow(shown) : portFailure(error);
    if (failure === undefined) throw error;
    return { outcome: failedOutcome(failure) };
  }
}

const stopped = (shown: string): Failure => ({
  code: 'CALL_CANCELLED',
  message: `the call was stopped before ${shown} was touched`,
  nextStep: 'Nothing was written',
});

const tooSlow = (shown: string): Failure => ({
  code: 'WRITE_TOO_SLOW',
  message: `the new content of ${shown} was not made in time`,
  nextStep: 'Nothing was written. Try again, or change the file with bash',
});
