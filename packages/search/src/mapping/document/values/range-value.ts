import { parseDateMath } from '../../../dates/date-math.ts';
import { illegalArgument } from '../../../error/es-error.ts';
import { type IpBytes, nextIp, parseIp, previousIp } from '../../../ip/ip-address.ts';
import { cidrRange, parseCidr } from '../../../ip/ip-range.ts';
import { isJsonObject } from '../../../json/json-kinds.ts';
import type { JsonObject, JsonValue } from '../../../json/json-value.ts';
import type { NumberKind } from '../../../numbers/number-kind.ts';
import { rangeBounds } from '../../../numbers/range-bounds.ts';
import type { RangeField } from '../../field-type.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { textOfValue } from './value-text.ts';

export const indexRange = (field: RangeField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null || field.storage === null) return;
  if (field.type === 'ip_range') {
    const { from, to } = addressRange(value);
    const bytes = new Uint8Array(32);
    bytes.set(from);
    bytes.set(to, 16);
    for (const sink of place.sinks) sink.addBytes(field.storage, bytes);
    return;
  }
  const { from, to } = numberRange(field, ends(value));
  for (const sink of place.sinks) {
    if (field.type === 'long_range') sink.addBytes(field.storage, encodeLongs(BigInt(from), BigInt(to)));
    else sink.addPair(field.storage, Number(from), Number(to));
  }
};

interface Ends {
  readonly from: JsonValue;
  readonly to: JsonValue;
  readonly includesFrom: boolean;
  readonly includesTo: boolean;
}

const ends = (value: JsonValue): Ends => {
  if (!isJsonObject(value)) {
    throw illegalArgument(`error parsing field, expected an object but got [${textOfValue(value)}]`);
  }
  const unknown = Object.keys(value).find((key) => !['gt', 'gte', 'lt', 'lte', 'from', 'to'].includes(key));
  if (unknown !== undefined) throw illegalArgument(`error parsing field, with unknown parameter [${unknown}]`);
  const side = (inclusive: string, exclusive: string, open: string) =>
    value[exclusive] !== undefined && value[exclusive] !== null
      ? { value: value[exclusive], isIncluded: false }
      : { value: value[inclusive] ?? value[open] ?? null, isIncluded: true };
  const from = side('gte', 'gt', 'from');
  const to = side('lte', 'lt', 'to');
  return { from: from.value, to: to.value, includesFrom: from.isIncluded, includesTo: to.isIncluded };
};

const kinds: Readonly<Record<string, NumberKind>> = {
  integer_range: 'integer',
  long_range: 'long',
  float_range: 'float',
  double_range: 'double',
};

/** The closed range of column values that the ends describe. */
const numberRange = (
  field: RangeField,
  given: Ends,
): { readonly from: number | bigint; readonly to: number | bigint } => {
  if (field.type === 'date_range' && field.format !== null) return dateRange(field.format, given);
  const kind = kinds[field.type] ?? 'double';
  const range = rangeBounds(kind, given);
  if (range === undefined) {
    throw illegalArgument(`min value (${shown(given.from)}) is greater than max value (${shown(given.to)})`);
  }
  return range;
};

const shown = (value: JsonValue): string => (value === null ? 'null' : textOfValue(value));

/** The first and last millisecond that Java's dates hold. */
const OPEN_DATE = 8.64e15;

const dateRange = (format: NonNullable<RangeField['format']>, given: Ends) => {
  const read = (value: JsonValue, roundUp: boolean): number =>
    parseDateMath(textOfValue(value), format, { nowMs: 0, roundUp }).millis;
  const from = given.from === null ? -OPEN_DATE : read(given.from, !given.includesFrom) + (given.includesFrom ? 0 : 1);
  const to = given.to === null ? OPEN_DATE : read(given.to, given.includesTo) - (given.includesTo ? 0 : 1);
  if (from > to) throw illegalArgument(`min value (${from}) is greater than max value (${to})`);
  return { from, to };
};

const lowestIp: IpBytes = new Uint8Array(16);
const highestIp: IpBytes = new Uint8Array(16).fill(0xff);

const addressRange = (value: JsonValue): { readonly from: IpBytes; readonly to: IpBytes } => {
  if (typeof value === 'string') return cidrRange(parseCidr(value));
  const given: JsonObject | Ends = ends(value);
  const from = given.from === null ? lowestIp : parseIp(textOfValue(given.from));
  const to = given.to === null ? highestIp : parseIp(textOfValue(given.to));
  const first = given.includesFrom ? from : nextIp(from);
  const last = given.includesTo ? to : previousIp(to);
  if (first === undefined || last === undefined) throw illegalArgument('Range excludes every address');
  return { from: first, to: last };
};

/** Two integers as 16 bytes whose order is that of the numbers. */
const encodeLongs = (from: bigint, to: bigint): Uint8Array => {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt.asUintN(64, from) ^ (1n << 63n));
  view.setBigUint64(8, BigInt.asUintN(64, to) ^ (1n << 63n));
  return bytes;
};
