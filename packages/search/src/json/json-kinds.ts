import { ExactNumber, type JsonObject, type JsonValue, RawJson } from './json-value.ts';

/** True for an object, not for an array, null or a wrapped number. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber) &&
    !(value instanceof RawJson)
  );
}

export const isJsonArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
