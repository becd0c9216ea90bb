import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { failedOutcome, PortError, portFailure, textOutcome } from '@toolstone/kernel';
import { diffView } from '../shared/line-diff/preview-diff.ts';
import { readWholeFile, type WholeFile } from '../shared/text-file/read-whole.ts';
import { changedFailure, replaceText } from '../shared/text-file/replace-text.ts';
import { MAX_WHOLE_TEXT_BYTES } from '../shared/text-file/text-file.ts';
import { applyWriteJob } from './jobs.ts';
import type { WritePlan } from './plan.ts';

const DEADLINE_MS = 20_000;

/** Writes what the plan says, if the file still is what the plan was made on. */
export async function executeWrite(plan: WritePlan, context: ExecuteContext): Promise<Outcome> {
  const { real, shown, mode, text, format, before, after } = plan;
  let previous: WholeFile | null;
  try {
    previous = await readIfThere(real, context);
  } catch (error) {
    const failure = portFailure(error);
    if (failure === undefined) throw error;
    return failedOutcome(failure);
  }
  if ((previous?.hash ?? 'absent') !== before) return failedOutcome(changedFailure(shown));
  if (before === after) {
    return textOutcome(`${shown} already has exactly this content; nothing was written`, {
      reads: [{ path: real, hash: before }],
    });
  }
  const applied = await context.compute.run(
    applyWriteJob,
    { previous: previous?.bytes ?? null, text, mode, format, shown },
    { signal: context.signal, deadlineMs: DEADLINE_MS, bytes: (previous?.bytes.length ?? 0) + text.length },
  );
  if (applied.status === 'refused') return failedOutcome(applied.failure);
  const { bytes, diff } = applied;
  const verb = mode === 'append' ? 'Appended' : 'Wrote';
  const suffix = previous === null ? ' (new file)' : '';
  return replaceText(
    { real, shown, before, after, previous: previous?.bytes ?? null, bytes },
    {
      text: `${verb} ${text.length.toLocaleString('en')} characters to ${shown}${suffix}`,
      notes: plan.notes,
      view: diff === null ? { type: 'text', text: `${shown} was replaced` } : diffView(shown, diff),
    },
    context,
  );
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
