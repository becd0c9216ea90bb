import type { Failure } from '@toolstone/protocol';
import type { AnyTool } from '../tool/define-tool.ts';
import { type FileChange, failedOutcome, type Observed, type Outcome, type SettledResult } from '../tool/result.ts';
import { approveBatch } from './approve-batch.ts';
import type {
  BatchScope,
  CallRequest,
  DraftRecord,
  FinishedCall,
  PipelineContext,
  PreparedCall,
  PriorCall,
  RefusedCall,
} from './call.ts';
import { executeBatch } from './execute-batch.ts';
import { type FoldedCall, foldBatch } from './fold-batch.ts';
import { type GuardedOutcome, guardResult } from './guard-result.ts';
import { createPreparer } from './prepare-call.ts';
import { reconcile } from './reconcile-call.ts';
import { settleResult } from './settle-result.ts';

export interface BatchRequest {
  readonly calls: readonly CallRequest[];
  /** Words to the model that go with the results. */
  readonly advisories?: readonly string[];
  /** What the log knows already, where the batch is taken up again. */
  readonly prior?: ReadonlyMap<string, PriorCall>;
  readonly openCycle?: { readonly cycleId: string; readonly planHashes: ReadonlyMap<string, string> };
}

/** The life of a batch, stage by stage. Every call ends with a result in the log, whatever happens to its siblings. */
export async function runBatch(
  request: BatchRequest,
  context: PipelineContext,
  batch: BatchScope,
): Promise<readonly FoldedCall[]> {
  const prior = request.prior ?? new Map<string, PriorCall>();
  const results = new Map<string, FinishedCall>();
  const finish = createFinisher(request.calls.length === 1, context, batch, results);

  const preparer = createPreparer(context, batch);
  const prepared: PreparedCall[] = [];
  for (const call of request.calls) {
    const known = prior.get(call.callId);
    if (known?.status === 'finished') {
      results.set(call.callId, {
        callId: call.callId,
        tool: known.tool,
        result: known.result,
        effect: known.result.effect,
      });
      continue;
    }
    if (known?.status === 'started') {
      const outcome = await reconcile(known, context.environment.files);
      if (outcome) {
        await finish(call, { name: known.tool, header: known.tool }, outcome, 0);
        continue;
      }
    }
    const made = await preparer.prepare(call);
    if (made.status === 'ready') prepared.push(made);
    else await finishRefused(made, finish);
  }

  const { cleared, refused, feedback } = await approveBatch(prepared, {
    context,
    batch,
    prior,
    openCycle: request.openCycle,
    prepare: (edited) => createPreparer(context, batch).prepare(edited),
  });
  for (const call of refused) await finishRefused(call, finish);

  await executeBatch(cleared, context, batch, async ({ call }, outcome, durationMs) => {
    const notes = [...call.notes, ...(outcome.notes ?? [])];
    await finish(
      call,
      { name: call.tool.name, header: call.header, tool: call.tool },
      notes.length > 0 ? { ...outcome, notes } : outcome,
      durationMs,
    );
  });

  const inOrder = request.calls.flatMap(({ callId }) => results.get(callId) ?? []);
  return foldBatch(inOrder, [...feedback, ...(request.advisories ?? [])], context, batch);
}

interface Finished {
  readonly name: string;
  readonly header: string;
  readonly tool?: AnyTool;
}
type Finish = (
  call: { readonly callId: string },
  of: Finished,
  outcome: Observed<Outcome>,
  durationMs: number,
) => Promise<void>;

/**
 * Guards an outcome and makes it durable as soon as it is there. In a batch of one call the record waits for the fold,
 * which follows at once.
 */
function createFinisher(
  isSingle: boolean,
  context: PipelineContext,
  batch: BatchScope,
  results: Map<string, FinishedCall>,
): Finish {
  return async ({ callId }, { name, header, tool }, observed, durationMs) => {
    const { outcome, findings } = await guardOrReceipt(observed, context);
    const result: SettledResult = await settleResult(
      { name, pagesItself: tool?.meta.pagesItself ?? false, callId },
      outcome,
      context,
    );
    const reads = outcome.reads ?? [];
    for (const read of reads) batch.readSet.add(read);
    for (const { path, after } of outcome.changes ?? []) batch.readSet.add({ path, hash: after });
    const records: DraftRecord[] = [];
    for (const change of outcome.changes ?? []) records.push(await changeRecord(callId, change, context, batch.scope));
    if (findings.length > 0) {
      records.push({
        kind: 'guard.found',
        commitKey: `guard.found:${callId}`,
        body: { callId, findings: [...findings] },
      });
    }
    records.push({
      kind: 'call.finished',
      commitKey: `call.finished:${callId}`,
      body: {
        callId,
        tool: name,
        header,
        result,
        durationMs: Math.round(durationMs * 10) / 10,
        ...(reads.length > 0 && { reads: [...reads] }),
      },
    });
    results.set(callId, { callId, tool: name, result, effect: result.effect });
    if (isSingle) for (const record of records) batch.stage(record);
    else await batch.append(records);
  };
}

/** A result that could not be checked is replaced by a receipt: what is known of its effect is kept, its content is not. */
async function guardOrReceipt(observed: Observed<Outcome>, context: PipelineContext): Promise<GuardedOutcome> {
  try {
    return await guardResult(observed, context);
  } catch {
    const { effect, changes, reads, isolation } = observed;
    const receipt: Outcome = {
      ...failedOutcome(unreviewed, { effect }),
      ...(changes && { changes }),
      ...(reads && { reads }),
      ...(isolation && { isolation }),
    };
    return guardResult(receipt, context);
  }
}

const unreviewed: Failure = {
  code: 'OUTPUT_NOT_REVIEWED',
  message: 'it ran, but the check of its output did not complete, so the output was left out',
  nextStep: 'Do not repeat it for its effect; ask for a smaller part of what it printed',
};

async function changeRecord(
  callId: string,
  change: FileChange,
  { workspace }: PipelineContext,
  scope: string,
): Promise<DraftRecord> {
  // The blob's name is the hash of what was there: `before` finds it again.
  if (change.previous) {
    try {
      await workspace.put(change.previous, { mediaType: 'application/octet-stream' });
    } catch {
      // The change itself stands and is told; undo will say that what was there is not stored.
    }
  }
  return {
    kind: 'file.changed',
    commitKey: `file.changed:${callId}:${change.path}`,
    body: {
      callId,
      scope,
      path: change.path,
      before: change.before,
      after: change.after,
      ...(change.mode !== undefined && { mode: change.mode }),
    },
  };
}

const finishRefused = (call: RefusedCall, finish: Finish): Promise<void> => {
  const status = call.isCancelled ? 'cancelled' : call.denied ? 'denied' : 'failed';
  const outcome = failedOutcome(call.failure);
  return finish(call, { name: call.name, header: call.header }, { ...outcome, status }, 0);
};
