import { illegalArgument } from '../../../error/es-error.ts';
import type { JsonValue } from '../../../json/json-value.ts';
import { parseFieldNumber, roundToKind, scaleFloat } from '../../../numbers/parse-number.ts';
import { analyzeWhole } from '../../analyze-whole.ts';
import type { BooleanField, NumberField, TokenCountField } from '../../field-type.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { textOfValue, unlessMalformed } from './value-text.ts';

export const indexNumber = (field: NumberField, value: JsonValue, place: IndexedPlace): void => {
  const given = value === null || value === '' ? emptyOf(field, value) : value;
  if (given === null) return;
  const number = unlessMalformed(field, place, () => columnNumber(field, given));
  if (number === undefined || field.storage === null) return;
  for (const sink of place.sinks) sink.addNumber(field.storage, number);
};

/** An empty string counts as no value where strings are coerced. */
const emptyOf = (field: NumberField, value: null | ''): JsonValue =>
  value === null || field.coerce ? field.nullValue : value;

/** The value as the field's column keeps it: `unsigned_long` less 2^63, `scaled_float` times its factor. */
export const columnNumber = (field: NumberField, value: JsonValue): number | bigint => {
  const parsed = parseFieldNumber(field.type, value, field.coerce);
  switch (field.type) {
    case 'scaled_float':
      return scaleFloat(Number(parsed), field.scalingFactor);
    case 'unsigned_long':
      return BigInt(parsed) - UNSIGNED_OFFSET;
    default:
      return typeof parsed === 'number' ? roundToKind(field.type, parsed) : parsed;
  }
};

/** What columns of `unsigned_long` fields take off, so that they fit a signed 64-bit integer. */
export const UNSIGNED_OFFSET = 2n ** 63n;

export const indexBoolean = (field: BooleanField, value: JsonValue, place: IndexedPlace): void => {
  const given = value === null ? field.nullValue : value;
  if (given === null) return;
  const flag = unlessMalformed(field, place, () => parseBoolean(given));
  if (flag === undefined || field.storage === null) return;
  for (const sink of place.sinks) sink.addNumber(field.storage, flag ? 1 : 0);
};

export const parseBoolean = (value: JsonValue): boolean => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false' || value === '') return false;
  throw illegalArgument(`Failed to parse value [${textOfValue(value)}] as only [true] or [false] are allowed.`);
};

export const indexTokenCount = (field: TokenCountField, value: JsonValue, place: IndexedPlace): void => {
  const given = value === null ? field.nullValue : value;
  if (given === null || field.storage === null) return;
  const count = value === null ? Number(textOfValue(given)) : countTokens(field, textOfValue(given));
  for (const sink of place.sinks) sink.addNumber(field.storage, count);
};

/** The field's terms: with increments also the places without a term, alternatives counted once. */
const countTokens = (field: TokenCountField, text: string): number => {
  const { tokens, endPosition } = analyzeWhole(field.analyzer, text);
  if (field.countsIncrements) return endPosition + 1;
  return new Set(tokens.map((token) => token.position)).size;
};
