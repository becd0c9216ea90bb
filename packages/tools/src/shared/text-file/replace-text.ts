import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { failedOutcome, PortError, portFailure } from '@toolstone/kernel';
import type { ContentState, Failure, View } from '@toolstone/protocol';
import { beforeEffect } from './before-effect.ts';
import { hashBytes } from './hash-bytes.ts';
import { lineMarks } from './line-marks.ts';

export interface Replacement {
  readonly real: string;
  readonly shown: string;
  readonly before: ContentState;
  readonly after: string;
  /** What is there now; null where there is no file. */
  readonly previous: Uint8Array | null;
  readonly bytes: Uint8Array;
}

/** What the model and the person are told of a write that went well. */
export interface WriteReport {
  readonly text: string;
  readonly notes: readonly string[];
  readonly view: View;
}

/** Puts planned bytes in place in one step, if the file still is what the plan was made on; else writes nothing. */
export async function replaceText(
  { real, shown, before, after, previous, bytes }: Replacement,
  report: WriteReport,
  context: ExecuteContext,
): Promise<Outcome> {
  const { files } = context.environment;
  const checked = await beforeEffect(shown, context, async () => ({
    hash: await hashBytes(bytes, context),
    stat: await files.stat(real),
  }));
  if ('outcome' in checked) return checked.outcome;
  const { hash, stat } = checked.value;
  if (hash !== after) throw new Error(`the plan for ${shown} does not give the bytes that were approved`);
  let written: { readonly before: ContentState; readonly after: ContentState };
  try {
    written = await files.replace(real, bytes, { expect: before });
  } catch (error) {
    const failure = portFailure(error);
    if (failure === undefined) throw error;
    return failedOutcome(error instanceof PortError && error.code === 'CHANGED' ? changedFailure(shown) : failure);
  }
  const marks = lineMarks(bytes);
  return {
    status: 'ok',
    effect: 'committed',
    parts: [{ type: 'text', text: report.text }],
    notes: report.notes,
    view: report.view,
    value: { path: real, bytes: bytes.length, before: written.before, after: written.after },
    reads: [{ path: real, hash: written.after, ...(marks !== undefined && { lineMarks: marks }) }],
    changes: [
      {
        path: real,
        before: written.before,
        after: written.after,
        ...(previous !== null && { previous }),
        ...(stat !== null && { mode: stat.mode }),
      },
    ],
  };
}

/** Says that a file changed between the moment when the call was shown and the one when it ran. */
export const changedFailure = (shown: string): Failure => ({
  code: 'FILE_CHANGED',
  message: `${shown} was changed by someone else after this call was prepared, so nothing was written`,
  nextStep: 'Read the file again, then repeat the change on what it now says',
});
