import { EsError, illegalArgument } from '../error/es-error.ts';
import { javaDoubleText, javaFloatText } from '../json/java-number.ts';
import { ExactNumber, type JsonValue } from '../json/json-value.ts';
import { decimalParts, numberFormat, parseJavaDouble } from './java-double.ts';
import {
  compactInteger,
  type FloatKind,
  type IntegerKind,
  integerRanges,
  isIntegerKind,
  type NumberKind,
} from './number-kind.ts';
import { roundToHalfFloat } from './sortable.ts';

/**
 * The value of a numeric field in a document. With `coerce`, strings are read and decimals of integer types cut towards zero;
 * without, both are refused. `scaled_float` gives the double as it stands: `scaleFloat` makes its column value.
 */
export function parseFieldNumber(kind: NumberKind, value: JsonValue, coerce: boolean): number | bigint {
  // The common case by far, without a detour over text.
  if (typeof value === 'number' && Number.isInteger(value) && value >= -128 && value <= 127) {
    if (kind !== 'unsigned_long' || value >= 0) return value;
  }
  if (typeof value === 'boolean' || value === null || !isScalar(value)) throw notNumeric(value);
  if (typeof value === 'string') {
    if (!coerce) throw illegalArgument(`${javaClass(kind)} value passed as String`);
    return isIntegerKind(kind) ? integerOfString(kind, value) : checkFinite(kind, parseJavaDouble(value));
  }
  const text = literalOf(value);
  return isIntegerKind(kind) ? integerOfLiteral(kind, text, coerce) : checkFinite(kind, Number(text));
}

/**
 * The value of a numeric field in a query (a term, a bound, a `missing`). Strings are always read; a decimal of an integer
 * type is refused, or cut towards zero with `coerce`.
 */
export function parseQueryNumber(kind: NumberKind, value: JsonValue, coerce = false): number | bigint {
  if (value === null || !isScalar(value)) throw notNumeric(value);
  const text = typeof value === 'boolean' ? String(value) : typeof value === 'string' ? value : literalOf(value);
  if (!isIntegerKind(kind)) return checkFinite(kind, parseJavaDouble(text));
  const double = parseJavaDouble(text);
  const { min, max, article } = integerRanges[kind];
  const shown = typeof value === 'string' ? value : shownNumber(text);
  const parts = decimalParts(text.trim());
  if (parts === undefined) {
    if (Math.abs(double) === Infinity) throw illegalArgument(`Value [${shown}] is out of range for ${article}`);
    if (Number.isNaN(double)) {
      if (coerce && (kind === 'long' || kind === 'unsigned_long')) {
        throw illegalArgument(`For input string: "${text}"`);
      }
      if (coerce) return 0;
      throw illegalArgument(`Value [${shown}] has a decimal part`);
    }
    if (kind === 'long' || kind === 'unsigned_long') throw illegalArgument(`For input string: "${text}"`);
    return Math.trunc(double);
  }
  if ((kind === 'long' || kind === 'unsigned_long') && text !== text.trim())
    throw illegalArgument(`For input string: "${text}"`);
  const { integer } = parts;
  const isBelowZero = kind === 'unsigned_long' && parts.isNegative && (integer !== 0n || parts.hasFraction);
  // A decimal just beyond the last integer of the small types counts as out of range, not as a decimal.
  const isBeyond =
    parts.hasFraction && kind !== 'long' && kind !== 'unsigned_long' && (integer === max || integer === min);
  if (integer === undefined || integer < min || integer > max || isBelowZero || isBeyond) {
    throw illegalArgument(`Value [${shown}] is out of range for ${article}`);
  }
  if (parts.hasFraction && !coerce) throw illegalArgument(`Value [${shown}] has a decimal part`);
  return compactInteger(integer);
}

/** The column value of a `scaled_float`: the product rounded half up, as Java's `Math.round`. */
export const scaleFloat = (value: number, scalingFactor: number): number => Math.floor(value * scalingFactor + 0.5);

const isScalar = (value: JsonValue): value is string | number | bigint | boolean | ExactNumber =>
  typeof value !== 'object' || value instanceof ExactNumber;

const literalOf = (value: number | bigint | ExactNumber | boolean): string =>
  value instanceof ExactNumber ? value.text : String(value);

