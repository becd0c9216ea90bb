import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { DeadlineError, failedOutcome, portFailure, textOutcome } from '@toolstone/kernel';
import type { Failure, FileRead } from '@toolstone/protocol';
import { missingFailure, notRegularFailure, tooLargeFailure } from '../shared/paths/path-failure.ts';
import { editorconfigCharset } from '../shared/text-file/editorconfig.ts';
import { lineMarks } from '../shared/text-file/line-marks.ts';
import { showable } from '../shared/text-file/number-lines.ts';
import { readWholeFile } from '../shared/text-file/read-whole.ts';
import { MAX_WHOLE_TEXT_BYTES } from '../shared/text-file/text-file.ts';
import type { Comparison, DiffSide } from './compare-texts.ts';
import { compareTextsJob } from './jobs.ts';
import type { DiffPlan, DiffTarget } from './plan.ts';

/** What one call shows at most. */
const MAX_SHOWN_CHARS = 64 * 1024;
const DEADLINE_MS = 20_000;
const PROVIDED = '(provided content)';

export async function executeDiff(plan: DiffPlan, context: ExecuteContext): Promise<Outcome> {
  try {
    return await diff(plan, context);
  } catch (error) {
    const failure = portFailure(error);
    if (failure === undefined) throw error;
    return failedOutcome(failure);
  }
}

interface Side {
  readonly side: DiffSide;
  readonly size: number;
  readonly read?: FileRead;
}

async function diff(plan: DiffPlan, context: ExecuteContext): Promise<Outcome> {
  const a = await loadFile(plan.a, context);
  if ('code' in a) return failedOutcome(a);
  const b = plan.b.kind === 'file' ? await loadFile(plan.b, context) : provided(plan.b.text);
  if ('code' in b) return failedOutcome(b);
  // Text from the call is the old side: it is what the file is compared with.
  const [before, after] = plan.b.kind === 'file' ? [a, b] : [b, a];
  const compared = await compare(before, after, plan, context);
  if ('code' in compared) return failedOutcome(compared);
  if (compared.status === 'binary') return failedOutcome(binaryFailure(compared.label));
  const reads = [a, b].flatMap(({ read }) => (read === undefined ? [] : [read]));
  const { text, added, removed, omittedLines } = compared.diff;
  const shown = text === '' ? '(no differences)' : showable(text);
  const more =
    omittedLines === 0
      ? ''
      : `\n(${omittedLines.toLocaleString('en')} more lines of the diff follow; use fewer context_lines, or read_file around the lines that matter)`;
  return textOutcome(shown + more, {
    reads,
    notes: compared.notes,
    value: { added, removed, equal: text === '' },
    view:
      text === '' ? { type: 'text', text: shown } : { type: 'diff', path: plan.a.shown, diff: shown, added, removed },
  });
}

async function loadFile(target: DiffTarget, context: ExecuteContext): Promise<Side | Failure> {
  const { files } = context.environment;
  const stat = await files.stat(target.real);
  if (stat === null) return missingFailure(files, { ...target, isLink: false, stat }, context.cwd);
  if (stat.kind !== 'file') return notRegularFailure(stat.kind, target.shown);
  const whole = await readWholeFile(files, target.real, {
    hasher: context.hasher,
    expectedBytes: stat.bytes,
    maxBytes: MAX_WHOLE_TEXT_BYTES,
    signal: context.signal,
  });
  if (whole === null) return tooLargeFailure(target.shown, stat.bytes, MAX_WHOLE_TEXT_BYTES, 'Use diff in bash');
  const marks = lineMarks(whole.bytes);
  return {
    side: {
      label: target.shown,
      bytes: whole.bytes,
      configuredCharset: await editorconfigCharset(files, target.real),
    },
    size: whole.bytes.length,
    read: { path: target.real, hash: whole.hash, ...(marks !== undefined && { lineMarks: marks }) },
  };
}

const provided = (text: string): Side => ({ side: { label: PROVIDED, text }, size: text.length });

async function compare(
  before: Side,
  after: Side,
  { contextLines }: DiffPlan,
  { compute, signal }: ExecuteContext,
): Promise<Comparison | Failure> {
  try {
    return await compute.run(
      compareTextsJob,
      { old: before.side, new: after.side, contextLines, maxChars: MAX_SHOWN_CHARS },
      { signal, deadlineMs: DEADLINE_MS, bytes: before.size + after.size },
    );
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return {
      code: 'DIFF_TOO_SLOW',
      message: `the two were not compared within ${DEADLINE_MS / 1000} seconds`,
      nextStep: 'Use diff in bash, or compare parts of them',
    };
  }
}

const binaryFailure = (shown: string): Failure => ({
  code: 'FILE_IS_BINARY',
  message: `${shown} is a binary file`,
  nextStep: 'Only text can be compared line by line; use cmp in bash to see whether two files are the same',
});
