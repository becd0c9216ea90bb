import type { Expression, Statement } from '../ast.ts';
import { box } from '../runtime/convert.ts';
import type { Frame } from '../runtime/runtime.ts';
import { ScriptMap, ScriptSet } from '../runtime/script-map.ts';
import { ScriptException, ScriptIterator, ScriptList, type ScriptValue } from '../runtime/value.ts';
import { CompileError, ScriptThrow, throwJava } from '../script-error.ts';
import { boxed, type Code, convert, isNumberType, longCode, numberCode, valueCode } from './code.ts';
import {
  broken,
  type Compiler,
  type Completion,
  completed,
  continued,
  type ReturningFrame,
  returned,
} from './compiler.ts';
import type { Scope } from './scope.ts';
import { writeVariable } from './variables.ts';

type Run = (frame: ReturningFrame) => Completion;

const test = (compiler: Compiler, node: Expression, scope: Scope): ((frame: Frame) => boolean) => {
  const code = convert(compiler.checks, compiler.expression(node, scope), 'boolean', node.at);
  if (code.kind !== 'boolean')
    throw new CompileError(node.at, `Cannot cast from [${code.type}] to [boolean].`, 'class_cast_exception');
  return code.run;
};

const nothing = (type: string): Code => {
  if (isNumberType(type)) return numberCode(type, () => 0);
  if (type === 'long') return longCode(() => 0n);
  if (type === 'boolean') return { kind: 'boolean', type: 'boolean', run: () => false };
  return valueCode(type, () => null);
};

export const compileStatement = (compiler: Compiler, node: Statement, scope: Scope): Run => {
  switch (node.kind) {
    case 'block':
      return sequence(node.statements.map(within(compiler, scope.inner())));
    case 'if': {
      if (node.test.kind === 'constant') throw new CompileError(node.at, 'extraneous if block');
      const condition = test(compiler, node.test, scope);
      const yes = compiler.statement(node.yes, scope.inner());
      const no = node.no === undefined ? undefined : compiler.statement(node.no, scope.inner());
      return (frame) => (condition(frame) ? yes(frame) : no === undefined ? completed : no(frame));
    }
    case 'while': {
      if (isEndless(node.test, node.body)) throw new CompileError(node.at, 'no paths escape from while loop');
      const condition = test(compiler, node.test, scope);
      return loop(condition, compiler.statement(node.body, scope.inner()), undefined, node.at);
    }
    case 'do': {
      const body = compiler.statement(node.body, scope.inner());
      const repeat = loop(test(compiler, node.test, scope), body, undefined, node.at);
      return (frame) => {
        const first = body(frame);
        if (first === returned) return returned;
        return first === broken ? completed : repeat(frame);
      };
    }
    case 'for': {
      if (isEndless(node.test, node.body)) throw new CompileError(node.at, 'no paths escape from for loop');
      const inner = scope.inner();
      const init = node.init === undefined ? undefined : compiler.statement(node.init, inner);
      const condition = node.test === undefined ? () => true : test(compiler, node.test, inner);
      const update = node.update === undefined ? undefined : compiler.expression(node.update, inner).run;
      const repeat = loop(condition, compiler.statement(node.body, inner.inner()), update, node.at);
      return (frame) => {
        init?.(frame);
        return repeat(frame);
      };
    }
    case 'each':
      return each(compiler, node, scope);
    case 'try':
      return attempt(compiler, node, scope);
    case 'declare': {
      const writes = node.names.map(({ name, value, at }) => {
        const code = value === undefined ? nothing(node.type) : compiler.expression(value, scope);
        const variable = scope.declare(name, node.type, at);
        return writeVariable(variable, convert(compiler.checks, code, node.type, value?.at ?? at)).run;
      });
      return (frame) => {
        for (const write of writes) write(frame);
        return completed;
      };
    }
    case 'continue':
      return () => continued;
    case 'break':
      return () => broken;
    case 'return': {
      if (node.value === undefined) {
        if (scope.returns !== 'void' && scope.owner === 0) {
          throw new CompileError(node.at, `cannot cast from [${scope.returns}] to [void]`, 'class_cast_exception');
        }
        return () => returned;
      }
      const value = compiler.expression(node.value, scope);
      if (node.isImplied === true && (value.kind === 'void' || scope.returns === 'void')) {
        checkEffect(node.value);
        const { run } = value;
        return (frame) => {
          run(frame);
          return completed;
        };
      }
      if (scope.returns === 'void')
        throw new CompileError(node.at, 'Cannot return a value from a function that returns nothing.');
      const run = boxed(convert(compiler.checks, value, scope.returns, node.value.at));
      return (frame) => {
        frame.result = run(frame);
        return returned;
      };
    }
    case 'throw': {
      const value = boxed(compiler.expression(node.value, scope));
      const { at } = node.value;
      return (frame) => {
        const thrown = value(frame);
        frame.runtime.at = at;
        if (thrown instanceof ScriptException) throw new ScriptThrow(thrown.className, thrown.message, at);
        return throwJava('ClassCastException', 'only exceptions can be thrown');
      };
    }
    case 'expression': {
      checkEffect(node.value);
      const { run } = compiler.expression(node.value, scope);
      return (frame) => {
        run(frame);
        return completed;
      };
    }
  }
};

/** The same statements where the last expression, in blocks and branches too, is what is returned. */
export const withResult = (node: Statement): Statement => {
  switch (node.kind) {
    case 'expression':
      return { kind: 'return', value: node.value, isImplied: true, at: node.at };
    case 'block':
      return {
        ...node,
        statements: node.statements.map((inner, index) =>
          index === node.statements.length - 1 ? withResult(inner) : inner,
        ),
      };
    case 'if':
      return { ...node, yes: withResult(node.yes), no: node.no === undefined ? undefined : withResult(node.no) };
    case 'try':
      return {
        ...node,
        body: withResult(node.body),
        catches: node.catches.map((clause) => ({ ...clause, body: withResult(clause.body) })),
      };
    default:
      return node;
  }
};

