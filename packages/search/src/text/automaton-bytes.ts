import type { Automaton } from './deterministic-automaton.ts';

/**
 * The same automaton over the bytes of UTF-8. Its states are its own numbers; rows of 256 targets are made when a state
 * is first left, so that a walk over a dictionary costs one array access a byte.
 */
export interface ByteAutomaton {
  readonly start: number;
  /** The state after `byte`, or -1. */
  step(state: number, byte: number): number;
  isAccepting(state: number): boolean;
  /** All 256 targets of `state`: to be read only. */
  row(state: number): Int32Array;
  /** The least byte of at least `from` that leads on, or -1. */
  nextByte(state: number, from: number): number;
}

/**
 * What a byte state stands for. A boundary between characters is a state of the automaton. Within a character, either
 * everything that can still come leads to one target, or `low` (the bits that are read) decides.
 */
type Meaning =
  | { readonly kind: 'boundary'; readonly state: number }
  | { readonly kind: 'uniform'; readonly target: number; readonly remaining: number }
  | { readonly kind: 'split'; readonly state: number; readonly bits: number; readonly remaining: number };

export const createByteAutomaton = (automaton: Automaton): ByteAutomaton => {
  const meanings: Meaning[] = [];
  const rows: (Int32Array | undefined)[] = [];
  const accepting: boolean[] = [];
  const ids = new Map<string, number>();

  const intern = (key: string, meaning: Meaning): number => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, meanings.length);
    meanings.push(meaning);
    rows.push(undefined);
    accepting.push(meaning.kind === 'boundary' && automaton.isAccepting(meaning.state));
    return meanings.length - 1;
  };
  const boundary = (state: number): number => intern(`b${state}`, { kind: 'boundary', state });
  const uniform = (target: number, remaining: number): number =>
    remaining === 0 ? boundary(target) : intern(`u${target},${remaining}`, { kind: 'uniform', target, remaining });

  /** The byte state for "the code points of `bits` followed by `remaining` continuation bytes, in `state`". */
  const within = (state: number, bits: number, remaining: number): number => {
    const low = bits * 64 ** remaining;
    const high = low + 64 ** remaining - 1;
    const triples = automaton.transitions(state);
    let first = firstOverlap(triples, low);
    if (first >= triples.length || (triples[first] ?? 0) > high) return -1;
    if ((triples[first] ?? 0) <= low) {
      const target = triples[first + 2] ?? 0;
      let reach = triples[first + 1] ?? 0;
      // Neighbouring ranges with one target count as one.
      while (reach < high && (triples[first + 3] ?? -1) === reach + 1 && triples[first + 5] === target) {
        first += 3;
        reach = triples[first + 1] ?? 0;
      }
      if (reach >= high) return uniform(target, remaining);
    }
    return intern(`s${state},${bits},${remaining}`, { kind: 'split', state, bits, remaining });
  };

  const fill = (meaning: Meaning): Int32Array => {
    const row = new Int32Array(256).fill(-1);
    if (meaning.kind === 'uniform') {
      row.fill(uniform(meaning.target, meaning.remaining - 1), 0x80, 0xc0);
      return row;
    }
    if (meaning.kind === 'split') {
      for (let byte = 0x80; byte < 0xc0; byte += 1) {
        row[byte] = within(meaning.state, meaning.bits * 64 + (byte & 0x3f), meaning.remaining - 1);
      }
      return row;
    }
    const triples = automaton.transitions(meaning.state);
    for (let index = 0; index < triples.length && (triples[index] ?? 0) < 0x80; index += 3) {
      const target = boundary(triples[index + 2] ?? 0);
      row.fill(target, triples[index] ?? 0, Math.min((triples[index + 1] ?? 0) + 1, 0x80));
    }
    const last = triples[triples.length - 2] ?? 0;
    if (last < 0x80) return row;
    for (let byte = 0xc2; byte < 0xe0; byte += 1) row[byte] = within(meaning.state, byte & 0x1f, 1);
    if (last < 0x800) return row;
    // The first code points of three and four bytes would have shorter forms: only what is well formed leads on.
    for (let byte = 0xe0; byte < 0xf0; byte += 1) row[byte] = within(meaning.state, byte & 0x0f, 2);
    if (last < 0x10000) return row;
    for (let byte = 0xf0; byte < 0xf5; byte += 1) row[byte] = within(meaning.state, byte & 0x07, 3);
    return row;
  };
  const row = (state: number): Int32Array => {
    const known = rows[state];
    if (known !== undefined) return known;
    const made = fill(meanings[state] ?? { kind: 'boundary', state: 0 });
    rows[state] = made;
    return made;
  };

  return {
    start: boundary(automaton.start),
    row,
    step: (state, byte) => row(state)[byte] ?? -1,
    isAccepting: (state) => accepting[state] === true,
    nextByte: (state, from) => {
      const targets = row(state);
      for (let byte = from; byte < 256; byte += 1) if ((targets[byte] ?? -1) >= 0) return byte;
      return -1;
    },
  };
};

/** The offset of the first triple that ends at or after `codePoint`. */
const firstOverlap = (triples: Int32Array, codePoint: number): number => {
  let low = 0;
  let high = triples.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((triples[middle * 3 + 1] ?? 0) < codePoint) low = middle + 1;
    else high = middle;
  }
  return low * 3;
};
