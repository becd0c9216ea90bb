/** No path from here can match. */
export const deadState = -1;

const maxCachedSteps = 20_000;

/**
 * Matches dotted paths, fed piece by piece, against patterns in which `*` stands for any text, dots included. `a.b` also accepts
 * what lies below it (`a.b.c`). States are small integers, so that a filter of many documents steps through a table.
 */
export interface PathAutomaton {
  readonly start: number;
  step(state: number, text: string): number;
  isAccepting(state: number): boolean;
}

export function createPathAutomaton(patterns: readonly string[]): PathAutomaton {
  const stateOfKey = new Map<string, number>();
  const positionsOf: (readonly number[])[] = [];
  const accepting: boolean[] = [];
  let steps: Map<string, number>[] = [];
  let cached = 0;

  // A position is patternStart + offset in it; one more at each end stands for "a dot and anything followed".
  const starts: number[] = [];
  const characters: string[] = [];
  const anything = '\u0001';
  const end = '\u0000';
  for (const pattern of patterns) {
    starts.push(characters.length);
    characters.push(...pattern.split(''), end, anything);
  }

  const intern = (positions: Set<number>): number => {
    if (positions.size === 0) return deadState;
    const sorted = [...positions].sort((a, b) => a - b);
    const key = sorted.join(',');
    let state = stateOfKey.get(key);
    if (state === undefined) {
      state = positionsOf.length;
      stateOfKey.set(key, state);
      positionsOf.push(sorted);
      accepting.push(sorted.some((at) => characters[at] === end || characters[at] === anything));
      steps.push(new Map());
    }
    return state;
  };

  const add = (positions: Set<number>, at: number): void => {
    positions.add(at);
    if (characters[at] === '*') add(positions, at + 1);
  };

  const compute = (state: number, text: string): number => {
    let current: Iterable<number> = positionsOf[state] ?? [];
    let next = new Set<number>();
    for (let i = 0; i < text.length; i++) {
      next = new Set<number>();
      const character = text[i];
      for (const at of current) {
        const expected = characters[at];
        if (expected === '*' || expected === anything) add(next, at);
        else if (expected === end) {
          if (character === '.') next.add(at + 1);
        } else if (expected === character) add(next, at + 1);
      }
      if (next.size === 0) return deadState;
      current = next;
    }
    return text === '' ? state : intern(next);
  };

  const initial = new Set<number>();
  for (const at of starts) add(initial, at);
  const start = intern(initial);

  return {
    start,
    step(state, text) {
      if (state === deadState) return deadState;
      const known = steps[state]?.get(text);
      if (known !== undefined) return known;
      const next = compute(state, text);
      if (cached++ > maxCachedSteps) {
        steps = positionsOf.map(() => new Map());
        cached = 0;
      }
      steps[state]?.set(text, next);
      return next;
    },
    isAccepting: (state) => accepting[state] === true,
  };
}
