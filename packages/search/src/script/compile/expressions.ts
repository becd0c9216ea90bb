import type { Expression } from '../ast.ts';
import type { Frame } from '../runtime/runtime.ts';
import { ScriptMap } from '../runtime/script-map.ts';
import { ScriptList, type ScriptValue } from '../runtime/value.ts';
import { CompileError, throwJava } from '../script-error.ts';
import { compileField, compileIndex, compileMethod } from './access.ts';
import { compileAssignment, compileUpdate } from './assignment.ts';
import {
  booleanCode,
  boxed,
  type Code,
  convert,
  isNumberType,
  longCode,
  numberCode,
  promoted,
  rawArgument,
  valueCode,
  widened,
} from './code.ts';
import type { Compiler } from './compiler.ts';
import { compileLambda, compileReference } from './lambda.ts';
import { numberLiteral } from './literals.ts';
import { compileBinary, compileUnary } from './operators.ts';
import { compileRegexLiteral } from './regex-operators.ts';
import type { Scope } from './scope.ts';
import { readVariable } from './variables.ts';

export const compileExpression = (compiler: Compiler, node: Expression, scope: Scope): Code => {
  switch (node.kind) {
    case 'number':
      return numberLiteral(node);
    case 'string': {
      const { text } = node;
      return valueCode('String', () => text);
    }
    case 'regex': {
      const pattern = compileRegexLiteral(node.pattern, node.flags, node.at);
      return valueCode('Pattern', () => pattern);
    }
    case 'constant': {
      const { value } = node;
      return value === null ? valueCode('def', () => null) : booleanCode(() => value);
    }
    case 'name':
      return compileName(compiler, node.name, node.at, scope);
    case 'list': {
      const items = node.items.map((item) => boxed(compiler.expression(item, scope)));
      return valueCode('ArrayList', (frame) => {
        frame.runtime.grow(items.length + 1);
        return new ScriptList(items.map((item) => item(frame)));
      });
    }
    case 'map': {
      const entries = node.entries.map(
        ([key, value]) => [boxed(compiler.expression(key, scope)), boxed(compiler.expression(value, scope))] as const,
      );
      return valueCode('HashMap', (frame) => {
        frame.runtime.grow(entries.length + 1);
        const map = new ScriptMap();
        for (const [key, value] of entries) map.set(key(frame), value(frame));
        return map;
      });
    }
    case 'call':
      return compileCall(compiler, node, scope);
    case 'method':
      return compileMethod(compiler, node, scope);
    case 'field':
      return compileField(compiler, node, scope);
    case 'index':
      return compileIndex(compiler, node, scope);
    case 'new':
      return compileNew(compiler, node, scope);
    case 'newArray':
      return compileNewArray(compiler, node, scope);
    case 'filledArray': {
      const items = node.items.map((item) =>
        boxed(convert(compiler.checks, compiler.expression(item, scope), node.type, node.at)),
      );
      const type = `${node.type}[]`;
      return valueCode(
        type,
        (frame) =>
          new ScriptList(
            items.map((item) => item(frame)),
            type,
          ),
      );
    }
    case 'reference':
      return compileReference(compiler, node, scope);
    case 'lambda':
      return compileLambda(compiler, node, scope);
    case 'update':
      return compileUpdate(compiler, node, scope);
    case 'unary':
      return compileUnary(compiler, node, scope);
    case 'cast':
      return convert(compiler.checks, compiler.expression(node.operand, scope), node.type, node.operand.at, true);
    case 'binary':
      return compileBinary(compiler, node, scope);
    case 'instanceof': {
      const operand = boxed(compiler.expression(node.operand, scope));
      const { type } = node;
      return booleanCode((frame) => {
        const value = operand(frame);
        return value !== null && compiler.checks.isInstance(value, type);
      });
    }
    case 'conditional':
      return compileConditional(compiler, node, scope);
    case 'elvis': {
      if (node.left.kind === 'constant' && node.left.value === null)
        throw new CompileError(node.at, 'Extraneous elvis operator. LHS is null.');
      if (node.left.kind === 'string') throw new CompileError(node.at, 'Extraneous elvis operator. LHS is a constant.');
      const left = compiler.expression(node.left, scope);
      if (left.kind !== 'value') throw new CompileError(node.at, 'Extraneous elvis operator. LHS is a primitive.');
      const right = compiler.expression(node.right, scope);
      const [a, b] = [left.run, boxed(right)];
      return valueCode(left.type === right.type ? left.type : 'def', (frame) => a(frame) ?? b(frame));
    }
    case 'assignment':
      return compileAssignment(compiler, node, scope);
  }
};

const compileName = (compiler: Compiler, name: string, at: number, scope: Scope): Code => {
  const local = scope.find(name);
  if (local !== undefined) return readVariable(local);
  const given = compiler.binding(name);
  if (given === undefined) throw new CompileError(at, `cannot resolve symbol [${name}]`);
  const { index, type } = given;
  const read = (frame: Frame): ScriptValue => frame.runtime.bindings[index] ?? null;
  if (type === 'double') {
    return numberCode('double', (frame) => {
      const value = frame.runtime.bindings[index];
      return typeof value === 'number' ? value : 0;
    });
  }
  return valueCode(type, read);
};

