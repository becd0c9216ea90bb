import { type Dfa, prune } from './automaton-dfa.ts';
import { type Fragment, type NfaBuilder, tooComplex } from './automaton-nfa.ts';

/**
 * The deterministic form of a fragment, by sets of states. Its effort is the sum of the sizes of the sets that are
 * visited; ten times the limit of the builder is allowed, as Lucene counts.
 */
export const determinize = (builder: NfaBuilder, fragment: Fragment): Dfa => {
  const ids = new Map<string, number>();
  const sets: Int32Array[] = [];
  const rows: Int32Array[] = [];
  const accepting: boolean[] = [];
  const stamp = new Int32Array(builder.size).fill(-1);
  let generation = 0;
  let effort = 0;
  // What is deterministic as it stands costs nothing, however low the limit.
  let isDeterministic = true;

  const closure = (seeds: Iterable<number>): Int32Array => {
    generation += 1;
    const stack: number[] = [];
    const members: number[] = [];
    const visit = (state: number): void => {
      if (stamp[state] === generation) return;
      stamp[state] = generation;
      stack.push(state);
    };
    for (const seed of seeds) visit(seed);
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      // A state with empty moves only is told apart by where they lead.
      if (state === fragment.to || builder.hasRanges(state)) members.push(state);
      builder.eachEmpty(state, visit);
    }
    return Int32Array.from(members).sort();
  };
  const intern = (set: Int32Array): number => {
    const key = set.join();
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, sets.length);
    sets.push(set);
    return sets.length - 1;
  };

  intern(closure([fragment.from]));
  for (let state = 0; state < sets.length; state += 1) {
    const set = sets[state] ?? new Int32Array();
    effort += set.length;
    isDeterministic &&= set.length <= 1 || set.every((member) => member === fragment.to || set.length === 2);
    if (!isDeterministic && effort >= builder.workLimit * 10)
      throw tooComplex(builder.size, builder.transitionCount, builder.workLimit);
    accepting.push(set.includes(fragment.to));
    rows.push(row(builder, set, (targets) => intern(closure(targets))));
  }
  return prune({ start: 0, rows, accepting });
};

/** The disjoint ranges of all members, each with the set that it leads to. */
const row = (builder: NfaBuilder, set: Int32Array, resolve: (targets: Iterable<number>) => number): Int32Array => {
  // Edges of a sweep: at `point`, `target` comes in (+1) or goes out (-1).
  const edges: { point: number; target: number; change: 1 | -1 }[] = [];
  for (const state of set) {
    builder.eachRange(state, (low, high, target) => {
      edges.push({ point: low, target, change: 1 }, { point: high + 1, target, change: -1 });
    });
  }
  if (edges.length === 0) return new Int32Array();
  edges.sort((a, b) => a.point - b.point);
  const triples: number[] = [];
  const active = new Map<number, number>();
  let from = edges[0]?.point ?? 0;
  for (const edge of edges) {
    if (edge.point > from) {
      if (active.size > 0) triples.push(from, edge.point - 1, resolve(active.keys()));
      from = edge.point;
    }
    const count = (active.get(edge.target) ?? 0) + edge.change;
    if (count === 0) active.delete(edge.target);
    else active.set(edge.target, count);
  }
  return Int32Array.from(triples);
};
