import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { DeadlineError, failedOutcome, textOutcome } from '@toolstone/kernel';
import { documentJob } from '../shared/documents/document-job.ts';
import type { DocumentFormat, ExtractedDocument } from '../shared/documents/extracted-document.ts';
import { tooLargeFailure } from '../shared/paths/path-failure.ts';
import { readWholeFile } from '../shared/text-file/read-whole.ts';
import type { ReadPlan } from './plan.ts';
import type { ReadSource } from './read-source.ts';
import { MAX_LINE_BYTES, MAX_SHOWN_BYTES, type ShownLine } from './read-text.ts';
import { renderLines } from './render-text.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const DEADLINE_MS = 60_000;

/** The text of a PDF or Office file as numbered lines; what an archive contains. */
export async function readDocument(
  { plan, bytes: size }: ReadSource,
  format: DocumentFormat,
  context: ExecuteContext,
): Promise<Outcome> {
  const whole = await readWholeFile(context.environment.files, plan.real, {
    hasher: context.hasher,
    expectedBytes: size,
    maxBytes: MAX_FILE_BYTES,
    signal: context.signal,
  });
  if (whole === null) {
    return failedOutcome(
      tooLargeFailure(plan.shown, size, MAX_FILE_BYTES, 'Take out the part that matters with bash and read that'),
    );
  }
  const document = await extract(whole.bytes, format, context);
  const reads = [{ path: plan.real, hash: whole.hash }];
  switch (document.status) {
    case 'refused':
      return failedOutcome({ ...document.failure, message: `${plan.shown}: ${document.failure.message}` });
    case 'archive':
      return textOutcome(renderArchive(plan, document), {
        value: { path: plan.path, kind: 'archive', entries: document.total },
      });
    case 'text':
      return documentOutcome(plan, document, reads);
  }
}

function documentOutcome(
  plan: ReadPlan,
  document: Extract<ExtractedDocument, { status: 'text' }>,
  reads: NonNullable<Outcome['reads']>,
): Outcome {
  const all = document.text.split('\n');
  const lines = plan.column === undefined ? takeLines(all, plan) : takeColumn(all, plan.offset, plan.column);
  const [first] = lines;
  if (!first) {
    return failedOutcome({
      code: 'OFFSET_PAST_END',
      message: `the text of ${plan.shown} has ${all.length} lines; line ${plan.offset} is past its end`,
      nextStep: `Use an offset from 1 to ${all.length}`,
    });
  }
  const last = lines.at(-1) ?? first;
  return textOutcome(`${document.title}\n${renderLines(lines, all.length, plan.column)}`, {
    reads,
    notes: [...document.notes],
    value: {
      path: plan.path,
      kind: 'document',
      firstLine: first.number,
      lastLine: last.number,
      totalLines: all.length,
    },
    view: { type: 'lines', path: plan.shown, firstLine: first.number, lastLine: last.number, totalLines: all.length },
  });
}

function takeLines(all: readonly string[], { offset, limit }: ReadPlan): readonly ShownLine[] {
  const lines: ShownLine[] = [];
  let chars = 0;
  for (let index = offset - 1; index < Math.min(all.length, offset - 1 + (limit ?? all.length)); index++) {
    if (lines.length > 0 && chars >= MAX_SHOWN_BYTES) break;
    const line = cutLine(all[index] ?? '', { number: index + 1, column: 1, maxChars: MAX_LINE_BYTES });
    lines.push(line);
    chars += line.text.length;
  }
  return lines;
}

function takeColumn(all: readonly string[], offset: number, column: number): readonly ShownLine[] {
  const line = all[offset - 1];
  return line === undefined ? [] : [cutLine(line, { number: offset, column, maxChars: MAX_SHOWN_BYTES })];
}

function cutLine(
  line: string,
  { number, column, maxChars }: { readonly number: number; readonly column: number; readonly maxChars: number },
): ShownLine {
  const rest = line.slice(column - 1);
  const isCut = rest.length > maxChars;
  const text = isCut ? rest.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '') : rest;
  return {
    number,
    text,
    hasCr: false,
    totalBytes: line.length,
    ...(isCut && { continuesAt: column + text.length }),
  };
}

function renderArchive(plan: ReadPlan, { entries, total }: Extract<ExtractedDocument, { status: 'archive' }>): string {
  const more = total > entries.length ? [`(${total - entries.length} more)`] : [];
  return [`${plan.shown} is a ZIP archive with ${total} entries:`, ...entries, ...more].join('\n');
}

async function extract(
  bytes: Uint8Array,
  format: DocumentFormat,
  { compute, signal }: ExecuteContext,
): Promise<ExtractedDocument> {
  try {
    return await compute.run(
      documentJob,
      { bytes, format },
      { signal, deadlineMs: DEADLINE_MS, bytes: bytes.length, isolate: true },
    );
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return {
      status: 'refused',
      failure: {
        code: 'DOCUMENT_TOO_SLOW',
        message: `its text was not found within ${DEADLINE_MS / 1000} seconds`,
        nextStep: 'Take out the pages that matter with bash and read those',
      },
    };
  }
}
