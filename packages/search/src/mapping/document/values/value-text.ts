import { EsError } from '../../../error/es-error.ts';
import { isJsonObject } from '../../../json/json-kinds.ts';
import { ExactNumber, type JsonValue } from '../../../json/json-value.ts';
import type { FieldType } from '../../field-type.ts';
import type { IndexedPlace } from '../indexed-place.ts';

/** The text of a scalar as it stands in the document; throws for objects. */
export const textOfValue = (value: JsonValue): string => {
  if (typeof value === 'string') return value;
  if (value instanceof ExactNumber) return value.text;
  if (isJsonObject(value) || Array.isArray(value)) {
    throw new EsError({
      type: 'illegal_state_exception',
      status: 400,
      reason: `Can't get text on a ${Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT'}`,
    });
  }
  return String(value);
};

/** Fields without a column are found by `exists` through the list of field names that each document keeps. */
export const markPresent = (field: FieldType, { sinks }: IndexedPlace): void => {
  if (field.storage !== null && field.storage.column === null) for (const sink of sinks) sink.markPresent(field.name);
};

/**
 * Runs `parse`; where the field ignores malformed values a refusal only marks the field as ignored and gives undefined.
 */
export const unlessMalformed = <T>(field: FieldType, place: IndexedPlace, parse: () => T): T | undefined => {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof EsError) || !field.ignoreMalformed) throw error;
    for (const sink of place.sinks) sink.markIgnored(field.name);
    return undefined;
  }
};
