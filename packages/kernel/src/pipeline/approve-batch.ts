import type { Ruling } from '@toolstone/protocol';
import { grantsFor } from '../policy/grants-for.ts';
import type {
  BatchScope,
  CycleAnswer,
  CycleRequest,
  PipelineContext,
  PreparedCall,
  PriorCall,
  RefusedCall,
} from './call.ts';
import { consultJudge } from './consult-judge.ts';
import { editNote } from './edit-note.ts';
import { denied, nobodyToAsk, noReason, yesNote } from './refusals.ts';
import type { BatchChange } from './replan.ts';
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
  /** Prepares again what an answer has changed; what it does not change stays the same object. */
  readonly replan: (
    calls: readonly PreparedCall[],
    change: BatchChange,
  ) => Promise<readonly (PreparedCall | RefusedCall)[]>;
}

interface OpenCall {
  readonly call: PreparedCall;
  readonly ruling: Ruling;
}

/** The calls of a batch by what the rules say of them. */
interface Sorted {
  readonly cleared: readonly ClearedCall[];
  readonly refused: readonly RefusedCall[];
  readonly open: readonly OpenCall[];
}

/**
 * Decides which calls may start: policy first, then what was granted or said beforehand, then a person.
 * Whatever is odd on the way means that the person is asked, and where nobody can be asked, no.
 */
export async function approveBatch(calls: readonly PreparedCall[], desk: Desk): Promise<Approval> {
  const approval = await decideBatch(calls, desk);
  // What may run in parallel and what must wait follows from the order of the calls, not of the decisions.
  return { ...approval, cleared: inCallOrder(approval.cleared, calls) };
}

function inCallOrder<Item extends { readonly call: PreparedCall }>(
  items: readonly Item[],
  calls: readonly PreparedCall[],
): readonly Item[] {
  const place = new Map(calls.map(({ callId }, index) => [callId, index]));
  const placeOf = ({ call }: Item): number => place.get(call.callId) ?? 0;
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}

async function decideBatch(calls: readonly PreparedCall[], desk: Desk): Promise<Approval> {
  const { context, batch } = desk;
  let sorted = await sortBatch(calls, desk);
  const { cleared, refused, open } = sorted;
  const waived = waive(open, desk);
  // A card that an earlier process left and that nobody needs to answer any more must not stay open.
  if (desk.openCycle && (waived || open.length === 0))
    await closeStanding(desk.openCycle, open.length > 0 ? 'granted' : 'changed', batch);
  if (waived) return { cleared: [...cleared, ...waived], refused, feedback: [] };
  if (open.length > 0 && !context.settings.canAsk)
    return {
      cleared,
      refused: [...refused, ...open.map((item) => nobodyToAsk(item, context.policy, batch))],
      feedback: [],
    };
  await consultJudge(open, context, batch);
  const feedback: string[] = [];
  let standing = desk.openCycle;
  while (sorted.open.length > 0) {
    const cycle = { ...(await placeCycle(sorted.open, standing, desk)), ...question(sorted.open, desk) };
    standing = undefined;
    const answer = await batch.ask(cycle, batch.signal);
    if (answer.type === 'edited') {
      const name = sorted.open.find(({ call }) => call.callId === answer.callId)?.call.tool.name ?? '';
      feedback.push(editNote({ ...answer, name }));
      sorted = await takeChange(sorted, { calls, change: { edited: answer } }, desk);
      continue;
    }
    if (answer.type === 'answered' && answer.message !== undefined && [...answer.decisions.values()].includes('yes')) {
      feedback.push(yesNote(answer.message));
    }
    sorted = await takeAnswer(sorted, { calls, answer, cycleId: cycle.cycleId }, desk);
  }
  return { cleared: sorted.cleared, refused: sorted.refused, feedback };
}

interface Settlement {
  readonly answer: Exclude<CycleAnswer, { type: 'edited' }>;
  readonly cycleId: string;
}

/**
 * The batch after an answer. A yes that was given to a call as it would have been behind another one, which the same
 * answer refuses, is not taken for the call that it now is: that one is asked about anew.
 */
