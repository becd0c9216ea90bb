import { showable } from '../shared/text-file/number-lines.ts';
import { compareLines } from './compare-lines.ts';
import { findByForm } from './near-form.ts';
import { findBySimilarity } from './near-similarity.ts';

export interface NearMiss {
  readonly cause: string;
  /** 1-based. */
  readonly firstLine: number;
  readonly lines: readonly string[];
  readonly differences: readonly string[];
}

const MAX_SHOWN_LINES = 12;
const MAX_SHOWN_CHARS = 200;

/**
 * Where a text nearly says what was looked for, and how it differs; null where nothing is like it.
 * Both have LF breaks. Work grows with the size of the text only, not with what it says.
 */
export function findNearMiss(text: string, wanted: string): NearMiss | null {
  const place = findByForm(text, wanted) ?? findBySimilarity(text, wanted);
  if (place === null) return null;
  const lines = text.split('\n').slice(place.line, place.line + place.lineCount);
  return {
    cause: place.cause,
    firstLine: place.line + 1,
    lines,
    differences: compareLines(lines, place.wanted.split('\n'), place.line + 1),
  };
}

/** The region with its line numbers, then the differences. */
export function describeNearMiss({ firstLine, lines, differences }: NearMiss): string {
  const last = firstLine + lines.length - 1;
  const where = lines.length === 1 ? `line ${firstLine}` : `lines ${firstLine}-${last}`;
  const shown = lines
    .slice(0, MAX_SHOWN_LINES)
    .map((line, index) => `${String(firstLine + index).padStart(4)}\t${cut(showable(line))}`);
  const more = lines.length > MAX_SHOWN_LINES ? [`     (${lines.length - MAX_SHOWN_LINES} more lines)`] : [];
  const differ = differences.length === 0 ? [] : ['It differs here:', ...differences];
  return [`The nearest text is ${where}:`, ...shown, ...more, ...differ].join('\n');
}

const cut = (line: string): string => (line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line);
