import { amount, asMuchAs, MAX_RESULT_CHARS } from './render-matches.ts';

const RESERVE = 256;

/** The paths if they fit, else how many each directory has. */
export function renderFiles(paths: readonly string[], budget = MAX_RESULT_CHARS - RESERVE): string {
  const total = amount(paths.length, 'file', 'files');
  const text = paths.join('\n');
  if (text.length <= budget) return `${text}\n(${total})`;
  const counts = new Map<string, number>();
  for (const path of paths) {
    const directory = path.slice(0, path.lastIndexOf('/') + 1) || './';
    counts.set(directory, (counts.get(directory) ?? 0) + 1);
  }
  const lines = [...counts]
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .map(([directory, count]) => `${directory}: ${amount(count, 'file', 'files')}`);
  return `${asMuchAs(lines, budget, 'directories')}\n(${total}; too many to list: these are counts by directory)`;
}
