import type { Json } from '@toolstone/protocol';
import { resolvePointer } from './inline-refs.ts';
import { isSchema, type Schema, schemaList, schemaMap, stringList, typeOfValue } from './json-schema.ts';

/** For tests: whether a value fits a schema, for the keywords that the adapted forms use. */
export function accepts(schema: Schema, value: Json, root: Schema = schema): boolean {
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const target = resolvePointer(root, ref);
    return !isSchema(target) || accepts(target, value, root);
  }
  if (value === null && schema['nullable'] === true) return true;
  const inner = (part: Schema) => accepts(part, value, root);
  if (Array.isArray(schema['anyOf']) && !schemaList(schema['anyOf']).some(inner)) return false;
  if (Array.isArray(schema['oneOf']) && !schemaList(schema['oneOf']).some(inner)) return false;
  if (Array.isArray(schema['allOf']) && !schemaList(schema['allOf']).every(inner)) return false;
  if ('const' in schema && !isEqual(schema['const'] ?? null, value)) return false;
  if (Array.isArray(schema['enum']) && !schema['enum'].some((known: Json) => isEqual(known, value))) return false;
  if (!hasType(schema['type'], value)) return false;
  if (typeof value === 'number') return inRange(schema, value);
  if (typeof value === 'string')
    return value.length >= bound(schema['minLength'], 0) && value.length <= bound(schema['maxLength'], Infinity);
  if (Array.isArray(value)) return itemsFit(schema, value, root);
  return value === null || typeof value !== 'object' || propertiesFit(schema, value as Schema, root);
}

function propertiesFit(schema: Schema, value: Schema, root: Schema): boolean {
  const properties = schemaMap(schema['properties']);
  const others = schema['additionalProperties'];
  return (
    stringList(schema['required']).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, item]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property !== undefined) return accepts(property, item, root);
      return others !== false && (!isSchema(others) || accepts(others, item, root));
    })
  );
}

function itemsFit(schema: Schema, value: readonly Json[], root: Schema): boolean {
  const tuple = schemaList(schema['prefixItems']);
  const rest = schema['items'];
  return value.every((item, i) => {
    const own = tuple[i] ?? (isSchema(rest) ? rest : undefined);
    return own === undefined || accepts(own, item, root);
  });
}

function inRange(schema: Schema, value: number): boolean {
  return (
    value >= bound(schema['minimum'], -Infinity) &&
    value <= bound(schema['maximum'], Infinity) &&
    value > bound(schema['exclusiveMinimum'], -Infinity) &&
    value < bound(schema['exclusiveMaximum'], Infinity)
  );
}

function bound(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function hasType(declared: Json | undefined, value: Json): boolean {
  const types = typeof declared === 'string' ? [declared] : stringList(declared);
  const own = typeOfValue(value);
  return types.length === 0 || types.includes(own) || (own === 'integer' && types.includes('number'));
}

function isEqual(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const geminiKeywords = new Set(
  'type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum'.split(
    ' ',
  ),
);

/** For tests: what Gemini's schema type would refuse, each as a path. */
export function refusedByGemini(schema: Schema, path = '#'): readonly string[] {
  const type = schema['type'];
  const bad: string[] = [];
  for (const key of Object.keys(schema)) if (!geminiKeywords.has(key)) bad.push(`${path}/${key}`);
  if (type === undefined && schema['anyOf'] === undefined) bad.push(`${path} has no type`);
  if (
    type !== undefined &&
    (typeof type !== 'string' || !['string', 'number', 'integer', 'boolean', 'array', 'object'].includes(type))
  )
    bad.push(`${path}/type`);
  if (type === 'array' && !isSchema(schema['items'])) bad.push(`${path} has no items`);
  if (type === 'string' && schema['format'] !== undefined && schema['format'] !== 'date-time')
    bad.push(`${path}/format`);
  if (schema['enum'] !== undefined && (type !== 'string' || !stringList(schema['enum']).every((v) => v !== '')))
    bad.push(`${path}/enum`);
  if (Array.isArray(schema['enum']) && stringList(schema['enum']).length !== schema['enum'].length)
    bad.push(`${path}/enum`);
  const properties = schemaMap(schema['properties']);
  for (const name of stringList(schema['required']))
    if (!Object.hasOwn(properties, name)) bad.push(`${path}/required/${name}`);
  for (const [name, property] of Object.entries(properties))
    bad.push(...refusedByGemini(property, `${path}/properties/${name}`));
  if (isSchema(schema['items'])) bad.push(...refusedByGemini(schema['items'], `${path}/items`));
  for (const [i, choice] of schemaList(schema['anyOf']).entries())
    bad.push(...refusedByGemini(choice, `${path}/anyOf/${i}`));
  return bad;
}
