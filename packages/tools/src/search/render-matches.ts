import type { FoundFile } from './read-records.ts';

/** Characters of one result. */
export const MAX_RESULT_CHARS = 32_768;
/** Room for the closing line. */
const RESERVE = 512;
const SAMPLES = [5, 3, 1] as const;

export interface RenderedMatches {
  readonly text: string;
  readonly shown: 'all' | 'samples' | 'counts';
}

/**
 * All lines if they fit, else some of every file, else how many each file has: what does not fit loses depth, not files in the
 * middle of the alphabet.
 */
export function renderMatches(files: readonly FoundFile[], budget = MAX_RESULT_CHARS - RESERVE): RenderedMatches {
  const all = within(files.map(renderAll), budget);
  if (all !== undefined) return { text: `${all}\n(${totals(files)})`, shown: 'all' };
  for (const count of SAMPLES) {
    const samples = within(
      files.map((file) => renderSample(file, count)),
      budget,
    );
    if (samples === undefined) continue;
    const what = count === 1 ? 'the first match' : `the first ${count} matches`;
    return {
      text: `${samples}\n(${totals(files)}; too much to show all: this is ${what} of each file)`,
      shown: 'samples',
    };
  }
  return {
    text: `${renderCounts(files, budget)}\n(${totals(files)}; too much to show lines: these are counts)`,
    shown: 'counts',
  };
}

const totals = (files: readonly FoundFile[]): string => {
  const matches = files.reduce((sum, file) => sum + file.matches, 0);
  return `${amount(matches, 'match', 'matches')} across ${amount(files.length, 'file', 'files')}`;
};

export const amount = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const renderAll = ({ path, lines }: FoundFile): string =>
  lines
    .map(({ number, isMatch, text }) => (isMatch ? `${path}:${number}:${text}` : `${path}-${number}-${text}`))
    .join('\n');

function renderSample({ path, matches, lines }: FoundFile, count: number): string {
  const shown = lines
    .filter(({ isMatch }) => isMatch)
    .slice(0, count)
    .map(({ number, text }) => `${path}:${number}:${text}`);
  if (matches > count) shown.push(`...and ${(matches - count).toLocaleString('en')} more in ${path}`);
  return shown.join('\n');
}

/** The pieces as one text, undefined where it would be longer than the budget. */
function within(pieces: readonly string[], budget: number): string | undefined {
  let length = 0;
  for (const piece of pieces) {
    length += piece.length + 1;
    if (length > budget) return undefined;
  }
  return pieces.join('\n');
}

function renderCounts(files: readonly FoundFile[], budget: number): string {
  const counts = [...files]
    .sort((a, b) => b.matches - a.matches || (a.path < b.path ? -1 : 1))
    .map(({ path, matches }) => `${path}: ${matches}`);
  return asMuchAs(counts, budget, 'files');
}

/** The first lines that fit, then how many are missing. */
export function asMuchAs(lines: readonly string[], budget: number, what: string): string {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > budget;
  });
  if (end < 0) return lines.join('\n');
  return [...lines.slice(0, end), `(plus ${(lines.length - end).toLocaleString('en')} more ${what})`].join('\n');
}
