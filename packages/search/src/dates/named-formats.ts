import { type FormatElement, fixed, flexible, literal, type NumberElement, optional } from './format-element.ts';

/** The format names of Elasticsearch: what each reads (alternatives in order) and prints. Epoch formats stand apart. */
export interface NamedFormat {
  readonly reads: readonly FormatElement[];
  readonly prints: readonly FormatElement[];
}

const year4: NumberElement = { kind: 'number', field: 'year', min: 4, max: 10, sign: 'exceeds' };
const yearLoose: NumberElement = { kind: 'number', field: 'year', min: 1, max: 9, sign: 'normal', printMin: 1 };
const yearLoose4: NumberElement = { ...yearLoose, printMin: 4 };
const weekYear4: NumberElement = { kind: 'number', field: 'weekYear', min: 4, max: 10, sign: 'exceeds' };
const weekYearLoose: NumberElement = { kind: 'number', field: 'weekYear', min: 1, max: 9, sign: 'normal', printMin: 1 };
const weekYearLoose4: NumberElement = { ...weekYearLoose, printMin: 4 };
const year4Plain = fixed('year', 4);

const [month2, day2, hour2, minute2, second2, week2] = [
  fixed('month', 2),
  fixed('day', 2),
  fixed('hour', 2),
  fixed('minute', 2),
  fixed('second', 2),
  fixed('week', 2),
];
const [month, day, hour, minute, second, week] = [
  flexible('month', 2),
  flexible('day', 2),
  flexible('hour', 2),
  flexible('minute', 2),
  flexible('second', 2),
  flexible('week', 2),
];
const weekday = fixed('weekday', 1);
const dayOfYear3 = fixed('dayOfYear', 3);

const dash = literal('-');
const colon = literal(':');
const t = literal('T');
const w = literal('W');
const dashW = literal('-W');

/** Read with one to nine digits after a point or comma, printed with three or more. */
const fraction: FormatElement = { kind: 'fraction', min: 1, max: 9, points: '.,', printMin: 3 };
const fractionPoint: FormatElement = { kind: 'fraction', min: 1, max: 9, points: '.', printMin: 3 };
const millis: FormatElement = { kind: 'fraction', min: 1, max: 3, points: '.', printMin: 3 };

const offset = (hasColon: boolean, minutes: 'auto' | 'always'): FormatElement => ({
  kind: 'offset',
  hasColon,
  minutes,
  hasSeconds: false,
  zero: 'Z',
});
const anyZone: FormatElement[] = [
  offset(true, 'always'),
  offset(false, 'always'),
  offset(false, 'auto'),
  { kind: 'zoneId' },
];
/** Reads every form of an offset or a zone ID, prints `+05:30` or `Z`. */
const zone: FormatElement = { kind: 'either', elements: anyZone };
/** The same, printed as `+0530` or `+05`. */
const shortZone: FormatElement = { kind: 'either', elements: [offset(false, 'auto'), ...anyZone] };

const strictDate = [year4, dash, month2, dash, day2];
const looseDate = [yearLoose4, dash, month, dash, day];
const strictTime = [hour2, colon, minute2, colon, second2];
const looseTime = [hour, colon, minute, colon, second];
const basicDate = [year4Plain, month2, day2];
const basicTime = [hour2, minute2, second2];
const strictOrdinal = [year4, dash, dayOfYear3];
const looseOrdinal = [yearLoose4, dash, flexible('dayOfYear', 3)];
const basicOrdinal = [year4Plain, dayOfYear3];
const strictWeek = [weekYear4, dashW, week2, dash, weekday];
const looseWeek = [weekYearLoose4, dashW, week, dash, weekday];
const basicWeek = [fixed('weekYear', 4), w, week2, weekday];

const same = (...elements: readonly FormatElement[]): NamedFormat => ({ reads: elements, prints: elements });

const fullPrint = [...strictDate, t, ...strictTime, fraction, zone];

const nestedDate = (
  y: FormatElement,
  m: FormatElement,
  d: FormatElement,
  ...rest: readonly FormatElement[]
): FormatElement[] => [y, optional(dash, m, optional(dash, d, ...rest))];

const strictOptional: NamedFormat = {
  reads: nestedDate(
    year4,
    month2,
    day2,
    optional(
      t,
      optional(hour2, optional(colon, minute2, optional(colon, second2, optional(fraction))), optional(zone)),
    ),
  ),
  prints: fullPrint,
};
const looseOptional: NamedFormat = {
  reads: nestedDate(
    yearLoose4,
    month,
    day,
    optional(t, optional(hour, optional(colon, minute, optional(colon, second, optional(fraction))), optional(zone))),
  ),
  prints: fullPrint,
};
const strictNanos: NamedFormat = {
  reads: nestedDate(year4, month2, day2, optional(t, ...strictTime, optional(fraction), optional(zone))),
  prints: fullPrint,
};
const lenientT: FormatElement = { kind: 'literal', text: 'T', ignoresCase: true };
const lenientZ: FormatElement = { kind: 'literal', text: 'z' };
const rfc3339: NamedFormat = {
  reads: nestedDate(
    year4Plain,
    month2,
    day2,
    optional(lenientT, hour2, colon, minute2, optional(colon, second2, optional(fraction)), {
      kind: 'either',
      elements: [offset(true, 'always'), lenientZ],
    }),
  ),
  prints: fullPrint,
};

