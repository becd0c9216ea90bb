import { civilFromDays, msPerDay } from '../../dates/calendar.ts';
import { parseTimeZone, printOffset, type TimeZone } from '../../dates/time-zone.ts';
import { EsError } from '../../error/es-error.ts';
import { Opaque, type ScriptValue } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

export const floorDiv = (a: number, b: number): number => Math.floor(a / b);
export const floorMod = (a: number, b: number): number => ((a % b) + b) % b;

/** `2024-05-01`, as LocalDate prints. */
export const dateText = (localMs: number): string => {
  const { year, month, day } = civilFromDays(floorDiv(localMs, msPerDay));
  const years = year < 0 ? `-${pad(-year, 4)}` : year > 9999 ? `+${year}` : pad(year, 4);
  return `${years}-${pad(month, 2)}-${pad(day, 2)}`;
};

/** `10:15`, `10:15:30`, `10:15:30.120`: java.time leaves out what is zero, by groups of three digits. */
export const timeText = (localMs: number, nanos: number): string => {
  const ms = floorMod(localMs, msPerDay);
  const [hour, minute, second, milli] = [
    floorDiv(ms, 3_600_000),
    floorDiv(ms, 60_000) % 60,
    floorDiv(ms, 1000) % 60,
    ms % 1000,
  ];
  const start = `${pad(hour, 2)}:${pad(minute, 2)}`;
  const fraction = pad(milli * 1_000_000 + nanos, 9).replace(/(000)+$/, '');
  if (second === 0 && fraction === '') return start;
  return `${start}:${pad(second, 2)}${fraction === '' ? '' : `.${fraction}`}`;
};

/** An instant in a zone: ZonedDateTime; with `isLocal` a LocalDateTime, whose zone is UTC. */
export class ZonedState {
  readonly millis: number;
  /** Nanoseconds above the millisecond: 0 to 999,999. */
  readonly nanos: number;
  readonly zone: TimeZone;
  readonly style: 'zoned' | 'document' | 'local' | 'date' | 'instant';

  constructor(millis: number, nanos: number, zone: TimeZone, style: ZonedState['style']) {
    this.millis = millis;
    this.nanos = nanos;
    this.zone = zone;
    this.style = style;
  }

  get order(): bigint {
    return BigInt(this.millis) * 1_000_000n + BigInt(this.nanos);
  }

  get offsetMs(): number {
    return this.zone.offsetAt(this.millis);
  }

  get localMs(): number {
    return this.millis + this.offsetMs;
  }

  toText(): string {
    const { localMs, nanos } = this;
    switch (this.style) {
      case 'date':
        return dateText(localMs);
      case 'local':
        return `${dateText(localMs)}T${timeText(localMs, nanos)}`;
      case 'instant': {
        const time = timeText(localMs, nanos);
        return `${dateText(localMs)}T${time.length === 5 ? `${time}:00` : time}Z`;
      }
      case 'document': {
        const fraction = pad(floorMod(localMs, 1000) * 1_000_000 + nanos, 9);
        const time = new Date(floorMod(localMs, msPerDay)).toISOString().slice(11, 19);
        return `${dateText(localMs)}T${time}.${nanos === 0 ? fraction.slice(0, 3) : fraction}${printOffset(this.offsetMs)}`;
      }
      case 'zoned': {
        const name =
          this.zone.fixedOffsetMs === undefined || /^[A-Za-z]{2}/.test(this.zone.id) ? `[${this.zone.id}]` : '';
        return `${dateText(localMs)}T${timeText(localMs, nanos)}${printOffset(this.offsetMs)}${name}`;
      }
    }
  }
}

const classNames: Readonly<Record<ZonedState['style'], string>> = {
  zoned: 'ZonedDateTime',
  document: 'ZonedDateTime',
  local: 'LocalDateTime',
  date: 'LocalDate',
  instant: 'Instant',
};

export type DateValue = Opaque<ZonedState>;

export const dateValue = (millis: number, nanos: number, zone: TimeZone, style: ZonedState['style']): DateValue =>
  new Opaque(classNames[style], new ZonedState(millis, nanos, zone, style));

export const isDate = (value: ScriptValue): value is DateValue =>
  value instanceof Opaque && value.state instanceof ZonedState;

