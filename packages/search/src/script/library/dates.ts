import {
  addMonths,
  dayOfYear,
  daysFromCivil,
  isLeapYear,
  isoWeek,
  lengthOfMonth,
  msPerDay,
  weekdayOf,
} from '../../dates/calendar.ts';
import { createDateFormat, type DateFormat } from '../../dates/date-format.ts';
import { utc } from '../../dates/time-zone.ts';
import { EsError } from '../../error/es-error.ts';
import type { ClassBuilder, ClassTable } from '../runtime/java-class.ts';
import { toText } from '../runtime/to-text.ts';
import { Opaque, type ScriptValue } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import { between, civil, defineUnits } from './date-units.ts';
import {
  type DateValue,
  dateOf,
  dateValue,
  type EnumState,
  floorDiv,
  floorMod,
  isDate,
  isDuration,
  isEnum,
  months,
  movedLocal,
  movedTo,
  unitMonths,
  unitNanos,
  units,
  weekdays,
  zoneOf,
  zoneValue,
} from './date-values.ts';

const parse = (format: DateFormat, text: string): { readonly millis: number; readonly nanos: number } => {
  try {
    return format.parse(text);
  } catch (error) {
    if (error instanceof EsError) return throwJava('DateTimeParseException', `Text '${text}' could not be parsed`);
    throw error;
  }
};

const isFormatter = (value: ScriptValue): value is Opaque<DateFormat> =>
  value instanceof Opaque && value.className === 'DateTimeFormatter';
const formatOf = (value: ScriptValue): DateFormat =>
  isFormatter(value)
    ? value.state
    : throwJava('ClassCastException', 'the value is not a java.time.format.DateTimeFormatter');

const unitOf = (value: ScriptValue): EnumState =>
  isEnum('ChronoUnit')(value)
    ? value.state
    : throwJava('ClassCastException', 'the value is not a java.time.temporal.TemporalUnit');

const withDate = (value: DateValue, year: number, month: number, day: number): DateValue => {
  if (month < 1 || month > 12)
    return throwJava('DateTimeException', `Invalid value for MonthOfYear (valid values 1 - 12): ${month}`);
  if (day < 1 || day > 31)
    return throwJava('DateTimeException', `Invalid value for DayOfMonth (valid values 1 - 28/31): ${day}`);
  if (day > lengthOfMonth(year, month)) return throwJava('DateTimeException', `Invalid date`);
  return movedLocal(value, daysFromCivil(year, month, day) * msPerDay + civil(value).time);
};

const plus = (value: DateValue, amount: bigint, unit: EnumState): DateValue => {
  const calendarMonths = unitMonths[unit.name];
  if (calendarMonths !== undefined)
    return movedLocal(value, addMonths(value.state.localMs, Number(amount) * calendarMonths));
  const nanos = unitNanos[unit.name] ?? 0n;
  // Days and weeks keep the local time over a change of the offset.
  if (unit.name === 'DAYS' || unit.name === 'WEEKS') {
    return movedLocal(value, value.state.localMs + Number((amount * nanos) / 1_000_000n));
  }
  return movedTo(value, value.state.order + amount * nanos);
};

const truncated = (value: DateValue, unit: EnumState): DateValue => {
  const nanos = unitNanos[unit.name];
  if (nanos === undefined || unit.name === 'WEEKS')
    return throwJava('UnsupportedTemporalTypeException', 'Unit is too large to be used for truncation');
  const { time, days } = civil(value);
  const ofDay = BigInt(time) * 1_000_000n + BigInt(value.state.nanos);
  const cut = ofDay - (ofDay % nanos);
  return movedLocal(value, days * msPerDay + Number(cut / 1_000_000n), Number(cut % 1_000_000n));
};

