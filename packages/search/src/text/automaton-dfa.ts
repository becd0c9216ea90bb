import { type Fragment, maxCodePoint, type NfaBuilder } from './automaton-nfa.ts';
import type { Automaton } from './deterministic-automaton.ts';

/** Transitions of a deterministic automaton, state after state: triples (low, high, target). */
export interface Dfa {
  readonly start: number;
  readonly rows: readonly Int32Array[];
  readonly accepting: readonly boolean[];
}

const stepIn = (row: Int32Array, codePoint: number): number => {
  let low = 0;
  let high = row.length / 3 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (row[middle * 3] ?? 0)) high = middle - 1;
    else if (codePoint > (row[middle * 3 + 1] ?? 0)) low = middle + 1;
    else return row[middle * 3 + 2] ?? -1;
  }
  return -1;
};

/** Joins neighbouring triples with the same target. */
const compact = (triples: number[]): Int32Array => {
  const out: number[] = [];
  for (let index = 0; index < triples.length; index += 3) {
    const low = triples[index] ?? 0;
    const last = out.length - 3;
    if (last >= 0 && out[last + 1] === low - 1 && out[last + 2] === triples[index + 2]) {
      out[last + 1] = triples[index + 1] ?? 0;
    } else out.push(low, triples[index + 1] ?? 0, triples[index + 2] ?? 0);
  }
  return Int32Array.from(out);
};

/** Without the states from which nothing can be accepted. */
export const prune = (dfa: Dfa): Dfa => {
  const count = dfa.rows.length;
  const sources: number[][] = Array.from({ length: count }, () => []);
  for (const [state, row] of dfa.rows.entries()) {
    for (let index = 2; index < row.length; index += 3) sources[row[index] ?? 0]?.push(state);
  }
  const alive = new Uint8Array(count);
  const queue: number[] = [];
  const mark = (state: number): void => {
    if (alive[state] === 1) return;
    alive[state] = 1;
    queue.push(state);
  };
  dfa.accepting.forEach((accepting, state) => {
    if (accepting) mark(state);
  });
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) sources[state]?.forEach(mark);
  if (alive.every((flag) => flag === 1)) return { ...dfa, rows: dfa.rows.map((row) => compact([...row])) };
  const rename = new Int32Array(count).fill(-1);
  let next = 0;
  for (let state = 0; state < count; state += 1) {
    if (alive[state] === 1 || state === dfa.start) {
      rename[state] = next;
      next += 1;
    }
  }
  const rows: Int32Array[] = [];
  const accepting: boolean[] = [];
  for (const [state, row] of dfa.rows.entries()) {
    if ((rename[state] ?? -1) < 0) continue;
    const kept: number[] = [];
    for (let index = 0; index < row.length; index += 3) {
      const target = row[index + 2] ?? 0;
      if (alive[target] === 1) kept.push(row[index] ?? 0, row[index + 1] ?? 0, rename[target] ?? 0);
    }
    rows.push(compact(kept));
    accepting.push(dfa.accepting[state] ?? false);
  }
  return { start: rename[dfa.start] ?? 0, rows, accepting };
};

/** What the strings of both have in common. */
export const intersection = (left: Dfa, right: Dfa, refuse: (states: number) => never, limit: number): Dfa => {
  const ids = new Map<number, number>();
  const pairs: [number, number][] = [];
  const id = (a: number, b: number): number => {
    const key = a * right.rows.length + b;
    const known = ids.get(key);
    if (known !== undefined) return known;
    if (pairs.length >= limit) refuse(pairs.length);
    ids.set(key, pairs.length);
    pairs.push([a, b]);
    return pairs.length - 1;
  };
  id(left.start, right.start);
  const rows: Int32Array[] = [];
  const accepting: boolean[] = [];
  for (let state = 0; state < pairs.length; state += 1) {
    const [a, b] = pairs[state] ?? [0, 0];
    const rowA = left.rows[a] ?? new Int32Array();
    const rowB = right.rows[b] ?? new Int32Array();
    const triples: number[] = [];
    for (let i = 0, j = 0; i < rowA.length && j < rowB.length; ) {
      const low = Math.max(rowA[i] ?? 0, rowB[j] ?? 0);
      const high = Math.min(rowA[i + 1] ?? 0, rowB[j + 1] ?? 0);
      if (low <= high) triples.push(low, high, id(rowA[i + 2] ?? 0, rowB[j + 2] ?? 0));
      if ((rowA[i + 1] ?? 0) < (rowB[j + 1] ?? 0)) i += 3;
      else j += 3;
    }
    rows.push(Int32Array.from(triples));
    accepting.push((left.accepting[a] ?? false) && (right.accepting[b] ?? false));
  }
  return prune({ start: 0, rows, accepting });
};