const compileCall = (compiler: Compiler, node: Expression & { readonly kind: 'call' }, scope: Scope): Code => {
  const { name, at } = node;
  const count = node.args.length;
  const codes = node.args.map((arg) => compiler.expression(arg, scope));
  const own = compiler.functions.get(`${name}/${count}`);
  if (own !== undefined) {
    const args = codes.map((code, index) =>
      boxed(convert(compiler.checks, code, own.parameters[index] ?? 'def', node.args[index]?.at ?? at)),
    );
    const result = valueCode('def', (frame) => {
      frame.runtime.at = at;
      return own.call(
        frame.runtime,
        args.map((arg) => arg(frame)),
      );
    });
    if (own.returns === 'void') return { kind: 'void', type: 'void', run: result.run };
    return convert(compiler.checks, result, own.returns, at);
  }
  const offered = compiler.contextFunctions.get(name);
  if (offered?.arities.includes(count) === true) {
    for (const needed of offered.needs ?? []) compiler.binding(needed);
    const args = codes.map(boxed);
    const { run, returns } = offered;
    const result = valueCode('def', (frame) => {
      const values = args.map((arg) => arg(frame));
      frame.runtime.at = at;
      return run(frame.runtime, values);
    });
    if (returns === 'void') return { kind: 'void', type: 'void', run: result.run };
    return convert(compiler.checks, result, returns, at);
  }
  throw new CompileError(at, `Unknown call [${name}] with [${count}] arguments.`);
};

const compileNew = (compiler: Compiler, node: Expression & { readonly kind: 'new' }, scope: Scope): Code => {
  const owner = compiler.classNamed(node.type, node);
  const member = owner.constructors.get(node.args.length);
  if (member === undefined)
    throw new CompileError(node.at, `constructor [${node.type}, <init>/${node.args.length}] not found`);
  const args = node.args.map((arg, index) =>
    rawArgument(compiler.checks, compiler.expression(arg, scope), member.parameters[index] ?? 'def', node.at),
  );
  const { at } = node;
  return valueCode(node.type, (frame) => {
    const values = args.map((arg) => arg(frame));
    frame.runtime.at = at;
    frame.runtime.grow(1);
    const made = member.run(frame.runtime, null, values);
    // Constructors are declared to return values of scripts.
    return made as ScriptValue;
  });
};

const zeros: Readonly<Record<string, Code>> = { long: longCode(() => 0n), boolean: booleanCode(() => false) };

const compileNewArray = (compiler: Compiler, node: Expression & { readonly kind: 'newArray' }, scope: Scope): Code => {
  const sizes = node.sizes.map((size) => convert(compiler.checks, compiler.expression(size, scope), 'int', node.at));
  const zero = boxed(
    isNumberType(node.type) ? numberCode(node.type, () => 0) : (zeros[node.type] ?? valueCode('def', () => null)),
  );
  const make = (frame: Frame, depth: number): ScriptValue => {
    const size = sizes[depth];
    if (size === undefined) return zero(frame);
    const length = Number(size.run(frame));
    if (length < 0) return throwJava('NegativeArraySizeException', String(length));
    frame.runtime.grow(length);
    return new ScriptList(
      Array.from({ length }, () => make(frame, depth + 1)),
      node.type + '[]'.repeat(sizes.length - depth),
    );
  };
  return valueCode(node.type + '[]'.repeat(sizes.length), (frame) => make(frame, 0));
};

const compileConditional = (
  compiler: Compiler,
  node: Expression & { readonly kind: 'conditional' },
  scope: Scope,
): Code => {
  const test = convert(compiler.checks, compiler.expression(node.test, scope), 'boolean', node.test.at);
  if (test.kind !== 'boolean') throw new CompileError(node.at, 'the condition is not a boolean');
  const [yes, no] = [compiler.expression(node.yes, scope), compiler.expression(node.no, scope)];
  const choose = test.run;
  const type = promoted(yes, no);
  if (type !== undefined) {
    const same = yes.type === no.type;
    const [a, b] = same ? [yes, no] : [widened(yes, type), widened(no, type)];
    if (a.kind === 'number' && b.kind === 'number') {
      const [x, y] = [a.run, b.run];
      return numberCode(a.type, (frame) => (choose(frame) ? x(frame) : y(frame)));
    }
    if (a.kind === 'long' && b.kind === 'long') {
      const [x, y] = [a.run, b.run];
      return longCode((frame) => (choose(frame) ? x(frame) : y(frame)));
    }
  }
  if (yes.kind === 'boolean' && no.kind === 'boolean') {
    const [x, y] = [yes.run, no.run];
    return booleanCode((frame) => (choose(frame) ? x(frame) : y(frame)));
  }
  const [x, y] = [boxed(yes), boxed(no)];
  return valueCode(yes.type === no.type ? yes.type : 'def', (frame) => (choose(frame) ? x(frame) : y(frame)));
};