const defineDateParts = (c: ClassBuilder<DateValue>): void => {
  c.method('int', 'getYear', [], (self) => civil(self).year);
  c.method('int', 'getMonthValue', [], (self) => civil(self).month);
  c.method('int', 'getMonthOfYear', [], (self) => civil(self).month);
  c.method('def', 'getMonth', [], (self) => months[civil(self).month - 1] ?? null);
  c.method('int', 'getDayOfMonth', [], (self) => civil(self).day);
  c.method('int', 'getDayOfYear', [], (self) => dayOfYear(civil(self).days, civil(self).year));
  c.method('def', 'getDayOfWeekEnum', [], (self) => weekdays[weekdayOf(civil(self).days) - 1] ?? null);
  c.method('def', 'getDayOfWeek', [], (self) => weekdays[weekdayOf(civil(self).days) - 1] ?? null);
  c.method('int', 'getWeekOfWeekyear', [], (self) => isoWeek(civil(self).days).week);
  c.method('int', 'getWeekyear', [], (self) => isoWeek(civil(self).days).weekYear);
  c.method('boolean', 'isLeapYear', [], (self) => isLeapYear(civil(self).year));
  c.method('int', 'lengthOfMonth', [], (self) => lengthOfMonth(civil(self).year, civil(self).month));
  c.method('int', 'lengthOfYear', [], (self) => (isLeapYear(civil(self).year) ? 366 : 365));
  for (const [name, divisor, modulus] of [
    ['getHour', 3_600_000, 24],
    ['getHourOfDay', 3_600_000, 24],
    ['getMinute', 60_000, 60],
    ['getMinuteOfHour', 60_000, 60],
    ['getSecond', 1000, 60],
    ['getSecondOfMinute', 1000, 60],
    ['getMinuteOfDay', 60_000, 1440],
    ['getSecondOfDay', 1000, 86_400],
    ['getMillisOfSecond', 1, 1000],
    ['getMillisOfDay', 1, msPerDay],
  ] as const) {
    c.method('int', name, [], (self) => floorDiv(civil(self).time, divisor) % modulus);
  }
  c.method('int', 'getNano', [], (self) => (civil(self).time % 1000) * 1_000_000 + self.state.nanos);
};

const defineMoves = (c: ClassBuilder<DateValue>): void => {
  for (const unit of units) {
    const { name } = unit.state;
    const method = name.charAt(0) + name.slice(1).toLowerCase();
    if (name === 'HALF_DAYS' || name === 'DECADES' || name === 'CENTURIES') continue;
    c.method('def', `plus${method}`, ['long'], (self, [amount]) => plus(self, amount, unit.state));
    c.method('def', `minus${method}`, ['long'], (self, [amount]) => plus(self, -amount, unit.state));
  }
  const signed =
    (sign: 1n | -1n) =>
    (self: DateValue, [amount]: readonly [ScriptValue]): ScriptValue =>
      isDuration(amount)
        ? movedTo(self, self.state.order + sign * amount.state.order)
        : throwJava('ClassCastException', 'the value is not a java.time.temporal.TemporalAmount');
  c.method('def', 'plus', ['def'], signed(1n));
  c.method('def', 'minus', ['def'], signed(-1n));
  c.method('def', 'plus', ['long', 'def'], (self, [amount, unit]) => plus(self, amount, unitOf(unit)));
  c.method('def', 'minus', ['long', 'def'], (self, [amount, unit]) => plus(self, -amount, unitOf(unit)));
  c.method('def', 'truncatedTo', ['def'], (self, [unit]) => truncated(self, unitOf(unit)));
  c.method('long', 'until', ['def', 'def'], (self, [to, unit]) => between(unitOf(unit), self, dateOf(to)));
  c.method('def', 'withYear', ['int'], (self, [year]) =>
    withDate(self, year, civil(self).month, Math.min(civil(self).day, lengthOfMonth(year, civil(self).month))),
  );
  c.method('def', 'withMonth', ['int'], (self, [month]) =>
    withDate(self, civil(self).year, month, Math.min(civil(self).day, lengthOfMonth(civil(self).year, month))),
  );
  c.method('def', 'withDayOfMonth', ['int'], (self, [day]) => withDate(self, civil(self).year, civil(self).month, day));
  c.method('def', 'withDayOfYear', ['int'], (self, [day]) =>
    movedLocal(self, (daysFromCivil(civil(self).year, 1, 1) + day - 1) * msPerDay + civil(self).time),
  );
  for (const [name, size, count] of [
    ['withHour', 3_600_000, 24],
    ['withMinute', 60_000, 60],
    ['withSecond', 1000, 60],
  ] as const) {
    c.method('def', name, ['int'], (self, [value]) => {
      const { localMs } = self.state;
      return movedLocal(self, localMs + (value - (floorDiv(floorMod(localMs, msPerDay), size) % count)) * size);
    });
  }
  c.method('def', 'withNano', ['int'], (self, [value]) =>
    movedLocal(self, floorDiv(self.state.localMs, 1000) * 1000 + floorDiv(value, 1_000_000), value % 1_000_000),
  );
};

