import { EsError } from '../error/es-error.ts';

const javaNumber = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;

/** The double of a text as Java's `Double.parseDouble` reads it (blanks around, `1f`, `NaN`); refused with Java's words. */
export function parseJavaDouble(text: string): number {
  const trimmed = text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '');
  if (trimmed === '') throw numberFormat('empty String');
  if (!javaNumber.test(trimmed)) throw numberFormat(`For input string: "${text.trim()}"`);
  return Number(trimmed.replace(/[fFdD]$/, ''));
}

export const numberFormat = (reason: string): EsError =>
  new EsError({ type: 'number_format_exception', status: 400, reason });

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;

/** A decimal text taken apart: its integer part, exact, and whether anything follows it. */
export interface DecimalParts {
  /** Undefined when the integer has more than 400 digits: beyond every range here. */
  readonly integer: bigint | undefined;
  readonly isNegative: boolean;
  readonly hasFraction: boolean;
}

/** The parts of a decimal text (`-12.5e3`); undefined when it is none. */
export function decimalParts(text: string): DecimalParts | undefined {
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const whole = match[2] ?? '';
  const fraction = match[3] ?? '';
  if (whole === '' && fraction === '') return undefined;
  const isNegative = match[1] === '-';
  const digits = whole + fraction;
  const point = whole.length + Number(match[4] ?? 0);
  const first = digits.search(/[1-9]/);
  if (first < 0) return { integer: 0n, isNegative, hasFraction: false };
  if (point - first > 400) return { integer: undefined, isNegative, hasFraction: false };
  const kept = point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0');
  const rest = point <= 0 ? digits : digits.slice(point);
  const size = BigInt(kept === '' ? 0 : kept);
  return { integer: isNegative ? -size : size, isNegative, hasFraction: /[1-9]/.test(rest) };
}
