import type { Compilable, CompiledQuery } from 'kysely';
import type { SqliteEngine } from './engine.ts';

/** A place in a query that is filled when it runs. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type SlotOf<Parameters> = <Name extends keyof Parameters & string>(name: Name) => Parameters[Name];

export interface PreparedQuery<Parameters, Row> {
  all(parameters: Parameters): readonly Row[];
  get(parameters: Parameters): Row | undefined;
  /** The number of rows changed. */
  run(parameters: Parameters): number;
}

/**
 * A kysely query that is compiled once, at its first use, and then costs what SQLite takes: building and compiling one
 * anew takes several times as long as running it.
 *
 * `build` gets `slot`, which stands for a value that is known only when the query runs.
 */
export function prepareQuery<Parameters extends object, Row>(
  engine: SqliteEngine,
  build: (slot: SlotOf<Parameters>) => Compilable<Row>,
): PreparedQuery<Parameters, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  const query = (): CompiledQuery<Row> => {
    // A slot takes the type of its value: kysely passes values through untouched, and `fill` replaces each one.
    compiled ??= build((name) => new Slot(name) as Parameters[typeof name]).compile();
    return compiled;
  };
  const fill = (parameters: Parameters): unknown[] =>
    query().parameters.map((value) => (value instanceof Slot ? parameter(parameters, value.name) : value));
  const statement = () => engine.prepare(query().sql);
  return {
    // The row type is kysely's, of the very query that runs.
    all: (parameters) => statement().all(fill(parameters)) as Row[],
    get: (parameters) => statement().get(fill(parameters)) as Row | undefined,
    run: (parameters) => statement().run(fill(parameters)).changes,
  };
}

const parameter = (parameters: object, name: string): unknown => Reflect.get(parameters, name);
