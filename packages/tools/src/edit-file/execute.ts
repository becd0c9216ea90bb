import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { failedOutcome, portFailure } from '@toolstone/kernel';
import { diffView } from '../shared/line-diff/preview-diff.ts';
import { readWholeFile, type WholeFile } from '../shared/text-file/read-whole.ts';
import { changedFailure, replaceText } from '../shared/text-file/replace-text.ts';
import { MAX_WHOLE_TEXT_BYTES } from '../shared/text-file/text-file.ts';
import { applyEditJob } from './jobs.ts';
import type { EditPlan } from './plan.ts';

const DEADLINE_MS = 20_000;

/** Does what the plan says to the very content that it was made on, or nothing. */
export async function executeEdit(plan: EditPlan, context: ExecuteContext): Promise<Outcome> {
  const { compute, signal } = context;
  let whole: WholeFile | null;
  try {
    whole = await readWholeFile(context.environment.files, plan.real, {
      hasher: context.hasher,
      expectedBytes: MAX_WHOLE_TEXT_BYTES,
      maxBytes: MAX_WHOLE_TEXT_BYTES,
      signal,
    });
  } catch (error) {
    const failure = portFailure(error);
    if (failure === undefined) throw error;
    return failedOutcome(failure);
  }
  if (whole?.hash !== plan.before) return failedOutcome(changedFailure(plan.shown));
  const { edits, format, shown, before, after, real } = plan;
  const applied = await compute.run(
    applyEditJob,
    { bytes: whole.bytes, edits, format, shown },
    { signal, deadlineMs: DEADLINE_MS, bytes: whole.bytes.length },
  );
  if (applied.status === 'refused') return failedOutcome(applied.failure);
  const { added, removed } = applied.diff;
  const count = plan.replacements === 1 ? '1 replacement' : `${plan.replacements} replacements`;
  return replaceText(
    { real, shown, before, after, previous: whole.bytes, bytes: applied.bytes },
    { text: `Edited ${shown}: ${count}, +${added} −${removed} lines`, notes: [], view: diffView(shown, applied.diff) },
    context,
  );
}
