import type { Runtime } from './runtime.ts';
import type { ScriptMap, ScriptSet } from './script-map.ts';
import type { ScriptFunction, ScriptIterator, ScriptList, ScriptStringBuilder, ScriptValue } from './value.ts';

/** What the implementation of a member works with, by the type in its signature. */
export interface RawTypes {
  readonly int: number;
  readonly short: number;
  readonly byte: number;
  readonly char: number;
  readonly float: number;
  readonly double: number;
  readonly long: bigint;
  readonly boolean: boolean;
  readonly void: undefined;
  readonly String: string;
  readonly def: ScriptValue;
  readonly Object: ScriptValue;
  readonly List: ScriptList;
  readonly Map: ScriptMap;
  readonly Set: ScriptSet;
  readonly Iterator: ScriptIterator;
  readonly Function: ScriptFunction;
  readonly StringBuilder: ScriptStringBuilder;
}

export type SignatureType = keyof RawTypes;

type RawTuple<P extends readonly SignatureType[]> = { [I in keyof P]: RawTypes[P[I]] };

/** A member that scripts may use. The values passed to `run` are of the raw forms of `parameters`. */
export interface Member {
  readonly name: string;
  readonly parameters: readonly SignatureType[];
  readonly returns: SignatureType;
  readonly run: (runtime: Runtime, self: ScriptValue, args: readonly unknown[]) => unknown;
}

export interface JavaClass {
  readonly name: string;
  /** Itself and all above it. */
  readonly ancestors: ReadonlySet<string>;
  /** By `name/number of parameters`, those of the ancestors included. */
  readonly methods: ReadonlyMap<string, Member>;
  readonly statics: ReadonlyMap<string, Member>;
  readonly constants: ReadonlyMap<string, ScriptValue>;
  /** By number of parameters. */
  readonly constructors: ReadonlyMap<number, Member>;
  /** A field without a getter: a map's key, a document's value. Undefined when there is none. */
  readonly getField: ((runtime: Runtime, self: ScriptValue, name: string) => ScriptValue | undefined) | undefined;
  readonly setField: ((runtime: Runtime, self: ScriptValue, name: string, value: ScriptValue) => void) | undefined;
}

export interface ClassBuilder<Self extends ScriptValue> {
  method<P extends readonly SignatureType[], R extends SignatureType>(
    returns: R,
    name: string,
    parameters: readonly [...P],
    run: (self: Self, args: RawTuple<P>, runtime: Runtime) => RawTypes[R],
  ): void;
  static<P extends readonly SignatureType[], R extends SignatureType>(
    returns: R,
    name: string,
    parameters: readonly [...P],
    run: (args: RawTuple<P>, runtime: Runtime) => RawTypes[R],
  ): void;
  constant(name: string, value: ScriptValue): void;
  create<P extends readonly SignatureType[]>(
    parameters: readonly [...P],
    run: (args: RawTuple<P>, runtime: Runtime) => ScriptValue,
  ): void;
  field(
    get: (self: Self, name: string, runtime: Runtime) => ScriptValue | undefined,
    set?: (self: Self, name: string, value: ScriptValue, runtime: Runtime) => void,
  ): void;
}

export interface ClassRegistry {
  get(name: string): JavaClass | undefined;
}

export interface ClassTable extends ClassRegistry {
  define<Self extends ScriptValue>(
    name: string,
    parents: readonly string[],
    guard: (value: ScriptValue) => value is Self,
    fill: (builder: ClassBuilder<Self>) => void,
  ): void;
}

const keyed = (member: Member): [string, Member] => [`${member.name}/${member.parameters.length}`, member];

/** An empty table of classes; parents must be defined before their children. */
export const createClassTable = (): ClassTable => {
  const classes = new Map<string, JavaClass>();
  return {
    get: (name) => classes.get(name),
    define: <Self extends ScriptValue>(
      name: string,
      parents: readonly string[],
      guard: (value: ScriptValue) => value is Self,
      fill: (builder: ClassBuilder<Self>) => void,
    ): void => {
      const above = parents.flatMap((parent) => classes.get(parent) ?? []);
      const methods = new Map(above.flatMap((parent) => [...parent.methods]));
      const statics = new Map<string, Member>();
      const constants = new Map<string, ScriptValue>();
      const constructors = new Map<number, Member>();
      let getField = above.find((parent) => parent.getField !== undefined)?.getField;
      let setField = above.find((parent) => parent.setField !== undefined)?.setField;
      const self = (value: ScriptValue): Self => {
        // Members are found by the class of the value, so another value is a fault of the table.
        if (!guard(value)) throw new TypeError(`a member of ${name} was called on something else`);
        return value;
      };
      // The caller of a member converts every argument to the raw form that its signature names: RawTuple<P>.
      fill({
        method: (returns, methodName, parameters, run) => {
          const member: Member = {
            name: methodName,
            parameters: [...parameters],
            returns,
            run: (runtime, value, args) => run(self(value), args as unknown as Parameters<typeof run>[1], runtime),
          };
          methods.set(...keyed(member));
        },
        static: (returns, methodName, parameters, run) => {
          const member: Member = {
            name: methodName,
            parameters: [...parameters],
            returns,
            run: (runtime, _, args) => run(args as unknown as Parameters<typeof run>[0], runtime),
          };
          statics.set(...keyed(member));
        },
        constant: (constantName, value) => {
          constants.set(constantName, value);
        },
        create: (parameters, run) => {
          constructors.set(parameters.length, {
            name: 'new',
            parameters: [...parameters],
            returns: 'def',
            run: (runtime, _, args) => run(args as unknown as Parameters<typeof run>[0], runtime),
          });
        },
        field: (get, set) => {
          getField = (runtime, value, fieldName) => get(self(value), fieldName, runtime);
          if (set !== undefined)
            setField = (runtime, value, fieldName, next) => set(self(value), fieldName, next, runtime);
        },
      });
      const ancestors = new Set([name, ...above.flatMap((parent) => [...parent.ancestors])]);
      classes.set(name, { name, ancestors, methods, statics, constants, constructors, getField, setField });
    },
  };
};
