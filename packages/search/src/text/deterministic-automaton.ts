/**
 * A deterministic automaton over Unicode code points (0 to 0x10FFFF). States may be built while they are visited;
 * a state from which nothing can be accepted does not exist: `step` answers -1 instead.
 */
export interface Automaton {
  readonly start: number;
  /** The state after `codePoint`, or -1 when no accepted string goes on so. */
  step(state: number, codePoint: number): number;
  isAccepting(state: number): boolean;
  /** Triples (first code point, last code point, target), ascending and disjoint. */
  transitions(state: number): Int32Array;
  /** Every accepted string begins with this. */
  readonly commonPrefix: string;
  /** Only finitely many strings are accepted. */
  readonly isFinite: boolean;
  /** Every string is accepted. */
  readonly matchAll: boolean;
  /** The only accepted string, where there is exactly one. */
  readonly singleton?: string;
}

/** Whether the automaton accepts the whole of `text`. */
export const accepts = (automaton: Automaton, text: string): boolean => {
  let state = automaton.start;
  for (let index = 0; index < text.length && state >= 0; index += 1) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (codePoint > 0xffff) index += 1;
    state = automaton.step(state, codePoint);
  }
  return state >= 0 && automaton.isAccepting(state);
};
