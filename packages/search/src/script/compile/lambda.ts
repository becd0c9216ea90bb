import type { Expression } from '../ast.ts';
import type { Frame } from '../runtime/runtime.ts';
import { ScriptFunction, type ScriptValue } from '../runtime/value.ts';
import { CompileError } from '../script-error.ts';
import { callMethod, memberFunction } from './access.ts';
import { boxed, type Code, convert, valueCode } from './code.ts';
import { type Compiler, ReturningFrame } from './compiler.ts';
import type { Scope } from './scope.ts';
import { withResult } from './statements.ts';
import { writeVariable } from './variables.ts';

/** `x -> …`: a function that sees the variables around it as they are when it is made. */
export const compileLambda = (
  compiler: Compiler,
  node: Expression & { readonly kind: 'lambda' },
  scope: Scope,
): Code => {
  const inner = scope.lambda();
  const parameters = node.parameters.map((parameter) => {
    const variable = inner.declare(parameter.name, parameter.type, parameter.at);
    // The argument comes in through this cell: a conversion to the declared type reads it from there.
    const cell: { value: ScriptValue } = { value: null };
    const given = valueCode('def', () => cell.value);
    const write = writeVariable(variable, convert(compiler.checks, given, parameter.type, parameter.at)).run;
    return { cell, write };
  });
  const arity = parameters.length;
  const { body, at } = node;
  let execute: (frame: ReturningFrame) => ScriptValue;
  if (body.kind === 'block') {
    const block = compiler.statement(withResult(body), inner);
    execute = (frame) => {
      frame.result = null;
      block(frame);
      return frame.result;
    };
  } else {
    execute = boxed(compiler.expression(body, inner));
  }
  return valueCode('Function', (outer) => {
    const frame = new ReturningFrame(outer.runtime, outer.numbers.slice(), outer.longs.slice(), outer.values.slice());
    return new ScriptFunction(arity, (...args) => {
      outer.runtime.spend(1);
      if (args.length !== arity)
        throw new CompileError(
          at,
          `Incorrect number of parameters for lambda: expected [${args.length}] but found [${arity}]`,
        );
      parameters.forEach(({ cell, write }, index) => {
        cell.value = args[index] ?? null;
        write(frame);
      });
      return execute(frame);
    });
  });
};

/** `Type::name`, `variable::name`, `this::name`, `Type::new`. */
export const compileReference = (
  compiler: Compiler,
  node: Expression & { readonly kind: 'reference' },
  scope: Scope,
): Code => {
  const { owner, name, at } = node;
  if (node.isType) {
    if (owner.endsWith('[]')) throw new CompileError(at, `cannot make arrays of [${owner}] by reference`);
    const known = compiler.classNamed(owner, node);
    const hasMember = [0, 1, 2, 3].some(
      (count) =>
        known.statics.has(`${name}/${count}`) ||
        known.methods.has(`${name}/${count}`) ||
        (name === 'new' && known.constructors.has(count)),
    );
    if (!hasMember)
      throw new CompileError(
        at,
        `function reference [${owner}::${name}] matching [java.util.function.Function] not found`,
      );
    return valueCode('Function', (frame) => memberFunction(compiler, known, name, frame.runtime));
  }
  if (owner === 'this') {
    const overloads = [...compiler.functions].filter(([key]) => key.startsWith(`${name}/`));
    if (overloads.length === 0) throw new CompileError(at, `function reference [this::${name}] not found`);
    return valueCode(
      'Function',
      (frame) =>
        new ScriptFunction(-1, (...args) => {
          const called = compiler.functions.get(`${name}/${args.length}`);
          if (called === undefined)
            throw new CompileError(
              at,
              `function reference [this::${name}] matches no function of ${args.length} parameters`,
            );
          return called.call(frame.runtime, args);
        }),
    );
  }
  const self: (frame: Frame) => ScriptValue = boxed(compiler.expression({ kind: 'name', name: owner, at }, scope));
  return valueCode('Function', (frame) => {
    const receiver = self(frame);
    return new ScriptFunction(-1, (...args) => callMethod(compiler, frame.runtime, receiver, name, args));
  });
};
