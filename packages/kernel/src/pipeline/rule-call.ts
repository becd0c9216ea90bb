import type { Ruling } from '@toolstone/protocol';
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

/** What the rules say of a prepared call; every call is judged, those that need no approval too. */
export const rule = (call: PreparedCall, { policy }: PipelineContext, batch: BatchScope): Ruling =>
  policy.decide(policyCall(call, batch)).ruling;