async function takeAnswer(
  { cleared, refused, open }: Sorted,
  { calls, ...settlement }: Settlement & { readonly calls: readonly PreparedCall[] },
  desk: Desk,
): Promise<Sorted> {
  const { clock, settings } = desk.context;
  const expiry = settings.approvalTimeoutMs;
  const yes: ClearedCall[] = [];
  const no: RefusedCall[] = [];
  const dropped: PreparedCall[] = [];
  for (const item of open) {
    const outcome = settle(item, settlement, desk);
    if ('failure' in outcome) {
      no.push(outcome);
      dropped.push(item.call);
    } else yes.push(expiry > 0 ? { ...outcome, expiresAtMs: clock.now() + expiry } : outcome);
  }
  const answered: Sorted = { cleared: [...cleared, ...yes], refused: [...refused, ...no], open: [] };
  if (desk.batch.signal.aborted) return answered;
  return takeChange(answered, { calls, change: { dropped } }, desk);
}

/** What the rules say of each, once those behind a call that is denied are what they are without it. */
function sortBatch(calls: readonly PreparedCall[], desk: Desk): Promise<Sorted> {
  const sorted = sortCalls(calls, desk);
  const denied = new Set(sorted.refused.map(({ callId }) => callId));
  const dropped = calls.filter(({ callId }) => denied.has(callId));
  return takeChange(sorted, { calls, change: { dropped } }, desk);
}

/** What the rules say of each; a yes that an earlier process took still holds for exactly what it was bound to. */
function sortCalls(calls: readonly PreparedCall[], { context, batch, prior }: Desk): Sorted {
  const cleared: ClearedCall[] = [];
  const refused: RefusedCall[] = [];
  const open: OpenCall[] = [];
  for (const call of calls) {
    const ruling = rule(call, context.policy, batch);
    const known = prior.get(call.callId);
    if (known?.status === 'declined')
      refused.push(denied(call, { effect: 'deny', source: 'person', reason: noReason(known.message) }));
    else if (ruling.effect === 'deny') refused.push(denied(call, ruling));
    else if (ruling.effect === 'allow') cleared.push({ call, ruling });
    else {
      const approved = stillApproved(call, known, context);
      if (approved) cleared.push(approved);
      else open.push({ call, ruling });
    }
  }
  return { cleared, refused, open };
}

/** A yes is good for the time that an approval is, counted from when it was given, and for exactly what was shown. */
function stillApproved(
  call: PreparedCall,
  known: PriorCall | undefined,
  { clock, settings }: PipelineContext,
): ClearedCall | undefined {
  if (known?.status !== 'approved' || known.planHash !== call.planHash) return undefined;
  const { ruling, cycleId, answeredAtMs } = known;
  if (settings.approvalTimeoutMs === 0) return { call, ruling, cycleId };
  const expiresAtMs = answeredAtMs + settings.approvalTimeoutMs;
  return clock.now() > expiresAtMs ? undefined : { call, ruling, cycleId, expiresAtMs };
}

/**
 * The batch after a call has got other arguments, or will not run. Calls behind it on the same files are prepared over what
 * is planned now; those that come out differently are judged, and asked about, anew. What a person wrote is shown to them
 * once more, as the call that it became, whatever a rule would allow.
 */
async function takeChange(
  sorted: Sorted,
  { calls, change }: { readonly calls: readonly PreparedCall[]; readonly change: BatchChange },
  desk: Desk,
): Promise<Sorted> {
  const { edited, dropped = [] } = change;
  const running = [...sorted.cleared, ...sorted.open];
  if (running.length === 0 || (!edited && dropped.length === 0)) return sorted;
  const alive = inCallOrder([...running, ...dropped.map((call) => ({ call }))], calls).map(({ call }) => call);
  const known = new Set<unknown>(alive);
  const again = await desk.replan(alive, change);
  const isKept = ({ call }: { readonly call: PreparedCall }): boolean => again.includes(call);
  const isEdited = ({ call }: { readonly call: PreparedCall }): boolean => call.callId === edited?.callId;
  const fresh = again.filter((call) => !known.has(call));
  const changed = sortCalls(
    fresh.filter((call) => call.status === 'ready'),
    desk,
  );
  const open = [...sorted.open.filter(isKept), ...changed.open, ...changed.cleared.filter(isEdited)];
  return {
    cleared: [...sorted.cleared.filter(isKept), ...changed.cleared.filter((item) => !isEdited(item))],
    refused: [...sorted.refused, ...changed.refused, ...fresh.filter((call) => call.status === 'refused')],
    open: inCallOrder(open, calls),
  };
}

