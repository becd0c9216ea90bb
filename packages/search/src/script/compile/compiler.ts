import type { Expression, Located, Statement } from '../ast.ts';
import { DocValuesObject } from '../doc-values.ts';
import { nameOf } from '../runtime/equality.ts';
import type { ClassRegistry, JavaClass } from '../runtime/java-class.ts';
import { Frame, type Runtime } from '../runtime/runtime.ts';
import { ScriptList, type ScriptValue, Small } from '../runtime/value.ts';
import { CompileError, ScriptThrow } from '../script-error.ts';
import type { Code, TypeChecks } from './code.ts';
import type { Scope, SlotCounts } from './scope.ts';

/** A function of the script, known before its body is compiled so that functions may call each other. */
export interface UserFunction {
  readonly returns: string;
  readonly parameters: readonly string[];
  call: (runtime: Runtime, args: readonly ScriptValue[]) => ScriptValue;
}

/** A function that the context of the script offers without a class. */
export interface ContextFunction {
  /** Given variables that it looks at itself. */
  readonly needs?: readonly string[];
  readonly arities: readonly number[];
  readonly returns: string;
  readonly run: (runtime: Runtime, args: readonly ScriptValue[]) => ScriptValue;
}

/** Why a statement ended: it ran through, or `break`, `continue` or `return` was met. */
export type Completion = 0 | 1 | 2 | 3;
export const [completed, broken, continued, returned] = [0, 1, 2, 3] as const;

/** What all parts of the compiler share. */
export interface Compiler {
  readonly classes: ClassRegistry;
  readonly checks: TypeChecks;
  readonly functions: ReadonlyMap<string, UserFunction>;
  readonly contextFunctions: ReadonlyMap<string, ContextFunction>;
  /** The place of a variable given from outside, or undefined when there is none of that name. */
  binding(name: string): { readonly index: number; readonly type: string } | undefined;
  expression(node: Expression, scope: Scope): Code;
  statement(node: Statement, scope: Scope): (frame: ReturningFrame) => Completion;
  classNamed(name: string, node: Located): JavaClass;
  classOf(value: ScriptValue): JavaClass;
}

/** A frame that can carry what `return` gives. */
export class ReturningFrame extends Frame {
  result: ScriptValue = null;
}

export const createFrame = (runtime: Runtime, counts: SlotCounts): ReturningFrame =>
  new ReturningFrame(
    runtime,
    counts.numbers === 0 ? noNumbers : new Array<number>(counts.numbers).fill(0),
    counts.longs === 0 ? noLongs : new Array<bigint>(counts.longs).fill(0n),
    counts.values === 0 ? noValues : new Array<ScriptValue>(counts.values).fill(null),
  );

// Frames without slots of a kind never write to it.
const noNumbers: number[] = [];
const noLongs: bigint[] = [];
const noValues: ScriptValue[] = [];

const forbidden: ReadonlySet<string> = new Set(['constructor', '__proto__', 'prototype', 'getClass', 'class']);

/** Names that lead out of the sandbox elsewhere are refused whatever they are asked of. */
export const checkMemberName = (name: string, at: number): void => {
  if (forbidden.has(name)) throw new CompileError(at, `member [${name}] is not allowed`);
};

export const createClassLookup = (
  classes: ClassRegistry,
): { classOf: (value: ScriptValue) => JavaClass; checks: TypeChecks } => {
  const named = (name: string): JavaClass => {
    const found = classes.get(name);
    if (found === undefined) throw new TypeError(`no class ${name} in the table`);
    return found;
  };
  const [text, bool, double, long, array, documents] = [
    'String',
    'Boolean',
    'Double',
    'Long',
    'array',
    'ScriptDocValues',
  ].map(named);
  const classOf = (value: ScriptValue): JavaClass => {
    if (value instanceof DocValuesObject && documents !== undefined) return documents;
    if (typeof value === 'string' && text !== undefined) return text;
    if (typeof value === 'number' && double !== undefined) return double;
    if (typeof value === 'bigint' && long !== undefined) return long;
    if (typeof value === 'boolean' && bool !== undefined) return bool;
    if (value === null) throw new ScriptThrow('NullPointerException', null);
    if (value instanceof Small) return named(value.kind);
    if (value instanceof ScriptList && value.className.endsWith('[]') && array !== undefined) return array;
    return named(typeof value === 'object' ? value.className : 'Object');
  };
  const anyClass = (type: string): boolean => type === 'def' || type === 'Object';
  const checks: TypeChecks = {
    isInstance: (value, type) => {
      if (anyClass(type)) return true;
      if (value === null) return false;
      if (type.endsWith('[]')) return value instanceof ScriptList && value.className === type;
      if (type === 'CharSequence' && typeof value === 'string') return true;
      return classOf(value).ancestors.has(type);
    },
    mayBe: (from, to) => {
      if (anyClass(from) || anyClass(to)) return true;
      const [a, b] = [classes.get(from), classes.get(to)];
      return a === undefined || b === undefined || a.ancestors.has(to) || b.ancestors.has(from);
    },
    refuse: (value, type) => {
      throw new ScriptThrow(
        'ClassCastException',
        `Cannot cast from [${nameOf(value)}] to [${classes.get(type)?.name ?? type}].`,
      );
    },
  };
  return { classOf, checks };
};
