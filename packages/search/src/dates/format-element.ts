/** The parts of which a date format is made: each reads a piece of text into fields, and prints it from them. */
export type NumberField =
  | 'year'
  | 'weekYear'
  | 'month'
  | 'quarter'
  | 'day'
  | 'dayOfYear'
  | 'week'
  | 'weekOfMonth'
  | 'alignedWeekOfMonth'
  | 'weekday'
  | 'hour'
  | 'clockHour'
  | 'hourOfHalf'
  | 'clockHourOfHalf'
  | 'minute'
  | 'second'
  | 'nano'
  | 'milliOfDay'
  | 'nanoOfDay';

export type TextField = 'month' | 'weekday' | 'half' | 'era' | 'quarter';
export type TextStyle = 'short' | 'full' | 'narrow';

export interface NumberElement {
  readonly kind: 'number';
  readonly field: NumberField;
  readonly min: number;
  readonly max: number;
  /** `exceeds`: a plus stands exactly before more digits than `min`; `normal`: a minus may stand. */
  readonly sign: 'never' | 'normal' | 'exceeds';
  /** Digits at least when printing, where this is more than is read. */
  readonly printMin?: number;
  /** The least value that may be read. */
  readonly least?: number;
  /** Two digits after this year. */
  readonly base?: number;
  /** Digits that the fixed numbers after this one need. */
  readonly reserve?: number;
}

export interface OffsetElement {
  readonly kind: 'offset';
  readonly hasColon: boolean;
  /** `auto`: only where they are not zero. */
  readonly minutes: 'auto' | 'always';
  readonly hasSeconds: boolean;
  /** The text for no offset: `Z`, or empty for zeros. */
  readonly zero: string;
}

export type FormatElement =
  | { readonly kind: 'literal'; readonly text: string; readonly ignoresCase?: boolean }
  | NumberElement
  | {
      readonly kind: 'fraction';
      readonly min: number;
      readonly max: number;
      readonly points: string;
      readonly printMin?: number;
    }
  | { readonly kind: 'text'; readonly field: TextField; readonly style: TextStyle }
  | OffsetElement
  | { readonly kind: 'localizedOffset'; readonly isFull: boolean }
  | { readonly kind: 'zoneId' }
  | { readonly kind: 'zoneName'; readonly style: 'short' | 'long' }
  | { readonly kind: 'optional'; readonly elements: readonly FormatElement[] }
  | { readonly kind: 'either'; readonly elements: readonly FormatElement[] }
  | { readonly kind: 'pad'; readonly width: number; readonly element: FormatElement };

/** What has been read of a date; absent where the format or text had none. */
export interface DateFields {
  year?: number;
  weekYear?: number;
  month?: number;
  quarter?: number;
  day?: number;
  dayOfYear?: number;
  week?: number;
  weekOfMonth?: number;
  alignedWeekOfMonth?: number;
  weekday?: number;
  hour?: number;
  clockHour?: number;
  hourOfHalf?: number;
  clockHourOfHalf?: number;
  minute?: number;
  second?: number;
  nano?: number;
  milliOfDay?: number;
  nanoOfDay?: number;
  /** 0 for AM. */
  half?: number;
  /** 0 for BC. */
  era?: number;
  offsetMs?: number;
  zoneId?: string;
}

export const literal = (text: string): FormatElement => ({ kind: 'literal', text });

export const optional = (...elements: readonly FormatElement[]): FormatElement => ({ kind: 'optional', elements });

/** A number of exactly `width` digits. */
export const fixed = (field: NumberField, width: number): NumberElement => ({
  kind: 'number',
  field,
  min: width,
  max: width,
  sign: 'never',
});

/** A number of up to `max` digits, printed with at least `printMin`. */
export const flexible = (field: NumberField, max: number, printMin = max): NumberElement => ({
  kind: 'number',
  field,
  min: 1,
  max,
  sign: 'never',
  printMin,
});
