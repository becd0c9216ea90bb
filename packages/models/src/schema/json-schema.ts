import type { Json, JsonObject } from '@toolstone/protocol';

/** A JSON Schema as a tool declares it: an object of keywords, of any draft. */
export type Schema = JsonObject;

export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `true` and `false` are schemas too; `true` allows anything, and a model is never told of what allows nothing. */
function toSchema(value: Json | undefined): Schema | undefined {
  if (value === true) return {};
  return isSchema(value) ? value : undefined;
}

export function schemaList(value: Json | undefined): readonly Schema[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: Json) => toSchema(item)).filter((schema) => schema !== undefined);
}

export function schemaMap(value: Json | undefined): Readonly<Record<string, Schema>> {
  if (!isSchema(value)) return {};
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const schema = toSchema(item);
    return schema === undefined ? [] : [[key, schema] as const];
  });
  return Object.fromEntries(entries);
}

export function stringList(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item: Json): item is string => typeof item === 'string') : [];
}

/** The types a schema names, or those that its other keywords imply; empty where any type may come. */
export function typesOf(schema: Schema): readonly string[] {
  const declared = schema['type'];
  if (typeof declared === 'string') return [declared];
  if (Array.isArray(declared)) return stringList(declared);
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return ['object'];
  if ('items' in schema || 'prefixItems' in schema) return ['array'];
  if ('pattern' in schema || 'minLength' in schema || 'maxLength' in schema) return ['string'];
  return [];
}

export function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The schema without some of its keywords. */
export function without(schema: Schema, keys: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}

/** The schema with notes added to its description, so that what a keyword said is not lost with the keyword. */
export function withNotes(schema: Schema, notes: readonly string[]): Schema {
  if (notes.length === 0) return schema;
  const own = schema['description'];
  const note = `(${notes.join('; ')})`;
  return { ...schema, description: typeof own === 'string' && own !== '' ? `${own} ${note}` : note };
}

/** A value in a note: JSON, cut where it is long. */
export function brief(value: Json, maxLength = 200): string {
  const text = JSON.stringify(value);
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
