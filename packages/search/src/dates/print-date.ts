import { civilFromDays, dayOfYear, isoWeek, msPerDay, weekdayOf } from './calendar.ts';
import type { FormatElement, NumberElement, NumberField, OffsetElement } from './format-element.ts';
import type { NameTable } from './locale-names.ts';
import type { Instant } from './resolve-date.ts';
import { printOffset, type TimeZone } from './time-zone.ts';

interface LocalTime {
  readonly days: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly msOfDay: number;
  readonly nanos: number;
  readonly offsetMs: number;
  readonly utcMs: number;
  readonly zone: TimeZone;
  readonly names: NameTable;
}

/** Prints an instant in a zone by the elements of a format. */
export function printDate(
  elements: readonly FormatElement[],
  instant: Instant,
  zone: TimeZone,
  names: NameTable,
): string {
  const offsetMs = zone.fixedOffsetMs ?? zone.offsetAt(instant.millis);
  const local = instant.millis + offsetMs;
  const days = Math.floor(local / msPerDay);
  const { year, month, day } = civilFromDays(days);
  // One literal: spreading an object here would cost more than all the printing.
  const time: LocalTime = {
    days,
    year,
    month,
    day,
    msOfDay: local - days * msPerDay,
    nanos: instant.nanos,
    offsetMs,
    utcMs: instant.millis,
    zone,
    names,
  };
  return printAll(elements, time);
}

function printAll(elements: readonly FormatElement[], time: LocalTime): string {
  let text = '';
  for (const element of elements) text += printOne(element, time);
  return text;
}

function printOne(element: FormatElement, time: LocalTime): string {
  switch (element.kind) {
    case 'literal':
      return element.text;
    case 'number':
      return printNumber(element, time);
    case 'fraction':
      return printFraction(element.printMin ?? element.min, element.max, element.points, time);
    case 'text': {
      const table = time.names[element.field][element.style];
      return table[textValue(element.field, time)] ?? '';
    }
    case 'offset':
      return printOffsetElement(element, time.offsetMs);
    case 'localizedOffset':
      return localizedOffset(time.offsetMs, element.isFull);
    case 'zoneId':
      return time.zone.fixedOffsetMs === undefined ? time.zone.id : printOffset(time.offsetMs);
    case 'zoneName':
      return zoneName(time, element.style);
    case 'optional':
      return printAll(element.elements, time);
    case 'either':
      return element.elements[0] === undefined ? '' : printOne(element.elements[0], time);
    case 'pad':
      return printOne(element.element, time).padStart(element.width);
  }
}

function textValue(field: 'month' | 'weekday' | 'half' | 'era' | 'quarter', time: LocalTime): number {
  switch (field) {
    case 'month':
      return time.month;
    case 'weekday':
      return weekdayOf(time.days);
    case 'half':
      return time.msOfDay >= msPerDay / 2 ? 1 : 0;
    case 'era':
      return time.year > 0 ? 1 : 0;
    case 'quarter':
      return Math.floor((time.month + 2) / 3);
  }
}

function printNumber(element: NumberElement, time: LocalTime): string {
  let value = numberValue(element.field, time);
  if (element.base !== undefined) value = ((value % 100) + 100) % 100;
  const digits = String(Math.abs(value)).padStart(element.printMin ?? element.min, '0');
  if (value < 0) return `-${digits}`;
  return element.sign === 'exceeds' && digits.length > element.min ? `+${digits}` : digits;
}

function numberValue(field: NumberField, time: LocalTime): number {
  const hour = Math.floor(time.msOfDay / 3_600_000);
  switch (field) {
    case 'year':
      return time.year;
    case 'weekYear':
      return isoWeek(time.days).weekYear;
    case 'month':
      return time.month;
    case 'quarter':
      return Math.floor((time.month + 2) / 3);
    case 'day':
      return time.day;
    case 'dayOfYear':
      return dayOfYear(time.days, time.year);
    case 'week':
      return isoWeek(time.days).week;
    case 'weekOfMonth': {
      // ISO: the week with the month's first Thursday is its first.
      const first = weekdayOf(time.days - time.day + 1);
      return Math.floor((time.day + first - 2) / 7) + (first <= 4 ? 1 : 0);
    }
    case 'alignedWeekOfMonth':
      return Math.floor((time.day - 1) / 7) + 1;
    case 'weekday':
      return weekdayOf(time.days);
    case 'hour':
      return hour;
    case 'clockHour':
      return hour === 0 ? 24 : hour;
    case 'hourOfHalf':
      return hour % 12;
    case 'clockHourOfHalf':
      return hour % 12 === 0 ? 12 : hour % 12;
    case 'minute':
      return Math.floor(time.msOfDay / 60_000) % 60;
    case 'second':
      return Math.floor(time.msOfDay / 1000) % 60;
    case 'nano':
      return (time.msOfDay % 1000) * 1e6 + time.nanos;
    case 'milliOfDay':
      return time.msOfDay;
    case 'nanoOfDay':
      return time.msOfDay * 1e6 + time.nanos;
  }
}

function printFraction(min: number, max: number, points: string, time: LocalTime): string {
  let digits = String((time.msOfDay % 1000) * 1e6 + time.nanos)
    .padStart(9, '0')
    .slice(0, max);
  let end = digits.length;
  while (end > min && digits[end - 1] === '0') end--;
  digits = digits.slice(0, end);
  return digits === '' ? '' : (points[0] ?? '') + digits;
}

const two = (value: number): string => String(value).padStart(2, '0');

function printOffsetElement(element: OffsetElement, offsetMs: number): string {
  if (offsetMs === 0 && element.zero !== '') return element.zero;
  const seconds = Math.abs(offsetMs) / 1000;
  const minutes = Math.floor(seconds / 60) % 60;
  const colon = element.hasColon ? ':' : '';
  let text = `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(seconds / 3600))}`;
  if (element.minutes === 'always' || minutes !== 0) text += colon + two(minutes);
  if (element.hasSeconds && seconds % 60 !== 0) text += colon + two(seconds % 60);
  return text;
}

function localizedOffset(offsetMs: number, isFull: boolean): string {
  if (offsetMs === 0) return 'GMT';
  const minutes = Math.abs(offsetMs) / 60_000;
  const hours = Math.floor(minutes / 60);
  const rest = Math.floor(minutes) % 60;
  const sign = offsetMs < 0 ? '-' : '+';
  if (isFull) return `GMT${sign}${two(hours)}:${two(rest)}`;
  return `GMT${sign}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
}

function zoneName(time: LocalTime, style: 'short' | 'long'): string {
  if (time.zone.fixedOffsetMs !== undefined) return printOffset(time.offsetMs);
  const format = new Intl.DateTimeFormat('en-US', { timeZone: time.zone.id, timeZoneName: style });
  return format.formatToParts(time.utcMs).find((part) => part.type === 'timeZoneName')?.value ?? time.zone.id;
}
