import type { Compute } from '@toolstone/kernel';
import type { ByteSource } from './byte-source.ts';
import { type GrepOutput, grepTextJob } from './grep-text-job.ts';
import { MAX_PAGE_CHARS } from './read-page.ts';

/** Bytes that one job looks at. A line that is longer is looked at in pieces of this size. */
const PART = 1024 * 1024;
const LINE_FEED = 0x0a;
/** For each part; nothing that ends on a page of text takes so long. */
export const GREP_SECONDS = 2;

export interface GrepRequest {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly context: number;
  /** Number of the first match to show, from 1. */
  readonly offset: number;
  readonly limit: number;
}

export interface GrepPage {
  /** `12:text` for a match, `11-text` for a line around it, `--` between groups of such lines. */
  readonly text: string;
  readonly matches: number;
  readonly first: number;
  readonly last: number;
}

interface Limits {
  readonly compute: Compute;
  readonly signal: AbortSignal;
}

/** Searches a text of any size, part by part, each in a worker of its own with a deadline. Rejects with `DeadlineError`. */
export async function grepSource(
  source: ByteSource,
  request: GrepRequest,
  { compute, signal }: Limits,
): Promise<GrepPage> {
  const { pattern, ignoreCase, context, offset } = request;
  const page = createPageText(context > 0);
  let carried: Pick<GrepOutput, 'before' | 'after'> = { before: [], after: 0 };
  let lineNumber = 1;
  let matches = 0;
  let shown = 0;
  for await (const part of parts(source)) {
    const take = page.isFull() ? 0 : Math.max(0, request.limit - shown);
    const found = await compute.run(
      grepTextJob,
      { pattern, ignoreCase, text: part, context, ...carried, skip: Math.max(0, offset - 1 - matches), take },
      { signal, deadlineMs: GREP_SECONDS * 1000, bytes: part.length, isolate: true },
    );
    for (const line of found.lines) if (page.add(lineNumber + line.index, line) && line.isMatch) shown += 1;
    matches += found.matches;
    lineNumber += found.lineCount;
    carried = page.isFull() ? { before: [], after: 0 } : found;
  }
  return { text: page.text(), matches, first: offset, last: offset + shown - 1 };
}

/** Pieces that end at a line end, except inside a line longer than a piece. */
async function* parts(source: ByteSource): AsyncIterable<string> {
  let offset = 0;
  while (offset < source.bytes) {
    const bytes = await source.readAt(offset, PART);
    if (bytes.length === 0) return;
    const isLast = offset + bytes.length >= source.bytes;
    const lineEnd = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    const end = lineEnd > 0 ? lineEnd : characterEnd(bytes);
    yield new TextDecoder().decode(bytes.subarray(0, end));
    offset += end;
  }
}

function characterEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 1 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end > 1 ? end - 1 : bytes.length;
}

function createPageText(hasGroups: boolean) {
  const lines: string[] = [];
  let chars = 0;
  let previous = 0;
  let isFull = false;
  return {
    /** False where the page has no room for it. */
    add(number: number, { isMatch, text }: { readonly isMatch: boolean; readonly text: string }): boolean {
      const gap = hasGroups && previous > 0 && number > previous + 1 ? ['--'] : [];
      const added = [...gap, `${number}${isMatch ? ':' : '-'}${text}`];
      chars += added.reduce((sum, line) => sum + line.length + 1, 0);
      isFull ||= chars > MAX_PAGE_CHARS && lines.length > 0;
      if (isFull) return false;
      lines.push(...added);
      previous = number;
      return true;
    },
    isFull: () => isFull,
    text: () => lines.join('\n'),
  };
}
