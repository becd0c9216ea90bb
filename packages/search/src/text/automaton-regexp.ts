import { determinize } from './automaton-determinize.ts';
import { complement, createAutomaton, embed, intersection } from './automaton-dfa.ts';
import { defaultDeterminizeLimit, type Fragment, NfaBuilder, tooComplex } from './automaton-nfa.ts';
import { parseRegexp, type RegexpNode, regexpFlags } from './automaton-regexp-parser.ts';
import { characterRanges, type PatternOptions } from './automaton-wildcard.ts';
import type { Automaton } from './deterministic-automaton.ts';

export { parseRegexpFlags, regexpFlags } from './automaton-regexp-parser.ts';

export type RegexpOptions = PatternOptions;

/**
 * Accepts what Lucene's regular expression matches; the whole string must match. `flags` are bits of `regexpFlags`.
 * Throws `illegal_argument_exception` for wrong syntax and `too_complex_to_determinize_exception` beyond the work limit.
 */
export const compileRegexp = (
  pattern: string,
  flags: number = regexpFlags.ALL,
  options: RegexpOptions = {},
): Automaton => {
  const builder = new NfaBuilder(options.maxDeterminizedStates ?? defaultDeterminizeLimit);
  const tree = parseRegexp(pattern, flags);
  const fragment = build(builder, tree, options.caseInsensitive ?? false);
  return createAutomaton(determinize(builder, fragment));
};

const build = (builder: NfaBuilder, node: RegexpNode, fold: boolean): Fragment => {
  switch (node.kind) {
    case 'ranges':
      return builder.ranges(rangesOf(node, fold));
    case 'class': {
      const union = builder.ranges(node.parts.flatMap((part) => rangesOf(part, fold)));
      return node.negated ? builder.ranges(negate(node.parts.flatMap((part) => rangesOf(part, fold)))) : union;
    }
    case 'literal':
      return builder.concat(node.codePoints.map((letter) => builder.ranges(characterRanges(letter, fold))));
    case 'concat':
      return builder.concat(node.parts.map((part) => build(builder, part, fold)));
    case 'union':
      return builder.union(node.parts.map((part) => build(builder, part, fold)));
    case 'repeat':
      return repeat(builder, node, () => build(builder, node.part, fold));
    case 'complement':
      return embed(builder, complement(determinize(builder, build(builder, node.part, fold))));
    case 'intersection': {
      const [first, ...rest] = node.parts.map((part) => determinize(builder, build(builder, part, fold)));
      if (first === undefined) return builder.nothing();
      const refuse = (): never => {
        throw tooComplex(builder.size, builder.transitionCount, builder.workLimit);
      };
      const both = rest.reduce((left, right) => intersection(left, right, refuse, builder.limit), first);
      return embed(builder, both);
    }
    case 'interval':
      return intervalOf(builder, node.min, node.max, node.digits);
    case 'anyString':
      return builder.anyString();
    case 'nothing':
      return builder.nothing();
    case 'emptyString':
      return builder.emptyString();
  }
};

const rangesOf = (node: RegexpNode, fold: boolean): readonly number[] => {
  if (node.kind !== 'ranges') return [];
  return fold && node.foldable ? characterRanges(node.pairs[0] ?? 0, true) : node.pairs;
};

const negate = (pairs: readonly number[]): number[] => {
  const sorted: (readonly [number, number])[] = [];
  for (let index = 0; index < pairs.length; index += 2) sorted.push([pairs[index] ?? 0, pairs[index + 1] ?? 0]);
  sorted.sort((a, b) => a[0] - b[0]);
  const out: number[] = [];
  let next = 0;
  for (const [low, high] of sorted) {
    if (low > next) out.push(next, low - 1);
    next = Math.max(next, high + 1);
  }
  if (next <= 0x10ffff) out.push(next, 0x10ffff);
  return out;
};

type Repeat = Extract<RegexpNode, { kind: 'repeat' }>;

const repeat = (builder: NfaBuilder, { min, max }: Repeat, part: () => Fragment): Fragment => {
  const before = builder.size;
  const first = part();
  // A fragment has about two states a character; so many copies are refused before they are made.
  const characters = Math.max(1, (builder.size - before) >> 1);
  if (characters * Math.max(min, max ?? 0) > Math.max(builder.workLimit, 1_000)) {
    throw tooComplex(builder.size, builder.transitionCount, builder.workLimit);
  }
  const parts: Fragment[] = [];
  for (let count = 0; count < min; count += 1) parts.push(count === 0 ? first : part());
  if (max === undefined) parts.push(builder.star(min === 0 ? first : part()));
  else {
    // a{0,3} as (a(a(a)?)?)?: every state knows how many copies may follow.
    let tail: Fragment | undefined;
    for (let count = min; count < max; count += 1) {
      const inner = part();
      tail = builder.optional(tail === undefined ? inner : builder.concat([inner, tail]));
    }
    if (tail !== undefined) parts.push(tail);
  }
  return builder.concat(parts);
};

/** The decimal numbers from `min` to `max`: with exactly `digits` digits, or with any number of leading zeros when that is 0. */
const intervalOf = (builder: NfaBuilder, min: number, max: number, digits: number): Fragment => {
  const from = builder.addState();
  const to = builder.addState();
  const low = String(min);
  const high = String(max);
  if (digits > 0) {
    span(builder, from, to, low.padStart(digits, '0'), high.padStart(digits, '0'));
    return { from, to };
  }
  builder.addRange(from, 48, 48, from);
  for (let length = low.length; length <= high.length; length += 1) {
    const first = length === low.length ? low : `1${'0'.repeat(length - 1)}`;
    const last = length === high.length ? high : '9'.repeat(length);
    span(builder, from, to, first, last);
  }
  return { from, to };
};

/** All strings of digits of one length between two of that length. */
const span = (builder: NfaBuilder, from: number, to: number, low: string, high: string): void => {
  if (low.length === 0) {
    builder.addEmpty(from, to);
    return;
  }
  const first = low.charCodeAt(0);
  const last = high.charCodeAt(0);
  const branch = (a: number, b: number, restLow: string, restHigh: string): void => {
    const next = builder.addState();
    builder.addRange(from, a, b, next);
    span(builder, next, to, restLow, restHigh);
  };
  const rest = low.length - 1;
  if (first === last) {
    branch(first, first, low.slice(1), high.slice(1));
    return;
  }
  branch(first, first, low.slice(1), '9'.repeat(rest));
  if (first + 1 < last) branch(first + 1, last - 1, '0'.repeat(rest), '9'.repeat(rest));
  branch(last, last, '0'.repeat(rest), high.slice(1));
};
