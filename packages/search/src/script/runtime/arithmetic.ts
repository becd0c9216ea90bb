import { throwJava } from '../script-error.ts';
import { nameOf } from './equality.ts';
import type { Runtime } from './runtime.ts';
import { toText } from './to-text.ts';
import { integer, type ScriptValue, Small } from './value.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type BitOperator = '&' | '|' | '^';
export type ShiftOperator = '<<' | '>>' | '>>>';

const divideByZero = (): never => throwJava('ArithmeticException', '/ by zero');

export const intOperation: Readonly<Record<ArithmeticOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => (a + b) | 0,
  '-': (a, b) => (a - b) | 0,
  '*': (a, b) => Math.imul(a, b),
  '/': (a, b) => (b === 0 ? divideByZero() : (a / b) | 0),
  '%': (a, b) => (b === 0 ? divideByZero() : (a % b) | 0),
};

export const longOperation: Readonly<Record<ArithmeticOperator, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => BigInt.asIntN(64, a + b),
  '-': (a, b) => BigInt.asIntN(64, a - b),
  '*': (a, b) => BigInt.asIntN(64, a * b),
  '/': (a, b) => (b === 0n ? divideByZero() : BigInt.asIntN(64, a / b)),
  '%': (a, b) => (b === 0n ? divideByZero() : a % b),
};

export const doubleOperation: Readonly<Record<ArithmeticOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

export const intShift: Readonly<Record<ShiftOperator, (a: number, count: number) => number>> = {
  '<<': (a, count) => a << count,
  '>>': (a, count) => a >> count,
  '>>>': (a, count) => (a >>> count) | 0,
};

export const longShift: Readonly<Record<ShiftOperator, (a: bigint, count: number) => bigint>> = {
  '<<': (a, count) => BigInt.asIntN(64, a << BigInt(count & 63)),
  '>>': (a, count) => a >> BigInt(count & 63),
  '>>>': (a, count) => BigInt.asIntN(64, BigInt.asUintN(64, a) >> BigInt(count & 63)),
};

export const intBits: Readonly<Record<BitOperator, (a: number, b: number) => number>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
};

export const longBits: Readonly<Record<BitOperator, (a: bigint, b: bigint) => bigint>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
};

/** Java's narrowing of a double to an int: truncated, at the ends of the range when beyond them, 0 for NaN. */
export const doubleToInt = (value: number): number => {
  if (Number.isNaN(value)) return 0;
  if (value >= 2147483647) return 2147483647;
  if (value <= -2147483648) return -2147483648;
  return Math.trunc(value) | 0;
};

const maxLong = 2n ** 63n - 1n;
const minLong = -(2n ** 63n);

export const doubleToLong = (value: number): bigint => {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return maxLong;
  if (value <= -(2 ** 63)) return minLong;
  return BigInt(Math.trunc(value));
};

export const isNumeric = (value: ScriptValue): value is number | bigint | Small =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Small;

export const toDouble = (value: number | bigint | Small): number =>
  value instanceof Small ? value.value : Number(value);

const toLong = (value: bigint | Small): bigint => (typeof value === 'bigint' ? value : BigInt(value.value));

type Rank = 'int' | 'long' | 'float' | 'double';

const rankOf = (value: number | bigint | Small): Rank => {
  if (typeof value === 'number') return 'double';
  if (typeof value === 'bigint') return 'long';
  return value.kind === 'Float' ? 'float' : 'int';
};

const operands = (operator: string, a: ScriptValue, b: ScriptValue): never => {
  if (a === null || b === null) return throwJava('NullPointerException', null);
  return throwJava(
    'ClassCastException',
    `Cannot apply [${operator}] operation to types [${nameOf(a)}] and [${nameOf(b)}].`,
  );
};

/** Arithmetic between values whose types are known only now: both are promoted as Java promotes them. */
export const dynamicArithmetic = (
  operator: ArithmeticOperator,
  a: ScriptValue,
  b: ScriptValue,
  runtime: Runtime,
): ScriptValue => {
  if (typeof a === 'number' && typeof b === 'number') return doubleOperation[operator](a, b);
  if (operator === '+' && (typeof a === 'string' || typeof b === 'string')) return concatenate(a, b, runtime);
  if (!isNumeric(a) || !isNumeric(b)) return operands(operator, a, b);
  const [x, y] = [rankOf(a), rankOf(b)];
  if (x === 'double' || y === 'double') return doubleOperation[operator](toDouble(a), toDouble(b));
  if (x === 'float' || y === 'float') {
    return new Small(
      'Float',
      Math.fround(doubleOperation[operator](Math.fround(toDouble(a)), Math.fround(toDouble(b)))),
    );
  }
  if (typeof a === 'number' || typeof b === 'number') return null;
  if (x === 'long' || y === 'long') return longOperation[operator](toLong(a), toLong(b));
  return integer(intOperation[operator](toDouble(a), toDouble(b)));
};

export const concatenate = (a: ScriptValue, b: ScriptValue, runtime: Runtime): string => {
  const text = toText(a) + toText(b);
  runtime.grow(text.length);
  return text;
};

export const dynamicBits = (operator: BitOperator, a: ScriptValue, b: ScriptValue): ScriptValue => {
  if (typeof a === 'boolean' && typeof b === 'boolean') {
    return operator === '&' ? a && b : operator === '|' ? a || b : a !== b;
  }
  if (!isNumeric(a) || !isNumeric(b) || !isWhole(a) || !isWhole(b)) return operands(operator, a, b);
  if (typeof a === 'bigint' || typeof b === 'bigint') return longBits[operator](toLong(a), toLong(b));
  return integer(intBits[operator](a.value, b.value));
};

const isWhole = (value: number | bigint | Small): value is bigint | Small =>
  typeof value === 'bigint' || (value instanceof Small && value.kind !== 'Float');

export const dynamicShift = (operator: ShiftOperator, a: ScriptValue, b: ScriptValue): ScriptValue => {
  if (!isNumeric(a) || !isNumeric(b) || !isWhole(a) || !isWhole(b)) return operands(operator, a, b);
  const count = Number(BigInt.asIntN(32, toLong(b)));
  return typeof a === 'bigint' ? longShift[operator](a, count) : integer(intShift[operator](a.value, count));
};

/** -1, 0 or 1; NaN when one is not a number of Java. */
export const dynamicCompare = (operator: string, a: ScriptValue, b: ScriptValue): number => {
  if (!isNumeric(a) || !isNumeric(b)) return operands(operator, a, b);
  if (isWhole(a) && isWhole(b)) {
    if (typeof a === 'bigint' || typeof b === 'bigint') {
      const [x, y] = [toLong(a), toLong(b)];
      return x < y ? -1 : x > y ? 1 : 0;
    }
    return a.value - b.value;
  }
  const [x, y] = [toDouble(a), toDouble(b)];
  return x < y ? -1 : x > y ? 1 : x === y ? 0 : Number.NaN;
};

export const negate = (value: ScriptValue): ScriptValue => {
  if (typeof value === 'number') return -value;
  if (typeof value === 'bigint') return BigInt.asIntN(64, -value);
  if (value instanceof Small)
    return value.kind === 'Float' ? new Small('Float', -value.value) : integer(-value.value | 0);
  if (value === null) return throwJava('NullPointerException', null);
  return throwJava('ClassCastException', `Cannot apply [-] operation to type [${nameOf(value)}].`);
};
