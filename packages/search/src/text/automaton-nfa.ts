import { EsError } from '../error/es-error.ts';

export const maxCodePoint = 0x10ffff;

/** The work that turning a pattern into a deterministic automaton may cost where the request says nothing else. */
export const defaultDeterminizeLimit = 10_000;

/** A piece of an automaton under construction: where it is entered and where it ends. */
export interface Fragment {
  readonly from: number;
  readonly to: number;
}

/**
 * A nondeterministic automaton that is put together from fragments. Ranges and empty moves are kept as linked lists
 * in plain arrays; its size is bounded so that `(a{1000}){1000}` is refused before it is built.
 */
export class NfaBuilder {
  readonly limit: number;
  /** The deterministic size a part may have: the limit of the request. */
  readonly workLimit: number;
  readonly #rangeHead: number[] = [];
  readonly #rangeNext: number[] = [];
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  readonly #target: number[] = [];
  readonly #emptyHead: number[] = [];
  readonly #emptyNext: number[] = [];
  readonly #emptyTarget: number[] = [];

  constructor(workLimit: number) {
    this.workLimit = workLimit;
    // A pattern's automaton may be large and yet deterministic at once: the bound is on its later treatment.
    this.limit = Math.max(1_000, Math.min(workLimit * 10, 200_000));
  }

  get size(): number {
    return this.#rangeHead.length;
  }

  get transitionCount(): number {
    return this.#low.length;
  }

  addState(): number {
    if (this.size >= this.limit) throw tooComplex(this.size, this.transitionCount, this.workLimit);
    this.#rangeHead.push(-1);
    this.#emptyHead.push(-1);
    return this.size - 1;
  }

  addRange(from: number, low: number, high: number, to: number): void {
    this.#low.push(low);
    this.#high.push(high);
    this.#target.push(to);
    this.#rangeNext.push(this.#rangeHead[from] ?? -1);
    this.#rangeHead[from] = this.#low.length - 1;
  }

  addEmpty(from: number, to: number): void {
    this.#emptyTarget.push(to);
    this.#emptyNext.push(this.#emptyHead[from] ?? -1);
    this.#emptyHead[from] = this.#emptyTarget.length - 1;
  }

  hasRanges(state: number): boolean {
    return (this.#rangeHead[state] ?? -1) >= 0;
  }

  eachRange(state: number, visit: (low: number, high: number, target: number) => void): void {
    for (let edge = this.#rangeHead[state] ?? -1; edge >= 0; edge = this.#rangeNext[edge] ?? -1) {
      visit(this.#low[edge] ?? 0, this.#high[edge] ?? 0, this.#target[edge] ?? 0);
    }
  }

  eachEmpty(state: number, visit: (target: number) => void): void {
    for (let edge = this.#emptyHead[state] ?? -1; edge >= 0; edge = this.#emptyNext[edge] ?? -1) {
      visit(this.#emptyTarget[edge] ?? 0);
    }
  }

  // Fragments

  ranges(pairs: readonly number[]): Fragment {
    const from = this.addState();
    const to = this.addState();
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      this.addRange(from, pairs[index] ?? 0, pairs[index + 1] ?? 0, to);
    }
    return { from, to };
  }

  emptyString(): Fragment {
    const state = this.addState();
    return { from: state, to: state };
  }

  nothing(): Fragment {
    return { from: this.addState(), to: this.addState() };
  }

  anyString(): Fragment {
    const from = this.addState();
    this.addRange(from, 0, maxCodePoint, from);
    const to = this.addState();
    this.addEmpty(from, to);
    return { from, to };
  }

  concat(parts: readonly Fragment[]): Fragment {
    const [first, ...rest] = parts;
    if (first === undefined) return this.emptyString();
    let to = first.to;
    for (const part of rest) {
      this.addEmpty(to, part.from);
      to = part.to;
    }
    return { from: first.from, to };
  }

  union(parts: readonly Fragment[]): Fragment {
    const from = this.addState();
    const to = this.addState();
    for (const part of parts) {
      this.addEmpty(from, part.from);
      this.addEmpty(part.to, to);
    }
    return { from, to };
  }

  optional(part: Fragment): Fragment {
    const from = this.addState();
    const to = this.addState();
    this.addEmpty(from, part.from);
    this.addEmpty(part.to, to);
    this.addEmpty(from, to);
    return { from, to };
  }

  star(part: Fragment): Fragment {
    const from = this.addState();
    const to = this.addState();
    this.addEmpty(from, part.from);
    this.addEmpty(from, to);
    this.addEmpty(part.to, from);
    return { from, to };
  }
}

/** The refusal of a pattern whose deterministic form would be too large. */
export const tooComplex = (states: number, transitions: number, limit: number): EsError =>
  new EsError({
    type: 'too_complex_to_determinize_exception',
    status: 400,
    reason: `Determinizing automaton with ${states} states and ${transitions} transitions would require more than ${limit} effort.`,
  });
