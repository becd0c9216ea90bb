import { daysFromCivil, firstMonday, isLeapYear, lengthOfMonth, msPerDay, weekdayOf, weeksInYear } from './calendar.ts';
import type { DateFields } from './format-element.ts';
import { parseTimeZone, type TimeZone } from './time-zone.ts';

/** An instant: whole milliseconds from the epoch, and the nanoseconds (0 to 999,999) above them. */
export interface Instant {
  readonly millis: number;
  readonly nanos: number;
}

/**
 * The instant of the fields read. What is missing of the date is its first, what is missing of the time midnight, or with `roundUp` the last
 * nanosecond of what was given. Undefined when the fields name no date.
 */
export function resolveDate(fields: DateFields, zone: TimeZone, roundUp: boolean): Instant | undefined {
  const days = resolveDays(fields, roundUp);
  const time = resolveTime(fields, roundUp);
  if (days === undefined || time === undefined) return undefined;
  const local = days * msPerDay + time.millis;
  if (!Number.isSafeInteger(local)) return undefined;
  let millis: number;
  if (fields.offsetMs !== undefined) millis = local - fields.offsetMs;
  else if (fields.zoneId !== undefined) {
    // These three are known as `time_zone`, not within a date.
    if (/^[EMH]ST$/.test(fields.zoneId)) return undefined;
    millis = parseTimeZone(fields.zoneId).toUtc(local);
  } else millis = zone.toUtc(local);
  return { millis, nanos: time.nanos };
}

const isOutside = (value: number | undefined, min: number, max: number): boolean =>
  value !== undefined && (value < min || value > max);

function resolveDays(fields: DateFields, roundUp: boolean): number | undefined {
  const { weekYear, week, weekday, dayOfYear } = fields;
  if (isOutside(weekday, 1, 7)) return undefined;
  if (weekYear !== undefined && fields.year === undefined) {
    const number = week ?? 1;
    if (number < 1 || number > weeksInYear(weekYear)) return undefined;
    return firstMonday(weekYear) + (number - 1) * 7 + (weekday ?? 1) - 1;
  }
  const year = fields.era === 0 && fields.year !== undefined ? 1 - fields.year : (fields.year ?? 1970);
  if (isOutside(fields.quarter, 1, 4)) return undefined;
  if (dayOfYear !== undefined) {
    if (dayOfYear < 1 || dayOfYear > (isLeapYear(year) ? 366 : 365)) return undefined;
    return daysFromCivil(year, 1, dayOfYear);
  }
  const month = fields.month ?? (fields.quarter === undefined ? 1 : fields.quarter * 3 - 2);
  const day = fields.day ?? 1;
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const last = lengthOfMonth(year, month);
  if (day > last && !roundUp) return undefined;
  const days = daysFromCivil(year, month, Math.min(day, last));
  return weekday !== undefined && weekday !== weekdayOf(days) ? undefined : days;
}

function resolveTime(fields: DateFields, roundUp: boolean): Instant | undefined {
  if (fields.nanoOfDay !== undefined) {
    if (fields.nanoOfDay >= msPerDay * 1e6) return undefined;
    return { millis: Math.floor(fields.nanoOfDay / 1e6), nanos: fields.nanoOfDay % 1e6 };
  }
  if (fields.milliOfDay !== undefined) {
    return fields.milliOfDay < msPerDay ? { millis: fields.milliOfDay, nanos: 0 } : undefined;
  }
  const hour = resolveHour(fields) ?? (roundUp ? 23 : 0);
  const minute = fields.minute ?? (roundUp ? 59 : 0);
  const second = fields.second ?? (roundUp ? 59 : 0);
  const nano = fields.nano ?? (roundUp ? 999_999_999 : 0);
  if (isOutside(hour, 0, 23) || isOutside(minute, 0, 59) || isOutside(second, 0, 59)) return undefined;
  return { millis: ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(nano / 1e6), nanos: nano % 1e6 };
}

/** -1 where the fields contradict the clock; undefined without an hour. */
function resolveHour(fields: DateFields): number | undefined {
  if (fields.hour !== undefined) return fields.hour;
  if (fields.clockHour !== undefined) return isOutside(fields.clockHour, 1, 24) ? -1 : fields.clockHour % 24;
  let half = fields.hourOfHalf;
  if (fields.clockHourOfHalf !== undefined) {
    half = isOutside(fields.clockHourOfHalf, 1, 12) ? -1 : fields.clockHourOfHalf % 12;
  }
  if (half === undefined) return undefined;
  return isOutside(half, 0, 11) ? -1 : half + 12 * (fields.half ?? 0);
}
