import { CompileError } from '../script-error.ts';
import { isNumberType } from './code.ts';

export type SlotKind = 'numbers' | 'longs' | 'values';

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly slots: SlotKind;
  readonly index: number;
  /** The lambda it was declared in: from an inner one it can be read only. */
  readonly owner: number;
}

export const slotKind = (type: string): SlotKind =>
  type === 'long' ? 'longs' : isNumberType(type) || type === 'boolean' ? 'numbers' : 'values';

/** How many slots of each kind one function needs. */
export interface SlotCounts {
  numbers: number;
  longs: number;
  values: number;
}

/** The variables that can be named at one place of a function. */
export class Scope {
  readonly #variables = new Map<string, Variable>();
  readonly #parent: Scope | undefined;
  readonly counts: SlotCounts;
  readonly owner: number;
  /** What a `return` here gives. */
  readonly returns: string;

  constructor(parent: Scope | undefined, counts: SlotCounts, owner: number, returns: string) {
    this.#parent = parent;
    this.counts = counts;
    this.owner = owner;
    this.returns = returns;
  }

  static forFunction(returns: string): Scope {
    return new Scope(undefined, { numbers: 0, longs: 0, values: 0 }, 0, returns);
  }

  inner(): Scope {
    return new Scope(this, this.counts, this.owner, this.returns);
  }

  lambda(): Scope {
    return new Scope(this, this.counts, this.owner + 1, 'def');
  }

  find(name: string): Variable | undefined {
    return this.#variables.get(name) ?? this.#parent?.find(name);
  }

  declare(name: string, type: string, at: number): Variable {
    if (this.find(name) !== undefined) throw new CompileError(at, `variable [${name}] is already defined`);
    return this.#add(name, type);
  }

  /** A variable that no script can name. */
  hidden(type: string): Variable {
    return this.#add(` ${this.counts.values}`, type);
  }

  #add(name: string, type: string): Variable {
    const slots = slotKind(type);
    const index = this.counts[slots];
    this.counts[slots] += 1;
    const variable: Variable = { name, type, slots, index, owner: this.owner };
    this.#variables.set(name, variable);
    return variable;
  }
}
