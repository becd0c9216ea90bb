import { illegalArgument } from '../error/es-error.ts';
import { type DecimalDigits, digitsOfDouble, digitsOfInteger, roundDigits } from './decimal-digits.ts';

/** Prints numbers by a pattern of Java's `DecimalFormat`: `#,##0.00`, `0.0%`, `00.##E0`, `#;(#)`. Root locale, half to even. */
export interface DecimalFormat {
  readonly pattern: string;
  print(value: number | bigint): string;
}

interface Pattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly negativePrefix: string;
  readonly negativeSuffix: string;
  readonly multiplier: number;
  readonly groupSize: number;
  readonly minInteger: number;
  /** Bounds the digits before the point in exponential form only. */
  readonly maxInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** Digits of the exponent at least; 0: no exponential form. */
  readonly exponentDigits: number;
  readonly showsPoint: boolean;
}

export function createDecimalFormat(pattern: string): DecimalFormat {
  const parsed = parsePattern(pattern === '' ? '#,##0.###' : pattern);
  return { pattern, print: (value) => print(parsed, value) };
}

function print(pattern: Pattern, value: number | bigint): string {
  if (typeof value === 'number' && Number.isNaN(value)) return 'NaN';
  const isNegative = value < 0 || Object.is(value, -0);
  const prefix = isNegative ? pattern.negativePrefix : pattern.prefix;
  const suffix = isNegative ? pattern.negativeSuffix : pattern.suffix;
  if (value === Infinity || value === -Infinity) return `${prefix}∞${suffix}`;
  const scaled = typeof value === 'bigint' ? value * BigInt(pattern.multiplier) : value * pattern.multiplier;
  const digits = typeof scaled === 'bigint' ? digitsOfInteger(scaled) : digitsOfDouble(scaled);
  const exact = typeof scaled === 'bigint' ? undefined : scaled;
  const body = pattern.exponentDigits > 0 ? exponential(pattern, digits, exact) : fixed(pattern, digits, exact);
  return prefix + body + suffix;
}

function fixed(pattern: Pattern, shortest: DecimalDigits, exact: number | undefined): string {
  const { digits, point } = roundDigits(shortest, shortest.point + pattern.maxFraction, exact);
  const whole = point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0');
  const fraction = point <= 0 ? '0'.repeat(digits === '' ? 0 : -point) + digits : digits.slice(point);
  let integer = whole.padStart(pattern.minInteger, '0');
  const decimals = fraction.padEnd(pattern.minFraction, '0');
  if (integer === '' && decimals === '') integer = '0';
  return group(integer, pattern.groupSize) + (decimals !== '' || pattern.showsPoint ? `.${decimals}` : '');
}

function exponential(pattern: Pattern, shortest: DecimalDigits, exact: number | undefined): string {
  const { minInteger, maxInteger, minFraction, maxFraction } = pattern;
  const { digits, point } = roundDigits(shortest, maxInteger + maxFraction, exact);
  let exponent = point;
  let leastInteger = minInteger;
  if (maxInteger > 1 && maxInteger > minInteger) {
    exponent = Math.trunc((exponent >= 1 ? exponent - 1 : exponent - maxInteger) / maxInteger) * maxInteger;
    leastInteger = 1;
  } else exponent -= minInteger;
  const integerDigits = digits === '' ? leastInteger : point - exponent;
  const total = Math.max(digits.length, minInteger + minFraction, integerDigits);
  const padded = digits.padEnd(total, '0');
  const hasPoint = total > integerDigits || pattern.showsPoint;
  const shown = digits === '' ? 0 : exponent;
  const power = String(Math.abs(shown)).padStart(pattern.exponentDigits, '0');
  const mantissa = padded.slice(0, integerDigits) + (hasPoint ? `.${padded.slice(integerDigits)}` : '');
  return `${mantissa}E${shown < 0 ? '-' : ''}${power}`;
}

function group(integer: string, size: number): string {
  if (size === 0 || integer.length <= size) return integer;
  let result = integer.slice(-size);
  for (let end = integer.length - size; end > 0; end -= size) {
    result = `${integer.slice(Math.max(0, end - size), end)},${result}`;
  }
  return result;
}

interface Affix {
  text: string;
  multiplier: number;
}

interface Half {
  readonly prefix: Affix;
  readonly body: string;
  readonly suffix: Affix;
}

