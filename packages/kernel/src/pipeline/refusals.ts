import type { Ruling } from '@toolstone/protocol';
import { allowHint } from '../policy/allow-with.ts';
import type { Policy } from '../policy/decide.ts';
import type { PreparedCall, RefusedCall } from './call.ts';
import { type Circumstances, policyCall } from './rule-call.ts';

/** A call that a rule or a person has said no to. */
export function denied(call: PreparedCall, ruling: Ruling): RefusedCall {
  const isPerson = ruling.source === 'person';
  return {
    status: 'refused',
    callId: call.callId,
    name: call.tool.name,
    header: call.header,
    denied: ruling,
    failure: {
      code: isPerson ? 'DENIED_BY_PERSON' : 'DENIED_BY_POLICY',
      message: ruling.reason,
      nextStep: isPerson
        ? 'It was not run. Take what was said into account, or ask the person what to do'
        : 'It was not run. Do not try to get round the rule; choose another way or ask the person',
    },
  };
}

/** A call that a person would be asked about, where none can be; it says which rule would allow it. */
export function nobodyToAsk(
  { call, ruling }: { readonly call: PreparedCall; readonly ruling: Ruling },
  policy: Policy,
  by: Circumstances,
): RefusedCall {
  return {
    status: 'refused',
    callId: call.callId,
    name: call.tool.name,
    header: call.header,
    denied: { ...ruling, effect: 'deny', reason: `${ruling.reason}; nobody can be asked here` },
    failure: {
      code: 'DENIED_HEADLESS',
      message: `${call.tool.name} needs a person's approval and nobody can be asked here (${ruling.reason})`,
      nextStep: `It was not run. ${allowHint(policy, policyCall(call, by))}`,
    },
  };
}
