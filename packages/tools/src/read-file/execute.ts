import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { failedOutcome, portFailure, textOutcome } from '@toolstone/kernel';
import { sniffContentType } from '../shared/content-type.ts';
import { missingFailure, notRegularFailure } from '../shared/paths/path-failure.ts';
import { listDirectory } from './list-directory.ts';
import type { ReadPlan } from './plan.ts';
import { readDocument } from './read-document.ts';
import { readImage } from './read-image.ts';
import type { ReadSource } from './read-source.ts';
import { readText } from './read-text.ts';
import { formNotes, renderLines } from './render-text.ts';

const HEAD_BYTES = 8192;

export async function execute(plan: ReadPlan, context: ExecuteContext): Promise<Outcome> {
  try {
    return await read(plan, context);
  } catch (error) {
    const failure = portFailure(error);
    if (failure === undefined) throw error;
    return failedOutcome(failure);
  }
}

async function read(plan: ReadPlan, context: ExecuteContext): Promise<Outcome> {
  const { files } = context.environment;
  const stat = await files.stat(plan.real);
  if (stat === null) {
    return failedOutcome(await missingFailure(files, { ...plan, isLink: false, stat }, context.cwd));
  }
  if (stat.kind === 'directory') return readDirectory(plan, context);
  if (stat.kind !== 'file') return failedOutcome(notRegularFailure(stat.kind, plan.shown));
  const head = await files.readAt(plan.real, 0, HEAD_BYTES);
  const type = sniffContentType(head);
  const source = { plan, head, bytes: stat.bytes };
  switch (type.kind) {
    case 'image':
      return readImage(source, type.format, context);
    case 'document':
      return readDocument(source, type.format, context);
    case 'other':
      return readPlainText(source, context);
  }
}

async function readDirectory(plan: ReadPlan, context: ExecuteContext): Promise<Outcome> {
  const { text, total } = await listDirectory(context.environment.files, {
    real: plan.real,
    shown: plan.shown,
    cwd: context.cwd,
    offset: plan.offset,
    limit: plan.limit,
    signal: context.signal,
  });
  return textOutcome(text, {
    value: { path: plan.path, kind: 'directory', entries: total },
    view: { type: 'text', text },
  });
}

async function readPlainText({ plan, head, bytes }: ReadSource, context: ExecuteContext): Promise<Outcome> {
  const { offset, limit, column } = plan;
  const source = {
    files: context.environment.files,
    hasher: context.hasher,
    signal: context.signal,
    path: plan.real,
    head,
    bytes,
  };
  const text = await readText(source, { offset, limit, column });
  if (text === null) return failedOutcome(binaryFailure(plan.shown, bytes));
  const reads = text.read === undefined ? {} : { reads: [text.read] };
  const [first] = text.lines;
  if (first === undefined) {
    if (text.totalLines === 0) return textOutcome('(empty file)', reads);
    return failedOutcome({
      code: 'OFFSET_PAST_END',
      message: `${plan.shown} has ${text.totalLines ?? 0} lines; line ${offset} is past its end`,
      nextStep: `Use an offset from 1 to ${text.totalLines ?? 1}`,
    });
  }
  if (column !== undefined && column > 1 && first.text === '') {
    return failedOutcome({
      code: 'COLUMN_PAST_END',
      message: `line ${offset} of ${plan.shown} ends before column ${column}`,
      nextStep: 'Use a smaller column, or leave it out',
    });
  }
  const last = text.lines.at(-1) ?? first;
  return textOutcome(renderLines(text.lines, text.totalLines, column), {
    ...reads,
    notes: formNotes(text),
    value: {
      path: plan.path,
      kind: 'text',
      firstLine: first.number,
      lastLine: last.number,
      totalLines: text.totalLines,
      encoding: text.format.encoding,
      bom: text.format.bom,
    },
    view: {
      type: 'lines',
      path: plan.shown,
      firstLine: first.number,
      lastLine: last.number,
      totalLines: text.totalLines,
    },
  });
}

const binaryFailure = (shown: string, bytes: number) => ({
  code: 'FILE_IS_BINARY',
  message: `${shown} is a binary file (${bytes.toLocaleString('en')} bytes), not text, and no image or document that can be read`,
  nextStep: 'Look at it with bash, for example: file, strings, or xxd | head',
});