/** What goes to the person: the calls, what an "always" would mean, and whether one that is given elsewhere answers it. */
function question(
  open: readonly OpenCall[],
  { context: { policy }, batch }: Desk,
): Omit<CycleRequest, 'cycleId' | 'isAsked'> {
  return {
    scope: batch.scope,
    calls: open.map((item) => ({ ...item, always: grantsFor(policy, policyCall(item.call, batch)) })),
    isCoveredBy: (grants) =>
      open.every(({ call }) => policy.decide(policyCall(call, batch), grants).ruling.effect === 'allow'),
  };
}

/**
 * What grants allow, where they cover every open call, or a blanket permission does; undefined where a person must be
 * asked. An "always" answers the question that comes by default; what a rule asks about is asked each time.
 */
function waive(open: readonly OpenCall[], { context, batch }: Desk): readonly ClearedCall[] | undefined {
  if (open.length === 0) return undefined;
  const grants = batch.grants();
  const granted = open.map(({ call }) => ({ call, ...context.policy.decide(policyCall(call, batch), grants) }));
  if (granted.every(({ ruling }) => ruling.effect === 'allow'))
    return granted.map(({ call, ruling }) => ({ call, ruling }));
  if (!context.settings.skipPermissions) return undefined;
  const ruling: Ruling = { effect: 'allow', source: 'blanket', reason: 'permissions are skipped for this run' };
  return open.map(({ call }) => ({ call, ruling }));
}

/** Keeps the card that stands in the log if it shows exactly this; else asks anew. */
async function placeCycle(
  open: readonly OpenCall[],
  standing: Desk['openCycle'],
  { context, batch }: Desk,
): Promise<{ cycleId: string; isAsked: boolean }> {
  if (!standing) return { cycleId: context.ids.next('cyc'), isAsked: false };
  const isSame =
    standing.planHashes.size === open.length &&
    open.every(({ call }) => standing.planHashes.get(call.callId) === call.planHash);
  if (isSame) return { cycleId: standing.cycleId, isAsked: true };
  await closeStanding(standing, 'changed', batch);
  return { cycleId: context.ids.next('cyc'), isAsked: false };
}

const closeStanding = (
  { cycleId }: { readonly cycleId: string },
  reason: 'changed' | 'granted',
  batch: Pick<BatchScope, 'append'>,
): Promise<void> =>
  batch.append([{ kind: 'approval.closed', commitKey: `approval.closed:${cycleId}`, body: { cycleId, reason } }]);

function settle(
  { call, ruling }: OpenCall,
  { answer, cycleId }: Settlement,
  { context, batch }: Desk,
): ClearedCall | RefusedCall {
  if (answer.type === 'granted') {
    const { ruling: granted } = context.policy.decide(policyCall(call, batch), batch.grants());
    return { call, cycleId, ruling: granted };
  }
  if (answer.type === 'closed') {
    const reason = answer.reason === 'expired' ? 'nobody answered in time' : 'the question was withdrawn by a stop';
    const refusal = denied(call, { ...ruling, effect: 'deny', source: 'person', reason });
    return answer.reason === 'cancelled' ? { ...refusal, isCancelled: true } : refusal;
  }
  if (answer.decisions.get(call.callId) === 'yes') {
    return { call, cycleId, ruling: { effect: 'allow', source: 'person', reason: `approved by ${answer.by}` } };
  }
  return denied(call, { effect: 'deny', source: 'person', reason: noReason(answer.message) });
}
