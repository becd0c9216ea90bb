/** Arithmetic of the proleptic Gregorian calendar; days and milliseconds count from 1970-01-01. */

export const msPerDay = 86_400_000;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** Days from the epoch to a date; month and day may lie outside their bounds. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const carry = Math.floor((month - 1) / 12);
  const m = month - 12 * carry;
  const y = year + carry - (m <= 2 ? 1 : 0);
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (m + (m > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

export function civilFromDays(days: number): CivilDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const lengthOfMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 31);

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1;

export const dayOfYear = (days: number, year: number): number => days - daysFromCivil(year, 1, 1) + 1;

/** The Monday of week 1 of an ISO week year, in days. */
export function firstMonday(weekYear: number): number {
  const fourth = daysFromCivil(weekYear, 1, 4);
  return fourth - weekdayOf(fourth) + 1;
}

export function isoWeek(days: number): { readonly weekYear: number; readonly week: number } {
  const thursday = days - weekdayOf(days) + 4;
  const weekYear = civilFromDays(thursday).year;
  return { weekYear, week: Math.floor((thursday - daysFromCivil(weekYear, 1, 1)) / 7) + 1 };
}

export const weeksInYear = (weekYear: number): number => (firstMonday(weekYear + 1) - firstMonday(weekYear)) / 7;

/** A time moved by whole months in local time; the day is held to the month's end. */
export function addMonths(localMs: number, months: number): number {
  const days = Math.floor(localMs / msPerDay);
  const { year, month, day } = civilFromDays(days);
  const index = year * 12 + month - 1 + months;
  const newYear = Math.floor(index / 12);
  const newMonth = index - newYear * 12 + 1;
  const newDay = Math.min(day, lengthOfMonth(newYear, newMonth));
  return daysFromCivil(newYear, newMonth, newDay) * msPerDay + (localMs - days * msPerDay);
}
