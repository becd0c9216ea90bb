import {
  addUsage,
  type CallPart,
  type LogRecord,
  noUsage,
  type RecordOf,
  type WorkstreamState,
} from '@toolstone/protocol';
import type { CallRequest } from '../pipeline/call.ts';
import { createReadSet } from '../pipeline/read-set.ts';
import { yesNote } from '../pipeline/refusals.ts';
import { foldedMessages, inputsMessage, personCallMessage, summaryMessage } from './context-messages.ts';
import type { OpenBatch, PendingInput, WorkstreamView } from './view.ts';

export const emptyView = (): WorkstreamView => ({
  messages: [],
  pending: new Map(),
  seenInputs: new Set(),
  turn: null,
  turns: 0,
  cycles: new Map(),
  decided: new Map(),
  decidedCalls: new Map(),
  grants: new Map(),
  readSet: createReadSet(),
  changes: [],
  usage: noUsage,
  cost: null,
  anchor: null,
  lane: null,
  lastOutcome: null,
  inputs: new Map(),
});

export function workstreamState(view: WorkstreamView): WorkstreamState {
  if (view.cycles.size > 0) return 'attention';
  if (view.turn) return view.turn.batch ? 'running' : 'thinking';
  return view.lastOutcome?.outcome === 'failed' ? 'error' : 'idle';
}

/** Takes one record into the view. Records come in order, each once. */
export function applyRecord(view: WorkstreamView, record: LogRecord): void {
  switch (record.kind) {
    case 'input.received':
      view.seenInputs.add(record.body.inputId);
      view.pending.set(record.body.inputId, record);
      view.inputs.set(record.body.inputId, record);
      return;
    case 'input.withdrawn':
      view.pending.delete(record.body.inputId);
      return;
    case 'turn.started':
      startTurn(view, record);
      return;
    case 'turn.finished':
      view.turn = null;
      view.lastOutcome = record.body;
      return;
    case 'model.replied':
      takeReply(view, record);
      return;
    case 'approval.asked':
      view.cycles.set(record.body.cycleId, record);
      return;
    case 'approval.answered':
      takeAnswer(view, record);
      return;
    case 'approval.closed':
      closeCycle(view, record);
      return;
    case 'call.started':
      view.turn?.batch?.started.set(record.body.callId, record);
      return;
    case 'call.finished':
      finishCall(view, record);
      return;
    case 'batch.folded':
      foldBatch(view, record);
      return;
    case 'file.changed':
      view.changes.push(record);
      if (record.body.undoOf === undefined) view.readSet.add({ path: record.body.path, hash: record.body.after });
      return;
    case 'compacted':
      view.messages = [
        { seq: record.body.throughSeq, message: summaryMessage(record.body.summary) },
        ...view.messages.filter(({ seq }) => seq > record.body.throughSeq),
      ];
      view.readSet.clear();
      view.anchor = null;
      return;
    case 'agent.switched':
      if (record.body.lane !== undefined) view.lane = record.body.lane;
      return;
    case 'model.requested':
    case 'verdict.given':
    case 'guard.found':
    case 'forked':
    case 'redacted':
      return;
  }
}

function startTurn(view: WorkstreamView, record: RecordOf<'turn.started'>): void {
  view.turns += 1;
  view.turn = {
    scope: record.body.scope,
    caller: record.body.caller,
    principal: record.principal,
    startedAt: record.at,
    rounds: 0,
    usage: noUsage,
    cost: null,
    batch: null,
  };
  view.lastOutcome = null;
  const inputs = takeInputs(view, record.body.inputs);
  const call = inputs.find(({ body }) => body.type === 'call');
  if (call?.body.type === 'call') {
    const { callId, tool, arguments: args } = call.body;
    view.turn.batch = openBatch([{ callId, name: tool, arguments: args }]);
  }
  const message = inputsMessage(inputs, undone(view));
  if (message) view.messages.push({ seq: record.seq, message });
}

/** Changes that were taken back since the model last spoke: it must not go on from what is no longer there. */
function undone(view: WorkstreamView): readonly string[] {
  const last = view.messages.at(-1)?.seq ?? 0;
  return view.changes.filter(({ seq, body }) => body.undoOf !== undefined && seq > last).map(({ body }) => body.path);
}

