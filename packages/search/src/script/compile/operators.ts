import type { Expression } from '../ast.ts';
import {
  type ArithmeticOperator,
  type BitOperator,
  concatenate,
  doubleOperation,
  dynamicArithmetic,
  dynamicBits,
  dynamicCompare,
  dynamicShift,
  intBits,
  intOperation,
  intShift,
  longBits,
  longOperation,
  longShift,
  negate,
  type ShiftOperator,
} from '../runtime/arithmetic.ts';
import { looselyEqual } from '../runtime/equality.ts';
import type { Frame } from '../runtime/runtime.ts';
import { integer, type ScriptValue, Small } from '../runtime/value.ts';
import { CompileError, ScriptThrow } from '../script-error.ts';
import { booleanCode, boxed, type Code, convert, longCode, numberCode, promoted, valueCode, widened } from './code.ts';
import type { Compiler } from './compiler.ts';
import { findOrMatch } from './regex-operators.ts';
import type { Scope } from './scope.ts';

const isArithmetic = (operator: string): operator is ArithmeticOperator => '+-*/%'.includes(operator);
const isBits = (operator: string): operator is BitOperator => '&|^'.includes(operator);
const isShift = (operator: string): operator is ShiftOperator =>
  operator === '<<' || operator === '>>' || operator === '>>>';

export const compileBinary = (
  compiler: Compiler,
  node: Expression & { readonly kind: 'binary' },
  scope: Scope,
): Code => {
  const left = compiler.expression(node.left, scope);
  const right = compiler.expression(node.right, scope);
  const { operator, at } = node;
  const isNull = (operand: Expression): boolean => operand.kind === 'constant' && operand.value === null;
  if (/^[!=]==?$/.test(operator) && isNull(node.left) && isNull(node.right)) {
    throw new CompileError(at, 'extraneous comparison of [null] constants');
  }
  const isConstantZero = node.right.kind === 'number' && right.kind === 'number' && right.constant === 0;
  if ((operator === '/' || operator === '%') && isConstantZero && node.left.kind === 'number' && left.type === 'int') {
    throw new CompileError(at, '/ by zero', 'arithmetic_exception');
  }
  return binary(compiler, operator, left, right, at);
};

const notFor = (operator: string, left: Code, right: Code, at: number): never => {
  throw new CompileError(
    at,
    `Cannot apply [${operator}] operation to types [${left.type}] and [${right.type}].`,
    'class_cast_exception',
  );
};

/** The code of an operator between two operands. */
export const binary = (compiler: Compiler, operator: string, left: Code, right: Code, at: number): Code => {
  if (left.kind === 'void' || right.kind === 'void') return notFor(operator, left, right, at);
  if (operator === '&&' || operator === '||') {
    const a = convert(compiler.checks, left, 'boolean', at);
    const b = convert(compiler.checks, right, 'boolean', at);
    if (a.kind !== 'boolean' || b.kind !== 'boolean') return notFor(operator, left, right, at);
    const [x, y] = [a.run, b.run];
    return booleanCode(operator === '&&' ? (frame) => x(frame) && y(frame) : (frame) => x(frame) || y(frame));
  }
  if (operator === '=~' || operator === '==~') return findOrMatch(operator, left, right, at);
  if (isArithmetic(operator)) return arithmetic(operator, left, right, at);
  if (isShift(operator)) return shift(compiler, operator, left, right, at);
  if (isBits(operator)) return bits(operator, left, right, at);
  return comparison(operator, left, right, at);
};

/** Remembers where an operation stands that can fail. */
const located = <T>(at: number, run: (frame: Frame) => T): ((frame: Frame) => T) => {
  return (frame) => {
    frame.runtime.at = at;
    return run(frame);
  };
};

