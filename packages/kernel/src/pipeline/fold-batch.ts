import type { RecordBody } from '@toolstone/protocol';
import type { BatchScope, DraftRecord, FinishedCall, PipelineContext } from './call.ts';
import { type SizedResult, sizeResult } from './size-result.ts';

export interface FoldedCall extends FinishedCall {
  readonly sized: SizedResult;
}

/**
 * Sizes the results of a batch and closes it, in one append: results in call order, what the model is told beside them,
 * and the inputs that were queued meanwhile.
 */
export async function foldBatch(
  { finished, advisories }: { readonly finished: readonly FinishedCall[]; readonly advisories: readonly string[] },
  context: Pick<PipelineContext, 'workspace' | 'settings'>,
  batch: Pick<BatchScope, 'scope' | 'signal' | 'append' | 'budgetChars' | 'takeQueuedInputs'>,
): Promise<readonly FoldedCall[]> {
  const folded: FoldedCall[] = [];
  let left = batch.budgetChars();
  for (const call of finished) {
    const sized = await sizeResult(call.result, left, context);
    left -= sized.parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
    folded.push({ ...call, sized });
  }
  const record: DraftRecord = {
    kind: 'batch.folded',
    commitKey: `batch.folded:${finished[0]?.callId ?? batch.scope}`,
    body: {
      scope: batch.scope,
      results: folded.map(toFoldedResult),
      advisories: [...advisories],
      // After a stop nobody reads them any more in this turn: they wait for the next one.
      inputs: batch.signal.aborted ? [] : [...batch.takeQueuedInputs()],
    },
  };
  await batch.append([record]);
  return folded;
}

const toFoldedResult = ({ callId, result, sized }: FoldedCall): RecordBody<'batch.folded'>['results'][number] => ({
  callId,
  status: result.status,
  effect: result.effect,
  // What is shown as it was finished is not written twice.
  ...(sized.truncated && { parts: [...sized.parts], truncated: true }),
  ...(sized.workspaceRef !== undefined && { workspaceRef: sized.workspaceRef }),
});
