import type { JsonValue } from '../json/json-value.ts';
import { decimalParts } from './java-double.ts';
import { compactInteger, type IntegerKind, integerRanges, isIntegerKind, type NumberKind } from './number-kind.ts';
import { parseQueryNumber, roundToKind } from './parse-number.ts';
import {
  doubleToSortableLong,
  floatToSortableInt,
  halfFloatToSortableShort,
  sortableIntToFloat,
  sortableLongToDouble,
  sortableShortToHalfFloat,
} from './sortable.ts';

/** The ends of a range query as given; null and undefined leave a side open. */
export interface RangeEnds {
  readonly from?: JsonValue | undefined;
  readonly to?: JsonValue | undefined;
  readonly includesFrom: boolean;
  readonly includesTo: boolean;
}

/** Column values; both ends belong to the range. For `scaled_float` they are the scaled integers. */
export interface NumberRange {
  readonly from: number | bigint;
  readonly to: number | bigint;
}

/**
 * The column values that a range query matches; undefined when there are none. Decimals of integer types are rounded into the range;
 * what no value of the type can be is refused, but for byte and short only beyond an integer, as in Elasticsearch.
 */
export function rangeBounds(kind: NumberKind, ends: RangeEnds, scalingFactor = 1): NumberRange | undefined {
  const range = isIntegerKind(kind) ? integerBounds(kind, ends) : floatBounds(kind, ends, scalingFactor);
  return range !== undefined && range.from <= range.to ? range : undefined;
}

/** The type by whose bounds the values of queries are checked: byte and short are integers there. */
export const queryKind = (kind: NumberKind): NumberKind => (kind === 'byte' || kind === 'short' ? 'integer' : kind);

const isOpen = (value: JsonValue | undefined): value is null | undefined => value === undefined || value === null;

function integerBounds(kind: IntegerKind, ends: RangeEnds): NumberRange | undefined {
  const wide = queryKind(kind);
  const { min, max } = integerRanges[kind];
  const whole = (value: JsonValue): bigint => BigInt(parseQueryNumber(wide, value, true));
  let [from, to] = [min, max];
  if (!isOpen(ends.from)) {
    from = whole(ends.from);
    // Cut towards zero, so that only above zero the next integer is the first within.
    const parts = partsOf(ends.from);
    if (parts?.hasFraction === true) from += parts.isNegative ? 0n : 1n;
    else if (!ends.includesFrom) from += 1n;
  }
  if (!isOpen(ends.to)) {
    to = whole(ends.to);
    const parts = partsOf(ends.to);
    if (parts?.hasFraction === true) to -= parts.isNegative ? 1n : 0n;
    else if (!ends.includesTo) to -= 1n;
  }
  if (from > max || to < min) return undefined;
  if (from < min) from = min;
  if (to > max) to = max;
  return { from: compactInteger(from), to: compactInteger(to) };
}

function partsOf(value: JsonValue): ReturnType<typeof decimalParts> {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
    ? decimalParts(value.text)
    : decimalParts(String(value).trim());
}

function floatBounds(kind: Exclude<NumberKind, IntegerKind>, ends: RangeEnds, scalingFactor: number): NumberRange {
  const isScaled = kind === 'scaled_float';
  let [from, to] = [-Infinity, Infinity];
  if (!isOpen(ends.from)) {
    from = endOf(kind, ends.from, scalingFactor);
    if (!ends.includesFrom) from = nextUp(kind, from);
    if (isScaled) from = Math.ceil(from);
  }
  if (!isOpen(ends.to)) {
    to = endOf(kind, ends.to, scalingFactor);
    if (!ends.includesTo) to = nextDown(kind, to);
    if (isScaled) to = Math.floor(to);
  }
  return { from, to };
}

function endOf(kind: NumberKind, value: JsonValue, scalingFactor: number): number {
  const number = Number(parseQueryNumber(kind, value));
  return kind === 'scaled_float' ? number * scalingFactor : roundToKind(kind, number);
}

/** The least number of the type above this one. */
export function nextUp(kind: NumberKind, value: number): number {
  if (value === Infinity) return value;
  const own = value === 0 ? 0 : value;
  switch (kind) {
    case 'float':
      return sortableIntToFloat(floatToSortableInt(own) + 1);
    case 'half_float':
      return sortableShortToHalfFloat(halfFloatToSortableShort(own) + 1);
    default:
      return sortableLongToDouble(doubleToSortableLong(own) + 1n);
  }
}

export const nextDown = (kind: NumberKind, value: number): number => -nextUp(kind, -value);