const arithmetic = (operator: ArithmeticOperator, left: Code, right: Code, at: number): Code => {
  if (operator === '+' && (left.type === 'String' || right.type === 'String')) {
    const [a, b] = [boxed(left), boxed(right)];
    return valueCode('String', (frame) => concatenate(a(frame), b(frame), frame.runtime));
  }
  const type = promoted(left, right);
  if (type === undefined) {
    if (left.kind === 'boolean' || right.kind === 'boolean') return notFor(operator, left, right, at);
    return dynamic(operator, left, right, at);
  }
  const [x, y] = [widened(left, type), widened(right, type)];
  if (x.kind === 'long' && y.kind === 'long') {
    const [a, b, operate] = [x.run, y.run, longOperation[operator]];
    const run = (frame: Frame): bigint => operate(a(frame), b(frame));
    return longCode(operator === '/' || operator === '%' ? located(at, run) : run);
  }
  if (x.kind !== 'number' || y.kind !== 'number') return notFor(operator, left, right, at);
  const [a, b] = [x.run, y.run];
  if (type === 'int') {
    const operate = intOperation[operator];
    const run = (frame: Frame): number => operate(a(frame), b(frame));
    return numberCode('int', operator === '/' || operator === '%' ? located(at, run) : run);
  }
  const operate = doubleOperation[operator];
  if (type === 'float') return numberCode('float', (frame) => Math.fround(operate(a(frame), b(frame))));
  if (operator === '+') return numberCode('double', (frame) => a(frame) + b(frame));
  if (operator === '*') return numberCode('double', (frame) => a(frame) * b(frame));
  return numberCode('double', (frame) => operate(a(frame), b(frame)));
};

const dynamic = (operator: ArithmeticOperator, left: Code, right: Code, at: number): Code => {
  const [a, b] = [boxed(left), boxed(right)];
  const long = longOperation[operator];
  // A field of a document is a Long more often than not, and the other operand a constant.
  return valueCode('def', (frame) => {
    const x = a(frame);
    const y = b(frame);
    frame.runtime.at = at;
    if (typeof x === 'bigint' && y instanceof Small && y.kind === 'Integer') return long(x, BigInt(y.value));
    return dynamicArithmetic(operator, x, y, frame.runtime);
  });
};

const shift = (compiler: Compiler, operator: ShiftOperator, left: Code, right: Code, at: number): Code => {
  if (left.kind === 'value' || right.kind === 'value') {
    const [a, b] = [boxed(left), boxed(right)];
    return valueCode(
      'def',
      located(at, (frame) => dynamicShift(operator, a(frame), b(frame))),
    );
  }
  const count = convert(compiler.checks, right, 'int', at, true);
  if (
    count.kind !== 'number' ||
    left.type === 'double' ||
    left.type === 'float' ||
    right.type === 'double' ||
    right.type === 'float'
  ) {
    return notFor(operator, left, right, at);
  }
  const b = count.run;
  if (left.kind === 'long') {
    const [a, operate] = [left.run, longShift[operator]];
    return longCode((frame) => operate(a(frame), b(frame)));
  }
  if (left.kind !== 'number') return notFor(operator, left, right, at);
  const [a, operate] = [left.run, intShift[operator]];
  return numberCode('int', (frame) => operate(a(frame), b(frame)));
};

const bits = (operator: BitOperator, left: Code, right: Code, at: number): Code => {
  if (left.kind === 'boolean' && right.kind === 'boolean') {
    const [a, b] = [left.run, right.run];
    if (operator !== '^') return notFor(operator, left, right, at);
    return booleanCode((frame) => a(frame) !== b(frame));
  }
  const type = promoted(left, right);
  if (type === undefined && (left.kind === 'value' || right.kind === 'value')) {
    const [a, b] = [boxed(left), boxed(right)];
    return valueCode(
      'def',
      located(at, (frame) => dynamicBits(operator, a(frame), b(frame))),
    );
  }
  if (type !== 'int' && type !== 'long') return notFor(operator, left, right, at);
  const [x, y] = [widened(left, type), widened(right, type)];
  if (x.kind === 'long' && y.kind === 'long') {
    const [a, b, operate] = [x.run, y.run, longBits[operator]];
    return longCode((frame) => operate(a(frame), b(frame)));
  }
  if (x.kind !== 'number' || y.kind !== 'number') return notFor(operator, left, right, at);
  const [a, b, operate] = [x.run, y.run, intBits[operator]];
  return numberCode('int', (frame) => operate(a(frame), b(frame)));
};