/** Splits a pattern into its halves at the unquoted semicolon, and each into prefix, number and suffix without quotes. */
function splitHalves(pattern: string): Half[] {
  const newHalf = (): { prefix: Affix; body: string; suffix: Affix } => ({
    prefix: { text: '', multiplier: 1 },
    body: '',
    suffix: { text: '', multiplier: 1 },
  });
  const halves = [newHalf()];
  let half = halves[0] ?? newHalf();
  let phase: 'prefix' | 'body' | 'suffix' = 'prefix';
  let isQuoted = false;
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i] ?? '';
    const isBody = !isQuoted && (phase === 'body' ? '#0,.' : '#0,.').includes(character);
    if (character === "'" && phase !== 'body') {
      if (pattern[i + 1] === "'") {
        half[phase].text += "'";
        i++;
      } else isQuoted = !isQuoted;
      continue;
    }
    if (isQuoted && phase !== 'body') {
      half[phase].text += character;
      continue;
    }
    if (phase === 'prefix' && isBody) phase = 'body';
    if (phase === 'body') {
      const exponent = /^E0+/.exec(pattern.slice(i))?.[0];
      if (isBody) half.body += character;
      else if (exponent !== undefined) {
        half.body += exponent;
        i += exponent.length - 1;
        phase = 'suffix';
      } else if (character === 'E') throw malformed('Malformed exponential pattern', pattern);
      else {
        phase = 'suffix';
        i--;
      }
      continue;
    }
    if (character === ';') {
      if (phase === 'prefix' || halves.length === 2) throw unquoted(character, pattern);
      half = newHalf();
      halves.push(half);
      phase = 'prefix';
      continue;
    }
    if (phase === 'suffix' && '#0,.'.includes(character)) throw unquoted(character, pattern);
    const affix = phase === 'prefix' ? half.prefix : half.suffix;
    if (character === '%' || character === '‰') {
      if (half.prefix.multiplier !== 1 || half.suffix.multiplier !== 1) {
        throw malformed('Too many percent/per mille characters in pattern', pattern);
      }
      affix.multiplier = character === '%' ? 100 : 1000;
    }
    affix.text += character;
  }
  if (isQuoted) throw malformed('Malformed pattern', pattern);
  return halves;
}

function parsePattern(pattern: string): Pattern {
  const [positive, negative] = splitHalves(pattern);
  const { prefix, body, suffix } = positive ?? {
    prefix: { text: '', multiplier: 1 },
    body: '',
    suffix: { text: '', multiplier: 1 },
  };
  const isOwnNegative =
    negative !== undefined && (negative.prefix.text !== prefix.text || negative.suffix.text !== suffix.text);
  return {
    prefix: prefix.text,
    suffix: suffix.text,
    negativePrefix: isOwnNegative ? negative.prefix.text : `-${prefix.text}`,
    negativeSuffix: isOwnNegative ? negative.suffix.text : suffix.text,
    multiplier: prefix.multiplier * suffix.multiplier,
    ...parseBody(body, pattern),
  };
}

function parseBody(
  body: string,
  pattern: string,
): Omit<Pattern, 'prefix' | 'suffix' | 'negativePrefix' | 'negativeSuffix' | 'multiplier'> {
  const exponent = /E(0+)$/.exec(body)?.[1] ?? '';
  const number = exponent === '' ? body : body.slice(0, -exponent.length - 1);
  const groupAt = number.split('.')[0]?.lastIndexOf(',') ?? -1;
  const pointAt = number.indexOf('.');
  if (number !== '' && pointAt >= 0 && number.indexOf('.', pointAt + 1) >= 0) {
    throw malformed('Multiple decimal separators in pattern', pattern);
  }
  const digits = number.replaceAll(',', '').replace('.', '');
  const shape = /^(#*)(0*)(#*)$/.exec(digits);
  if (shape === null) throw malformed("Unexpected '0' in pattern", pattern);
  let left = shape[1]?.length ?? 0;
  let zeros = shape[2]?.length ?? 0;
  let right = shape[3]?.length ?? 0;
  const point = pointAt < 0 ? -1 : number.slice(0, pointAt).replaceAll(',', '').length;
  if (zeros === 0 && left > 0 && point >= 0) {
    const least = Math.max(1, point);
    right = left - least;
    left = least - 1;
    zeros = 1;
  }
  const total = left + zeros + right;
  if (point >= 0 && (point < left || point > left + zeros)) throw malformed('Malformed pattern', pattern);
  const integerEnd = pointAt < 0 ? number.length : pointAt;
  const groupSize = groupAt < 0 ? 0 : number.slice(groupAt + 1, integerEnd).length;
  if (groupAt >= 0 && groupSize === 0) throw malformed('Malformed pattern', pattern);
  if (pointAt >= 0 && number.slice(pointAt).includes(',')) throw malformed('Malformed pattern', pattern);
  if (pointAt < 0 && right > 0 && zeros > 0) throw malformed('Malformed pattern', pattern);
  const effective = point >= 0 ? point : total;
  const minInteger = effective - left;
  if (exponent !== '' && left + minInteger < 1) throw malformed('Malformed exponential pattern', pattern);
  return {
    groupSize,
    minInteger,
    maxInteger: left + minInteger,
    minFraction: point >= 0 ? left + zeros - point : 0,
    maxFraction: point >= 0 ? total - point : 0,
    exponentDigits: exponent.length,
    showsPoint: point === 0 || point === total,
  };
}

const malformed = (what: string, pattern: string): Error => illegalArgument(`${what} "${pattern}"`);
const unquoted = (character: string, pattern: string): Error =>
  illegalArgument(`Unquoted special character '${character}' in pattern "${pattern}"`);
