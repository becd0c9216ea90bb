import type { TextField, TextStyle } from './format-element.ts';

/** Names by value: months and quarters from 1, weekdays from 1 for Monday, halves of the day and eras from 0. */
export type NameTable = Readonly<Record<TextField, Readonly<Record<TextStyle, readonly string[]>>>> & {
  /** Names that are read as well, but not printed. */
  readonly alsoReads?: NameTable;
};

const tables = new Map<string, NameTable>();

/**
 * The names of a locale (`en`, `de-DE`, `fr_CA`); English where it is unknown. The root locale, that of formats without one, has English short
 * names in place of full ones, as Java's has; it reads the full ones too.
 */
export function namesOf(locale: string): NameTable {
  let table = tables.get(locale);
  if (table === undefined) {
    table = locale === '' || /^(root|und)$/i.test(locale) ? rootTable() : createTable(locale);
    tables.set(locale, table);
  }
  return table;
}

function rootTable(): NameTable {
  const english = createTable('en');
  const { month, weekday, quarter } = english;
  const numbers = ['', ...range(12).map((index) => String(index + 1))];
  return {
    ...english,
    month: { short: month.short, full: month.short, narrow: numbers },
    weekday: { ...weekday, full: weekday.short },
    quarter: { ...quarter, full: quarter.short },
    alsoReads: english,
  };
}

function createTable(locale: string): NameTable {
  const tag = locale.replaceAll('_', '-');
  const known = supported(tag) ?? 'en-US';
  const isEnglish = /^en\b/i.test(known);
  const quarters = [1, 2, 3, 4];
  return {
    month: styles((style) => [
      '',
      ...range(12).map((i) => part(known, { month: style }, Date.UTC(2024, i, 15), 'month')),
    ]),
    weekday: styles((style) => [
      '',
      ...range(7).map((i) => part(known, { weekday: style }, Date.UTC(2024, 0, 1 + i), 'weekday')),
    ]),
    half: styles(() =>
      isEnglish
        ? ['AM', 'PM']
        : [6, 18].map(
            (hour) =>
              part(known, { hour: 'numeric', hour12: true }, Date.UTC(2024, 0, 1, hour), 'dayPeriod') ||
              (hour < 12 ? 'AM' : 'PM'),
          ),
    ),
    era: styles((style) => {
      const era = style === 'long' ? 'long' : style;
      return [-1000, 2000].map((year) => {
        const date = new Date(0);
        date.setUTCFullYear(year, 5, 15);
        const name = part(known, { era, year: 'numeric' }, date.getTime(), 'era');
        return isEnglish && style === 'short' ? (year < 0 ? 'BC' : 'AD') : name;
      });
    }),
    quarter: {
      short: ['', ...quarters.map((quarter) => `Q${quarter}`)],
      full: ['', '1st quarter', '2nd quarter', '3rd quarter', '4th quarter'],
      narrow: ['', ...quarters.map(String)],
    },
  };
}

function supported(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
  } catch {
    // A malformed tag.
    return undefined;
  }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function styles(
  names: (style: 'short' | 'long' | 'narrow') => readonly string[],
): Record<TextStyle, readonly string[]> {
  return { short: names('short'), full: names('long'), narrow: names('narrow') };
}

function part(locale: string, options: Intl.DateTimeFormatOptions, ms: number, type: string): string {
  const parts = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' }).formatToParts(ms);
  return parts.find((one) => one.type === type)?.value ?? '';
}
