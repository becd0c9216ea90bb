import type { Json } from '@toolstone/protocol';
import {
  brief,
  isSchema,
  type Schema,
  schemaList,
  schemaMap,
  stringList,
  typeOfValue,
  typesOf,
  withNotes,
  without,
} from './json-schema.ts';
import { mergeAll } from './merge-schemas.ts';

/**
 * A schema in the terms of Gemini's `FunctionDeclaration.parameters`, an OpenAPI 3.0 subset in which one unknown
 * keyword fails the whole request (https://ai.google.dev/api/caching#Schema). What the subset cannot say goes into
 * the description. Takes a schema without references; see `inlineRefs`.
 */
export function toGeminiSchema(schema: Schema): Schema {
  const flat = flattenAllOf(schema);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    if (Array.isArray(flat[keyword])) return convertChoices(flat, keyword);
  }
  const types = typesOf(flat);
  const named = types.length > 0 ? types : typesOfValues(flat);
  const isNullable = named.includes('null') || flat['nullable'] === true;
  const real = named.filter((type) => type !== 'null');
  // A number takes integers too.
  const distinct = real.includes('number') ? real.filter((type) => type !== 'integer') : real;
  const [only, ...others] = distinct;
  if (only === undefined) {
    return isNullable && named.length > 0 ? alwaysNull(flat) : nullable(anything(flat), isNullable);
  }
  if (others.length === 0) return nullable(convertTyped(flat, only), isNullable);
  const choices = distinct.map((type) => convertTyped(without(flat, ['description', 'title', 'default']), type));
  return nullable(described(flat, { anyOf: choices }), isNullable);
}

function flattenAllOf(schema: Schema): Schema {
  if (!Array.isArray(schema['allOf'])) return schema;
  const parts = schemaList(schema['allOf']).map(flattenAllOf);
  const own = without(schema, ['allOf']);
  return mergeAll([own, ...parts]) ?? withNotes(own, [`all of ${brief(parts)}`]);
}

function convertChoices(schema: Schema, keyword: 'anyOf' | 'oneOf'): Schema {
  const words = ['description', 'title', 'default', 'nullable', 'examples'];
  const shared = without(schema, [keyword, ...words]);
  let isNullable = schema['nullable'] === true;
  const choices: Schema[] = [];
  for (const choice of schemaList(schema[keyword])) {
    if (typesOf(choice).join() === 'null' || ('const' in choice && choice['const'] === null)) {
      isNullable = true;
      continue;
    }
    const whole = mergeAll([shared, choice]) ?? withNotes(choice, [`and ${brief(shared)}`]);
    const converted = toGeminiSchema(whole);
    const known = JSON.stringify(converted);
    if (!choices.some((other) => JSON.stringify(other) === known)) choices.push(converted);
  }
  const [only] = choices;
  if (only === undefined) return isNullable ? alwaysNull(schema) : nullable(anything(schema), isNullable);
  if (choices.length > 1) return nullable(described(schema, { anyOf: choices }), isNullable);
  const own = schema['description'];
  const inner = only['description'];
  const description = [own, inner].filter((text) => typeof text === 'string' && text !== '').join(' ');
  return nullable({ ...only, ...(description === '' ? {} : { description }) }, isNullable);
}

function convertTyped(schema: Schema, type: string): Schema {
  const notes: string[] = [];
  const out: Record<string, Json> = { type };
  const values = valuesOf(schema)?.filter((value) => fits(value, type));
  if (values !== undefined) {
    // Only non-empty strings may be listed.
    if (type === 'string' && values.every((value) => value !== '') && values.length > 0) out['enum'] = values;
    else if (values.length > 0) notes.push(`one of ${values.map((value) => brief(value, 60)).join(', ')}`);
  }
  if (type === 'object') convertObject(schema, out, notes);
  else if (type === 'array') convertArray(schema, out, notes);
  else if (type === 'string') convertString(schema, out, notes);
  else if (type === 'number' || type === 'integer') convertNumber(schema, type, out, notes);
  notes.push(...otherNotes(schema));
  return withNotes(described(schema, out, false), notes);
}

const objectKeywords = ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'];
const arrayKeywords = ['items', 'prefixItems', 'minItems', 'maxItems'];
const stringKeywords = ['format', 'pattern', 'minLength', 'maxLength'];
const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const handled = new Set([
  'type',
  'description',
  'title',
  'nullable',
  'enum',
  'const',
  '$defs',
  'definitions',
  'deprecated',
  'readOnly',
  'writeOnly',
  'propertyOrdering',
  'anyOf',
  'oneOf',
  'allOf',
  ...objectKeywords,
  ...arrayKeywords,
  ...stringKeywords,
  ...numberKeywords,
]);

function otherNotes(schema: Schema): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (handled.has(key) || key.startsWith('$') || key.startsWith('x-')) return [];
    if (key === 'uniqueItems') return value === true ? ['no item twice'] : [];
    if (key === 'unevaluatedProperties') return [];
    return [`${key}: ${brief(value)}`];
  });
}

