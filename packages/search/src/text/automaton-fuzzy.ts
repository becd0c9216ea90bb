import { maxCodePoint } from './automaton-nfa.ts';
import type { Automaton } from './deterministic-automaton.ts';

export interface FuzzyOptions {
  /** 0, 1 or 2. */
  readonly maxEdits: number;
  /** So many leading code points must stand as they are. */
  readonly prefixLength?: number;
  /** Whether two neighbours changing places is one edit. Default true. */
  readonly transpositions?: boolean;
}

/**
 * Accepts the strings within `maxEdits` edits of `term`, counted in code points. States are sets of positions
 * (how far in the term, how many edits, whether half of a transposition is done), built when they are first reached:
 * a walk over a dictionary sees a small part of them.
 *
 * Source: Schulz and Mihov, Fast string correction with Levenshtein automata (2002).
 */
export const compileFuzzy = (term: string, options: FuzzyOptions): Automaton => {
  const letters = Array.from(term, (character) => character.codePointAt(0) ?? 0);
  // Lucene finds nothing near the empty term but itself.
  const edits = letters.length === 0 ? 0 : Math.max(0, Math.min(2, options.maxEdits));
  const transpositions = options.transpositions ?? true;
  const prefixLength = edits === 0 ? letters.length : Math.min(options.prefixLength ?? 0, letters.length);
  const length = letters.length;
  const alphabet = [...new Set(letters)].sort((a, b) => a - b);
  const classes = alphabet.length + 1;
  const other = alphabet.length;
  const width = edits + 1;

  // A position is (index * width + edits) * 2 + pending.
  const sets: (readonly number[])[] = [];
  const accepting: boolean[] = [];
  const ids = new Map<string, number>();
  const table: Int32Array[] = [];
  const rows: (Int32Array | undefined)[] = [];

  const intern = (positions: readonly number[]): number => {
    if (positions.length === 0) return -1;
    const key = positions.join();
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = sets.length;
    ids.set(key, id);
    sets.push(positions);
    table.push(new Int32Array(classes).fill(-2));
    rows.push(undefined);
    accepting.push(
      positions.some((position) => {
        const used = (position >> 1) % width;
        return (
          (position & 1) === 0 &&
          rest(position) <= edits - used &&
          (rest(position) === 0 || indexOf(position) >= prefixLength)
        );
      }),
    );
    return id;
  };
  const indexOf = (position: number): number => Math.floor((position >> 1) / width);
  const rest = (position: number): number => length - indexOf(position);

  const next = (positions: readonly number[], letter: number): readonly number[] => {
    const reached: number[] = [];
    const add = (index: number, used: number, pending: 0 | 1): void => {
      reached.push((index * width + used) * 2 + pending);
    };
    for (const position of positions) {
      const index = indexOf(position);
      const used = (position >> 1) % width;
      if ((position & 1) === 1) {
        if (letters[index] === letter) add(index + 2, used, 0);
        continue;
      }
      if (index < length && letters[index] === letter) add(index + 1, used, 0);
      if (used >= edits || index < prefixLength) continue;
      add(index, used + 1, 0);
      if (index < length) add(index + 1, used + 1, 0);
      for (let deleted = 1; deleted <= edits - used && index + deleted < length; deleted += 1) {
        if (letters[index + deleted] === letter) add(index + deleted + 1, used + deleted, 0);
      }
      if (transpositions && index + 1 < length && letters[index + 1] === letter) add(index, used + 1, 1);
    }
    return withoutSubsumed(reached, width);
  };

  const start = intern([0]);
  const classOf = (codePoint: number): number => {
    let low = 0;
    let high = other - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const letter = alphabet[middle] ?? 0;
      if (letter === codePoint) return middle;
      if (letter < codePoint) low = middle + 1;
      else high = middle - 1;
    }
    return other;
  };
  const stepClass = (state: number, kind: number): number => {
    const row = table[state];
    if (row === undefined) return -1;
    const known = row[kind] ?? -1;
    if (known !== -2) return known;
    const target = intern(next(sets[state] ?? [], kind === other ? -1 : (alphabet[kind] ?? -1)));
    row[kind] = target;
    return target;
  };
  const transitions = (state: number): Int32Array => {
    const known = rows[state];
    if (known !== undefined) return known;
    const triples: number[] = [];
    const elsewhere = stepClass(state, other);
    const push = (low: number, high: number, target: number): void => {
      if (low <= high && target >= 0) triples.push(low, high, target);
    };
    let from = 0;
    for (const [kind, letter] of alphabet.entries()) {
      push(from, letter - 1, elsewhere);
      push(letter, letter, stepClass(state, kind));
      from = letter + 1;
    }
    push(from, maxCodePoint, elsewhere);
    const row = Int32Array.from(triples);
    rows[state] = row;
    return row;
  };

  return {
    start,
    step: (state, codePoint) => stepClass(state, classOf(codePoint)),
    isAccepting: (state) => accepting[state] === true,
    transitions,
    commonPrefix: String.fromCodePoint(...letters.slice(0, prefixLength)),
    isFinite: true,
    matchAll: false,
    ...(edits === 0 ? { singleton: term } : {}),
  };
};

/** A position is needless when another reaches all that it reaches with edits to spare. */
const withoutSubsumed = (positions: readonly number[], width: number): readonly number[] => {
  const unique = [...new Set(positions)].sort((a, b) => a - b);
  return unique.filter((position) => {
    const index = Math.floor((position >> 1) / width);
    const used = (position >> 1) % width;
    return !unique.some((better) => {
      if (better === position || (better & 1) === 1) return false;
      const spare = used - ((better >> 1) % width);
      if (spare <= 0) return false;
      const distance = Math.abs(Math.floor((better >> 1) / width) - index);
      // Half a transposition stands for at least what its index stands for, one to the right.
      return (position & 1) === 1 ? false : distance <= spare;
    });
  });
};
