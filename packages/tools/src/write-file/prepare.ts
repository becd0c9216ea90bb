import type { PrepareContext, Prepared } from '@toolstone/kernel';
import { DeadlineError } from '@toolstone/kernel';
import type { ContentState, Failure, View } from '@toolstone/protocol';
import { diffViews } from '../shared/line-diff/preview-diff.ts';
import { linkNotice } from '../shared/paths/link-notice.ts';
import { type Located, locateFile } from '../shared/paths/locate-file.ts';
import { notRegularFailure, tooLargeFailure } from '../shared/paths/path-failure.ts';
import { displayPath, parentPath, unusablePath } from '../shared/paths/resolve-path.ts';
import { editorconfigCharset } from '../shared/text-file/editorconfig.ts';
import { hashBytes } from '../shared/text-file/hash-bytes.ts';
import { readWholeFile, type WholeFile } from '../shared/text-file/read-whole.ts';
import { staleReadFailure } from '../shared/text-file/stale-read.ts';
import { MAX_WHOLE_TEXT_BYTES } from '../shared/text-file/text-file.ts';
import { planWriteJob } from './jobs.ts';
import type { WritePlan } from './plan.ts';
import type { PlannedText, WriteJobInput } from './plan-write.ts';
import type { WriteInput } from './write-input.ts';

const DEADLINE_MS = 20_000;

/** Works out the whole new content and what a person must know of it. */
export async function prepareWrite(input: WriteInput, context: PrepareContext): Promise<Prepared<WritePlan>> {
  const unusable = unusablePath(input.path, 'path');
  if (unusable) return refused(unusable);
  const file = await locateFile(context.files, input.path, context);
  if (file.stat !== null && file.stat.kind !== 'file') return refused(notRegularFailure(file.stat.kind, file.shown));
  const parent = await checkParent(file, context);
  if (parent.status === 'refused') return parent;
  const whole = file.stat === null ? null : await readPrevious(file, file.stat.bytes, context);
  if (whole === 'too large') {
    const instead = 'Use bash, for example cat >> FILE to append, or move the file away first';
    return refused(tooLargeFailure(file.shown, file.stat?.bytes ?? 0, MAX_WHOLE_TEXT_BYTES, instead));
  }
  const known = context.readSet.get(file.real);
  if (input.mode === 'overwrite' && whole !== null && known !== undefined && known !== whole.hash) {
    const now = { shown: file.shown, real: file.real, modifiedMs: file.stat?.modifiedMs ?? 0, bytes: whole.bytes };
    return refused(staleReadFailure(now, context));
  }
  const job = { previous: whole?.bytes ?? null, content: input.content, mode: input.mode, shown: file.shown };
  const planned = await planInTime(job, file.real, context);
  if (planned.status === 'refused') return planned;
  const before: ContentState = whole?.hash ?? 'absent';
  const after = await hashBytes(planned.bytes, context);
  const plan: WritePlan = {
    real: file.real,
    shown: file.shown,
    mode: input.mode,
    text: planned.text,
    format: planned.format,
    before,
    after,
    notes: planned.notes,
  };
  if (before === after) return nothingToWrite(file, plan);
  const isUnread = whole !== null && known === undefined && input.mode === 'overwrite';
  return {
    status: 'ready',
    header: header(input, file, planned),
    preview: [
      ...linkNotice(file, context.cwd),
      ...parent.notices,
      ...(isUnread ? [warning(`${file.shown} exists and was not read before: all of it is replaced`)] : []),
      ...planned.notes.map((text): View => ({ type: 'notice', level: 'info', text })),
      ...contentViews(file, planned),
    ],
    plan,
    touches: [{ path: file.real, access: 'write', before, after }],
    needsApproval: true,
    approvalLabel: input.mode === 'append' ? 'append_file' : isUnread ? 'overwrite_file' : 'write_file',
    plannedWrites: [{ path: file.real, after: planned.bytes }],
    plannedReads: [
      { path: file.real, hash: after, ...(planned.lineMarks !== undefined && { lineMarks: planned.lineMarks }) },
    ],
  };
}

