import type { ByteAutomaton } from './automaton-bytes.ts';

/** A dictionary of different terms, ascending by the bytes of their UTF-8 form (which is the order of code points). */
export interface SortedTerms {
  readonly size: number;
  /** The bytes of the term; the array may be reused by the next call. */
  at(ord: number): Uint8Array;
  /** The first ord of at least `from` whose term is not below the first `length` bytes of `target`; `size` when there is none. */
  lowerBound(target: Uint8Array, length: number, from: number): number;
}

/**
 * The ords of the terms that the automaton accepts, ascending. Where a term is refused, the least continuation that
 * could be accepted is computed and everything before it is skipped.
 */
export function* intersect(automaton: ByteAutomaton, terms: SortedTerms): Generator<number, void, void> {
  let target = new Uint8Array(64);
  // states[i] is the state before byte i of `previous`; what two neighbours share is not read again.
  let states = new Int32Array(65);
  let previous = new Uint8Array(64);
  let known = 0;
  states[0] = automaton.start;

  for (let ord = 0; ord < terms.size; ) {
    const term = terms.at(ord);
    const length = term.length;
    if (length > previous.length) {
      const capacity = length * 2;
      const grownStates = new Int32Array(capacity + 1);
      grownStates.set(states);
      states = grownStates;
      const grownPrevious = new Uint8Array(capacity);
      grownPrevious.set(previous);
      previous = grownPrevious;
      target = new Uint8Array(capacity);
    }
    let at = 0;
    while (at < known && at < length && previous[at] === term[at]) at += 1;
    let state = states[at] ?? -1;
    while (at < length) {
      const byte = term[at] ?? 0;
      const next = automaton.row(state)[byte] ?? -1;
      previous[at] = byte;
      if (next < 0) break;
      at += 1;
      states[at] = next;
      state = next;
    }
    known = at;
    if (at === length) {
      if (automaton.isAccepting(state)) yield ord;
      ord += 1;
      continue;
    }
    // Dead at byte `at`: raise it, or an earlier one, to the least byte that leads on.
    let depth = at;
    let raised = -1;
    for (; depth >= 0; depth -= 1) {
      raised = automaton.nextByte(states[depth] ?? 0, (previous[depth] ?? 0) + 1);
      if (raised >= 0) break;
    }
    if (raised < 0) return;
    target.set(previous.subarray(0, depth));
    target[depth] = raised;
    ord = skipTo(terms, target, depth + 1, ord + 1);
  }
}

/** Looks at the next terms before it asks for a search: most skips are short. */
const skipTo = (terms: SortedTerms, target: Uint8Array, length: number, from: number): number => {
  for (let ord = from; ord < from + 2; ord += 1) {
    if (ord >= terms.size || !isBelow(terms.at(ord), target, length)) return ord;
  }
  return terms.lowerBound(target, length, from + 2);
};

/** Whether `term` comes before the first `length` bytes of `target`. */
export const isBelow = (term: Uint8Array, target: Uint8Array, length: number): boolean => {
  const shared = Math.min(term.length, length);
  for (let index = 0; index < shared; index += 1) {
    const difference = (term[index] ?? 0) - (target[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return term.length < length;
};

/** A dictionary of strings in memory, mostly for tests and small sets. Sorts what it is given. */
export const createSortedTerms = (strings: readonly string[]): SortedTerms & { text(ord: number): string } => {
  const encoder = new TextEncoder();
  const entries = strings.map((text) => ({ text, bytes: encoder.encode(text) }));
  entries.sort((a, b) =>
    isBelow(a.bytes, b.bytes, b.bytes.length) ? -1 : isBelow(b.bytes, a.bytes, a.bytes.length) ? 1 : 0,
  );
  const none = new Uint8Array();
  return {
    size: entries.length,
    at: (ord) => entries[ord]?.bytes ?? none,
    text: (ord) => entries[ord]?.text ?? '',
    lowerBound: (target, length, from) => {
      let low = from;
      let high = entries.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBelow(entries[middle]?.bytes ?? none, target, length)) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
};
