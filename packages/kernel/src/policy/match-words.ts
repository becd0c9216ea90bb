import { expandBraces } from './shell-braces.ts';

/** Three answers: what cannot be known before it runs makes a match possible, not certain. */
export type Match = 'yes' | 'maybe' | 'no';

export const strongest = (matches: Iterable<Match>): Match => {
  let best: Match = 'no';
  for (const match of matches) {
    if (match === 'yes') return 'yes';
    if (match === 'maybe') best = 'maybe';
  }
  return best;
};

/**
 * Whether `*` (any characters), `?` (one) and `\` (the next character itself) in a pattern cover a whole text. Linear
 * in memory and at worst text × pattern in time, whatever the pattern.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let at = 0;
  let index = 0;
  let starAt = -1;
  let starIndex = 0;
  while (index < text.length) {
    const character = pattern[at];
    const isEscape = character === '\\' && at + 1 < pattern.length;
    if (character === '*') {
      starAt = at;
      starIndex = index;
      at += 1;
    } else if (character === '?' || (isEscape ? pattern[at + 1] : character) === text[index]) {
      at += isEscape ? 2 : 1;
      index += 1;
    } else if (starAt >= 0) {
      at = starAt + 1;
      starIndex += 1;
      index = starIndex;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** A test of whole words against wildcard patterns with `{a,b}` alternatives. */
export function compileWildcards(patterns: string | readonly string[]): (text: string) => boolean {
  const all = [patterns].flat().flatMap((pattern) => expandBraces(pattern) ?? [pattern]);
  const exact = new Set(all.filter((pattern) => !/[*?\\]/.test(pattern)));
  const open = all.filter((pattern) => !exact.has(pattern));
  return (text) => exact.has(text) || open.some((pattern) => matchesWildcard(pattern, text));
}
