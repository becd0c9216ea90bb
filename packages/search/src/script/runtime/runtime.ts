import { BudgetExceeded } from '../script-error.ts';
import type { ScriptValue } from './value.ts';

/** What one run may use up. */
export interface ScriptBudget {
  /** Iterations of all loops, steps of regular expressions and elements that library methods visit. */
  readonly maxOperations: number;
  /** UTF-16 units of strings and elements of collections made. */
  readonly maxGrowth: number;
}

export const defaultBudget: ScriptBudget = { maxOperations: 1_000_000, maxGrowth: 10_000_000 };

/** The state of one run: what may still be used, where the script is, and the variables given from outside. */
export class Runtime {
  /** The offset in the source of what is being done: read when something fails. */
  at = 0;
  operations = 0;
  growth = 0;
  depth = 0;
  /** What `emit` was given, call after call. */
  emitted: (readonly ScriptValue[])[] = [];
  /** The values of the variables that the script uses, in the order of its table. */
  readonly bindings: ScriptValue[];

  constructor(bindings: ScriptValue[]) {
    this.bindings = bindings;
  }

  /** Makes it ready for a run. */
  reset(budget: ScriptBudget): void {
    this.at = 0;
    this.operations = budget.maxOperations;
    this.growth = budget.maxGrowth;
    this.depth = 0;
    if (this.emitted.length > 0) this.emitted = [];
  }

  emit(values: readonly ScriptValue[]): void {
    this.grow(values.length);
    if (this.emitted.length >= 100)
      throw new BudgetExceeded(
        this.at,
        'Runtime field is emitting [101] values while the maximum number of values allowed is [100]',
      );
    this.emitted.push(values);
  }

  /** Counts loop iterations and library steps. */
  spend(count: number): void {
    this.operations -= count;
    if (this.operations < 0) {
      throw new BudgetExceeded(
        this.at,
        'The maximum number of statements that can be executed in a loop has been reached.',
      );
    }
  }

  /** Counts what strings and collections grow by. */
  grow(count: number): void {
    this.growth -= count;
    if (this.growth < 0)
      throw new BudgetExceeded(this.at, 'The memory that one run of a script may fill has been used up.');
  }
}

/** The local variables of one call, each kind in its own array so that none needs a box. */
export class Frame {
  readonly runtime: Runtime;
  readonly numbers: number[];
  readonly longs: bigint[];
  readonly values: ScriptValue[];

  constructor(runtime: Runtime, numbers: number[], longs: bigint[], values: ScriptValue[]) {
    this.runtime = runtime;
    this.numbers = numbers;
    this.longs = longs;
    this.values = values;
  }

  /** A lambda sees the variables as they are when it is made. */
  copy(): Frame {
    return new Frame(this.runtime, this.numbers.slice(), this.longs.slice(), this.values.slice());
  }
}