const defineMoment = (c: ClassBuilder<DateValue>): void => {
  c.method('long', 'toEpochMilli', [], (self) => BigInt(self.state.millis));
  c.method('long', 'getMillis', [], (self) => BigInt(self.state.millis));
  c.method('long', 'toEpochSecond', [], (self) => BigInt(floorDiv(self.state.millis, 1000)));
  c.method('long', 'getEpochSecond', [], (self) => BigInt(floorDiv(self.state.millis, 1000)));
  c.method('def', 'toInstant', [], ({ state }) => dateValue(state.millis, state.nanos, utc, 'instant'));
  c.method('def', 'atZone', ['def'], ({ state }, [zone]) =>
    dateValue(
      state.style === 'instant' ? state.millis : zoneOf(zone).toUtc(state.localMs),
      state.nanos,
      zoneOf(zone),
      'zoned',
    ),
  );
  c.method('def', 'withZoneSameInstant', ['def'], ({ state }, [zone]) =>
    dateValue(state.millis, state.nanos, zoneOf(zone), 'zoned'),
  );
  c.method('def', 'withZoneSameLocal', ['def'], ({ state }, [zone]) =>
    dateValue(zoneOf(zone).toUtc(state.localMs), state.nanos, zoneOf(zone), 'zoned'),
  );
  c.method('def', 'getZone', [], ({ state }) => zoneValue(state.zone.id));
  c.method('def', 'getOffset', [], ({ state }) =>
    zoneValue(
      state.offsetMs === 0
        ? 'Z'
        : new Date(Math.abs(state.offsetMs))
            .toISOString()
            .slice(11, 16)
            .replace(/^/, state.offsetMs < 0 ? '-' : '+'),
    ),
  );
  c.method('def', 'toLocalDate', [], (self) => dateValue(civil(self).days * msPerDay, 0, utc, 'date'));
  c.method('def', 'toLocalDateTime', [], ({ state }) => dateValue(state.localMs, state.nanos, utc, 'local'));
  c.method('def', 'atStartOfDay', [], (self) => dateValue(civil(self).days * msPerDay, 0, utc, 'local'));
  c.method('def', 'atStartOfDay', ['def'], (self, [zone]) =>
    dateValue(zoneOf(zone).toUtc(civil(self).days * msPerDay), 0, zoneOf(zone), 'zoned'),
  );
  c.method('long', 'toEpochDay', [], (self) => BigInt(civil(self).days));
  c.method('boolean', 'isBefore', ['def'], ({ state }, [other]) => state.order < dateOf(other).state.order);
  c.method('boolean', 'isAfter', ['def'], ({ state }, [other]) => state.order > dateOf(other).state.order);
  c.method('boolean', 'isEqual', ['def'], ({ state }, [other]) => state.order === dateOf(other).state.order);
  c.method('int', 'compareTo', ['def'], ({ state }, [other]) =>
    state.order < dateOf(other).state.order ? -1 : state.order > dateOf(other).state.order ? 1 : 0,
  );
  c.method('String', 'format', ['def'], ({ state }, [formatter]) =>
    formatOf(formatter).print({ millis: state.millis, nanos: state.nanos }, state.zone),
  );
};

