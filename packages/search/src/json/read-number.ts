import { jsonError, positionAt } from './json-error.ts';
import { failEnd, failLimit, failNumber, type Reader } from './json-failures.ts';
import { ExactNumber } from './json-value.ts';

const maxNumberLength = 1000;
const minus = 0x2d;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Reads a number; undefined where a minus begins `-Infinity`, which is a word. */
export function readNumber(reader: Reader): number | bigint | ExactNumber | undefined {
  const { text } = reader;
  const start = reader.at;
  let at = start;
  if (text.charCodeAt(at) === minus) at++;
  if (!isDigit(text.charCodeAt(at))) {
    reader.at = at;
    if (text.startsWith('Infinity', at)) return undefined;
    if (at >= text.length) throw failEnd(reader, 'Unexpected end-of-input in FIELD_NAME');
    throw failNumber(reader, 'expected digit (0-9) to follow minus sign, for valid numeric value');
  }
  if (text.charCodeAt(at) === 0x30 && isDigit(text.charCodeAt(at + 1))) {
    throw jsonError('Invalid numeric value: Leading zeroes not allowed', positionAt(text, at + 1));
  }
  while (isDigit(text.charCodeAt(at))) at++;
  let isInteger = true;
  if (text.charCodeAt(at) === 0x2e) {
    isInteger = false;
    at = requireDigit(reader, at, at + 1, 'Decimal point not followed by a digit');
  }
  if ((text.charCodeAt(at) | 0x20) === 0x65) {
    isInteger = false;
    const sign = text.charCodeAt(at + 1);
    const first = sign === minus || sign === 0x2b ? at + 2 : at + 1;
    at = requireDigit(reader, first - 1, first, 'Exponent indicator not followed by a digit');
  }
  reader.at = at;
  if (at - start > maxNumberLength) {
    reader.at = start;
    throw failLimit(reader, `Number value length (${at - start})`, maxNumberLength, 'getMaxNumberLength()');
  }
  const literal = text.slice(start, at);
  const value = Number(literal);
  if (reader.exact) {
    if (at - start < 16 && isInteger && literal !== '-0') return value;
    return String(value) === literal ? value : new ExactNumber(literal);
  }
  if (isInteger && !Number.isSafeInteger(value)) return BigInt(literal);
  return Number.isFinite(value) ? value : new ExactNumber(literal);
}

/** The offset after the digits from `first` on; without one the refusal names the character there, or at the end the one before. */
function requireDigit(reader: Reader, before: number, first: number, message: string): number {
  const { text } = reader;
  let at = first;
  while (isDigit(text.charCodeAt(at))) at++;
  if (at === first) {
    reader.at = first < text.length ? first : before;
    throw failNumber(reader, message);
  }
  return at;
}
