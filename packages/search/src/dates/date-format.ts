import { EsError, illegalArgument } from '../error/es-error.ts';
import { daysFromCivil, lengthOfMonth, msPerDay } from './calendar.ts';
import { compilePattern } from './compile-pattern.ts';
import { epochFormat } from './epoch-format.ts';
import type { DateFields, FormatElement } from './format-element.ts';
import { type NameTable, namesOf } from './locale-names.ts';
import { namedFormats } from './named-formats.ts';
import { printDate } from './print-date.ts';
import { readDate } from './read-date.ts';
import { type Instant, resolveDate } from './resolve-date.ts';
import type { SingleFormat } from './single-format.ts';
import { type TimeZone, utc } from './time-zone.ts';

export interface ParseDateOptions {
  /** Missing parts of the time become their last, for upper bounds. */
  readonly roundUp?: boolean;
  /** The zone of texts that name none; UTC unless told. */
  readonly zone?: TimeZone;
}

/** One `format` of a date field: built-in names and patterns of java.time, several joined by `||`. */
export interface DateFormat {
  readonly pattern: string;
  readonly locale: string;
  /** The instant of a text; refused as Elasticsearch refuses it (`illegal_argument_exception`, caused by `date_time_parse_exception`). */
  parse(text: string, options?: ParseDateOptions): Instant;
  /** The text of an instant, given in milliseconds or whole, by the first of the formats. */
  print(instant: number | Instant, zone?: TimeZone): string;
}

const cache = new Map<string, DateFormat>();

/** Compiles a format once; later calls with the same pattern and locale give the same object. */
export function createDateFormat(pattern: string, locale = ''): DateFormat {
  const key = `${locale}\n${pattern}`;
  let format = cache.get(key);
  if (format === undefined) {
    format = compile(pattern, locale);
    if (cache.size >= 1000) cache.clear();
    cache.set(key, format);
  }
  return format;
}

function compile(pattern: string, locale: string): DateFormat {
  if (pattern === '') throw illegalArgument('No date pattern provided');
  const parts = pattern.split('||');
  if (parts.includes('')) throw illegalArgument(`Cannot have empty element in multi date format pattern: ${pattern}`);
  const names = namesOf(locale);
  const formats = parts.map((part) => compileOne(part, names));
  const [first] = formats;
  const isComposite = formats.length > 1 || first?.isComposite === true;
  return {
    pattern,
    locale,
    parse(text, options = {}) {
      if (text === '') throw illegalArgument('cannot parse empty date');
      const zone = options.zone ?? utc;
      const roundUp = options.roundUp === true;
      let place = 0;
      for (const format of formats) {
        const parsed = format.parse(text, zone, roundUp);
        if (typeof parsed !== 'number') return parsed;
        place = parsed;
      }
      throw dateParseError(text, pattern, isComposite ? undefined : place);
    },
    print(instant, zone = utc) {
      return first?.print(typeof instant === 'number' ? { millis: instant, nanos: 0 } : instant, zone) ?? '';
    },
  };
}

function compileOne(part: string, names: NameTable): SingleFormat {
  const name = part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const epoch = epochFormat(name);
  if (epoch !== undefined) return epoch;
  const named = namedFormats.get(name);
  // A leading 8 once told java.time patterns from Joda's.
  const custom = named === undefined ? compilePattern(part.replace(/^8/, '')) : undefined;
  const reads = named?.reads ?? custom ?? [];
  const prints = named?.prints ?? custom ?? [];
  const isIso = /^(strict_date_optional_time|strict_date_optional_time_nanos|date_optional_time|iso8601)$/.test(name);
  return {
    isComposite: isIso,
    parse(text, zone, roundUp) {
      if (isIso) {
        const quick = parseIso(text, zone, roundUp);
        if (quick !== undefined) return quick;
      }
      return parseByElements(reads, text, zone, roundUp, names);
    },
    print: (instant, zone) => printDate(prints, instant, zone, names),
  };
}

function parseByElements(
  elements: readonly FormatElement[],
  text: string,
  zone: TimeZone,
  roundUp: boolean,
  names: NameTable,
): Instant | number {
  const fields: DateFields = {};
  const end = readDate(elements, text, fields, names);
  if (end < 0) return ~end;
  if (end < text.length) return end;
  try {
    return resolveDate(fields, zone, roundUp) ?? 0;
  } catch (error) {
    // A zone that does not exist.
    if (error instanceof EsError) return 0;
    throw error;
  }
}

/** `2019-01-31` with `T10:20:30`, up to nine digits of a second and `Z`: nearly all dates of all documents, without fields between. */
function parseIso(text: string, zone: TimeZone, roundUp: boolean): Instant | undefined {
  const { length } = text;
  if (length < 10 || text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= lengthOfMonth(year, month))) return undefined;
  const days = daysFromCivil(year, month, day);
  if (length === 10) {
    const local = days * msPerDay + (roundUp ? msPerDay - 1 : 0);
    return { millis: zone.toUtc(local), nanos: roundUp ? 999_999 : 0 };
  }
  if (length < 19 || text.charCodeAt(10) !== 0x54 || text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) {
    return undefined;
  }
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, 19);
  if (!(hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60)) return undefined;
  const isZulu = text.charCodeAt(length - 1) === 0x5a;
  const end = isZulu ? length - 1 : length;
  let nano = roundUp ? 999_999_999 : 0;
  if (end > 19) {
    const count = end - 20;
    if (text.charCodeAt(19) !== 0x2e || count < 1 || count > 9) return undefined;
    nano = digits(text, 20, end) * 10 ** (9 - count);
    if (!(nano >= 0)) return undefined;
  }
  const nanos = nano % 1e6;
  const local = days * msPerDay + ((hour * 60 + minute) * 60 + second) * 1000 + (nano - nanos) / 1e6;
  return { millis: isZulu ? local : zone.toUtc(local), nanos };
}

/** The number of these digits, or NaN. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function dateParseError(text: string, pattern: string, place: number | undefined): EsError {
  let reason = 'Failed to parse with all enclosed parsers';
  if (place !== undefined) {
    reason =
      place > 0
        ? `Text '${text}' could not be parsed, unparsed text found at index ${place}`
        : `Text '${text}' could not be parsed at index ${place}`;
  }
  return illegalArgument(`failed to parse date field [${text}] with format [${pattern}]`, {
    causedBy: { type: 'date_time_parse_exception', status: 400, reason },
  });
}