function takeInputs(view: WorkstreamView, ids: readonly string[]): readonly PendingInput[] {
  return ids.flatMap((id) => {
    const input = view.inputs.get(id);
    view.pending.delete(id);
    return input ? [input] : [];
  });
}

const openBatch = (calls: readonly CallRequest[]): OpenBatch => ({
  calls,
  edited: new Set(),
  started: new Map(),
  finished: new Map(),
  approved: new Map(),
  declined: new Map(),
  said: [],
});

const editedBatch = (batch: OpenBatch, edit: { readonly callId: string; readonly arguments: string }): OpenBatch => ({
  ...batch,
  calls: batch.calls.map((call) => (call.callId === edit.callId ? { ...call, arguments: edit.arguments } : call)),
  edited: new Set([...batch.edited, edit.callId]),
});

function takeReply(view: WorkstreamView, record: RecordOf<'model.replied'>): void {
  const { body } = record;
  view.usage = addUsage(view.usage, body.usage);
  if (body.cost !== undefined) view.cost = (view.cost ?? 0) + body.cost;
  if (view.turn) {
    view.turn.usage = addUsage(view.turn.usage, body.usage);
    if (body.cost !== undefined) view.turn.cost = (view.turn.cost ?? 0) + body.cost;
  }
  if (!view.turn || body.parts.length === 0) return;
  view.turn.rounds += 1;
  view.messages.push({ seq: record.seq, message: { role: 'assistant', lane: body.lane, parts: body.parts } });
  if (body.usage.inputTokens > 0) {
    view.anchor = { tokens: body.usage.inputTokens + body.usage.outputTokens, messages: view.messages.length };
  }
  const calls = body.parts.filter((part): part is CallPart => part.type === 'call');
  if (calls.length > 0)
    view.turn.batch = openBatch(calls.map(({ callId, name, arguments: args }) => ({ callId, name, arguments: args })));
}

function closeCycle(view: WorkstreamView, { body, principal, at }: RecordOf<'approval.closed'>): void {
  const decided = { by: principal, at, decision: body.reason };
  for (const { callId } of view.cycles.get(body.cycleId)?.body.calls ?? []) view.decidedCalls.set(callId, decided);
  view.decided.set(body.cycleId, decided);
  view.cycles.delete(body.cycleId);
  if (view.turn?.batch && body.edited) view.turn.batch = editedBatch(view.turn.batch, body.edited);
}

function takeAnswer(view: WorkstreamView, record: RecordOf<'approval.answered'>): void {
  const { principal: by, at } = record;
  const { cycleId, decisions, always, message } = record.body;
  view.cycles.delete(cycleId);
  const isYes = decisions.some(({ decision }) => decision === 'yes');
  view.decided.set(cycleId, { by, at, decision: isYes ? 'yes' : 'no' });
  const batch = view.turn?.batch;
  for (const { callId, decision, planHash } of decisions) {
    view.decidedCalls.set(callId, { by, at, decision });
    if (decision === 'yes') batch?.approved.set(callId, { planHash, cycleId, by, at });
    else batch?.declined.set(callId, { message });
  }
  if (isYes && message !== undefined) batch?.said.push(yesNote(message));
  if (!always || always.length === 0) return;
  const granted = view.grants.get(by) ?? new Set<string>();
  for (const grant of always) granted.add(grant);
  view.grants.set(by, granted);
}

function finishCall(view: WorkstreamView, record: RecordOf<'call.finished'>): void {
  if (record.body.late) return;
  view.turn?.batch?.finished.set(record.body.callId, record);
  for (const read of record.body.reads ?? []) view.readSet.add(read);
}

function foldBatch(view: WorkstreamView, record: RecordOf<'batch.folded'>): void {
  const batch = view.turn?.batch;
  if (!view.turn || !batch) return;
  const inputs = takeInputs(view, record.body.inputs);
  if (view.turn.caller === 'person') {
    view.messages.push({ seq: record.seq, message: personCallMessage(batch, record) });
  } else {
    for (const message of foldedMessages(batch, record)) view.messages.push({ seq: record.seq, message });
    const more = inputsMessage(inputs, [], record.body.advisories);
    if (more) view.messages.push({ seq: record.seq, message: more });
  }
  view.turn.batch = null;
}
