import type { RecordBody } from '@toolstone/protocol';
import type { DraftRecord, PipelineContext, PriorCall } from '../pipeline/call.ts';
import { editNote } from '../pipeline/edit-note.ts';
import { reconcile } from '../pipeline/reconcile-call.ts';
import { recordOutcome } from '../pipeline/record-outcome.ts';
import { personSaidNo } from '../pipeline/refusals.ts';
import type { BatchRequest } from '../pipeline/run-batch.ts';
import { failedOutcome, type Outcome, type SettledResult } from '../tool/result.ts';
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
    advisories: [...batch.said, ...batch.calls.filter(({ callId }) => batch.edited.has(callId)).map(editNote)],
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
  const declined = batch.declined.get(callId);
  if (declined) return [[callId, { status: 'declined', message: declined.message }]];
  const approved = batch.approved.get(callId);
  if (!approved) return [];
  const ruling = { effect: 'allow', source: 'person', reason: `approved by ${approved.by}` } as const;
  const { planHash, cycleId, at } = approved;
  return [[callId, { status: 'approved', planHash, cycleId, ruling, answeredAtMs: Date.parse(at) }]];
}

interface ClosingContext extends PipelineContext {
  /** Of a process that died: whether what it had started is surely ended; absent where nothing can be left. */
  readonly areLeftoversEnded?: boolean;
}

/**
 * What closes an interrupted turn without going on with it: open cycles end, every call gets a result that says what is
 * known of it, and the batch is folded, so that the next request is valid for every provider. A write that had started is
 * told by its files, as where a turn is taken up again.
 */
export async function closingRecords(
  view: WorkstreamView,
  reason: 'interrupted' | 'cancelled',
  context: ClosingContext,
): Promise<readonly DraftRecord[]> {
  const { turn } = view;
  if (!turn) return [];
  const records: DraftRecord[] = [];
  for (const cycleId of view.cycles.keys()) {
    records.push({ kind: 'approval.closed', commitKey: `approval.closed:${cycleId}`, body: { cycleId, reason } });
  }
  const { batch } = turn;
  if (!batch) return records;
  const results: RecordBody<'batch.folded'>['results'] = [];
  for (const { callId, name } of batch.calls) {
    const finished = batch.finished.get(callId)?.body.result;
    if (finished) {
      results.push({ callId, status: finished.status, effect: finished.effect });
      continue;
    }
    const outcome = await closingOutcome(batch, callId, context);
    const recorded = await recordOutcome({ callId, name, outcome, durationMs: 0 }, turn.scope, context);
    records.push(...recorded.records);
    results.push({ callId, status: recorded.result.status, effect: recorded.result.effect });
  }
  records.push({
    kind: 'batch.folded',
    commitKey: `batch.folded:${batch.calls[0]?.callId ?? turn.scope}`,
    body: { scope: turn.scope, results, advisories: [...batch.said], inputs: [] },
  });
  return records;
}

async function closingOutcome(batch: OpenBatch, callId: string, context: ClosingContext): Promise<Outcome> {
  const no = batch.declined.get(callId);
  if (no) return { ...failedOutcome(personSaidNo(no.message)), status: 'denied' };
  const started = batch.started.get(callId)?.body;
  const outcome = started && (await reconcile({ status: 'started', ...started }, context.environment.files));
  if (!outcome) return untouched;
  return outcome.effect === 'unknown' ? { ...outcome, ...unknownEffect(context) } : outcome;
}

const untouched: Outcome = {
  status: 'cancelled',
  effect: 'none',
  parts: [],
  failure: {
    code: 'CALL_INTERRUPTED',
    message: 'it was stopped before it had any effect',
    nextStep: 'Call again if it is still wanted',
  },
};

const unknownEffect = ({ areLeftoversEnded }: ClosingContext): Outcome => ({
  status: 'cancelled',
  effect: 'unknown',
  parts: [],
  failure: {
    code: 'CALL_INTERRUPTED',
    message: `${unknownCause(areLeftoversEnded)}; what it did is not known`,
    nextStep: 'Check the state of things before you repeat it',
  },
});

function unknownCause(areLeftoversEnded: boolean | undefined): string {
  if (areLeftoversEnded === undefined) return 'it was stopped while it ran';
  return areLeftoversEnded
    ? 'the program was killed while this ran, and what was found running of it has been ended'
    : 'the program was killed while this ran, and what was left of it could not be ended: it may still run';
}
