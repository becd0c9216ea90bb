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
import { type Executed, executeBatch } from './execute-batch.ts';
import { type FoldedCall, foldBatch } from './fold-batch.ts';
import { type GuardedOutcome, guardResult } from './guard-result.ts';
import { createPreparer } from './prepare-call.ts';
import { reconcile } from './reconcile-call.ts';
import { replan } from './replan.ts';
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
  const finish = createFinisher({ isSingle: request.calls.length === 1, results }, context, batch);

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
        await finish({ callId: call.callId, name: known.tool, header: known.tool, outcome, durationMs: 0 });
        continue;
      }
    }
    const made = await preparer.prepare(call);
    if (made.status === 'ready') prepared.push(made);
    else await finish(refusal(made));
  }

  const { cleared, refused, feedback } = await approveBatch(prepared, {
    context,
    batch,
    prior,
    openCycle: request.openCycle,
    replan: (calls, change) => replan(calls, change, createPreparer(context, batch)),
  });
  for (const call of refused) await finish(refusal(call));

  const onExecuted = async ({ call, outcome, durationMs }: Executed): Promise<void> => {
    const { callId, tool, header } = call;
    const notes = [...call.notes, ...(outcome.notes ?? [])];
    const noted = notes.length > 0 ? { ...outcome, notes } : outcome;
    await finish({ callId, name: tool.name, header, tool, outcome: noted, durationMs });
  };
  await executeBatch({ calls: cleared, onExecuted }, context, batch);

  const finished = request.calls.flatMap(({ callId }) => results.get(callId) ?? []);
  return foldBatch({ finished, advisories: [...feedback, ...(request.advisories ?? [])] }, context, batch);
}

/** A call that is over, and how it ended. */
interface Ended {
  readonly callId: string;
  readonly name: string;
  readonly header: string;
  readonly tool?: AnyTool;
  readonly outcome: Observed<Outcome>;
  readonly durationMs: number;
}

/**
 * Guards an outcome and makes it durable as soon as it is there. In a batch of one call the record waits for the fold,
 * which follows at once.
 */
function createFinisher(
  { isSingle, results }: { readonly isSingle: boolean; readonly results: Map<string, FinishedCall> },
  context: PipelineContext,
  batch: Pick<BatchScope, 'scope' | 'readSet' | 'stage' | 'append'>,
): (ended: Ended) => Promise<void> {
  return async ({ callId, name, header, tool, outcome: observed, durationMs }) => {
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
    for (const change of outcome.changes ?? []) {
      await keepReplaced(change, context.workspace);
      records.push(changeRecord(change, { callId, scope: batch.scope }));
    }
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
async function guardOrReceipt(
  observed: Observed<Outcome>,
  context: Pick<PipelineContext, 'compute'>,
): Promise<GuardedOutcome> {
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

/** What a change has replaced. The blob's name is the hash of what was there: the record's `before` finds it again. */
async function keepReplaced({ previous }: FileChange, workspace: PipelineContext['workspace']): Promise<void> {
  if (!previous) return;
  try {
    await workspace.put(previous, { mediaType: 'application/octet-stream' });
  } catch {
    // The change itself stands and is told; undo will say that what was there is not stored.
  }
}

const changeRecord = (
  { path, before, after, mode }: FileChange,
  by: { readonly callId: string; readonly scope: string },
): DraftRecord => ({
  kind: 'file.changed',
  commitKey: `file.changed:${by.callId}:${path}`,
  body: { ...by, path, before, after, ...(mode !== undefined && { mode }) },
});

function refusal({ callId, name, header, failure, denied, isCancelled }: RefusedCall): Ended {
  const status = isCancelled ? 'cancelled' : denied ? 'denied' : 'failed';
  return { callId, name, header, outcome: { ...failedOutcome(failure), status }, durationMs: 0 };
}
