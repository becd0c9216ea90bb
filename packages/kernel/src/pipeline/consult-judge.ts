import { noJudge } from '../judge/judge.ts';
import type { BatchScope, PipelineContext, PreparedCall } from './call.ts';

/** Records what the judge thinks of the calls that a person is about to be asked about. It decides nothing here. */
export async function consultJudge(
  open: readonly { readonly call: PreparedCall }[],
  context: Pick<PipelineContext, 'judge' | 'ids' | 'reportDefect'>,
  batch: Pick<BatchScope, 'scope' | 'signal' | 'userWords' | 'stage'>,
): Promise<void> {
  if (open.length === 0 || context.judge === noJudge) return;
  const calls = open.map(({ call }) => ({
    callId: call.callId,
    tool: call.tool.name,
    approvalLabel: call.approvalLabel,
    facts: call.facts,
    planHash: call.planHash,
  }));
  try {
    const verdicts = await context.judge.review(
      { scope: batch.scope, userWords: batch.userWords(), calls },
      batch.signal,
    );
    for (const verdict of verdicts) {
      batch.stage({
        kind: 'verdict.given',
        commitKey: `verdict.given:${verdict.callId}:${context.ids.next('v')}`,
        body: verdict,
      });
    }
  } catch (error) {
    // Without an opinion the person is asked all the same.
    if (!batch.signal.aborted) context.reportDefect(error, 'asking the judge');
  }
}
