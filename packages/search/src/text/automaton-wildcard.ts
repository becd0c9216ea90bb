import { determinize } from './automaton-determinize.ts';
import { createAutomaton } from './automaton-dfa.ts';
import { defaultDeterminizeLimit, type Fragment, maxCodePoint, NfaBuilder } from './automaton-nfa.ts';
import type { Automaton } from './deterministic-automaton.ts';

export interface PatternOptions {
  /** Letters of ASCII match in both cases; all others only as they stand. */
  readonly caseInsensitive?: boolean;
  /** Ten times this many visited states is the bound of the work. */
  readonly maxDeterminizedStates?: number;
}

/** The ranges that one character of a pattern stands for. */
export const characterRanges = (codePoint: number, caseInsensitive: boolean): readonly number[] => {
  if (!caseInsensitive) return [codePoint, codePoint];
  const isUpper = codePoint >= 65 && codePoint <= 90;
  const isLower = codePoint >= 97 && codePoint <= 122;
  if (!isUpper && !isLower) return [codePoint, codePoint];
  const other = codePoint ^ 32;
  return [codePoint, codePoint, other, other];
};

type Piece = number | 'anyString' | 'anyCharacter';

const build = (pieces: readonly Piece[], options: PatternOptions): Automaton => {
  const builder = new NfaBuilder(options.maxDeterminizedStates ?? defaultDeterminizeLimit);
  const parts = pieces.map((piece): Fragment => {
    if (piece === 'anyString') return builder.anyString();
    if (piece === 'anyCharacter') return builder.ranges([0, maxCodePoint]);
    return builder.ranges(characterRanges(piece, options.caseInsensitive ?? false));
  });
  return createAutomaton(determinize(builder, builder.concat(parts)));
};

const codePoints = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);

const nothing = (): Automaton => createAutomaton({ start: 0, rows: [new Int32Array()], accepting: [false] });

/** Accepts exactly `term`. Without regard to case the empty term accepts nothing, as Elasticsearch has it. */
export const compileLiteral = (term: string, options: PatternOptions = {}): Automaton =>
  term === '' && options.caseInsensitive === true ? nothing() : build(codePoints(term), options);

/** Accepts every string that begins with `prefix`. */
export const compilePrefix = (prefix: string, options: PatternOptions = {}): Automaton =>
  build([...codePoints(prefix), 'anyString'], options);

/**
 * Accepts what Lucene's wildcard pattern matches: `*` any string, `?` any one code point, `\` takes the next character
 * as it stands; a `\` at the end is itself. The empty pattern accepts nothing, not even the empty string.
 */
export const compileWildcard = (pattern: string, options: PatternOptions = {}): Automaton => {
  if (pattern === '') return nothing();
  const pieces: Piece[] = [];
  const text = codePoints(pattern);
  for (let index = 0; index < text.length; index += 1) {
    const codePoint = text[index] ?? 0;
    if (codePoint === 0x2a) {
      if (pieces[pieces.length - 1] !== 'anyString') pieces.push('anyString');
    } else if (codePoint === 0x3f) pieces.push('anyCharacter');
    else if (codePoint === 0x5c && index + 1 < text.length) {
      index += 1;
      pieces.push(text[index] ?? 0);
    } else pieces.push(codePoint);
  }
  return build(pieces, options);
};
