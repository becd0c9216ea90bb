import { EsError } from '../error/es-error.ts';
import { addMonths, civilFromDays, daysFromCivil, msPerDay, weekdayOf } from './calendar.ts';
import type { DateFormat } from './date-format.ts';
import type { Instant } from './resolve-date.ts';
import { type TimeZone, utc } from './time-zone.ts';

export interface DateMathOptions {
  /** The instant of `now`, in milliseconds. */
  readonly nowMs: number;
  /** `/d` gives the last millisecond of the day, and missing parts of the time their last: for `gt` and `lte`. */
  readonly roundUp?: boolean;
  readonly zone?: TimeZone;
}

/**
 * The instant of `now-1d/d`, `2024-01-31||+1M/M` or a plain date in `format`. Refusals are `parse_exception`s in Elasticsearch's words.
 */
export function parseDateMath(text: string, format: DateFormat, options: DateMathOptions): Instant {
  const zone = options.zone ?? utc;
  const roundUp = options.roundUp === true;
  if (text.startsWith('now')) return applyMath(text.slice(3), { millis: options.nowMs, nanos: 0 }, roundUp, zone);
  const bars = text.indexOf('||');
  if (bars < 0) return parsePlain(text, format, roundUp, zone);
  const start = parsePlain(text.slice(0, bars), format, false, zone);
  return applyMath(text.slice(bars + 2), start, roundUp, zone);
}

/** True when the text depends on the time of the request, so that its answer must not be kept. */
export const dependsOnNow = (text: string): boolean => text.startsWith('now');

const refuse = (reason: string, causedBy?: EsError): EsError =>
  new EsError({
    type: 'parse_exception',
    status: 400,
    reason,
    ...(causedBy === undefined ? {} : { causedBy: causedBy.details }),
  });

function parsePlain(text: string, format: DateFormat, roundUp: boolean, zone: TimeZone): Instant {
  if (text === '') throw refuse('cannot parse empty date');
  try {
    return format.parse(text, { roundUp, zone });
  } catch (error) {
    if (!(error instanceof EsError)) throw error;
    const { reason } = error.details;
    throw refuse(`failed to parse date field [${text}] with format [${format.pattern}]: [${reason}]`, error);
  }
}

function applyMath(math: string, start: Instant, roundUp: boolean, zone: TimeZone): Instant {
  let { millis, nanos } = start;
  for (let at = 0; at < math.length; ) {
    const operator = math[at++];
    const isRounding = operator === '/';
    if (operator !== '/' && operator !== '+' && operator !== '-') {
      throw refuse(`operator not supported for date math [${math}]`);
    }
    if (at >= math.length) throw refuse(`truncated date math [${math}]`);
    let count = 1;
    const number = /^\d+/.exec(math.slice(at))?.[0];
    if (number !== undefined) {
      count = Number(number);
      if (count > 2_147_483_647) {
        throw new EsError({ type: 'number_format_exception', status: 400, reason: `For input string: "${number}"` });
      }
      if (at + number.length >= math.length) throw refuse(`truncated date math [${math}]`);
      at += number.length;
    }
    if (isRounding && count !== 1) throw refuse(`rounding \`/\` can only be used on single unit types [${math}]`);
    const unit = math[at++] ?? '';
    if (!'yMwdhHms'.includes(unit)) throw refuse(`unit [${unit}] not supported for date math [${math}]`);
    if (isRounding) {
      millis = roundTo(unit, millis, roundUp, zone);
      nanos = 0;
    } else millis = move(unit, millis, operator === '-' ? -count : count, zone);
    if (!Number.isSafeInteger(millis)) throw refuse(`date math [${math}] leaves the range of dates`);
  }
  return { millis, nanos };
}

const fixedUnits: Readonly<Record<string, number>> = { h: 3_600_000, H: 3_600_000, m: 60_000, s: 1000 };

function move(unit: string, millis: number, count: number, zone: TimeZone): number {
  const length = fixedUnits[unit];
  if (length !== undefined) return millis + count * length;
  const local = millis + zone.offsetAt(millis);
  let moved: number;
  if (unit === 'y') moved = addMonths(local, 12 * count);
  else if (unit === 'M') moved = addMonths(local, count);
  else moved = local + count * (unit === 'w' ? 7 : 1) * msPerDay;
  return toUtcKeeping(moved, zone.offsetAt(millis), zone);
}

/** Of two instants of a local time the one with the offset of before, as java.time keeps it. */
function toUtcKeeping(localMs: number, offset: number, zone: TimeZone): number {
  return zone.offsetAt(localMs - offset) === offset ? localMs - offset : zone.toUtc(localMs);
}

function roundTo(unit: string, millis: number, roundUp: boolean, zone: TimeZone): number {
  const offset = zone.offsetAt(millis);
  const local = millis + offset;
  const length = fixedUnits[unit];
  if (length !== undefined) {
    const start = Math.floor(local / length) * length;
    const end = roundUp ? start + length : start;
    return toUtcKeeping(end, offset, zone) - (roundUp ? 1 : 0);
  }
  const days = Math.floor(local / msPerDay);
  const { year, month } = civilFromDays(days);
  let start = days;
  let next = days + 1;
  if (unit === 'w') {
    start = days - weekdayOf(days) + 1;
    next = start + 7;
  } else if (unit === 'M') {
    start = daysFromCivil(year, month, 1);
    next = daysFromCivil(year, month + 1, 1);
  } else if (unit === 'y') {
    start = daysFromCivil(year, 1, 1);
    next = daysFromCivil(year + 1, 1, 1);
  }
  return roundUp ? zone.toUtc(next * msPerDay) - 1 : zone.toUtc(start * msPerDay);
}
