import type { EffectStatus, ToolResult } from '@toolstone/protocol';
import type { DraftRecord, PriorCall } from '../pipeline/call.ts';
import { editNote } from '../pipeline/edit-note.ts';
import { isRepeatable } from '../pipeline/execute-call.ts';
import type { BatchRequest } from '../pipeline/run-batch.ts';
import type { SettledResult } from '../tool/result.ts';
import type { OpenBatch, WorkstreamView } from './view.ts';

/** The open batch of an interrupted turn as the pipeline takes it up again; undefined where none is open. */
export function unfinishedBatch(view: WorkstreamView): BatchRequest | undefined {
  const batch = view.turn?.batch;
  if (!batch) return undefined;
  const ids = new Set(batch.calls.map(({ callId }) => callId));
  const cycle = [...view.cycles.values()].find(({ body }) => body.calls.some(({ callId }) => ids.has(callId)));
  return {
    calls: batch.calls,
    prior: new Map(batch.calls.flatMap(({ callId }) => priorOf(batch, callId))),
    advisories: batch.calls.filter(({ callId }) => batch.edited.has(callId)).map(editNote),
    ...(cycle && {
      openCycle: {
        cycleId: cycle.body.cycleId,
        planHashes: new Map(cycle.body.calls.map(({ callId, planHash }) => [callId, planHash])),
      },
    }),
  };
}

function priorOf(batch: OpenBatch, callId: string): readonly (readonly [string, PriorCall])[] {
  const finished = batch.finished.get(callId);
  if (finished) {
    const { tool, result } = finished.body;
    // What the log holds was guarded before it was written.
    return [[callId, { status: 'finished', tool, result: result as SettledResult }]];
  }
  const started = batch.started.get(callId);
  if (started) {
    const { tool, effects, touches } = started.body;
    return [[callId, { status: 'started', tool, effects, touches }]];
  }
  const approved = batch.approved.get(callId);
  if (!approved) return [];
  const ruling = { effect: 'allow', source: 'person', reason: `approved by ${approved.by}` } as const;
  return [[callId, { status: 'approved', planHash: approved.planHash, cycleId: approved.cycleId, ruling }]];
}

/**
 * What closes an interrupted turn without going on with it: open cycles end, every call gets a result that says what is
 * known of it, and the batch is folded, so that the next request is valid for every provider.
 */
export function closingRecords(view: WorkstreamView, reason: 'interrupted' | 'cancelled'): readonly DraftRecord[] {
  const { turn } = view;
  if (!turn) return [];
  const records: DraftRecord[] = [];
  for (const cycleId of view.cycles.keys()) {
    records.push({ kind: 'approval.closed', commitKey: `approval.closed:${cycleId}`, body: { cycleId, reason } });
  }
  const { batch } = turn;
  if (batch) {
    const open = batch.calls.filter(({ callId }) => !batch.finished.has(callId));
    for (const { callId, name } of open) {
      records.push({
        kind: 'call.finished',
        commitKey: `call.finished:${callId}`,
        body: { callId, tool: name, result: unanswered(batch, callId), durationMs: 0 },
      });
    }
    const statusOf = (callId: string): ToolResult =>
      batch.finished.get(callId)?.body.result ?? unanswered(batch, callId);
    records.push({
      kind: 'batch.folded',
      commitKey: `batch.folded:${batch.calls[0]?.callId ?? turn.scope}`,
      body: {
        scope: turn.scope,
        results: batch.calls.map(({ callId }) => ({
          callId,
          status: statusOf(callId).status,
          effect: statusOf(callId).effect,
        })),
        advisories: [],
        inputs: [],
      },
    });
  }
  return records;
}

function unanswered(batch: OpenBatch, callId: string): ToolResult {
  const started = batch.started.get(callId);
  const effect: EffectStatus = started && !isRepeatable(started.body.effects) ? 'unknown' : 'none';
  return {
    status: 'cancelled',
    effect,
    parts: [],
    failure: {
      code: 'CALL_INTERRUPTED',
      message:
        effect === 'unknown'
          ? 'it was stopped while it ran; what it did is not known'
          : 'it was stopped before it had any effect',
      nextStep:
        effect === 'unknown' ? 'Check the state of things before you repeat it' : 'Call again if it is still wanted',
    },
  };
}
