import { ExactNumber, type JsonValue } from './json-value.ts';

/** The name that Elasticsearch's messages give to a value: `START_OBJECT`, `VALUE_STRING` and so on. */
export function tokenName(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'VALUE_NULL';
  switch (typeof value) {
    case 'string':
      return 'VALUE_STRING';
    case 'boolean':
      return 'VALUE_BOOLEAN';
    case 'number':
    case 'bigint':
      return 'VALUE_NUMBER';
    default:
      if (value instanceof ExactNumber) return 'VALUE_NUMBER';
      return Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
  }
}