/** The classes of java.time that work with the dates of documents. Nothing here reads a clock: `now` is refused. */
export const defineDates = (table: ClassTable): void => {
  const noClock = (): never =>
    throwJava('UnsupportedOperationException', 'now() is not offered: pass the time as a parameter.');
  table.define('Temporal', ['Comparable'], isDate, (c) => {
    defineDateParts(c);
    defineMoves(c);
    defineMoment(c);
  });
  const iso = (text: string): string => text.replace(/\[.*\]$/, '');
  table.define('ZonedDateTime', ['Temporal'], isDate, (c) => {
    c.static('def', 'parse', ['String'], ([text]) => {
      const zone = /\[(.*)\]$/.exec(text)?.[1] ?? /(Z|[+-]\d\d:?\d\d)$/.exec(text)?.[1];
      const { millis, nanos } = parse(createDateFormat('strict_date_optional_time_nanos'), iso(text));
      return zone === undefined
        ? throwJava('DateTimeParseException', `Text '${text}' could not be parsed at index ${text.length}`)
        : dateValue(millis, nanos, zoneOf(zone), 'zoned');
    });
    c.static('def', 'parse', ['String', 'def'], ([text, format]) => {
      const { millis, nanos } = parse(formatOf(format), text);
      return dateValue(millis, nanos, utc, 'zoned');
    });
    c.static('def', 'ofInstant', ['def', 'def'], ([instant, zone]) =>
      dateValue(dateOf(instant).state.millis, dateOf(instant).state.nanos, zoneOf(zone), 'zoned'),
    );
    c.static(
      'def',
      'of',
      ['int', 'int', 'int', 'int', 'int', 'int', 'int', 'def'],
      ([year, month, day, hour, minute, second, nano, zone]) => {
        const local =
          daysFromCivil(year, month, day) * msPerDay +
          hour * 3_600_000 +
          minute * 60_000 +
          second * 1000 +
          floorDiv(nano, 1_000_000);
        return dateValue(zoneOf(zone).toUtc(local), nano % 1_000_000, zoneOf(zone), 'zoned');
      },
    );
    c.static('def', 'now', [], noClock);
  });
  for (const name of ['JodaCompatibleZonedDateTime', 'OffsetDateTime'])
    table.define(name, ['ZonedDateTime'], isDate, () => undefined);
  table.define('Instant', ['Temporal'], isDate, (c) => {
    c.static('def', 'ofEpochMilli', ['long'], ([millis]) => dateValue(Number(millis), 0, utc, 'instant'));
    c.static('def', 'ofEpochSecond', ['long'], ([seconds]) => dateValue(Number(seconds) * 1000, 0, utc, 'instant'));
    c.static('def', 'ofEpochSecond', ['long', 'long'], ([seconds, nanos]) =>
      dateValue(Number(seconds) * 1000 + Number(nanos / 1_000_000n), Number(nanos % 1_000_000n), utc, 'instant'),
    );
    c.static('def', 'parse', ['String'], ([text]) => {
      const { millis, nanos } = parse(createDateFormat('strict_date_optional_time_nanos'), text);
      return dateValue(millis, nanos, utc, 'instant');
    });
    c.static('def', 'now', [], noClock);
    c.constant('EPOCH', dateValue(0, 0, utc, 'instant'));
  });
  table.define('LocalDate', ['Temporal'], isDate, (c) => {
    c.static('def', 'of', ['int', 'int', 'int'], ([year, month, day]) =>
      withDate(dateValue(0, 0, utc, 'date'), year, month, day),
    );
    c.static('def', 'ofEpochDay', ['long'], ([days]) => dateValue(Number(days) * msPerDay, 0, utc, 'date'));
    c.static('def', 'parse', ['String'], ([text]) =>
      dateValue(parse(createDateFormat('strict_date'), text).millis, 0, utc, 'date'),
    );
    c.static('def', 'parse', ['String', 'def'], ([text, format]) =>
      dateValue(floorDiv(parse(formatOf(format), text).millis, msPerDay) * msPerDay, 0, utc, 'date'),
    );
    c.static('def', 'from', ['def'], ([value]) => dateValue(civil(dateOf(value)).days * msPerDay, 0, utc, 'date'));
  });
  table.define('LocalDateTime', ['Temporal'], isDate, (c) => {
    for (const count of [5, 6, 7] as const) {
      c.static('def', 'of', new Array<'int'>(count).fill('int'), (parts) => {
        const [year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, nano = 0] = parts;
        return dateValue(
          daysFromCivil(year, month, day) * msPerDay +
            hour * 3_600_000 +
            minute * 60_000 +
            second * 1000 +
            floorDiv(nano, 1_000_000),
          nano % 1_000_000,
          utc,
          'local',
        );
      });
    }
    c.static('def', 'parse', ['String'], ([text]) => {
      const { millis, nanos } = parse(createDateFormat('strict_date_optional_time_nanos'), text);
      return dateValue(millis, nanos, utc, 'local');
    });
    c.static('def', 'parse', ['String', 'def'], ([text, format]) =>
      dateValue(parse(formatOf(format), text).millis, 0, utc, 'local'),
    );
    c.static('def', 'ofInstant', ['def', 'def'], ([instant, zone]) =>
      dateValue(
        dateOf(instant).state.millis + zoneOf(zone).offsetAt(dateOf(instant).state.millis),
        dateOf(instant).state.nanos,
        utc,
        'local',
      ),
    );
  });
  defineZones(table);
  defineUnits(table);
};

