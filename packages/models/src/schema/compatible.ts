import type { Json } from '@toolstone/protocol';
import { brief, isSchema, type Schema, schemaList, withNotes, without } from './json-schema.ts';
import { mergeAll } from './merge-schemas.ts';

/**
 * A schema that local servers take, which turn it into a grammar or into a chat template: references written out,
 * `allOf` merged, tuples as plain lists, a pattern kept only where it is anchored (llama.cpp refuses others).
 */
export function toCompatibleSchema(schema: Schema): Schema {
  let flat = schema;
  const notes: string[] = [];
  if (Array.isArray(flat['allOf'])) {
    const own = without(flat, ['allOf']);
    const merged = mergeAll([own, ...schemaList(flat['allOf'])]);
    if (merged === undefined) notes.push(`all of ${brief(flat['allOf'])}`);
    flat = merged ?? own;
    if (merged !== undefined && Array.isArray(merged['allOf'])) return toCompatibleSchema(merged);
  }
  const out: Record<string, Json> = {};
  for (const [key, value] of Object.entries(flat)) {
    if (key === 'pattern' && typeof value === 'string' && !isSimplePattern(value)) notes.push(`pattern: ${value}`);
    else if (key === 'prefixItems' && Array.isArray(value)) {
      notes.push(`in this order: ${value.map((item: Json) => brief(item, 80)).join(', ')}`);
      if (!isSchema(flat['items'])) out['items'] = {};
    } else if (isUnsafe(key)) notes.push(`${key}: ${brief(value)}`);
    else out[key] = convertInside(key, value);
  }
  if (out['type'] === 'array' && out['items'] === undefined) out['items'] = {};
  return withNotes(out, notes);
}

function isSimplePattern(pattern: string): boolean {
  return pattern.startsWith('^') && pattern.endsWith('$') && !/\(\?|\\[1-9bB]/.test(pattern);
}

function isUnsafe(key: string): boolean {
  return [
    'not',
    'if',
    'then',
    'else',
    'patternProperties',
    'propertyNames',
    'dependentRequired',
    'dependentSchemas',
    'dependencies',
    'contains',
  ].includes(key);
}

function convertInside(key: string, value: Json): Json {
  if (key === 'properties' && isSchema(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, isSchema(item) ? toCompatibleSchema(item) : {}]),
    );
  }
  if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) return schemaList(value).map(toCompatibleSchema);
  if ((key === 'items' || key === 'additionalProperties') && isSchema(value)) return toCompatibleSchema(value);
  return value;
}
