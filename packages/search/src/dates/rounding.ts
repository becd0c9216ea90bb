import { civilFromDays, daysFromCivil, msPerDay, weekdayOf } from './calendar.ts';
import type { CalendarUnit } from './interval.ts';
import { type TimeZone, utc } from './time-zone.ts';

/** The buckets of a date histogram: all in milliseconds from the epoch. */
export interface Rounding {
  /** The key of the bucket that holds the time: the last bucket start at or before it. */
  round(ms: number): number;
  /** The key of the bucket after the one with this key. */
  next(key: number): number;
  /** About how long a bucket is, for bounds on their number. */
  readonly roughMs: number;
}

export type RoundingOptions = {
  readonly zone?: TimeZone;
  /** Moves the start of every bucket. */
  readonly offsetMs?: number;
} & ({ readonly calendarInterval: CalendarUnit } | { readonly fixedIntervalMs: number });

const roughLengths: Readonly<Record<CalendarUnit, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: msPerDay,
  week: 7 * msPerDay,
  month: 30 * msPerDay,
  quarter: 91 * msPerDay,
  year: 365 * msPerDay,
};

/** The rounding of Lucene's engines, also where local times are skipped or come twice. */
export function createRounding(options: RoundingOptions): Rounding {
  const zone = options.zone ?? utc;
  const base =
    'fixedIntervalMs' in options
      ? fixedRounding(options.fixedIntervalMs, zone)
      : calendarRounding(options.calendarInterval, zone);
  const offset = options.offsetMs ?? 0;
  if (offset === 0) return base;
  return {
    roughMs: base.roughMs,
    round: (ms) => base.round(ms - offset) + offset,
    next: (key) => base.next(key - offset) + offset,
  };
}

function calendarRounding(unit: CalendarUnit, zone: TimeZone): Rounding {
  switch (unit) {
    case 'second':
    case 'minute':
    case 'hour':
      return clockRounding(roughLengths[unit], zone);
    default:
      return dayRounding(unit, zone);
  }
}

/** Days and what is made of them: buckets begin at the first moment of a local day. */
function dayRounding(unit: 'day' | 'week' | 'month' | 'quarter' | 'year', zone: TimeZone): Rounding {
  const toUtc = (day: number): number => firstMoment(day * msPerDay, zone);
  return {
    roughMs: roughLengths[unit],
    round: (ms) => {
      const day = Math.floor((ms + (zone.fixedOffsetMs ?? zone.offsetAt(ms))) / msPerDay);
      return toUtc(firstDay(unit, day));
    },
    next: (key) => {
      const day = Math.floor((key + (zone.fixedOffsetMs ?? zone.offsetAt(key))) / msPerDay);
      return toUtc(firstDayAfter(unit, firstDay(unit, day)));
    },
  };
}

function firstDay(unit: 'day' | 'week' | 'month' | 'quarter' | 'year', day: number): number {
  if (unit === 'day') return day;
  if (unit === 'week') return day - weekdayOf(day) + 1;
  const { year, month } = civilFromDays(day);
  const first = unit === 'month' ? month : unit === 'quarter' ? month - ((month - 1) % 3) : 1;
  return daysFromCivil(year, first, 1);
}

function firstDayAfter(unit: 'day' | 'week' | 'month' | 'quarter' | 'year', day: number): number {
  if (unit === 'day') return day + 1;
  if (unit === 'week') return day + 7;
  const { year, month } = civilFromDays(day);
  return daysFromCivil(year, month + (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12), 1);
}

/** The first instant of the local time, or where it is skipped the instant of the change. */
function firstMoment(localMs: number, zone: TimeZone): number {
  if (zone.fixedOffsetMs !== undefined) return localMs - zone.fixedOffsetMs;
  const at = zone.toUtc(localMs);
  return at + zone.offsetAt(at) === localMs ? at : (zone.lastChange(at, at - msPerDay) ?? at);
}

/** Hours, minutes and seconds: rounded in local time, but never back over a change of the clock. */
function clockRounding(unitMs: number, zone: TimeZone): Rounding {
  const { fixedOffsetMs } = zone;
  if (fixedOffsetMs !== undefined) return evenRounding(unitMs, fixedOffsetMs);
  const round = (from: number): number => {
    let ms = from;
    for (;;) {
      const offset = zone.offsetAt(ms);
      const start = Math.floor((ms + offset) / unitMs) * unitMs - offset;
      const change = zone.lastChange(ms, start);
      if (change === undefined) return start;
      // The bucket that was open at the change goes on, also where the clock was turned back.
      ms = change - 1;
    }
  };
  return { roughMs: unitMs, round, next: (key) => roundBeyond(key, unitMs, round) };
}

function evenRounding(lengthMs: number, offsetMs: number): Rounding {
  return {
    roughMs: lengthMs,
    round: (ms) => Math.floor((ms + offsetMs) / lengthMs) * lengthMs - offsetMs,
    next: (key) => key + lengthMs,
  };
}

/** Lengths counted in local time from the epoch. */
function fixedRounding(lengthMs: number, zone: TimeZone): Rounding {
  const { fixedOffsetMs } = zone;
  if (fixedOffsetMs !== undefined) return evenRounding(lengthMs, fixedOffsetMs);
  const round = (ms: number): number => {
    const offset = zone.offsetAt(ms);
    const local = Math.floor((ms + offset) / lengthMs) * lengthMs;
    const start = local - offset;
    const change = zone.lastChange(ms, start);
    if (change === undefined) return start;
    const before = zone.offsetAt(change - 1);
    if (before > offset) return round(change - 1);
    // The clock was put forward: the start lies before it, by the other offset, or was skipped and begins with it.
    return Math.min(local - before, change);
  };
  return { roughMs: lengthMs, round, next: (key) => roundBeyond(key, lengthMs, round) };
}

/** The first key after this one; where the clock was turned back one length may not lead out of the bucket. */
function roundBeyond(key: number, lengthMs: number, round: (ms: number) => number): number {
  for (let at = key + lengthMs; ; at += lengthMs) {
    const found = round(at);
    // Not `found > key`: a time that is no number must end the search as well.
    if (!(found <= key) || at === Infinity) return found;
  }
}
