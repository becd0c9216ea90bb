import type { Expression, Target } from '../ast.ts';
import { DocObject } from '../doc-values.ts';
import { box, implicit, implicitInt } from '../runtime/convert.ts';
import { nameOf } from '../runtime/equality.ts';
import type { JavaClass, Member } from '../runtime/java-class.ts';
import type { Frame, Runtime } from '../runtime/runtime.ts';
import { ScriptMap } from '../runtime/script-map.ts';
import { integer, ScriptFunction, ScriptList, type ScriptValue } from '../runtime/value.ts';
import { CompileError, ScriptThrow, throwJava } from '../script-error.ts';
import { boxed, boxName, type Code, rawArgument, resultCode, typeText, valueCode } from './code.ts';
import { type Compiler, checkMemberName } from './compiler.ts';
import type { Scope } from './scope.ts';

type Evaluate = (frame: Frame) => ScriptValue;
type Argument = (frame: Frame) => unknown;

const noArguments: readonly unknown[] = [];

const invoke = (member: Member, frame: Frame, self: ScriptValue, args: readonly Argument[]): unknown => {
  const [a, b] = args;
  if (a === undefined) return member.run(frame.runtime, self, noArguments);
  const first = a(frame);
  if (b === undefined) return member.run(frame.runtime, self, [first]);
  const values: unknown[] = [first];
  for (let index = 1; index < args.length; index += 1) values.push(args[index]?.(frame));
  return member.run(frame.runtime, self, values);
};

const bind = (compiler: Compiler, member: Member, args: readonly Code[], at: number): readonly Argument[] =>
  args.map((arg, index) => rawArgument(compiler.checks, arg, member.parameters[index] ?? 'def', at));

/** `target.name(args)`. */
export const compileMethod = (
  compiler: Compiler,
  node: Expression & { readonly kind: 'method' },
  scope: Scope,
): Code => {
  checkMemberName(node.name, node.at);
  const key = `${node.name}/${node.args.length}`;
  if (node.target.kind === 'type') return staticCall(compiler, node, node.target.type, scope);
  const target = compiler.expression(node.target, scope);
  if (target.kind === 'void') throw new CompileError(node.at, `member method [void, ${key}] not found`);
  const args = node.args.map((arg) => compiler.expression(arg, scope));
  const self = boxed(target);
  const known = target.type === 'def' ? undefined : compiler.classes.get(boxName(target.type));
  const member = known?.methods.get(key);
  if (known !== undefined && member === undefined && known.name !== 'Object') {
    throw new CompileError(node.at, `member method [${typeText(boxName(target.type))}, ${key}] not found`);
  }
  const call = dynamicCall(
    compiler,
    key,
    self,
    args,
    member === undefined ? node.at : lastArgumentAt(node),
    node.isSafe,
  );
  if (member === undefined || node.isSafe) return valueCode('def', call.boxed);
  return resultCode(member.returns, call.raw);
};

/** Where a failing call is shown when its member is known beforehand: at what was computed last. */
const lastArgumentAt = (node: Expression & { readonly kind: 'method' }): number =>
  node.args[node.args.length - 1]?.at ?? node.at;

const staticCall = (
  compiler: Compiler,
  node: Expression & { readonly kind: 'method' },
  type: string,
  scope: Scope,
): Code => {
  const owner = compiler.classNamed(type, node);
  const member = owner.statics.get(`${node.name}/${node.args.length}`);
  if (member === undefined) {
    throw new CompileError(node.at, `static method [${typeText(type)}, ${node.name}/${node.args.length}] not found`);
  }
  const args = bind(
    compiler,
    member,
    node.args.map((arg) => compiler.expression(arg, scope)),
    node.at,
  );
  const at = lastArgumentAt(node);
  return resultCode(member.returns, (frame) => {
    frame.runtime.at = at;
    return invoke(member, frame, null, args);
  });
};

/** A call whose member is found by the class of the value; the last class is remembered at the place of the call. */
const dynamicCall = (
  compiler: Compiler,
  key: string,
  self: Evaluate,
  args: readonly Code[],
  at: number,
  isSafe: boolean,
): { raw: (frame: Frame) => unknown; boxed: Evaluate } => {
  let lastClass: JavaClass | undefined;
  let lastMember: Member | undefined;
  let lastArguments: readonly Argument[] = [];
  const linked = new Map<Member, readonly Argument[]>();
  const link = (owner: JavaClass, value: ScriptValue): Member => {
    const member = owner.methods.get(key);
    if (member === undefined)
      return throwJava('IllegalArgumentException', `dynamic method [${nameOf(value)}, ${key}] not found`);
    let bound = linked.get(member);
    if (bound === undefined) {
      bound = bind(compiler, member, args, at);
      linked.set(member, bound);
    }
    lastClass = owner;
    lastMember = member;
    lastArguments = bound;
    return member;
  };
  const raw = (frame: Frame): unknown => {
    const value = self(frame);
    frame.runtime.at = at;
    if (value === null) {
      if (isSafe) return null;
      throw new ScriptThrow('NullPointerException', `Cannot invoke "Object.getClass()" because "callArgs[0]" is null`);
    }
    const owner = compiler.classOf(value);
    const member = owner === lastClass && lastMember !== undefined ? lastMember : link(owner, value);
    const bound = lastArguments;
    const result = invoke(member, frame, value, bound);
    // Where a failure of the caller is reported: arguments have moved the mark.
    frame.runtime.at = at;
    return result;
  };
  return {
    raw,
    boxed: (frame) => {
      const result = raw(frame);
      if (result === null) return null;
      return box(lastMember?.returns ?? 'def', result);
    },
  };
};