/** A loop without an end: its test is always true and nothing in it leaves it. */
const isEndless = (condition: Expression | undefined, body: Statement): boolean =>
  (condition === undefined || (condition.kind === 'constant' && condition.value === true)) && !leaves(body, true);

const leaves = (node: Statement, isOwnLoop: boolean): boolean => {
  switch (node.kind) {
    case 'break':
      return isOwnLoop;
    case 'return':
    case 'throw':
      return true;
    case 'block':
      return node.statements.some((inner) => leaves(inner, isOwnLoop));
    case 'if':
      return leaves(node.yes, isOwnLoop) || (node.no !== undefined && leaves(node.no, isOwnLoop));
    case 'try':
      return leaves(node.body, isOwnLoop) || node.catches.some((clause) => leaves(clause.body, isOwnLoop));
    case 'while':
    case 'do':
    case 'for':
    case 'each':
      return leaves(node.body, false);
    default:
      return false;
  }
};

const effects: ReadonlySet<Expression['kind']> = new Set(['assignment', 'update', 'call', 'method', 'new']);

const checkEffect = (node: Expression): void => {
  if (!effects.has(node.kind))
    throw new CompileError(node.at, 'Not a statement: the value of this expression is not used.');
};

/** All statements of one block; a declaration is seen by those after it. */
export const within =
  (compiler: Compiler, scope: Scope) =>
  (node: Statement): Run =>
    compiler.statement(node, scope);

export const sequence = (statements: readonly Run[]): Run => {
  const [first, second] = statements;
  if (first === undefined) return () => completed;
  if (second === undefined) return first;
  return (frame) => {
    for (const statement of statements) {
      const completion = statement(frame);
      if (completion !== completed) return completion;
    }
    return completed;
  };
};

const loop = (
  condition: (frame: Frame) => boolean,
  body: Run,
  update: ((frame: Frame) => unknown) | undefined,
  at: number,
): Run => {
  return (frame) => {
    const { runtime } = frame;
    while (condition(frame)) {
      runtime.operations -= 1;
      if (runtime.operations < 0) {
        runtime.at = at;
        runtime.spend(0);
      }
      const completion = body(frame);
      if (completion === returned) return returned;
      if (completion === broken) break;
      update?.(frame);
    }
    return completed;
  };
};

const each = (compiler: Compiler, node: Statement & { readonly kind: 'each' }, scope: Scope): Run => {
  const inner = scope.inner();
  const over = boxed(compiler.expression(node.over, scope));
  const variable = inner.declare(node.parameter.name, node.parameter.type, node.parameter.at);
  const slot = scope.hidden('def').index;
  const item = valueCode('def', (frame) => frame.values[slot] ?? null);
  const write = writeVariable(
    variable,
    convert(compiler.checks, item, node.parameter.type, node.parameter.at, true),
  ).run;
  const body = compiler.statement(node.body, inner);
  const { at } = node;
  return (frame) => {
    const value = over(frame);
    frame.runtime.at = at;
    for (const element of elements(compiler, frame, value)) {
      frame.runtime.spend(1);
      frame.values[slot] = element;
      write(frame);
      const completion = body(frame);
      if (completion === returned) return returned;
      if (completion === broken) break;
    }
    return completed;
  };
};

/** What a loop goes through; a list that changes meanwhile is an error, as in Java. */
function* elements(compiler: Compiler, frame: Frame, value: ScriptValue): Generator<ScriptValue, void, void> {
  if (value instanceof ScriptList) {
    const size = value.items.length;
    for (let index = 0; index < value.items.length; index += 1) {
      yield value.items[index] ?? null;
      if (value.items.length !== size && index + 1 !== value.items.length)
        throwJava('ConcurrentModificationException', null);
    }
    return;
  }
  if (value instanceof ScriptSet) {
    const size = value.map.size;
    for (const element of value.values()) {
      if (value.map.size !== size) throwJava('ConcurrentModificationException', null);
      yield element;
    }
    return;
  }
  if (value === null) throwJava('NullPointerException', null);
  if (value instanceof ScriptIterator) {
    while (value.hasNext) yield value.next() ?? null;
    return;
  }
  const owner = compiler.classOf(value);
  const [size, get] = [owner.methods.get('size/0'), owner.methods.get('get/1')];
  if (value instanceof ScriptMap || size === undefined || get === undefined) {
    throwJava('IllegalArgumentException', `Cannot iterate over [${owner.name}]`);
    return;
  }
  const count = Number(size.run(frame.runtime, value, []));
  for (let index = 0; index < count; index += 1) yield box(get.returns, get.run(frame.runtime, value, [index]));
}

const attempt = (compiler: Compiler, node: Statement & { readonly kind: 'try' }, scope: Scope): Run => {
  const body = compiler.statement(node.body, scope.inner());
  const catches = node.catches.map((clause) => {
    const inner = scope.inner();
    const variable = inner.declare(clause.parameter.name, clause.parameter.type, clause.parameter.at);
    return { type: clause.parameter.type, index: variable.index, run: compiler.statement(clause.body, inner) };
  });
  return (frame) => {
    try {
      return body(frame);
    } catch (error) {
      if (!(error instanceof ScriptThrow)) throw error;
      const exception = new ScriptException(error.className, error.explanation);
      const clause = catches.find(({ type }) => compiler.checks.isInstance(exception, type));
      if (clause === undefined) throw error;
      frame.values[clause.index] = exception;
      return clause.run(frame);
    }
  };
};
