import type { Ruling } from '@toolstone/protocol';
import { noJudge } from '../judge/judge.ts';
import { allowHint } from '../policy/allow-with.ts';
import type {
  BatchScope,
  CallRequest,
  CycleAnswer,
  PipelineContext,
  PreparedCall,
  PriorCall,
  RefusedCall,
} from './call.ts';
import { policyCall, rule } from './rule-call.ts';

/** A call that may start, once, with the plan that was ruled on. */
export interface ClearedCall {
  readonly call: PreparedCall;
  readonly ruling: Ruling;
  readonly cycleId?: string;
  readonly expiresAtMs?: number;
}

export interface Approval {
  readonly cleared: readonly ClearedCall[];
  readonly refused: readonly RefusedCall[];
  /** What a person said to the model together with a yes. */
  readonly feedback: readonly string[];
}

interface Desk {
  readonly context: PipelineContext;
  readonly batch: BatchScope;
  readonly prior: ReadonlyMap<string, PriorCall>;
  /** The cycle that stands in the log unanswered, where a batch is taken up again. */
  readonly openCycle: { readonly cycleId: string; readonly planHashes: ReadonlyMap<string, string> } | undefined;
  /** Prepares a call again after a person has edited its arguments. */
  readonly prepare: (request: CallRequest) => Promise<PreparedCall | RefusedCall>;
}

/**
 * Decides which calls may start: policy first, then what was granted or said beforehand, then a person.
 * Whatever is odd on the way means that the person is asked, and where nobody can be asked, no.
 */
export async function approveBatch(calls: readonly PreparedCall[], desk: Desk): Promise<Approval> {
  const approval = await decideBatch(calls, desk);
  // What may run in parallel and what must wait follows from the order of the calls, not of the decisions.
  const place = new Map(calls.map(({ callId }, index) => [callId, index]));
  const placeOf = ({ call }: ClearedCall): number => place.get(call.callId) ?? 0;
  return { ...approval, cleared: [...approval.cleared].sort((a, b) => placeOf(a) - placeOf(b)) };
}

async function decideBatch(calls: readonly PreparedCall[], desk: Desk): Promise<Approval> {
  const cleared: ClearedCall[] = [];
  const refused: RefusedCall[] = [];
  let open: { call: PreparedCall; ruling: Ruling }[] = [];
  for (const call of calls) {
    const ruling = rule(call, desk.context, desk.batch);
    const prior = desk.prior.get(call.callId);
    if (ruling.effect === 'deny') refused.push(denied(call, ruling));
    else if (ruling.effect === 'allow') cleared.push({ call, ruling });
    else if (prior?.status === 'approved' && prior.planHash === call.planHash) {
      cleared.push({ call, ruling: prior.ruling, cycleId: prior.cycleId });
    } else open.push({ call, ruling });
  }
  const waived = waive(open, desk);
  if (waived)
    return { cleared: [...cleared, ...open.map(({ call }) => ({ call, ruling: waived }))], refused, feedback: [] };
  if (open.length > 0 && !desk.context.settings.canAsk) {
    return {
      cleared,
      refused: [...refused, ...open.map(({ call, ruling }) => nobodyToAsk(call, ruling, desk))],
      feedback: [],
    };
  }
  await consultJudge(open, desk);
  const feedback: string[] = [];
  let standing = desk.openCycle;
  while (open.length > 0) {
    const { cycleId, isAsked } = await placeCycle(open, standing, desk);
    standing = undefined;
    const expiry = desk.context.settings.approvalTimeoutMs;
    const answer = await desk.batch.ask({ cycleId, scope: desk.batch.scope, calls: open, isAsked }, desk.batch.signal);
    if (answer.type === 'edited') {
      open = await replaceEdited(open, answer, { desk, refused, feedback });
      continue;
    }
    for (const item of open) {
      const outcome = settle(item, answer, cycleId);
      if ('failure' in outcome) refused.push(outcome);
      else cleared.push(expiry > 0 ? { ...outcome, expiresAtMs: desk.context.clock.now() + expiry } : outcome);
    }
    if (answer.type === 'answered' && answer.message !== undefined && [...answer.decisions.values()].includes('yes')) {
      feedback.push(`The person approved and said: ${answer.message}`);
    }
    break;
  }
  return { cleared, refused, feedback };
}

/**
 * Grants that cover every open label, or a blanket permission; undefined where a person must be asked. An "always" answers
 * the question that comes by default; what a rule asks about is asked each time.
 */