function header({ mode }: WriteInput, file: Located, { diff }: Extract<PlannedText, { status: 'planned' }>): string {
  const change =
    diff === null
      ? ''
      : file.stat === null
        ? ` (${diff.added} ${diff.added === 1 ? 'line' : 'lines'})`
        : ` (+${diff.added} −${diff.removed})`;
  if (mode === 'append') return `Append to ${file.shown}${change}`;
  return `${file.stat === null ? 'Create' : 'Overwrite'} ${file.shown}${change}`;
}

function contentViews(file: Located, { diff }: Extract<PlannedText, { status: 'planned' }>): readonly View[] {
  if (diff === null) return [warning(`${file.shown} is a binary file: all of it is replaced by text`)];
  if (diff.text === '') return [{ type: 'notice', level: 'info', text: `${file.shown} will be empty` }];
  return diffViews(file.shown, diff);
}

const warning = (text: string): View => ({ type: 'notice', level: 'warning', text });

/** The file has these very bytes already: nothing to approve, nothing to do. */
const nothingToWrite = (file: Located, plan: WritePlan): Prepared<WritePlan> => ({
  status: 'ready',
  header: `Write ${file.shown} (no change)`,
  plan,
  touches: [{ path: file.real, access: 'read' }],
  effects: 'read',
  needsApproval: false,
  plannedReads: [{ path: file.real, hash: plan.before }],
});

type Parent =
  | { readonly status: 'ready'; readonly notices: readonly View[] }
  | { readonly status: 'refused'; readonly failure: Failure };

/** Missing directories are made; what stands in their place refuses. */
async function checkParent(file: Located, { files, cwd }: PrepareContext): Promise<Parent> {
  if (file.stat !== null) return { status: 'ready', notices: [] };
  const directory = parentPath(file.real);
  let existing = directory;
  let stat = await files.stat(existing);
  while (stat === null && existing !== '/') {
    existing = parentPath(existing);
    stat = await files.stat(existing);
  }
  if (stat !== null && stat.kind !== 'directory') {
    return {
      status: 'refused',
      failure: {
        code: 'PATH_PARENT_IS_FILE',
        message: `${displayPath(existing, cwd)} is not a directory, so ${file.shown} cannot be inside it`,
        nextStep: 'Choose another path',
      },
    };
  }
  if (existing === directory) return { status: 'ready', notices: [] };
  return {
    status: 'ready',
    notices: [{ type: 'notice', level: 'info', text: `The directory ${displayPath(directory, cwd)} will be made` }],
  };
}

async function readPrevious(
  file: Located,
  expectedBytes: number,
  { files, hasher, signal }: PrepareContext,
): Promise<WholeFile | 'too large'> {
  const maxBytes = MAX_WHOLE_TEXT_BYTES;
  return (await readWholeFile(files, file.real, { hasher, expectedBytes, maxBytes, signal })) ?? 'too large';
}

async function planInTime(
  job: Omit<WriteJobInput, 'configuredCharset'>,
  path: string,
  { files, compute, signal }: PrepareContext,
): Promise<PlannedText> {
  const bytes = (job.previous?.length ?? 0) + job.content.length;
  try {
    const configuredCharset = await editorconfigCharset(files, path);
    return await compute.run(planWriteJob, { ...job, configuredCharset }, { signal, deadlineMs: DEADLINE_MS, bytes });
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return {
      status: 'refused',
      failure: {
        code: 'WRITE_TOO_SLOW',
        message: `the content for ${job.shown} was not worked out within ${DEADLINE_MS / 1000} seconds`,
        nextStep: 'Nothing was written. Write it in smaller parts with mode "append"',
      },
    };
  }
}

const refused = (failure: Failure) => ({ status: 'refused', failure }) as const;
