import type { Ruling } from '@toolstone/protocol';
import type { Policy } from '../policy/decide.ts';
import type { PolicyCall } from '../policy/facts.ts';
import type { BatchScope, PipelineContext, PreparedCall } from './call.ts';

/** A prepared call as policy sees it. */
export const policyCall = (call: PreparedCall, batch: Pick<BatchScope, 'surface' | 'taints' | 'role'>): PolicyCall => ({
  tool: call.tool.name,
  approvalLabel: call.approvalLabel,
  facts: call.facts,
  defaultNeedsApproval: call.needsApproval,
  surface: batch.surface,
  taint: batch.taints(),
  ...(batch.role !== undefined && { role: batch.role }),
});

interface Ruled {
  readonly policy: Policy;
  readonly circumstances: string;
  readonly ruling: Ruling;
}
const ruled = new WeakMap<PreparedCall, Ruled>();

/**
 * What the rules say of a prepared call; every call is judged, those that need no approval too. A call is judged again
 * when it starts: where neither the rules nor the circumstances have changed since, that is the same ruling.
 */
export function rule(call: PreparedCall, { policy }: PipelineContext, batch: BatchScope): Ruling {
  const circumstances = `${batch.surface} ${batch.role ?? ''} ${batch.taints().join(' ')}`;
  const known = ruled.get(call);
  if (known?.policy === policy && known.circumstances === circumstances) return known.ruling;
  const { ruling } = policy.decide(policyCall(call, batch));
  ruled.set(call, { policy, circumstances, ruling });
  return ruling;
}
