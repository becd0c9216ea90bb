import type { Failure, Ruling } from '@toolstone/protocol';
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
    failure: isPerson
      ? deniedByPerson(ruling.reason)
      : {
          code: 'DENIED_BY_POLICY',
          message: ruling.reason,
          nextStep: 'It was not run. Do not try to get round the rule; choose another way or ask the person',
        },
  };
}

const deniedByPerson = (message: string): Failure => ({
  code: 'DENIED_BY_PERSON',
  message,
  nextStep: 'It was not run. Take what was said into account, or ask the person what to do',
});

/** The reason of a no, with what was said to the model. */
export const noReason = (said: string | undefined): string =>
  `denied by the person${said === undefined ? '' : `: ${said}`}`;

/** What a call is answered with that a person has said no to. */
export const personSaidNo = (said: string | undefined): Failure => deniedByPerson(noReason(said));

/** What the model is told beside the results, where a yes came with words. */
export const yesNote = (said: string): string => `The person approved and said: ${said}`;

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