/** The same kind of date at another instant. */
export const moved = ({ state }: DateValue, millis: number, nanos = state.nanos): DateValue =>
  dateValue(millis, nanos, state.zone, state.style);

/** The same kind of date at another local time. */
export const movedLocal = (value: DateValue, localMs: number, nanos = value.state.nanos): DateValue =>
  moved(value, value.state.zone.toUtc(localMs), nanos);

/** From nanoseconds since 1970. */
export const movedTo = (value: DateValue, total: bigint): DateValue => {
  const nanos = BigInt.asUintN(64, ((total % 1_000_000n) + 1_000_000n) % 1_000_000n);
  return moved(value, Number((total - nanos) / 1_000_000n), Number(nanos));
};

export const dateOf = (value: ScriptValue): DateValue =>
  isDate(value)
    ? value
    : value === null
      ? throwJava('NullPointerException', null)
      : throwJava('ClassCastException', 'the value is not a date');

export const zoneOf = (value: ScriptValue): TimeZone => {
  if (value instanceof Opaque && value.className === 'ZoneId') return zoneByName(String(value.state));
  return typeof value === 'string'
    ? zoneByName(value)
    : throwJava('ClassCastException', 'the value is not a java.time.ZoneId');
};

const zoneByName = (id: string): TimeZone => {
  try {
    return parseTimeZone(id);
  } catch (error) {
    if (error instanceof EsError) return throwJava('DateTimeException', error.message);
    throw error;
  }
};

export const zoneValue = (id: string): Opaque<string> => new Opaque('ZoneId', zoneByName(id).id);

/** Java's Duration: nanoseconds. */
export class DurationState {
  readonly order: bigint;

  constructor(nanos: bigint) {
    this.order = nanos;
  }

  toText(): string {
    if (this.order === 0n) return 'PT0S';
    const seconds = this.order / 1_000_000_000n;
    const [hours, minutes, rest] = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n];
    const fraction = String(this.order % 1_000_000_000n)
      .replace('-', '')
      .padStart(9, '0')
      .replace(/0+$/, '');
    const sign = this.order < 0n && rest === 0n && fraction !== '' ? '-' : '';
    const end = rest === 0n && fraction === '' ? '' : `${sign}${rest}${fraction === '' ? '' : `.${fraction}`}S`;
    return `PT${hours === 0n ? '' : `${hours}H`}${minutes === 0n ? '' : `${minutes}M`}${end}`;
  }
}

export const durationValue = (nanos: bigint): Opaque<DurationState> => new Opaque('Duration', new DurationState(nanos));
export const isDuration = (value: ScriptValue): value is Opaque<DurationState> =>
  value instanceof Opaque && value.state instanceof DurationState;

/** A constant of one of Java's enumerations. */
export class EnumState {
  readonly name: string;
  /** Its place: from 1 for days and months, from 0 for units. */
  readonly order: number;

  constructor(name: string, order: number) {
    this.name = name;
    this.order = order;
  }

  toText(): string {
    return this.name;
  }
}

export const isEnum =
  (className: string) =>
  (value: ScriptValue): value is Opaque<EnumState> =>
    value instanceof Opaque && value.className === className;

const enumeration = (className: string, names: string, first: number): readonly Opaque<EnumState>[] =>
  names.split(' ').map((name, index) => new Opaque(className, new EnumState(name, index + first)));

export const weekdays = enumeration('DayOfWeek', 'MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY', 1);
export const months = enumeration(
  'Month',
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER',
  1,
);
export const units = enumeration(
  'ChronoUnit',
  'NANOS MICROS MILLIS SECONDS MINUTES HOURS HALF_DAYS DAYS WEEKS MONTHS YEARS DECADES CENTURIES',
  0,
);

/** The length in nanoseconds of the units that have one. */
export const unitNanos: Readonly<Record<string, bigint>> = {
  NANOS: 1n,
  MICROS: 1_000n,
  MILLIS: 1_000_000n,
  SECONDS: 1_000_000_000n,
  MINUTES: 60_000_000_000n,
  HOURS: 3_600_000_000_000n,
  HALF_DAYS: 43_200_000_000_000n,
  DAYS: 86_400_000_000_000n,
  WEEKS: 604_800_000_000_000n,
};

export const unitMonths: Readonly<Record<string, number>> = { MONTHS: 1, YEARS: 12, DECADES: 120, CENTURIES: 1200 };
