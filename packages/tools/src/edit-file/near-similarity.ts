import { distance } from 'fastest-levenshtein';
import type { NearPlace } from './near-place.ts';
import { withoutOuterBlankLines } from './outer-blank-lines.ts';

/** Windows of the text that are compared letter by letter. */
const MAX_CANDIDATES = 8;
const MAX_COMPARED_LINES = 60;
const MAX_COMPARED_CHARS = 400;
/** Texts up to this size are also searched line by line when no word of them was looked for. */
const MAX_FUZZY_CHARS = 300_000;
const MIN_SIMILARITY = 0.45;

/** The window of lines that is most like what was looked for, by the lines and words that both have. */
export function findBySimilarity(text: string, wanted: string): NearPlace | null {
  const wantedLines = withoutOuterBlankLines(wanted.split('\n'));
  const lines = text.split('\n');
  const starts = candidates(lines, wantedLines, text.length);
  let best: { readonly start: number; readonly similarity: number } | null = null;
  for (const start of starts) {
    const similarity = windowSimilarity(lines, wantedLines, start);
    if (best === null || similarity > best.similarity) best = { start, similarity };
  }
  if (best === null || best.similarity < MIN_SIMILARITY) return null;
  return {
    cause: 'the text there is different',
    line: best.start,
    lineCount: Math.min(wantedLines.length, lines.length - best.start),
    wanted: wantedLines.join('\n'),
  };
}

function candidates(lines: readonly string[], wantedLines: readonly string[], chars: number): readonly number[] {
  const byLine = bestStarts(lineVotes(lines, wantedLines), lines.length);
  const byWord = bestStarts(wordVotes(lines, wantedLines), lines.length);
  const voted = [...new Set([...byLine, ...byWord])];
  if (voted.length > 0 || chars > MAX_FUZZY_CHARS) return voted;
  return nearestLines(lines, wantedLines);
}

/** Each line that both have speaks for one start; the rarer the line, the more. */
function lineVotes(lines: readonly string[], wantedLines: readonly string[]): ReadonlyMap<number, number> {
  const wantedAt = new Map<string, number[]>();
  for (const [index, line] of wantedLines.entries()) {
    const key = line.trim();
    if (key.length > 1) wantedAt.set(key, [...(wantedAt.get(key) ?? []), index]);
  }
  const positions = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const key = line.trim();
    if (wantedAt.has(key)) positions.set(key, [...(positions.get(key) ?? []).slice(-200), index]);
  }
  const votes = new Map<number, number>();
  for (const [key, at] of positions) {
    for (const position of at) {
      for (const index of wantedAt.get(key) ?? []) {
        const start = position - index;
        if (start >= 0) votes.set(start, (votes.get(start) ?? 0) + 1 / at.length);
      }
    }
  }
  return votes;
}

/** Each word that a line shares with what is wanted speaks for the windows that it could be in. */
function wordVotes(lines: readonly string[], wantedLines: readonly string[]): ReadonlyMap<number, number> {
  const wantedAt = new Map<string, Set<number>>();
  for (const [index, line] of wantedLines.slice(0, MAX_COMPARED_LINES).entries()) {
    for (const word of wordsOf(line)) wantedAt.set(word, (wantedAt.get(word) ?? new Set()).add(index));
  }
  if (wantedAt.size === 0) return new Map();
  const found = new Map<string, number[]>();
  for (const [position, line] of lines.entries()) {
    for (const word of new Set(wordsOf(line))) {
      if (!wantedAt.has(word)) continue;
      const positions = found.get(word);
      if (positions === undefined) found.set(word, [position]);
      else if (positions.length < 2000) positions.push(position);
    }
  }
  const votes = new Map<number, number>();
  for (const [word, positions] of found) {
    for (const position of positions) {
      for (const index of wantedAt.get(word) ?? []) {
        const start = position - index;
        if (start >= 0) votes.set(start, (votes.get(start) ?? 0) + 1 / positions.length);
      }
    }
  }
  return votes;
}

const wordsOf = (line: string): readonly string[] => line.match(/[\p{L}\p{N}_$]{3,}/gu) ?? [];

const bestStarts = (votes: ReadonlyMap<number, number>, lineCount: number): readonly number[] =>
  [...votes]
    .filter(([start]) => start < lineCount)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MAX_CANDIDATES)
    .map(([start]) => start);

/** For short texts without a common word: the lines that are nearest to the longest wanted one, letter by letter. */
function nearestLines(lines: readonly string[], wantedLines: readonly string[]): readonly number[] {
  const longest = wantedLines.reduce(
    (best, line, index) => (line.length > (wantedLines[best]?.length ?? 0) ? index : best),
    0,
  );
  const wanted = wantedLines[longest] ?? '';
  return lines
    .map((line, index) => ({ start: index - longest, similarity: lineSimilarity(line, wanted) }))
    .filter(({ start, similarity }) => start >= 0 && similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || a.start - b.start)
    .slice(0, MAX_CANDIDATES)
    .map(({ start }) => start);
}

function windowSimilarity(lines: readonly string[], wantedLines: readonly string[], start: number): number {
  const compared = wantedLines.slice(0, MAX_COMPARED_LINES);
  let similar = 0;
  let weights = 0;
  for (const [index, wanted] of compared.entries()) {
    const weight = Math.min(wanted.trim().length, MAX_COMPARED_CHARS) + 1;
    similar += weight * lineSimilarity(lines[start + index] ?? '', wanted);
    weights += weight;
  }
  return similar / weights;
}

/** 1 for equal, 0 for nothing in common. What the line has around the wanted text counts little: it may be a part of a line. */
function lineSimilarity(line: string, wanted: string): number {
  const a = line.trim().slice(0, MAX_COMPARED_CHARS);
  const b = wanted.trim().slice(0, MAX_COMPARED_CHARS);
  if (b.length === 0) return a.length === 0 ? 1 : 0;
  const around = Math.max(0, a.length - b.length);
  const edits = distance(a, b) - 0.8 * around;
  return Math.max(0, 1 - edits / b.length);
}