function convertObject(schema: Schema, out: Record<string, Json>, notes: string[]): void {
  const properties = schemaMap(schema['properties']);
  const names = Object.keys(properties);
  const required = [...new Set(stringList(schema['required']))];
  if (names.length > 0) {
    out['properties'] = Object.fromEntries(names.map((name) => [name, toGeminiSchema(properties[name] ?? {})]));
    const declared = required.filter((name) => Object.hasOwn(properties, name));
    if (declared.length > 0) out['required'] = declared;
  }
  const undeclared = required.filter((name) => !Object.hasOwn(properties, name));
  if (undeclared.length > 0) notes.push(`needs ${undeclared.join(', ')}`);
  const others = schema['additionalProperties'];
  if (isSchema(others) && Object.keys(others).length > 0) notes.push(`other keys hold ${brief(others)}`);
  copyNumbers(schema, ['minProperties', 'maxProperties'], out);
}

function convertArray(schema: Schema, out: Record<string, Json>, notes: string[]): void {
  const tuple = schemaList(schema['prefixItems']);
  const rest = schema['items'];
  if (tuple.length > 0) {
    notes.push(`in this order: ${tuple.map((item) => brief(item, 80)).join(', ')}`);
    const choices = isSchema(rest) ? [...tuple, rest] : tuple;
    out['items'] = toGeminiSchema({ anyOf: [...choices] });
  } else {
    out['items'] = toGeminiSchema(isSchema(rest) ? rest : {});
  }
  copyNumbers(schema, ['minItems', 'maxItems'], out);
}

function convertString(schema: Schema, out: Record<string, Json>, notes: string[]): void {
  const format = schema['format'];
  if (format === 'date-time') out['format'] = format;
  else if (typeof format === 'string' && format !== 'enum') notes.push(`format: ${format}`);
  const pattern = schema['pattern'];
  // RE2 has no look-around and no back-references.
  if (typeof pattern === 'string' && !/\(\?[=!<]|\\[1-9]/.test(pattern)) out['pattern'] = pattern;
  else if (typeof pattern === 'string') notes.push(`pattern: ${pattern}`);
  copyNumbers(schema, ['minLength', 'maxLength'], out);
}

function convertNumber(schema: Schema, type: string, out: Record<string, Json>, notes: string[]): void {
  const format = schema['format'];
  const known = type === 'integer' ? ['int32', 'int64'] : ['float', 'double'];
  if (typeof format === 'string') {
    if (known.includes(format)) out['format'] = format;
    else notes.push(`format: ${format}`);
  }
  copyNumbers(schema, ['minimum', 'maximum'], out);
  const above = schema['exclusiveMinimum'];
  const below = schema['exclusiveMaximum'];
  if (typeof above === 'number') {
    if (type === 'integer') out['minimum'] = Math.max(Math.floor(above) + 1, asBound(out['minimum'], -Infinity));
    else notes.push(`greater than ${above}`);
  }
  if (typeof below === 'number') {
    if (type === 'integer') out['maximum'] = Math.min(Math.ceil(below) - 1, asBound(out['maximum'], Infinity));
    else notes.push(`less than ${below}`);
  }
}

function asBound(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function copyNumbers(schema: Schema, keys: readonly string[], out: Record<string, Json>): void {
  for (const key of keys) {
    const value = schema[key];
    if (typeof value === 'number') out[key] = value;
  }
}

function valuesOf(schema: Schema): readonly Json[] | undefined {
  if ('const' in schema) return [schema['const'] ?? null];
  const listed = schema['enum'];
  return Array.isArray(listed) ? listed : undefined;
}

function typesOfValues(schema: Schema): readonly string[] {
  return [...new Set((valuesOf(schema) ?? []).map(typeOfValue))];
}

function fits(value: Json, type: string): boolean {
  const own = typeOfValue(value);
  return own === type || (own === 'integer' && type === 'number');
}

function nullable(schema: Schema, isNullable: boolean): Schema {
  return isNullable ? { ...schema, nullable: true } : schema;
}

function alwaysNull(schema: Schema): Schema {
  return { ...withNotes(described(schema, { type: 'string' }, false), ['always null']), nullable: true };
}

/** The subset has no "anything": it is spelled out. */
function anything(schema: Schema): Schema {
  const notes = otherNotes(schema);
  const choices = [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
    { type: 'array', items: { type: 'string' } },
  ];
  return withNotes(described(schema, { anyOf: choices }, false), ['any JSON value', ...notes]);
}

function described(schema: Schema, converted: Schema, withDefault = true): Schema {
  const text = schema['description'] ?? schema['title'];
  const out = typeof text === 'string' && text !== '' ? { ...converted, description: text } : converted;
  return withDefault && schema['default'] !== undefined
    ? withNotes(out, [`default: ${brief(schema['default'])}`])
    : out;
}
