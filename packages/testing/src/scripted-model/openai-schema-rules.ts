import { isObject, listOf, looseObject } from './loose.ts';
import { wrongType } from './openai-violations.ts';
import type { Violation } from './wire.ts';

/** The rules for the schema of a function's parameters; stricter when the function is `strict`. */
export function* checkOpenAiSchema(options: {
  readonly name: string;
  readonly schema: unknown;
  readonly isStrict: boolean;
  readonly param: string;
}): Generator<Violation> {
  const { name, schema, isStrict, param } = options;
  if (schema === undefined || schema === null) return;
  const invalid = (detail: string): Violation => ({
    message: `Invalid schema for function '${name}': ${detail}`,
    param,
    code: 'invalid_function_parameters',
  });
  if (!isObject(schema)) {
    yield wrongType(param, 'an object', schema);
    return;
  }
  const root = looseObject<'type' | 'properties' | 'oneOf' | 'anyOf' | 'allOf' | 'enum' | 'not' | '$ref'>(schema);
  if (root.type !== 'object' && Object.keys(schema).length > 0) {
    const found = typeof root.type === 'string' ? `"${root.type}"` : 'None';
    yield invalid(`schema must be a JSON Schema of 'type: "object"', got 'type: ${found}'.`);
  }
  if (root.type === 'object' && root.properties === undefined) {
    yield invalid('In context=(), object schema missing properties.');
  }
  if (['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some((key) => key in schema)) {
    yield invalid("schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.");
  }
  for (const detail of schemaFaults(schema, [], isStrict)) yield invalid(detail);
}

type Node =
  | 'type'
  | 'properties'
  | 'items'
  | 'required'
  | 'additionalProperties'
  | 'anyOf'
  | '$defs'
  | 'definitions'
  | '$ref';

/** Keywords outside of the subset that strict functions allow (platform.openai.com/docs/guides/structured-outputs). */
const refusedWhenStrict = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'unevaluatedProperties',
  'uniqueItems',
  'contains',
  'default',
] as const;

function* schemaFaults(schema: unknown, path: readonly string[], isStrict: boolean): Generator<string> {
  if (!isObject(schema)) return;
  const node = looseObject<Node>(schema);
  const context = `In context=${pythonTuple(path)}, `;
  const types = Array.isArray(node.type) ? node.type : [node.type];
  if (types.includes('array') && node.items === undefined && !('prefixItems' in schema)) {
    yield `${context}array schema missing items.`;
  }
  if (isStrict) yield* strictFaults(schema, context);
  for (const [key, child] of Object.entries(isObject(node.properties) ? node.properties : {})) {
    yield* schemaFaults(child, [...path, 'properties', key], isStrict);
  }
  yield* schemaFaults(node.items, [...path, 'items'], isStrict);
  for (const [index, child] of listOf(node.anyOf).entries()) {
    yield* schemaFaults(child, [...path, 'anyOf', String(index)], isStrict);
  }
  for (const key of ['$defs', 'definitions'] as const) {
    const defined = node[key];
    for (const [name, child] of Object.entries(isObject(defined) ? defined : {})) {
      yield* schemaFaults(child, [...path, key, name], isStrict);
    }
  }
}

function* strictFaults(schema: Readonly<Record<string, unknown>>, context: string): Generator<string> {
  for (const key of refusedWhenStrict) {
    if (key in schema) yield `${context}'${key}' is not permitted.`;
  }
  const node = looseObject<Node>(schema);
  const types = Array.isArray(node.type) ? node.type : [node.type];
  if (types.includes('object') || node.properties !== undefined) {
    const required = listOf(node.required);
    const absent = Object.keys(isObject(node.properties) ? node.properties : {}).find((key) => !required.includes(key));
    if (absent !== undefined) {
      yield `${context}'required' is required to be supplied and to be an array including every key in properties. Missing '${absent}'.`;
    }
    if (node.additionalProperties !== false) {
      yield `${context}'additionalProperties' is required to be supplied and to be false.`;
    }
    return;
  }
  if (
    node.type === undefined &&
    node.anyOf === undefined &&
    node.$ref === undefined &&
    !('enum' in schema || 'const' in schema)
  ) {
    yield `${context}schema must have a 'type' key.`;
  }
}

/** OpenAI writes the place of a fault as Python does: `()`, `('properties',)`, `('properties', 'a')`. */
function pythonTuple(path: readonly string[]): string {
  const quoted = path.map((step) => `'${step}'`);
  return quoted.length === 1 ? `(${quoted[0]},)` : `(${quoted.join(', ')})`;
}