/** The formats of a strict or loose family that differ in nothing but their date and time parts. */
function family(prefix: '' | 'strict_'): Record<string, NamedFormat> {
  const isStrict = prefix !== '';
  const date = isStrict ? strictDate : looseDate;
  const [h, m, s] = isStrict ? [hour2, minute2, second2] : [hour, minute, second];
  const time = [h, colon, m, colon, s];
  const clock = isStrict ? strictTime : looseTime;
  const ordinal = isStrict ? strictOrdinal : looseOrdinal;
  const weekDate = isStrict ? strictWeek : looseWeek;
  const shortFraction = isStrict ? fractionPoint : millis;
  const formats: Record<string, NamedFormat> = {
    date_hour: same(...date, t, h),
    date_hour_minute: same(...date, t, h, colon, m),
    date_hour_minute_second: same(...date, t, ...time),
    date_hour_minute_second_fraction: same(...date, t, ...time, fractionPoint),
    date_hour_minute_second_millis: same(...date, t, ...time, shortFraction),
    hour: same(h),
    hour_minute: same(h, colon, m),
    hour_minute_second: same(...time),
    hour_minute_second_fraction: same(...time, fractionPoint),
    hour_minute_second_millis: same(...time, shortFraction),
    time: same(...clock, fractionPoint, zone),
    time_no_millis: same(...clock, zone),
    t_time: same(t, ...clock, fractionPoint, zone),
    t_time_no_millis: same(t, ...clock, zone),
    ordinal_date: same(...ordinal),
    ordinal_date_time: same(...ordinal, t, ...clock, fractionPoint, zone),
    ordinal_date_time_no_millis: same(...ordinal, t, ...clock, zone),
    week_date: same(...weekDate),
    week_date_time: same(...weekDate, t, ...clock, fractionPoint, zone),
    week_date_time_no_millis: same(...weekDate, t, ...clock, zone),
    weekyear_week: same(...weekDate.slice(0, 3)),
    weekyear_week_day: same(...weekDate),
    basic_week_date: same(...basicWeek),
    basic_week_date_time: same(...basicWeek, t, ...basicTime, fractionPoint, shortZone),
    basic_week_date_time_no_millis: same(...basicWeek, t, ...basicTime, isStrict ? zone : shortZone),
    year_month: same(...date.slice(0, 3)),
  };
  return Object.fromEntries(Object.entries(formats).map(([name, format]) => [prefix + name, format]));
}

const printed = (reads: readonly FormatElement[], prints: readonly FormatElement[]): NamedFormat => ({ reads, prints });

export const namedFormats: ReadonlyMap<string, NamedFormat> = new Map(
  Object.entries({
    ...family(''),
    ...family('strict_'),
    iso8601: strictOptional,
    rfc3339_lenient: rfc3339,
    strict_date_optional_time: strictOptional,
    date_optional_time: looseOptional,
    strict_date_optional_time_nanos: strictNanos,
    strict_date: same(...strictDate),
    date: printed(nestedDate(yearLoose4, month, day), looseDate),
    strict_year_month_day: printed(nestedDate(year4, month2, day2), strictDate),
    year_month_day: same(...looseDate),
    strict_year: same(year4),
    year: same(yearLoose),
    strict_weekyear: same(weekYear4),
    weekyear: same(weekYearLoose),
    week_year: same(weekYearLoose),
    strict_date_time: printed(
      [...strictDate, t, ...strictTime, optional(fractionPoint), zone],
      [...strictDate, t, ...strictTime, fractionPoint, zone],
    ),
    strict_date_time_no_millis: same(...strictDate, t, ...strictTime, zone),
    date_time: printed(
      [...looseDate, t, hour, colon, minute, optional(colon, second, fractionPoint), zone],
      [...looseDate, t, ...looseTime, fractionPoint, zone],
    ),
    date_time_no_millis: printed(
      [...looseDate, t, hour, colon, minute, optional(colon, second), optional(zone)],
      // The one format that prints the name of a region.
      [...looseDate, t, ...looseTime, { kind: 'zoneId' }],
    ),
    basic_date: same(year4Plain, month2, day),
    basic_date_time: same(...basicDate, t, ...basicTime, fractionPoint, zone),
    basic_date_time_no_millis: same(...basicDate, t, ...basicTime, zone),
    basic_ordinal_date: same(...basicOrdinal),
    basic_ordinal_date_time: same(...basicOrdinal, t, ...basicTime, fractionPoint, zone),
    basic_ordinal_date_time_no_millis: same(...basicOrdinal, t, ...basicTime, zone),
    basic_time: same(...basicTime, fractionPoint, zone),
    basic_time_no_millis: same(...basicTime, zone),
    basic_t_time: same(t, ...basicTime, fractionPoint, zone),
    basic_t_time_no_millis: same(t, ...basicTime, zone),
  }),
);