/** `target.name`. */
export const compileField = (compiler: Compiler, node: Expression & { readonly kind: 'field' }, scope: Scope): Code => {
  const { name, at, isSafe } = node;
  checkMemberName(name, at);
  if (node.target.kind === 'type') return staticField(compiler, node.target, name, at);
  const target = compiler.expression(node.target, scope);
  const self = boxed(target);
  const type = boxName(target.type);
  const known = target.type === 'def' || type.endsWith('[]') ? undefined : compiler.classes.get(type);
  if (
    known !== undefined &&
    known.name !== 'Object' &&
    known.getField === undefined &&
    getterOf(known, name) === undefined
  ) {
    throw new CompileError(at, `field [${typeText(type)}, ${name}] not found`);
  }
  const isLength = target.type.endsWith('[]') && name === 'length';
  if (isLength) return resultCode('int', (frame) => lengthOf(self(frame)));
  let lastClass: JavaClass | undefined;
  let lastGetter: Member | undefined;
  return valueCode('def', (frame) => {
    const value = self(frame);
    frame.runtime.at = at;
    if (value === null && isSafe) return null;
    if (value === null || value instanceof ScriptMap) return readField(compiler, frame.runtime, value, name);
    const owner = compiler.classOf(value);
    if (owner !== lastClass) {
      lastClass = owner;
      lastGetter = getterOf(owner, name);
    }
    if (lastGetter === undefined) return readField(compiler, frame.runtime, value, name);
    return box(lastGetter.returns, lastGetter.run(frame.runtime, value, noArguments));
  });
};

const lengthOf = (value: ScriptValue): number => {
  if (value instanceof ScriptList) return value.items.length;
  return throwJava('NullPointerException', null);
};

const staticField = (
  compiler: Compiler,
  target: Target & { readonly kind: 'type' },
  name: string,
  at: number,
): Code => {
  const value = compiler.classNamed(target.type, target).constants.get(name);
  if (value === undefined) throw new CompileError(at, `static field [${typeText(target.type)}, ${name}] not found`);
  if (typeof value === 'bigint') return { kind: 'long', type: 'long', run: () => value };
  if (typeof value === 'number') return { kind: 'number', type: 'double', run: () => value };
  if (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Integer') {
    const int = implicitInt(value);
    return { kind: 'number', type: 'int', run: () => int };
  }
  return valueCode(typeof value === 'string' ? 'String' : 'def', () => value);
};

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const getterOf = (owner: JavaClass, name: string): Member | undefined =>
  owner.methods.get(`get${capitalize(name)}/0`) ?? owner.methods.get(`is${capitalize(name)}/0`);

const readField = (compiler: Compiler, runtime: Runtime, value: ScriptValue, name: string): ScriptValue => {
  if (value instanceof ScriptMap) {
    if (name === 'empty') return value.size === 0;
    return value.get(name) ?? null;
  }
  if (value === null)
    throw new ScriptThrow('NullPointerException', `Cannot invoke "Object.getClass()" because "callArgs[0]" is null`);
  if (value instanceof ScriptList && /^\d+$/.test(name))
    return readIndex(compiler, runtime, value, integer(Number(name)));
  const owner = compiler.classOf(value);
  const field = owner.getField?.(runtime, value, name);
  if (field !== undefined) return field;
  return throwJava('IllegalArgumentException', `dynamic getter [${nameOf(value)}, ${name}] not found`);
};

/** Sets `target.name`: a key of a map, or a setter. */
export const writeField = (
  compiler: Compiler,
  runtime: Runtime,
  target: ScriptValue,
  name: string,
  value: ScriptValue,
): void => {
  if (target === null) throw new ScriptThrow('NullPointerException', null);
  const owner = compiler.classOf(target);
  const setter = owner.methods.get(`set${capitalize(name)}/1`);
  if (setter !== undefined) setter.run(runtime, target, [value]);
  else if (owner.setField !== undefined) owner.setField(runtime, target, name, value);
  else throwJava('IllegalArgumentException', `dynamic setter [${nameOf(target)}, ${name}] not found`);
};