/** Every string that `dfa` does not accept. */
export const complement = (dfa: Dfa): Dfa => {
  const sink = dfa.rows.length;
  const fill = (row: Int32Array): Int32Array => {
    const out: number[] = [];
    let next = 0;
    for (let index = 0; index < row.length; index += 3) {
      const low = row[index] ?? 0;
      if (low > next) out.push(next, low - 1, sink);
      out.push(low, row[index + 1] ?? 0, row[index + 2] ?? 0);
      next = (row[index + 1] ?? 0) + 1;
    }
    if (next <= maxCodePoint) out.push(next, maxCodePoint, sink);
    return Int32Array.from(out);
  };
  return prune({
    start: dfa.start,
    rows: [...dfa.rows.map(fill), Int32Array.of(0, maxCodePoint, sink)],
    accepting: [...dfa.accepting.map((accepting) => !accepting), true],
  });
};

/** Puts a deterministic automaton back among the fragments of a pattern. */
export const embed = (builder: NfaBuilder, dfa: Dfa): Fragment => {
  const base = dfa.rows.map(() => builder.addState());
  const to = builder.addState();
  for (const [state, row] of dfa.rows.entries()) {
    const from = base[state] ?? 0;
    for (let index = 0; index < row.length; index += 3) {
      builder.addRange(from, row[index] ?? 0, row[index + 1] ?? 0, base[row[index + 2] ?? 0] ?? 0);
    }
    if (dfa.accepting[state] === true) builder.addEmpty(from, to);
  }
  return { from: base[dfa.start] ?? 0, to };
};

const isAcyclic = (dfa: Dfa): boolean => {
  // Iterative depth-first search: 0 unseen, 1 on the path, 2 done.
  const colour = new Uint8Array(dfa.rows.length);
  const path: number[] = [dfa.start];
  const cursor: number[] = [2];
  colour[dfa.start] = 1;
  while (path.length > 0) {
    const state = path[path.length - 1] ?? 0;
    const index = cursor[cursor.length - 1] ?? 2;
    const row = dfa.rows[state];
    if (row === undefined || index >= row.length) {
      colour[state] = 2;
      path.pop();
      cursor.pop();
      continue;
    }
    cursor[cursor.length - 1] = index + 3;
    const target = row[index] ?? 0;
    if (colour[target] === 1) return false;
    if (colour[target] === 0) {
      colour[target] = 1;
      path.push(target);
      cursor.push(2);
    }
  }
  return true;
};

const asciiTableLimit = 4_096;

/** The public form of a pruned deterministic automaton. */
export const createAutomaton = (dfa: Dfa): Automaton => {
  const { start, rows, accepting } = dfa;
  let commonPrefix = '';
  let at = start;
  const seen = new Set<number>();
  for (;;) {
    const row = rows[at];
    if (row === undefined || accepting[at] === true || row.length !== 3 || row[0] !== row[1] || seen.has(at)) break;
    seen.add(at);
    commonPrefix += String.fromCodePoint(row[0] ?? 0);
    at = row[2] ?? 0;
  }
  const isSingleton = accepting[at] === true && rows[at]?.length === 0;
  const matchAll = rows.every((row, state) => accepting[state] === true && row.length > 0 && coversEverything(row));
  const ascii = rows.length <= asciiTableLimit ? new Int32Array(rows.length * 128).fill(-1) : undefined;
  if (ascii !== undefined) {
    for (const [state, row] of rows.entries()) {
      for (let index = 0; index < row.length && (row[index] ?? 0) < 128; index += 3) {
        ascii.fill(
          row[index + 2] ?? 0,
          state * 128 + (row[index] ?? 0),
          state * 128 + Math.min((row[index + 1] ?? 0) + 1, 128),
        );
      }
    }
  }
  const none = new Int32Array();
  return {
    start,
    step: (state, codePoint) =>
      ascii !== undefined && codePoint < 128
        ? (ascii[state * 128 + codePoint] ?? -1)
        : stepIn(rows[state] ?? none, codePoint),
    isAccepting: (state) => accepting[state] === true,
    transitions: (state) => rows[state] ?? none,
    commonPrefix,
    isFinite: isAcyclic(dfa),
    matchAll,
    ...(isSingleton ? { singleton: commonPrefix } : {}),
  };
};

const coversEverything = (row: Int32Array): boolean => {
  let next = 0;
  for (let index = 0; index < row.length; index += 3) {
    if (row[index] !== next) return false;
    next = (row[index + 1] ?? 0) + 1;
  }
  return next > maxCodePoint;
};
