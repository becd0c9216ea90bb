import { failedOutcome } from '../tool/result.ts';
import { approveBatch } from './approve-batch.ts';
import type {
  BatchScope,
  CallRequest,
  FinishedCall,
  PipelineContext,
  PreparedCall,
  PriorCall,
  RefusedCall,
} from './call.ts';
import { type Executed, executeBatch } from './execute-batch.ts';
import { type FoldedCall, foldBatch } from './fold-batch.ts';
import { createPreparer } from './prepare-call.ts';
import { reconcile } from './reconcile-call.ts';
import { type EndedCall, recordOutcome } from './record-outcome.ts';
import { replan } from './replan.ts';

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

/**
 * Makes an outcome durable as soon as it is there. In a batch of one call the records wait for the fold, which follows at once.
 */
function createFinisher(
  { isSingle, results }: { readonly isSingle: boolean; readonly results: Map<string, FinishedCall> },
  context: PipelineContext,
  batch: Pick<BatchScope, 'scope' | 'readSet' | 'stage' | 'append'>,
): (ended: EndedCall) => Promise<void> {
  return async (ended) => {
    const { callId, name: tool } = ended;
    const { records, result, reads, changes } = await recordOutcome(ended, batch.scope, context);
    for (const read of reads) batch.readSet.add(read);
    for (const { path, after } of changes) batch.readSet.add({ path, hash: after });
    results.set(callId, { callId, tool, result, effect: result.effect });
    if (isSingle) for (const record of records) batch.stage(record);
    else await batch.append(records);
  };
}

function refusal({ callId, name, header, failure, denied, isCancelled }: RefusedCall): EndedCall {
  const status = isCancelled ? 'cancelled' : denied ? 'denied' : 'failed';
  return { callId, name, header, outcome: { ...failedOutcome(failure), status }, durationMs: 0 };
}
