/** The numeric field types. Values are numbers; of `long` and `unsigned_long` those beyond 2^53 are bigint. */
export type NumberKind =
  | 'byte'
  | 'short'
  | 'integer'
  | 'long'
  | 'unsigned_long'
  | 'half_float'
  | 'float'
  | 'double'
  | 'scaled_float';

export type IntegerKind = 'byte' | 'short' | 'integer' | 'long' | 'unsigned_long';
export type FloatKind = 'half_float' | 'float' | 'double';

export interface IntegerRange {
  readonly min: bigint;
  readonly max: bigint;
  /** `a byte`, `an integer`: as messages name it. */
  readonly article: string;
}

export const integerRanges: Readonly<Record<IntegerKind, IntegerRange>> = {
  byte: { min: -128n, max: 127n, article: 'a byte' },
  short: { min: -32768n, max: 32767n, article: 'a short' },
  integer: { min: -2147483648n, max: 2147483647n, article: 'an integer' },
  long: { min: -9223372036854775808n, max: 9223372036854775807n, article: 'a long' },
  unsigned_long: { min: 0n, max: 18446744073709551615n, article: 'an unsigned long' },
};

export const isIntegerKind = (kind: NumberKind): kind is IntegerKind => kind in integerRanges;

/** A number where a double holds the integer exactly, else the bigint. */
export function compactInteger(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}
