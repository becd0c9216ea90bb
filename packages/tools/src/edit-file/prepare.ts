import type { PrepareContext, Prepared } from '@toolstone/kernel';
import { DeadlineError } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { diffViews } from '../shared/line-diff/preview-diff.ts';
import { linkNotice } from '../shared/paths/link-notice.ts';
import { locateFile } from '../shared/paths/locate-file.ts';
import { missingFailure, notRegularFailure, tooLargeFailure } from '../shared/paths/path-failure.ts';
import { unusablePath } from '../shared/paths/resolve-path.ts';
import { editorconfigCharset } from '../shared/text-file/editorconfig.ts';
import { hashBytes } from '../shared/text-file/hash-bytes.ts';
import { readWholeFile } from '../shared/text-file/read-whole.ts';
import { staleReadFailure } from '../shared/text-file/stale-read.ts';
import { MAX_WHOLE_TEXT_BYTES } from '../shared/text-file/text-file.ts';
import { type EditInput, parseEdit } from './edit-request.ts';
import { planEditJob } from './jobs.ts';
import type { EditPlan } from './plan.ts';
import type { PlannedEdit } from './plan-edit.ts';

const DEADLINE_MS = 20_000;

/** Works out the edit on the file as it is now, and refuses whatever is not certain. */
export async function prepareEdit(input: EditInput, context: PrepareContext): Promise<Prepared<EditPlan>> {
  const unusable = unusablePath(input.path, 'path');
  if (unusable) return refused(unusable);
  const parsed = parseEdit(input);
  if (parsed.status === 'refused') return parsed;
  const { files, readSet, hasher, signal } = context;
  const file = await locateFile(files, input.path, context);
  if (file.stat === null) return refused(await missingFailure(files, file, context.cwd));
  if (file.stat.kind !== 'file') return refused(notRegularFailure(file.stat.kind, file.shown));
  // First: to read it would not help.
  if (file.stat.bytes > MAX_WHOLE_TEXT_BYTES) return refused(tooLarge(file.shown, file.stat.bytes));
  const known = readSet.get(file.real);
  if (known === undefined) return refused(notReadFailure(file.shown));
  const whole = await readWholeFile(files, file.real, {
    hasher,
    expectedBytes: file.stat.bytes,
    maxBytes: MAX_WHOLE_TEXT_BYTES,
    signal,
  });
  if (whole === null) return refused(tooLarge(file.shown, file.stat.bytes));
  if (whole.hash !== known) {
    const now = { shown: file.shown, real: file.real, modifiedMs: file.stat.modifiedMs, bytes: whole.bytes };
    return refused(staleReadFailure(now, context));
  }
  const planned = await planInTime(
    { bytes: whole.bytes, request: parsed.request, shown: file.shown },
    file.real,
    context,
  );
  if (planned.status === 'refused') return planned;
  const after = await hashBytes(planned.after, context);
  const { added, removed } = planned.diff;
  return {
    status: 'ready',
    header: `Edit ${file.shown} (+${added} −${removed})`,
    preview: [...linkNotice(file, context.cwd), ...diffViews(file.shown, planned.diff)],
    plan: {
      real: file.real,
      shown: file.shown,
      before: whole.hash,
      after,
      format: planned.format,
      edits: planned.edits,
      replacements: planned.replacements,
    },
    touches: [{ path: file.real, access: 'write', before: whole.hash, after }],
    needsApproval: true,
    plannedWrites: [{ path: file.real, after: planned.after }],
    plannedReads: [
      { path: file.real, hash: after, ...(planned.lineMarks !== undefined && { lineMarks: planned.lineMarks }) },
    ],
  };
}

async function planInTime(
  job: Omit<Parameters<typeof planEditJob.run>[0], 'configuredCharset'>,
  path: string,
  { files, compute, signal }: PrepareContext,
): Promise<PlannedEdit> {
  try {
    const configuredCharset = await editorconfigCharset(files, path);
    return await compute.run(
      planEditJob,
      { ...job, configuredCharset },
      { signal, deadlineMs: DEADLINE_MS, bytes: job.bytes.length + requestChars(job.request) },
    );
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return {
      status: 'refused',
      failure: {
        code: 'EDIT_TOO_SLOW',
        message: `the edit of ${job.shown} was not worked out within ${DEADLINE_MS / 1000} seconds`,
        nextStep: 'Nothing was changed. Use a shorter old_string, or change the file with bash',
      },
    };
  }
}

const requestChars = ({
  edits,
}: {
  readonly edits: readonly { readonly find: string; readonly replacement: string }[];
}) => edits.reduce((total, { find, replacement }) => total + find.length + replacement.length, 0);

const tooLarge = (shown: string, bytes: number): Failure =>
  tooLargeFailure(shown, bytes, MAX_WHOLE_TEXT_BYTES, 'Change it with bash, for example with sed');

const notReadFailure = (shown: string): Failure => ({
  code: 'FILE_NOT_READ',
  message: `${shown} has not been read`,
  nextStep: `Call read_file for ${shown} first, then edit what it really says`,
});

const refused = (failure: Failure) => ({ status: 'refused', failure }) as const;
