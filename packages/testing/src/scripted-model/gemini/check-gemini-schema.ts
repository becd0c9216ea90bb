import { isObject, listOf, looseObject, stringOf } from '../loose.ts';
import type { Violation } from '../wire.ts';
import { camel, unknownName } from './gemini-names.ts';

/** Fields of Schema (ai.google.dev/api/caching#Schema); any other keyword is unknown to the protocol. */
const schemaFields = new Set(
  (
    'type format title description nullable enum maxItems minItems properties required minProperties maxProperties ' +
    'minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum'
  ).split(' '),
);
const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

type Node = 'type' | 'enum' | 'items' | 'properties' | 'required' | 'anyOf' | 'format';

/** Rules for `parameters`: a Schema of the protocol, which is less than JSON Schema. */
export function* checkGeminiSchema(schema: unknown, place: string): Generator<Violation> {
  if (schema === undefined) return;
  if (!isObject(schema)) {
    yield { message: `Invalid value at '${place}' (type.googleapis.com/google.ai.generativelanguage.v1beta.Schema)` };
    return;
  }
  for (const field of Object.keys(schema)) {
    if (!schemaFields.has(camel(field))) yield unknownName(field, place);
  }
  const node = looseObject<Node>(schema);
  if (Array.isArray(node.type)) {
    yield { message: `Proto field is not repeating, cannot start list at '${place}.type'.` };
    return;
  }
  if (node.type === undefined && node.anyOf === undefined) {
    yield {
      message: `Unable to submit request because the schema at '${place}' didn't specify the schema type field.`,
    };
  }
  const type = stringOf(node.type).toLowerCase();
  if (node.type !== undefined && !types.includes(type)) {
    yield {
      message: `Invalid value at '${place}.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), "${stringOf(node.type)}"`,
    };
  }
  const full = `* GenerateContentRequest.${place}`;
  if (type === 'array' && node.items === undefined) yield { message: `${full}.items: missing field.` };
  if (node.properties !== undefined && type !== 'object') {
    yield { message: `${full}.properties: only allowed for OBJECT type` };
  }
  yield* checkEnum(node, place, type);
  if (type === 'string' && node.format !== undefined && !['enum', 'date-time'].includes(stringOf(node.format))) {
    yield { message: `${full}.format: only 'enum' and 'date-time' are supported for STRING type` };
  }
  yield* checkChildren(node, place);
}

function* checkEnum(node: { readonly enum?: unknown }, place: string, type: string): Generator<Violation> {
  if (node.enum === undefined) return;
  const full = `* GenerateContentRequest.${place}`;
  for (const [index, value] of listOf(node.enum).entries()) {
    if (typeof value !== 'string') {
      yield { message: `Invalid value at '${place}.enum[${index}]' (TYPE_STRING), ${JSON.stringify(value)}` };
    } else if (value === '') {
      yield { message: `${full}.enum[${index}]: cannot be empty` };
    }
  }
  if (type !== 'string') yield { message: `${full}.enum: only allowed for STRING type` };
}

function* checkChildren(node: { readonly [key in Node]?: unknown }, place: string): Generator<Violation> {
  const properties = isObject(node.properties) ? node.properties : {};
  for (const [index, name] of listOf(node.required).entries()) {
    if (typeof name !== 'string' || !(name in properties)) {
      yield { message: `* GenerateContentRequest.${place}.required[${index}]: property is not defined` };
    }
  }
  // The protocol's map has keys and values: that is how messages name a property.
  for (const [index, child] of Object.values(properties).entries()) {
    yield* checkGeminiSchema(child, `${place}.properties[${index}].value`);
  }
  if (node.items !== undefined) yield* checkGeminiSchema(node.items, `${place}.items`);
  for (const [index, child] of listOf(node.anyOf).entries())
    yield* checkGeminiSchema(child, `${place}.any_of[${index}]`);
}

/** Rules for `parametersJsonSchema`: any JSON Schema, but what stands beside a `$ref` is refused, not ignored. */
export function* checkGeminiJsonSchema(schema: unknown): Generator<Violation> {
  if (!isObject(schema)) return;
  const { $ref } = looseObject<'$ref'>(schema);
  if (
    $ref !== undefined &&
    Object.keys(schema).some((key) => !['$ref', 'description', 'default', '$defs'].includes(key))
  ) {
    yield {
      message: `\`Schema.ref\` '${stringOf($ref)}' was set alongside unsupported fields. If a schema node has \`Schema.ref\` set, then only \`description\` and \`default\` can be set alongside it; they refer to fields they expect to be set for the current schema node.`,
    };
  }
  const node = looseObject<'properties' | '$defs' | 'items' | 'anyOf' | 'additionalProperties'>(schema);
  const children = [
    ...Object.values(isObject(node.properties) ? node.properties : {}),
    ...Object.values(isObject(node.$defs) ? node.$defs : {}),
    ...listOf(node.anyOf),
    node.items,
    node.additionalProperties,
  ];
  for (const child of children) yield* checkGeminiJsonSchema(child);
}
