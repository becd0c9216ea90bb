import type { Failure, Surface } from '@toolstone/protocol';
import { type Explanation, explain } from '../policy/explain.ts';
import type { CallRequest, PipelineContext } from './call.ts';
import { createPreparer } from './prepare-call.ts';
import { createReadSet } from './read-set.ts';
import { policyCall } from './rule-call.ts';

/** What the rules would say of a call, without making it: it is prepared, which has no effects, and judged. */
export async function explainCall(
  request: Omit<CallRequest, 'callId'>,
  context: PipelineContext,
  { surface, signal }: { readonly surface: Surface; readonly signal: AbortSignal },
): Promise<{ readonly header: string; readonly explanation: Explanation } | { readonly failure: Failure }> {
  const scope = { scope: 'explain', readSet: createReadSet(), capabilities: { vision: false }, signal };
  const call = await createPreparer(context, scope).prepare({ ...request, callId: 'explain' });
  if (call.status === 'refused') return { failure: call.failure };
  return { header: call.header, explanation: explain(context.policy, policyCall(call, { surface, taints: () => [] })) };
}
