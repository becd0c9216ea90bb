import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { failedOutcome } from '@toolstone/kernel';
import { diffView } from '../shared/line-diff/preview-diff.ts';
import { beforeEffect } from '../shared/text-file/before-effect.ts';
import { readWholeFile } from '../shared/text-file/read-whole.ts';
import { changedFailure, replaceText } from '../shared/text-file/replace-text.ts';
import { MAX_WHOLE_TEXT_BYTES } from '../shared/text-file/text-file.ts';
import { applyEditJob } from './jobs.ts';
import type { EditPlan } from './plan.ts';

const DEADLINE_MS = 20_000;

/** Does what the plan says to the very content that it was made on, or nothing. */
export async function executeEdit(plan: EditPlan, context: ExecuteContext): Promise<Outcome> {
  const { shown, before, after, real } = plan;
  const ready = await beforeEffect(shown, context, () => applyPlan(plan, context));
  if ('outcome' in ready) return ready.outcome;
  const made = ready.value;
  if (made.status === 'refused') return failedOutcome(made.failure);
  const { added, removed } = made.diff;
  const count = plan.replacements === 1 ? '1 replacement' : `${plan.replacements} replacements`;
  return replaceText(
    { real, shown, before, after, previous: made.previous, bytes: made.bytes },
    { text: `Edited ${shown}: ${count}, +${added} −${removed} lines`, notes: [], view: diffView(shown, made.diff) },
    context,
  );
}

async function applyPlan({ real, shown, before, edits, format }: EditPlan, context: ExecuteContext) {
  const { compute, environment, hasher, signal } = context;
  const whole = await readWholeFile(environment.files, real, {
    hasher,
    expectedBytes: MAX_WHOLE_TEXT_BYTES,
    maxBytes: MAX_WHOLE_TEXT_BYTES,
    signal,
  });
  if (whole?.hash !== before) return { status: 'refused', failure: changedFailure(shown) } as const;
  const applied = await compute.run(
    applyEditJob,
    { bytes: whole.bytes, edits, format, shown },
    { signal, deadlineMs: DEADLINE_MS, bytes: whole.bytes.length },
  );
  return applied.status === 'refused' ? applied : { ...applied, previous: whole.bytes };
}
