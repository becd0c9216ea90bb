import type { Acknowledgement, InboxMessage } from '@toolstone/protocol';
import { answerProblem, type CycleRegistry, type LiveCycle } from '../approval/cycle-registry.ts';
import type { Author, WorkstreamLog } from '../log/workstream-log.ts';
import type { Clock } from '../ports/clock.ts';
import { accepted, refusedMessage, type Sender } from './inbox.ts';

type Answer = Extract<InboxMessage, { type: 'answer' }>;

interface Desk {
  readonly log: WorkstreamLog;
  readonly cycles: CycleRegistry;
  readonly author: (sender: Sender, scope: string) => Author;
  readonly clock: Pick<Clock, 'now'>;
  /** Whom the end of a question's time is told of. */
  readonly owner: Sender;
}

/**
 * Takes an answer. The first in order wins; it must name what was shown, and only the person that the call runs as may
 * say "always" or give the model words.
 */
export async function answerCycle(answer: Answer, sender: Sender, desk: Desk): Promise<Acknowledgement> {
  const cycle = desk.cycles.find(answer);
  if (!cycle) return missing(answer, desk.log);
  if (cycle.expiresAtMs !== undefined && desk.clock.now() >= cycle.expiresAtMs) {
    await expireCycle(cycle.cycleId, desk);
    return missing(answer, desk.log);
  }
  // A cycle shows one thing and keeps its id only while it does; a call's id outlives what was shown of it.
  if (answer.cycleId === undefined && !answer.planHashes?.[answer.callId ?? ''])
    return refusedMessage(answer.id, unbound);
  const problem = answerProblem(cycle, answer.planHashes);
  if (problem) return refusedMessage(answer.id, problem);
  const isOwner = sender.principal === cycle.principal;
  if (!isOwner && (answer.always || answer.message !== undefined || answer.decision === 'edit')) {
    return refusedMessage(answer.id, {
      code: 'APPROVAL_NOT_YOURS',
      message: `the call runs as ${cycle.principal}; another person may only say yes or no`,
      nextStep: 'Answer with yes or no',
    });
  }
  const to = { sender, cycle };
  return answer.decision === 'edit' ? editCall(answer, to, desk) : decide(answer, to, desk);
}

const unbound = {
  code: 'APPROVAL_UNBOUND',
  message: 'an answer that names a call must say what was shown of it',
  nextStep: 'Send planHashes with the call, or name the cycle',
} as const;

/** Who answers, and what. */
interface Answering {
  readonly sender: Sender;
  readonly cycle: LiveCycle;
}

async function decide(answer: Answer, to: Answering, desk: Desk): Promise<Acknowledgement> {
  const { sender, cycle } = to;
  const base = answer.decision === 'yes' ? 'yes' : 'no';
  const decisions = cycle.calls.map(({ call }) => ({
    callId: call.callId,
    decision: answer.exceptions?.[call.callId] ?? base,
    planHash: call.planHash,
  }));
  const isYes = new Set(decisions.flatMap(({ callId, decision }) => (decision === 'yes' ? [callId] : [])));
  const permitted = cycle.calls.filter(({ call }) => isYes.has(call.callId));
  const always = answer.always ? [...new Set(permitted.flatMap((asked) => asked.always))] : [];
  await append(desk, to, {
    kind: 'approval.answered',
    commitKey: `approval.answered:${cycle.cycleId}`,
    body: {
      cycleId: cycle.cycleId,
      decisions,
      ...(always.length > 0 && { always }),
      ...(answer.message !== undefined && { message: answer.message }),
    },
  });
  desk.cycles.remove(cycle.cycleId);
  cycle.settle({
    type: 'answered',
    cycleId: cycle.cycleId,
    by: sender.principal,
    decisions: new Map(decisions.map(({ callId, decision }) => [callId, decision])),
    ...(answer.message !== undefined && { message: answer.message }),
  });
  if (always.length > 0) await closeGranted(sender, desk);
  const onlyOnce = answer.always ? permitted.filter((asked) => asked.always.length === 0) : [];
  const names = onlyOnce.map(({ call }) => call.header).join(', ');
  return accepted(answer.id, names === '' ? undefined : `Only this once: ${names}`);
}

async function editCall(answer: Answer, to: Answering, desk: Desk): Promise<Acknowledgement> {
  const { cycle } = to;
  const callId = answer.callId ?? (cycle.calls.length === 1 ? cycle.calls[0]?.call.callId : undefined);
  if (callId === undefined || answer.arguments === undefined) {
    return refusedMessage(answer.id, {
      code: 'EDIT_INCOMPLETE',
      message: 'an edit names the call and its new arguments',
      nextStep: 'Send callId and arguments',
    });
  }
  const edited = { callId, arguments: answer.arguments };
  await append(desk, to, {
    kind: 'approval.closed',
    commitKey: `approval.closed:${cycle.cycleId}`,
    body: { cycleId: cycle.cycleId, reason: 'edited', edited },
  });
  desk.cycles.remove(cycle.cycleId);
  cycle.settle({ type: 'edited', ...edited });
  return accepted(answer.id);
}

/** A new "always" answers the other open cycles that it covers whole. */
async function closeGranted(sender: Sender, desk: Desk): Promise<void> {
  const granted = [...(desk.log.view.grants.get(sender.principal) ?? [])];
  const covered = desk.cycles
    .all()
    .filter(({ principal, isCoveredBy }) => principal === sender.principal && isCoveredBy(granted));
  for (const cycle of covered) {
    await append(
      desk,
      { sender, cycle },
      {
        kind: 'approval.closed',
        commitKey: `approval.closed:${cycle.cycleId}`,
        body: { cycleId: cycle.cycleId, reason: 'granted' },
      },
    );
    desk.cycles.remove(cycle.cycleId);
    cycle.settle({ type: 'granted' });
  }
}

const append = (desk: Desk, { sender, cycle }: Answering, record: Parameters<WorkstreamLog['append']>[0][number]) =>
  desk.log.append([record], {
    author: desk.author(sender, cycle.scope),
    sync: 'full',
  });

/** Closes a question whose time is up, unless something else has settled it before. */
export async function expireCycle(cycleId: string, desk: Desk): Promise<void> {
  const cycle = desk.cycles.find({ cycleId });
  if (!cycle) return;
  await append(
    desk,
    { sender: { ...desk.owner, surface: 'system' }, cycle },
    { kind: 'approval.closed', commitKey: `approval.closed:${cycleId}`, body: { cycleId, reason: 'expired' } },
  );
  desk.cycles.remove(cycleId);
  cycle.settle({ type: 'closed', reason: 'expired' });
}

function missing({ id, cycleId, callId }: Answer, { view }: WorkstreamLog): Acknowledgement {
  const decided = cycleId === undefined ? view.decidedCalls.get(callId ?? '') : view.decided.get(cycleId);
  if (decided) return { id, status: 'already-decided', ...decided };
  return refusedMessage(id, {
    code: 'APPROVAL_NOT_FOUND',
    message: 'no open question has this cycle or call',
    nextStep: 'Look at the open questions of the workstream again',
  });
}
