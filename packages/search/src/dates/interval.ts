import { EsError, illegalArgument } from '../error/es-error.ts';

export type CalendarUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

const calendarNames: Readonly<Record<string, CalendarUnit>> = {
  '1s': 'second',
  '1m': 'minute',
  '1h': 'hour',
  '1d': 'day',
  '1w': 'week',
  '1M': 'month',
  '1q': 'quarter',
  '1y': 'year',
};
const calendarUnits: ReadonlySet<string> = new Set(Object.values(calendarNames));

const isCalendarUnit = (text: string): text is CalendarUnit => calendarUnits.has(text);

/** The unit of a `calendar_interval` (`month`, `1M`); undefined when the text names none. */
export function tryParseCalendarInterval(text: string): CalendarUnit | undefined {
  return isCalendarUnit(text) ? text : Object.hasOwn(calendarNames, text) ? calendarNames[text] : undefined;
}

/** The unit of a `calendar_interval`, or the refusal of Elasticsearch. */
export function parseCalendarInterval(text: string): CalendarUnit {
  const unit = tryParseCalendarInterval(text);
  if (unit === undefined) {
    throw illegalArgument(`The supplied interval [${text}] could not be parsed as a calendar interval.`);
  }
  return unit;
}

const timeUnits: readonly (readonly [suffix: string, nanos: number])[] = [
  ['nanos', 1],
  ['micros', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['m', 60e9],
  ['h', 3600e9],
  ['d', 86_400e9],
];

/** Nanoseconds of a time value (`90m`, `1d`, `500ms`, `-1`, `0`). `setting` is the name that messages give. */
export function parseTimeValueNanos(text: string, setting: string): bigint {
  const normalized = text.trim().toLowerCase();
  // `1M` would read as a minute once lowercased.
  const isMonths = text.trim().endsWith('M') && !text.trim().endsWith('MS');
  const unit = isMonths ? undefined : timeUnits.find(([suffix]) => normalized.endsWith(suffix));
  if (unit === undefined) {
    if (normalized === '-1') return -1_000_000n;
    if (/^0+$/.test(normalized)) return 0n;
    throw illegalArgument(
      `failed to parse setting [${setting}] with value [${text}] as a time value: unit is missing or unrecognized`,
    );
  }
  const number = normalized.slice(0, -unit[0].length).trim();
  if (!/^[+-]?\d+$/.test(number)) {
    const isFraction = number !== '' && Number.isFinite(Number(number));
    throw illegalArgument(
      isFraction ? `failed to parse [${text}], fractional time values are not supported` : `failed to parse [${text}]`,
      { causedBy: { type: 'number_format_exception', status: 400, reason: `For input string: "${number}"` } },
    );
  }
  return BigInt(number) * BigInt(unit[1]);
}

/** Milliseconds, cut down, of a time value. */
export const parseTimeValueMs = (text: string, setting: string): number =>
  Number(parseTimeValueNanos(text, setting) / 1_000_000n);

/** Milliseconds of a `fixed_interval`; calendar units and what is not positive are refused. */
export function parseFixedInterval(text: string): number {
  const millis = parseTimeValueMs(text, 'date_histogram.fixedInterval');
  if (millis < 1) throw illegalArgument(`Zero or negative time interval not supported`);
  return millis;
}

/** Milliseconds of an `offset` such as `+6h` or `-1d`. */
export function parseOffsetInterval(text: string, setting = 'date_histogram.offset'): number {
  if (text.startsWith('-')) return -parseTimeValueMs(text.slice(1), setting);
  return parseTimeValueMs(text.startsWith('+') ? text.slice(1) : text, setting);
}

/**
 * What the `interval` of older requests means: a calendar unit where it names one, else a fixed length.
 */
export function parseLegacyInterval(text: string): CalendarUnit | number {
  const unit = tryParseCalendarInterval(text);
  if (unit !== undefined) return unit;
  try {
    return parseFixedInterval(text);
  } catch (error) {
    if (!(error instanceof EsError)) throw error;
    throw illegalArgument(`Unable to parse interval [${text}]`, { causedBy: error.details });
  }
}
