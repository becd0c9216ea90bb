import type { Json } from '@toolstone/protocol';
import { isSchema, type Schema } from './json-schema.ts';

const mapKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const listKeywords = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const schemaKeywords = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'items',
]);

/**
 * The schema in the terms of draft 2020-12: what older drafts wrote in another way (tuples as a list of `items`,
 * `exclusiveMinimum: true`, `required: true` on a property, `id`) is written anew, and keywords of no meaning to a
 * model go away.
 */
export function modernize(schema: Schema): Schema {
  const out: Record<string, Json> = {};
  const raised: string[] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (!isWellTyped(key, value)) continue;
    if (key === '$schema' || key === '$id' || key === '$comment' || key === '$anchor') continue;
    if (key === 'id' && typeof value === 'string' && ('type' in schema || '$schema' in schema)) continue;
    if (mapKeywords.has(key) && isSchema(value)) {
      if (key === 'properties') raised.push(...requiredByItself(value));
      out[key] = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, modernizeValue(item)]));
    } else if (listKeywords.has(key) && Array.isArray(value)) {
      out[key] = value.map((item: Json) => modernizeValue(item));
    } else if (key === 'items' && Array.isArray(value)) {
      out['prefixItems'] = value.map((item: Json) => modernizeValue(item));
      if (schema['additionalItems'] !== undefined) out['items'] = modernizeValue(schema['additionalItems']);
    } else if (key === 'additionalItems') {
      // Taken with `items`, where it has a meaning.
    } else if (schemaKeywords.has(key)) {
      out[key] = modernizeValue(value);
    } else if (key === 'exclusiveMinimum' && typeof value === 'boolean') {
      if (value && typeof schema['minimum'] === 'number') out['exclusiveMinimum'] = schema['minimum'];
    } else if (key === 'exclusiveMaximum' && typeof value === 'boolean') {
      if (value && typeof schema['maximum'] === 'number') out['exclusiveMaximum'] = schema['maximum'];
    } else if (key === 'minimum' && schema['exclusiveMinimum'] === true) {
      // Said by exclusiveMinimum.
    } else if (key === 'maximum' && schema['exclusiveMaximum'] === true) {
      // Said by exclusiveMaximum.
    } else if (key === 'required' && !Array.isArray(value)) {
      // Draft 3: raised to the object that holds this property.
    } else {
      out[key] = value;
    }
  }
  if (raised.length > 0) {
    const listed = Array.isArray(out['required']) ? out['required'] : [];
    out['required'] = [...new Set([...listed, ...raised])];
  }
  return out;
}

function modernizeValue(value: Json): Json {
  return isSchema(value) ? modernize(value) : value;
}

function requiredByItself(properties: Schema): string[] {
  return Object.entries(properties).flatMap(([name, item]) =>
    isSchema(item) && item['required'] === true ? [name] : [],
  );
}

const textKeywords = new Set([
  '$ref',
  '$dynamicRef',
  'description',
  'title',
  'format',
  'pattern',
  'contentEncoding',
  'contentMediaType',
]);
const countKeywords = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']);
const numberKeywords = new Set(['minimum', 'maximum', 'multipleOf']);

/** False for a keyword whose value is of a type that it cannot have: it says nothing, and providers refuse it. */
function isWellTyped(key: string, value: Json): boolean {
  if (textKeywords.has(key)) return typeof value === 'string';
  if (countKeywords.has(key)) return typeof value === 'number' && Number.isInteger(value) && value >= 0;
  if (numberKeywords.has(key)) return typeof value === 'number';
  if (mapKeywords.has(key)) return isSchema(value);
  if (listKeywords.has(key)) return Array.isArray(value) && value.length > 0 && value.every(isSubschema);
  if (key === 'items') return isSubschema(value) || (Array.isArray(value) && value.every(isSubschema));
  if (schemaKeywords.has(key) || key === 'additionalItems') return isSubschema(value);
  if (key === 'exclusiveMinimum' || key === 'exclusiveMaximum')
    return typeof value === 'number' || typeof value === 'boolean';
  if (key === 'type') return isTypeName(value) || (Array.isArray(value) && value.length > 0 && value.every(isTypeName));
  if (key === 'enum') return Array.isArray(value) && value.length > 0;
  if (key === 'required')
    return (
      typeof value === 'boolean' || (Array.isArray(value) && value.every((name: Json) => typeof name === 'string'))
    );
  return true;
}

function isSubschema(value: Json): boolean {
  return typeof value === 'boolean' || isSchema(value);
}

function isTypeName(value: Json): boolean {
  return (
    typeof value === 'string' && ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].includes(value)
  );
}
