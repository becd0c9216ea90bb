import { type Change, diffLines } from './diff-lines.ts';

export interface UnifiedDiffOptions {
  readonly oldLabel: string;
  readonly newLabel: string;
  readonly contextLines: number;
  /** The text ends at the last whole line within so many characters. */
  readonly maxChars: number;
}

export interface UnifiedDiff {
  /** Headers and hunks, without a line break at the end; empty where nothing differs. */
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  /** Lines of the diff that `maxChars` left out. */
  readonly omittedLines: number;
}

/** A unified diff of two texts, as `diff -u` writes it. Carriage returns are part of their lines. */
export function unifiedDiff(oldText: string, newText: string, options: UnifiedDiffOptions): UnifiedDiff {
  const a = toLines(oldText);
  const b = toLines(newText);
  const changes = diffLines(a, b);
  if (changes.length === 0) return { text: '', added: 0, removed: 0, omittedLines: 0 };
  const out = boundedLines(options.maxChars);
  out.push(`--- ${options.oldLabel}`);
  out.push(`+++ ${options.newLabel}`);
  for (const hunk of toHunks(changes, options.contextLines)) writeHunk(hunk, a, b, options.contextLines, out);
  return {
    text: out.text(),
    added: sum(changes, ({ bStart, bEnd }) => bEnd - bStart),
    removed: sum(changes, ({ aStart, aEnd }) => aEnd - aStart),
    omittedLines: out.omitted(),
  };
}

/** Lines with their break; the last one may have none. */
function toLines(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const whole = lines.map((line) => `${line}\n`);
  return last === '' ? whole : [...whole, last];
}

/** Changes whose context would touch or overlap are shown together. */
function toHunks(changes: readonly Change[], contextLines: number): readonly (readonly Change[])[] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last && change.aStart - last.aEnd <= 2 * contextLines) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function writeHunk(
  hunk: readonly Change[],
  a: readonly string[],
  b: readonly string[],
  contextLines: number,
  out: BoundedLines,
): void {
  const [first] = hunk;
  const last = hunk.at(-1);
  if (!first || !last) return;
  const before = Math.min(contextLines, first.aStart);
  const after = Math.min(contextLines, a.length - last.aEnd);
  const aRange = hunkRange(first.aStart - before, last.aEnd + after);
  const bRange = hunkRange(first.bStart - before, last.bEnd + after);
  out.push(`@@ -${aRange} +${bRange} @@`);
  let at = first.aStart - before;
  for (const change of hunk) {
    for (; at < change.aStart; at++) pushLine(' ', a[at], out);
    for (; at < change.aEnd; at++) pushLine('-', a[at], out);
    for (let index = change.bStart; index < change.bEnd; index++) pushLine('+', b[index], out);
  }
  for (; at < last.aEnd + after; at++) pushLine(' ', a[at], out);
}

/** `start,count` of a 0-based half-open range; an empty range names the line before it. */
function hunkRange(start: number, end: number): string {
  const count = end - start;
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}

function pushLine(mark: string, line: string | undefined, out: BoundedLines): void {
  if (line === undefined) return;
  if (line.endsWith('\n')) {
    out.push(mark + line.slice(0, -1));
    return;
  }
  out.push(mark + line);
  out.push('\\ No newline at end of file');
}

interface BoundedLines {
  push(line: string): void;
  text(): string;
  omitted(): number;
}

function boundedLines(maxChars: number): BoundedLines {
  const lines: string[] = [];
  let chars = 0;
  let omitted = 0;
  return {
    push(line) {
      chars += line.length + 1;
      if (omitted === 0 && chars <= maxChars) lines.push(line);
      else omitted++;
    },
    text: () => lines.join('\n'),
    omitted: () => omitted,
  };
}

const sum = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((total, item) => total + value(item), 0);