const defineZones = (table: ClassTable): void => {
  const isZone = (value: ScriptValue): value is Opaque<string> =>
    value instanceof Opaque && value.className === 'ZoneId';
  table.define('ZoneId', ['Object'], isZone, (c) => {
    c.static('def', 'of', ['String'], ([id]) => zoneValue(id));
    c.method('String', 'getId', [], (self) => self.state);
  });
  table.define('ZoneOffset', ['ZoneId'], isZone, (c) => {
    c.constant('UTC', zoneValue('Z'));
    c.static('def', 'of', ['String'], ([id]) => zoneValue(id));
    c.static('def', 'ofHours', ['int'], ([hours]) =>
      zoneValue(hours === 0 ? 'Z' : `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`),
    );
  });
  table.define('DateTimeFormatter', ['Object'], isFormatter, (c) => {
    const named = (pattern: string): Opaque<DateFormat> => new Opaque('DateTimeFormatter', createDateFormat(pattern));
    c.static('def', 'ofPattern', ['String'], ([pattern]) => named(pattern));
    c.static(
      'def',
      'ofPattern',
      ['String', 'def'],
      ([pattern, locale]) =>
        new Opaque('DateTimeFormatter', createDateFormat(pattern, toText(locale) === 'ROOT' ? '' : '')),
    );
    c.constant('ISO_LOCAL_DATE', named('strict_date'));
    c.constant('ISO_DATE', named('strict_date'));
    c.constant('ISO_INSTANT', named('strict_date_optional_time_nanos'));
    c.constant('ISO_DATE_TIME', named('strict_date_optional_time_nanos'));
    c.constant('ISO_ZONED_DATE_TIME', named('strict_date_optional_time_nanos'));
    c.constant('ISO_OFFSET_DATE_TIME', named('strict_date_optional_time_nanos'));
    c.constant('ISO_LOCAL_DATE_TIME', named("uuuu-MM-dd'T'HH:mm:ss"));
    c.constant('BASIC_ISO_DATE', named('basic_date'));
    c.method('String', 'format', ['def'], (self, [date]) =>
      self.state.print({ millis: dateOf(date).state.millis, nanos: dateOf(date).state.nanos }, dateOf(date).state.zone),
    );
    c.method('def', 'parse', ['String'], (self, [text]) => {
      const { millis, nanos } = parse(self.state, text);
      return dateValue(millis, nanos, utc, 'zoned');
    });
    c.method('def', 'withZone', ['def'], (self) => self);
    c.method('def', 'withLocale', ['def'], (self) => self);
  });
};