/** A number as Java shows it: integers as written, all else as a double. */
const shownNumber = (text: string): string => (/^-?\d+$/.test(text) ? text : javaDoubleText(Number(text)));

function notNumeric(value: JsonValue): EsError {
  if (typeof value === 'boolean' || value === null) {
    const token = value === null ? 'VALUE_NULL' : value ? 'VALUE_TRUE' : 'VALUE_FALSE';
    const reason = `Current token (${token}) not numeric, can not use numeric value accessors`;
    return new EsError({ type: 'json_parse_exception', status: 400, reason });
  }
  return illegalArgument('Cannot parse object as number');
}

function javaClass(kind: NumberKind): string {
  switch (kind) {
    case 'byte':
    case 'integer':
      return 'Integer';
    case 'short':
      return 'Short';
    case 'long':
      return 'Long';
    case 'unsigned_long':
      return 'BigInteger';
    case 'half_float':
    case 'float':
      return 'Float';
    default:
      return 'Double';
  }
}

function integerOfString(kind: IntegerKind, text: string): number | bigint {
  const { min, max, article } = integerRanges[kind];
  if (kind === 'long' || kind === 'unsigned_long') {
    const parts = decimalParts(text);
    if (parts === undefined) throw illegalArgument(`For input string: "${text}"`);
    if (parts.integer === undefined || parts.integer < min || parts.integer > max) {
      throw illegalArgument(`Value [${text}] is out of range for ${article}`);
    }
    return compactInteger(parts.integer);
  }
  const double = parseJavaDouble(text);
  const wide = kind === 'short' ? integerRanges.short : integerRanges.integer;
  if (double < Number(wide.min) || double > Number(wide.max)) {
    throw illegalArgument(`Value [${text}] is out of range for ${wide.article}`);
  }
  // Java turns NaN into 0, and -0.5 into 0 rather than -0.
  const value = Number.isNaN(double) ? 0 : Math.trunc(double) + 0;
  if (value < Number(min) || value > Number(max))
    throw illegalArgument(`Value [${value}] is out of range for ${article}`);
  return value;
}

function integerOfLiteral(kind: IntegerKind, text: string, coerce: boolean): number | bigint {
  const { min, max, article } = integerRanges[kind];
  const parts = decimalParts(text);
  if (parts === undefined) throw numberFormat(`For input string: "${text}"`);
  if (parts.hasFraction && !coerce) {
    throw illegalArgument(
      `${javaDoubleText(Number(text))} cannot be converted to ${javaClass(kind)} without data loss`,
    );
  }
  const { integer } = parts;
  if (kind === 'unsigned_long') {
    if (integer === undefined || integer < min || integer > max) {
      throw illegalArgument(`Value [${text}] is out of range for ${article}`);
    }
    return compactInteger(integer);
  }
  const wide = kind === 'long' ? integerRanges.long : integerRanges.integer;
  if (integer === undefined || integer < wide.min || integer > wide.max) {
    throw outOfJavaRange(text, `${kind === 'long' ? 'long' : 'int'} (${wide.min} - ${wide.max})`);
  }
  if (integer < min || integer > max) {
    if (kind === 'short') throw outOfJavaRange(text, 'Java short');
    throw illegalArgument(`Value [${integer}] is out of range for ${article}`);
  }
  return compactInteger(integer);
}

const outOfJavaRange = (text: string, range: string): EsError =>
  new EsError({
    type: 'input_coercion_exception',
    status: 400,
    reason: `Numeric value (${text}) out of range of ${range}`,
  });

function checkFinite(kind: FloatKind | 'scaled_float', double: number): number {
  const stored = roundToKind(kind, double);
  if (!Number.isFinite(stored)) {
    const shown = kind === 'half_float' || kind === 'float' ? javaFloatText(double) : javaDoubleText(double);
    const verb = kind === 'scaled_float' ? 'only supports' : 'supports only';
    throw illegalArgument(`[${kind}] ${verb} finite values, but got [${shown}]`);
  }
  return kind === 'half_float' ? Math.fround(double) : stored;
}

/** The value that a column of this type holds: rounded to float or half precision. */
export function roundToKind(kind: NumberKind, value: number): number {
  if (kind === 'float') return Math.fround(value);
  return kind === 'half_float' ? roundToHalfFloat(value) : value;
}
