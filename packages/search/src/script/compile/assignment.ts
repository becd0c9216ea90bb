import type { Expression } from '../ast.ts';
import { isNumeric } from '../runtime/arithmetic.ts';
import { castNumber } from '../runtime/convert.ts';
import type { Frame } from '../runtime/runtime.ts';
import { type ScriptValue, Small } from '../runtime/value.ts';
import { CompileError } from '../script-error.ts';
import { compileField, readIndex, writeField, writeIndex } from './access.ts';
import { boxed, type Code, convert, numberCode, valueCode } from './code.ts';
import { type Compiler, checkMemberName } from './compiler.ts';
import { binary } from './operators.ts';
import type { Scope } from './scope.ts';
import { readVariable, writeVariable } from './variables.ts';

/** `target = value`, `target += value` and the like; the result is the new value. */
export const compileAssignment = (
  compiler: Compiler,
  node: Expression & { readonly kind: 'assignment' },
  scope: Scope,
): Code => {
  const value = compiler.expression(node.value, scope);
  const operator = node.operator.slice(0, -1);
  const combine =
    operator === '' ? undefined : (old: Code): Code => compound(compiler, operator, old, value, node.at, scope);
  return assign(compiler, node.target, scope, value, combine, node.at, node.value.at);
};

/** `++` and `--`. */
export const compileUpdate = (
  compiler: Compiler,
  node: Expression & { readonly kind: 'update' },
  scope: Scope,
): Code => {
  const one = numberCode('int', () => 1);
  const combine = (old: Code): Code => compound(compiler, node.operator, old, one, node.at, scope);
  const updated = assign(compiler, node.target, scope, one, combine, node.at);
  if (node.isPrefix) return updated;
  // The old value is the result: it is kept in a slot while the new one is written.
  const old = compiler.expression(node.target, scope);
  const kept = scope.hidden(old.type);
  const keep = writeVariable(kept, old);
  const read = readVariable(kept);
  const first = keep.run;
  const second = updated.run;
  const wrap =
    <T>(last: (frame: Frame) => T) =>
    (frame: Frame): T => {
      first(frame);
      second(frame);
      return last(frame);
    };
  switch (read.kind) {
    case 'number':
      return { ...read, run: wrap(read.run) };
    case 'long':
      return { ...read, run: wrap(read.run) };
    case 'boolean':
      return { ...read, run: wrap(read.run) };
    case 'value':
      return { ...read, run: wrap(read.run) };
    case 'void':
      return read;
  }
};

/** The new value of `target op= value`; of type def it keeps the class of the old number, as in Painless. */
const compound = (compiler: Compiler, operator: string, old: Code, value: Code, at: number, scope: Scope): Code => {
  if (old.kind !== 'value' || old.type !== 'def') return binary(compiler, operator, old, value, at);
  const kept = scope.hidden('def');
  const next = boxed(binary(compiler, operator, writeVariable(kept, old), value, at));
  const { index } = kept;
  return valueCode('def', (frame) => {
    const result = next(frame);
    return sameClass(frame.values[index] ?? null, result);
  });
};

const primitives: Readonly<Record<string, string>> = {
  Integer: 'int',
  Short: 'short',
  Byte: 'byte',
  Character: 'char',
  Float: 'float',
};

const sameClass = (old: ScriptValue, result: ScriptValue): ScriptValue => {
  if (typeof old === typeof result && !(old instanceof Small)) return result;
  if (!isNumeric(old) || !isNumeric(result)) return result;
  if (old instanceof Small) {
    if (result instanceof Small && result.kind === old.kind) return result;
    return castNumber(result, primitives[old.kind] ?? 'int');
  }
  return castNumber(result, typeof old === 'bigint' ? 'long' : 'double');
};

const assign = (
  compiler: Compiler,
  target: Expression,
  scope: Scope,
  value: Code,
  combine: ((old: Code) => Code) | undefined,
  at: number,
  valueAt: number = at,
): Code => {
  switch (target.kind) {
    case 'name': {
      const variable = scope.find(target.name);
      if (variable === undefined) {
        const isGiven = compiler.binding(target.name) !== undefined;
        throw new CompileError(
          target.at,
          isGiven ? `Variable [${target.name}] is read-only.` : `cannot resolve symbol [${target.name}]`,
        );
      }
      if (variable.owner !== scope.owner) {
        throw new CompileError(
          target.at,
          `local variable [${target.name}] is read-only: it belongs to the code around the lambda`,
        );
      }
      const next = combine === undefined ? value : combine(readVariable(variable));
      return writeVariable(variable, convert(compiler.checks, next, variable.type, valueAt, combine !== undefined));
    }
    case 'field':
      return assignField(compiler, target, scope, value, combine);
    case 'index':
      return assignIndex(compiler, target, scope, value, combine);
    default:
      throw new CompileError(at, 'cannot assign a value to what is not a variable, a field or an element');
  }
};

const assignField = (
  compiler: Compiler,
  target: Expression & { readonly kind: 'field' },
  scope: Scope,
  value: Code,
  combine: ((old: Code) => Code) | undefined,
): Code => {
  const { name, at } = target;
  checkMemberName(name, at);
  if (target.target.kind === 'type') throw new CompileError(at, `cannot assign a value to the constant [${name}]`);
  const owner = compiler.expression(target.target, scope);
  // The owner is computed once also when its field is read and written.
  const slot = scope.hidden(owner.type === 'def' ? 'def' : owner.type);
  const { index } = slot;
  const self = boxed(owner);
  if (slot.slots !== 'values') throw new CompileError(at, `cannot assign a value to a field of [${owner.type}]`);
  const old =
    combine === undefined
      ? undefined
      : compileField(compiler, { ...target, target: { kind: 'name', name: slot.name, at } }, scope);
  const next = boxed(old === undefined || combine === undefined ? value : combine(old));
  return valueCode('def', (frame) => {
    const receiver = self(frame);
    frame.values[index] = receiver;
    const result = next(frame);
    frame.runtime.at = at;
    writeField(compiler, frame.runtime, receiver, name, result);
    return result;
  });
};

const assignIndex = (
  compiler: Compiler,
  target: Expression & { readonly kind: 'index' },
  scope: Scope,
  value: Code,
  combine: ((old: Code) => Code) | undefined,
): Code => {
  const { at } = target;
  const owner = compiler.expression(target.target, scope);
  const self = boxed(owner);
  const index = boxed(compiler.expression(target.index, scope));
  const element = owner.type.endsWith('[]') ? owner.type.slice(0, -2) : 'def';
  if (combine === undefined) {
    const next = boxed(convert(compiler.checks, value, element, at));
    return valueCode('def', (frame) => {
      const receiver = self(frame);
      const key = index(frame);
      const result = next(frame);
      frame.runtime.at = at;
      writeIndex(compiler, frame.runtime, receiver, key, result);
      return result;
    });
  }
  const ownerSlot = scope.hidden('def').index;
  const keySlot = scope.hidden('def').index;
  const old = valueCode('def', (frame) =>
    readIndex(compiler, frame.runtime, frame.values[ownerSlot] ?? null, frame.values[keySlot] ?? null),
  );
  const typedOld = element === 'def' ? old : convert(compiler.checks, old, element, at);
  const next = boxed(convert(compiler.checks, combine(typedOld), element, at, true));
  return valueCode('def', (frame) => {
    const receiver = self(frame);
    const key = index(frame);
    frame.values[ownerSlot] = receiver;
    frame.values[keySlot] = key;
    frame.runtime.at = at;
    const result = next(frame);
    writeIndex(compiler, frame.runtime, receiver, key, result);
    return result;
  });
};
