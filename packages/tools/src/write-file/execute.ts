import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { failedOutcome, PortError, textOutcome } from '@toolstone/kernel';
import { diffView } from '../shared/line-diff/preview-diff.ts';
import { beforeEffect } from '../shared/text-file/before-effect.ts';
import { readWholeFile, type WholeFile } from '../shared/text-file/read-whole.ts';
import { changedFailure, replaceText } from '../shared/text-file/replace-text.ts';
import { MAX_WHOLE_TEXT_BYTES } from '../shared/text-file/text-file.ts';
import { applyWriteJob } from './jobs.ts';
import type { WritePlan } from './plan.ts';

const DEADLINE_MS = 20_000;

/** Writes what the plan says, if the file still is what the plan was made on. */
export async function executeWrite(plan: WritePlan, context: ExecuteContext): Promise<Outcome> {
  const { real, shown, mode, text, before, after } = plan;
  const ready = await beforeEffect(shown, context, () => applyPlan(plan, context));
  if ('outcome' in ready) return ready.outcome;
  const made = ready.value;
  switch (made.status) {
    case 'refused':
      return failedOutcome(made.failure);
    case 'same':
      return textOutcome(`${shown} already has exactly this content; nothing was written`, {
        reads: [{ path: real, hash: before }],
      });
    case 'applied':
  }
  const { bytes, diff, previous } = made;
  const verb = mode === 'append' ? 'Appended' : 'Wrote';
  return replaceText(
    { real, shown, before, after, previous, bytes },
    {
      text: `${verb} ${text.length.toLocaleString('en')} characters to ${shown}${previous === null ? ' (new file)' : ''}`,
      notes: plan.notes,
      view: diff === null ? { type: 'text', text: `${shown} was replaced` } : diffView(shown, diff),
    },
    context,
  );
}

async function applyPlan({ real, shown, mode, text, format, before, after }: WritePlan, context: ExecuteContext) {
  const previous = await readIfThere(real, context);
  if ((previous?.hash ?? 'absent') !== before) return { status: 'refused', failure: changedFailure(shown) } as const;
  if (before === after) return { status: 'same' } as const;
  const { compute, signal } = context;
  const applied = await compute.run(
    applyWriteJob,
    { previous: previous?.bytes ?? null, text, mode, format, shown },
    { signal, deadlineMs: DEADLINE_MS, bytes: (previous?.bytes.length ?? 0) + text.length },
  );
  return applied.status === 'refused' ? applied : { ...applied, previous: previous?.bytes ?? null };
}

/** Null where there is no file. One that grew too large is not the one that was planned on, and its hash says so. */
async function readIfThere(path: string, { environment, hasher, signal }: ExecuteContext): Promise<WholeFile | null> {
  try {
    const options = { hasher, expectedBytes: MAX_WHOLE_TEXT_BYTES, maxBytes: MAX_WHOLE_TEXT_BYTES, signal };
    return (await readWholeFile(environment.files, path, options)) ?? { bytes: new Uint8Array(0), hash: 'too large' };
  } catch (error) {
    if (error instanceof PortError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