function waive(
  open: readonly { readonly call: PreparedCall; readonly ruling: Ruling }[],
  { context, batch }: Desk,
): Ruling | undefined {
  if (open.length === 0) return undefined;
  if (open.every(({ call, ruling }) => ruling.source === 'default' && batch.isGranted(call.approvalLabel))) {
    const labels = [...new Set(open.map(({ call }) => call.approvalLabel))].join(', ');
    return { effect: 'allow', source: 'grant', reason: `"always" was answered for ${labels}` };
  }
  if (!context.settings.skipPermissions) return undefined;
  return { effect: 'allow', source: 'blanket', reason: 'permissions are skipped for this run' };
}

/** Records what the judge thinks of the calls that a person is about to be asked about. It decides nothing here. */
async function consultJudge(open: readonly { readonly call: PreparedCall }[], { context, batch }: Desk): Promise<void> {
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

/** Keeps the card that stands in the log if it shows exactly this; else asks anew. */
async function placeCycle(
  open: readonly { readonly call: PreparedCall }[],
  standing: Desk['openCycle'],
  { context, batch }: Desk,
): Promise<{ cycleId: string; isAsked: boolean }> {
  if (!standing) return { cycleId: context.ids.next('cyc'), isAsked: false };
  const isSame =
    standing.planHashes.size === open.length &&
    open.every(({ call }) => standing.planHashes.get(call.callId) === call.planHash);
  if (isSame) return { cycleId: standing.cycleId, isAsked: true };
  await batch.append([
    {
      kind: 'approval.closed',
      commitKey: `approval.closed:${standing.cycleId}`,
      body: { cycleId: standing.cycleId, reason: 'changed' },
    },
  ]);
  return { cycleId: context.ids.next('cyc'), isAsked: false };
}

async function replaceEdited(
  open: readonly { call: PreparedCall; ruling: Ruling }[],
  edit: { readonly callId: string; readonly arguments: string },
  into: { desk: Desk; refused: RefusedCall[]; feedback: string[] },
): Promise<{ call: PreparedCall; ruling: Ruling }[]> {
  const { desk, refused, feedback } = into;
  const next: { call: PreparedCall; ruling: Ruling }[] = [];
  for (const item of open) {
    if (item.call.callId !== edit.callId) {
      next.push(item);
      continue;
    }
    const { tool } = item.call;
    const call = await desk.prepare({ callId: edit.callId, name: tool.name, arguments: edit.arguments });
    feedback.push(`The person changed the arguments of ${tool.name} (${edit.callId}) to: ${edit.arguments}`);
    if (call.status === 'refused') {
      refused.push(call);
      continue;
    }
    const ruling = rule(call, desk.context, desk.batch);
    if (ruling.effect === 'deny') refused.push(denied(call, ruling));
    // What a person wrote is shown to them once more, as the call that it became.
    else next.push({ call, ruling });
  }
  return next;
}

function settle(
  { call, ruling }: { readonly call: PreparedCall; readonly ruling: Ruling },
  answer: Exclude<CycleAnswer, { type: 'edited' }>,
  cycleId: string,
): ClearedCall | RefusedCall {
  if (answer.type === 'granted') {
    return {
      call,
      cycleId,
      ruling: { effect: 'allow', source: 'grant', reason: `"always" was answered for ${call.approvalLabel}` },
    };
  }
  if (answer.type === 'closed') {
    const reason = answer.reason === 'expired' ? 'nobody answered in time' : 'the question was withdrawn by a stop';
    const refusal = denied(call, { ...ruling, effect: 'deny', source: 'person', reason });
    return answer.reason === 'cancelled' ? { ...refusal, isCancelled: true } : refusal;
  }
  if (answer.decisions.get(call.callId) === 'yes') {
    return { call, cycleId, ruling: { effect: 'allow', source: 'person', reason: `approved by ${answer.by}` } };
  }
  const said = answer.message === undefined ? '' : `: ${answer.message}`;
  return denied(call, { effect: 'deny', source: 'person', reason: `denied by the person${said}` });
}

function denied(call: PreparedCall, ruling: Ruling): RefusedCall {
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

function nobodyToAsk(call: PreparedCall, ruling: Ruling, { batch, context }: Desk): RefusedCall {
  return {
    status: 'refused',
    callId: call.callId,
    name: call.tool.name,
    header: call.header,
    denied: { ...ruling, effect: 'deny', reason: `${ruling.reason}; nobody can be asked here` },
    failure: {
      code: 'DENIED_HEADLESS',
      message: `${call.tool.name} needs a person's approval and nobody can be asked here (${ruling.reason})`,
      nextStep: `It was not run. ${allowHint(context.policy, policyCall(call, batch))}`,
    },
  };
}
