import type { FileRead } from '@toolstone/protocol';
import type { AnyTool } from '../tool/define-tool.ts';
import { type FileChange, failedOutcome, type Observed, type Outcome, type SettledResult } from '../tool/result.ts';
import type { DraftRecord, PipelineContext } from './call.ts';
import { type GuardedOutcome, guardResult } from './guard-result.ts';
import { settleResult } from './settle-result.ts';

/** A call that is over, and how it ended. */
export interface EndedCall {
  readonly callId: string;
  readonly name: string;
  readonly header?: string;
  readonly tool?: AnyTool;
  readonly outcome: Observed<Outcome>;
  readonly durationMs: number;
  /** It already had a result when this came: told beside it, never in its place. */
  readonly isLate?: boolean;
}

/** What the log is to hold of it, to be appended together, and what a running batch goes on with. */
export interface RecordedOutcome {
  readonly records: readonly DraftRecord[];
  readonly result: SettledResult;
  readonly reads: readonly FileRead[];
  readonly changes: readonly FileChange[];
}

/**
 * Guards an outcome, moves what is long to the workspace and gives its records: what it changed, what the guard found, its
 * result. Every way in which a call can end goes through here, so that a change is on record, and can be taken back, after each.
 */
export async function recordOutcome(
  { callId, name, header, tool, outcome: observed, durationMs, isLate = false }: EndedCall,
  scope: string,
  context: PipelineContext,
): Promise<RecordedOutcome> {
  const { outcome, findings } = await guardOrReceipt(observed, context);
  const key = isLate ? `${callId}:late` : callId;
  const result = await settleResult(
    { name, pagesItself: tool?.meta.pagesItself ?? false, callId: isLate ? `${callId}-late` : callId },
    outcome,
    context,
  );
  const { reads = [], changes = [] } = outcome;
  const records: DraftRecord[] = [];
  for (const change of changes) {
    await keepReplaced(change, context.workspace);
    records.push(changeRecord(change, { callId, scope }));
  }
  if (findings.length > 0) {
    records.push({
      kind: 'guard.found',
      commitKey: `guard.found:${key}`,
      body: { callId, findings: [...findings] },
    });
  }
  records.push({
    kind: 'call.finished',
    commitKey: `call.finished:${key}`,
    body: {
      callId,
      tool: name,
      ...(header !== undefined && { header }),
      result,
      durationMs: Math.round(durationMs * 10) / 10,
      ...(reads.length > 0 && { reads: [...reads] }),
      ...(isLate && { late: true }),
    },
  });
  return { records, result, reads, changes };
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

const unreviewed = {
  code: 'OUTPUT_NOT_REVIEWED',
  message: 'it ran, but the check of its output did not complete, so the output was left out',
  nextStep: 'Do not repeat it for its effect; ask for a smaller part of what it printed',
} as const;

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
