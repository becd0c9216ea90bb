import { isJsonArray, isJsonObject } from './json-kinds.ts';
import type { JsonObject, JsonValue } from './json-value.ts';

/**
 * All values at a dotted path: through nested objects, arrays of objects and keys with literal dots, in document order. Arrays of values
 * at the end are flattened; objects at the end are given whole; nulls are given.
 */
export function extractValues(source: JsonObject, path: string): JsonValue[] {
  const found: JsonValue[] = [];
  if (!path.includes('.')) {
    const value = Object.hasOwn(source, path) ? source[path] : undefined;
    if (value !== undefined) collect(value, found);
    return found;
  }
  descend(source, path, found);
  return found;
}

function descend(object: JsonObject, path: string, found: JsonValue[]): void {
  // Every prefix up to a dot, and the whole, may be a literal key: `a.b.c` is a→b.c, a.b→c, a→b→c or a.b.c.
  for (let dot = path.indexOf('.'); ; dot = path.indexOf('.', dot + 1)) {
    const key = dot < 0 ? path : path.slice(0, dot);
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (value !== undefined) {
      if (dot < 0) collect(value, found);
      else descendValue(value, path.slice(dot + 1), found);
    }
    if (dot < 0) return;
  }
}

function descendValue(value: JsonValue, path: string, found: JsonValue[]): void {
  if (isJsonObject(value)) descend(value, path, found);
  else if (isJsonArray(value)) for (const item of value) descendValue(item, path, found);
}

function collect(value: JsonValue, found: JsonValue[]): void {
  if (isJsonArray(value)) for (const item of value) collect(item, found);
  else found.push(value);
}