const comparison = (operator: string, left: Code, right: Code, at: number): Code => {
  const isEquality = operator === '==' || operator === '!=' || operator === '===' || operator === '!==';
  const negated = operator.startsWith('!');
  const type = promoted(left, right);
  if (type !== undefined) {
    const [x, y] = [widened(left, type), widened(right, type)];
    if (x.kind === 'long' && y.kind === 'long') return compared(operator, x.run, y.run);
    if (x.kind === 'number' && y.kind === 'number') return compared(operator, x.run, y.run);
  }
  if (!isEquality) {
    if (left.kind === 'boolean' || right.kind === 'boolean' || left.type === 'String' || right.type === 'String')
      return notFor(operator, left, right, at);
    return dynamicOrder(operator, boxed(left), boxed(right), at);
  }
  const [a, b] = [boxed(left), boxed(right)];
  const isSame = operator.length === 3;
  if (isSame) return booleanCode((frame) => identical(a(frame), b(frame)) !== negated);
  return booleanCode((frame) => looselyEqual(a(frame), b(frame)) !== negated);
};

const identical = (a: ScriptValue, b: ScriptValue): boolean =>
  a === b || (a instanceof Small && b instanceof Small && a.kind === b.kind && a.value === b.value);

const compared = <T extends number | bigint>(
  operator: string,
  a: (frame: Frame) => T,
  b: (frame: Frame) => T,
): Code => {
  switch (operator) {
    case '<':
      return booleanCode((frame) => a(frame) < b(frame));
    case '<=':
      return booleanCode((frame) => a(frame) <= b(frame));
    case '>':
      return booleanCode((frame) => a(frame) > b(frame));
    case '>=':
      return booleanCode((frame) => a(frame) >= b(frame));
    case '!=':
    case '!==':
      return booleanCode((frame) => a(frame) !== b(frame));
    default:
      return booleanCode((frame) => a(frame) === b(frame));
  }
};

const dynamicOrder = (
  operator: string,
  a: (frame: Frame) => ScriptValue,
  b: (frame: Frame) => ScriptValue,
  at: number,
): Code =>
  booleanCode((frame) => {
    const x = a(frame);
    const y = b(frame);
    frame.runtime.at = at;
    const order = dynamicCompare(operator, x, y);
    if (operator === '<') return order < 0;
    if (operator === '<=') return order <= 0;
    return operator === '>' ? order > 0 : order >= 0;
  });

export const compileUnary = (compiler: Compiler, node: Expression & { readonly kind: 'unary' }, scope: Scope): Code => {
  const operand = compiler.expression(node.operand, scope);
  const { operator, at } = node;
  if (operator === '!') {
    const code = convert(compiler.checks, operand, 'boolean', at);
    const { run } = code;
    return booleanCode((frame) => run(frame) !== true);
  }
  if (operand.kind === 'long') {
    const { run } = operand;
    if (operator === '+') return operand;
    return longCode(operator === '-' ? (frame) => BigInt.asIntN(64, -run(frame)) : (frame) => ~run(frame));
  }
  if (operand.kind === 'number') {
    const { run, type } = operand;
    const isFloating = type === 'float' || type === 'double';
    if (operator === '+') return isFloating ? operand : numberCode('int', run);
    if (operator === '-')
      return isFloating ? numberCode(type, (frame) => -run(frame)) : numberCode('int', (frame) => -run(frame) | 0);
    if (!isFloating) return numberCode('int', (frame) => ~run(frame));
  }
  if (operand.kind !== 'value') {
    throw new CompileError(
      at,
      `Cannot apply [${operator}] operation to type [${operand.type}].`,
      'class_cast_exception',
    );
  }
  const { run } = operand;
  if (operator === '-')
    return valueCode(
      'def',
      located(at, (frame) => negate(run(frame))),
    );
  if (operator === '+')
    return valueCode(
      'def',
      located(at, (frame) => negate(negate(run(frame)))),
    );
  return valueCode(
    'def',
    located(at, (frame) => invert(run(frame))),
  );
};

const invert = (value: ScriptValue): ScriptValue => {
  if (typeof value === 'bigint') return ~value;
  if (value instanceof Small && value.kind !== 'Float') return integer(~value.value);
  throw new ScriptThrow(
    value === null ? 'NullPointerException' : 'ClassCastException',
    value === null ? null : 'Cannot apply [~] operation to this type.',
  );
};