/** `target[index]` of lists, arrays, maps and whatever else has keys. */
export const compileIndex = (compiler: Compiler, node: Expression & { readonly kind: 'index' }, scope: Scope): Code => {
  const target = compiler.expression(node.target, scope);
  const [self, index] = [boxed(target), boxed(compiler.expression(node.index, scope))];
  // Maps are asked by a call, whose place is that of the key.
  const at =
    target.type === 'Map' || target.type === 'HashMap' || target.type === 'LeafDocLookup' ? node.index.at : node.at;
  const element = target.type.endsWith('[]') ? target.type.slice(0, -2) : 'def';
  const run: Evaluate = (frame) => {
    const value = self(frame);
    const key = index(frame);
    frame.runtime.at = at;
    return readIndex(compiler, frame.runtime, value, key);
  };
  return element === 'def' ? valueCode('def', run) : elementCode(element, run);
};

/** An element of an array has the raw type of the array. */
const elementCode = (type: string, run: Evaluate): Code => {
  switch (type) {
    case 'int':
    case 'short':
    case 'byte':
    case 'char':
    case 'float':
    case 'double':
      return { kind: 'number', type, run: (frame) => numberOf(run(frame)) };
    case 'long':
      return resultCode('long', run);
    case 'boolean':
      return resultCode('boolean', run);
    default:
      return valueCode(type, run);
  }
};

const numberOf = (value: ScriptValue): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'object' && value !== null && 'value' in value
      ? Number(value.value)
      : 0;

export const readIndex = (compiler: Compiler, runtime: Runtime, target: ScriptValue, key: ScriptValue): ScriptValue => {
  if (target instanceof DocObject && typeof key === 'string') return target.field(key);
  if (target instanceof ScriptMap) return target.get(key) ?? null;
  if (target instanceof ScriptList) return target.items[position(target, implicitInt(key))] ?? null;
  if (target === null)
    throw new ScriptThrow('NullPointerException', `Cannot invoke "Object.getClass()" because "callArgs[0]" is null`);
  const owner = compiler.classOf(target);
  const getter = owner.methods.get('get/1');
  if (getter === undefined) {
    return throwJava(
      'IllegalArgumentException',
      `Attempting to address a non-array-like type [${nameOf(target)}] as an array.`,
    );
  }
  const type = getter.parameters[0];
  return box(getter.returns, getter.run(runtime, target, [type === 'int' ? implicitInt(key) : key]));
};

export const writeIndex = (
  compiler: Compiler,
  runtime: Runtime,
  target: ScriptValue,
  key: ScriptValue,
  value: ScriptValue,
): void => {
  if (target instanceof ScriptList) {
    if (target.isReadOnly) throwJava('UnsupportedOperationException', null);
    target.items[position(target, implicitInt(key))] = value;
    return;
  }
  if (target === null) throw new ScriptThrow('NullPointerException', null);
  const put = compiler.classOf(target).methods.get('put/2');
  if (put === undefined) {
    throwJava(
      'IllegalArgumentException',
      `Attempting to address a non-array-like type [${nameOf(target)}] as an array.`,
    );
  } else put.run(runtime, target, [key, value]);
};

/** Negative places count from the end. */
const position = (list: ScriptList, index: number): number => {
  const size = list.items.length;
  const place = index < 0 ? index + size : index;
  if (place >= 0 && place < size) return place;
  if (list.className.endsWith('[]')) {
    return throwJava('ArrayIndexOutOfBoundsException', `Index ${place} out of bounds for length ${size}`);
  }
  return throwJava('IndexOutOfBoundsException', `Index ${place} out of bounds for length ${size}`);
};

/** A function for `Type::name`, `variable::name` and `Type::new`: the receiver is the first argument of an instance method. */
export const memberFunction = (compiler: Compiler, owner: JavaClass, name: string, runtime: Runtime): ScriptFunction =>
  new ScriptFunction(-1, (...args) => {
    if (name === 'new')
      return callMember(owner.constructors.get(args.length), runtime, null, args, `${owner.name}, new`);
    const fixed = owner.statics.get(`${name}/${args.length}`);
    if (fixed !== undefined) return callMember(fixed, runtime, null, args, name);
    return callMethod(compiler, runtime, args[0] ?? null, name, args.slice(1));
  });

export const callMethod = (
  compiler: Compiler,
  runtime: Runtime,
  self: ScriptValue,
  name: string,
  args: readonly ScriptValue[],
): ScriptValue => {
  const owner = compiler.classOf(self);
  return callMember(
    owner.methods.get(`${name}/${args.length}`),
    runtime,
    self,
    args,
    `${owner.name}, ${name}/${args.length}`,
  );
};

export const callMember = (
  member: Member | undefined,
  runtime: Runtime,
  self: ScriptValue,
  args: readonly ScriptValue[],
  label: string,
): ScriptValue => {
  if (member === undefined) return throwJava('IllegalArgumentException', `dynamic method [${label}] not found`);
  const raw = args.map((arg, index): unknown => implicit[member.parameters[index] ?? 'def'](arg));
  return box(member.returns, member.run(runtime, self, raw));
};
