import { defineJob } from '@toolstone/kernel';

export interface GrepInput {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** Whole lines, one after another. */
  readonly text: string;
  readonly context: number;
  /** What the part before has left: its last lines, and how many lines after its last match are still to be shown. */
  readonly before: readonly string[];
  readonly after: number;
  /** Matching lines to pass over, and to show. */
  readonly skip: number;
  readonly take: number;
}

export interface GrepLine {
  /** Counted from the first line of `text`; negative for lines of `before`. */
  readonly index: number;
  readonly isMatch: boolean;
  readonly text: string;
}

export interface GrepOutput {
  readonly lines: readonly GrepLine[];
  readonly matches: number;
  readonly lineCount: number;
  readonly before: readonly string[];
  readonly after: number;
}

/** Longer lines are shown by what surrounds their matches. */
const MAX_LINE_CHARS = 1000;
const AROUND_CHARS = 200;
const MAX_EXCERPTS = 5;

/** The matching lines of a text with the lines around them. The pattern may never end: always with `isolate` and a deadline. */
export const grepTextJob = defineJob<GrepInput, GrepOutput>({
  name: 'grep-text',
  run(input) {
    const expression = new RegExp(input.pattern, input.ignoreCase ? 'gi' : 'g');
    const lines = (input.text.endsWith('\n') ? input.text.slice(0, -1) : input.text).split('\n');
    const lineAt = (index: number): string =>
      (index < 0 ? input.before[input.before.length + index] : lines[index]) ?? '';
    const shown: GrepLine[] = [];
    let next = -input.before.length;
    let after = input.after;
    let matches = 0;
    for (const [index, line] of lines.entries()) {
      expression.lastIndex = 0;
      const isMatch = expression.test(line);
      if (isMatch) matches += 1;
      const isShown = isMatch && matches > input.skip && matches <= input.skip + input.take;
      if (isShown) {
        for (let at = Math.max(next, index - input.context); at < index; at += 1) {
          shown.push({ index: at, isMatch: false, text: clip(lineAt(at)) });
        }
        shown.push({ index, isMatch: true, text: excerpt(line, expression) });
        after = input.context;
        next = index + 1;
      } else if (after > 0) {
        shown.push({ index, isMatch: false, text: clip(line) });
        after -= 1;
        next = index + 1;
      }
    }
    const kept = Math.min(input.context, lines.length - next);
    const before = Array.from({ length: kept }, (_, at) => lineAt(lines.length - kept + at));
    return { lines: shown, matches, lineCount: lines.length, before, after };
  },
});

const clip = (line: string): string =>
  line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}… (${line.length} characters)` : line;

function excerpt(line: string, expression: RegExp): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const pieces: string[] = [];
  let shownTo = -1;
  expression.lastIndex = 0;
  for (let match = expression.exec(line); match && pieces.length < MAX_EXCERPTS; match = expression.exec(line)) {
    if (match[0] === '') expression.lastIndex += 1;
    if (match.index < shownTo) continue;
    const start = Math.max(0, match.index - AROUND_CHARS);
    shownTo = Math.min(line.length, match.index + match[0].slice(0, AROUND_CHARS).length + AROUND_CHARS);
    pieces.push(`${start > 0 ? '…' : ''}${line.slice(start, shownTo)}${shownTo < line.length ? '…' : ''}`);
  }
  return `(line of ${line.length} characters) ${pieces.join(' ')}`;
}
