import { civilFromDays, msPerDay } from '../../dates/calendar.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import { toText } from '../runtime/to-text.ts';
import type { ScriptValue } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import {
  type DateValue,
  dateOf,
  durationValue,
  type EnumState,
  floorDiv,
  floorMod,
  isDuration,
  isEnum,
  months,
  unitMonths,
  unitNanos,
  units,
  weekdays,
  type ZonedState,
} from './date-values.ts';

export const civil = ({
  state,
}: DateValue): {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly days: number;
  readonly time: number;
} => {
  const days = floorDiv(state.localMs, msPerDay);
  return { ...civilFromDays(days), days, time: floorMod(state.localMs, msPerDay) };
};

const localOrder = (state: ZonedState): bigint => BigInt(state.localMs) * 1_000_000n + BigInt(state.nanos);

/** Whole units from one date to another. */
export const between = (unit: EnumState, from: DateValue, to: DateValue): bigint => {
  const calendarMonths = unitMonths[unit.name];
  const [a, b] = [from.state, to.state];
  if (calendarMonths === undefined) {
    const isDays = unit.name === 'DAYS' || unit.name === 'WEEKS';
    const difference = isDays ? localOrder(b) - localOrder(a) : b.order - a.order;
    return difference / (unitNanos[unit.name] ?? 1n);
  }
  const [x, y] = [civil(from), civil(to)];
  let count = (y.year - x.year) * 12 + y.month - x.month;
  const rest = (y.day - x.day) * msPerDay + y.time - x.time;
  if (count > 0 && rest < 0) count -= 1;
  if (count < 0 && rest > 0) count += 1;
  return BigInt(Math.trunc(count / calendarMonths));
};

/** `ChronoUnit`, `DayOfWeek`, `Month` and `Duration`. */
export const defineUnits = (table: ClassTable): void => {
  const enumerations = { DayOfWeek: weekdays, Month: months, ChronoUnit: units };
  for (const [name, constants] of Object.entries(enumerations)) {
    table.define(name, ['Comparable'], isEnum(name), (c) => {
      for (const constant of constants) c.constant(constant.state.name, constant);
      const first = constants[0]?.state.order ?? 0;
      const at = (order: number): ScriptValue => constants[floorMod(order - first, constants.length)] ?? null;
      c.method('int', 'getValue', [], ({ state }) => state.order);
      c.method('int', 'ordinal', [], ({ state }) => state.order - first);
      c.method('String', 'name', [], ({ state }) => state.name);
      c.method('String', 'getDisplayName', ['def', 'def'], ({ state }, [style]) => {
        const full = state.name.charAt(0) + state.name.slice(1).toLowerCase();
        return toText(style) === 'FULL' ? full : full.slice(0, 3);
      });
      c.method('def', 'plus', ['long'], ({ state }, [amount]) => at(state.order + Number(amount)));
      c.method('def', 'minus', ['long'], ({ state }, [amount]) => at(state.order - Number(amount)));
      c.static(
        'def',
        'of',
        ['int'],
        ([order]) =>
          constants.find((constant) => constant.state.order === order) ??
          throwJava('DateTimeException', `Invalid value for ${name}: ${order}`),
      );
      c.static(
        'def',
        'valueOf',
        ['String'],
        ([text]) =>
          constants.find((constant) => constant.state.name === text) ??
          throwJava('IllegalArgumentException', `No enum constant java.time.${name}.${text}`),
      );
      if (name === 'ChronoUnit')
        c.method('long', 'between', ['def', 'def'], ({ state }, [from, to]) =>
          between(state, dateOf(from), dateOf(to)),
        );
    });
  }
  table.define('Duration', ['Comparable'], isDuration, (c) => {
    const makers = {
      ofNanos: 'NANOS',
      ofMillis: 'MILLIS',
      ofSeconds: 'SECONDS',
      ofMinutes: 'MINUTES',
      ofHours: 'HOURS',
      ofDays: 'DAYS',
    };
    for (const [name, unit] of Object.entries(makers))
      c.static('def', name, ['long'], ([amount]) => durationValue(amount * (unitNanos[unit] ?? 0n)));
    c.static('def', 'between', ['def', 'def'], ([from, to]) =>
      durationValue(dateOf(to).state.order - dateOf(from).state.order),
    );
    const readers = {
      toNanos: 'NANOS',
      toMillis: 'MILLIS',
      getSeconds: 'SECONDS',
      toMinutes: 'MINUTES',
      toHours: 'HOURS',
      toDays: 'DAYS',
    };
    for (const [name, unit] of Object.entries(readers))
      c.method('long', name, [], ({ state }) => state.order / (unitNanos[unit] ?? 1n));
    c.method('boolean', 'isNegative', [], ({ state }) => state.order < 0n);
    c.method('boolean', 'isZero', [], ({ state }) => state.order === 0n);
    c.method('def', 'abs', [], ({ state }) => durationValue(state.order < 0n ? -state.order : state.order));
    c.method('def', 'plus', ['def'], ({ state }, [other]) =>
      durationValue(state.order + (isDuration(other) ? other.state.order : 0n)),
    );
    c.method('def', 'minus', ['def'], ({ state }, [other]) =>
      durationValue(state.order - (isDuration(other) ? other.state.order : 0n)),
    );
  });
};
