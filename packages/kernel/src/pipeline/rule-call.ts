import type { Ruling } from '@toolstone/protocol';
import type { Policy } from '../policy/decide.ts';
import type { PolicyCall } from '../policy/facts.ts';
import type { BatchScope, PreparedCall } from './call.ts';

/** Who calls, from where. */
export type Circumstances = Pick<BatchScope, 'surface' | 'role'>;

/** A prepared call as policy sees it. */
export const policyCall = (call: PreparedCall, { surface, role }: Circumstances): PolicyCall => ({
  tool: call.tool.name,
  approvalLabel: call.approvalLabel,
  facts: call.facts,
  defaultNeedsApproval: call.needsApproval,
  surface,
  role,
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
export function rule(call: PreparedCall, policy: Policy, by: Circumstances): Ruling {
  const circumstances = `${by.surface} ${by.role}`;
  const known = ruled.get(call);
  if (known?.policy === policy && known.circumstances === circumstances) return known.ruling;
  const { ruling } = policy.decide(policyCall(call, by));
  ruled.set(call, { policy, circumstances, ruling });
  return ruling;
}
