import { isObject, looseObject, stringOf } from '../loose.ts';
import type { Violation } from '../wire.ts';
import type { AnthropicBody } from './anthropic-body.ts';

const maxNameLength = 128;
const namePattern = /^[a-zA-Z0-9_-]{1,128}$/;
const propertyPattern = /^[a-zA-Z0-9_.-]{1,64}$/;
const jsonTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const knownFields = [
  'name',
  'description',
  'input_schema',
  'type',
  'cache_control',
  'strict',
  'defer_loading',
  'allowed_callers',
  'input_examples',
  'eager_input_streaming',
];

/** The rules for tools that the client runs; tools of the provider (their type has a date) pass. */
export function* checkAnthropicTools(body: AnthropicBody): Generator<Violation> {
  if (body.tools === undefined) {
    if (body.tool_choice !== undefined) yield { message: 'tool_choice may only be specified while providing tools' };
    return;
  }
  if (!Array.isArray(body.tools)) {
    yield { message: 'tools: Input should be a valid list' };
    return;
  }
  const names = new Set<string>();
  for (const [index, entry] of body.tools.entries()) {
    const tool = looseObject<'name' | 'type' | 'input_schema'>(entry);
    const name = stringOf(tool.name);
    if (tool.type === undefined || tool.type === null || tool.type === 'custom') {
      yield* checkCustomTool(looseObject<'name' | 'input_schema'>(entry), `tools.${index}.custom`);
      for (const field of Object.keys(isObject(entry) ? entry : {})) {
        if (!knownFields.includes(field)) {
          yield { message: `tools.${index}.custom.${field}: Extra inputs are not permitted` };
        }
      }
    }
    if (names.has(name)) yield { message: 'tools: Tool names must be unique.' };
    names.add(name);
  }
  const choice = looseObject<'type' | 'name'>(body.tool_choice);
  if (choice.type === 'tool' && !names.has(stringOf(choice.name))) {
    yield { message: `Tool '${stringOf(choice.name)}' not found in provided tools` };
  }
}

function* checkCustomTool(
  tool: { readonly name?: unknown; readonly input_schema?: unknown },
  place: string,
): Generator<Violation> {
  if (tool.name === undefined) yield { message: `${place}.name: Field required` };
  else if (stringOf(tool.name).length > maxNameLength) {
    yield { message: `${place}.name: String should have at most ${maxNameLength} characters` };
  } else if (!namePattern.test(stringOf(tool.name))) {
    yield { message: `${place}.name: String should match pattern '${namePattern.source}'` };
  }
  if (tool.input_schema === undefined) {
    yield { message: `${place}.input_schema: Field required` };
    return;
  }
  if (!isObject(tool.input_schema)) {
    yield { message: `${place}.input_schema: Input should be a valid dictionary` };
    return;
  }
  const schema = looseObject<'type' | 'properties'>(tool.input_schema);
  if (schema.type === undefined) yield { message: `${place}.input_schema.type: Field required` };
  else if (schema.type !== 'object') yield { message: `${place}.input_schema.type: Input should be 'object'` };
  if (['oneOf', 'allOf', 'anyOf'].some((key) => isObject(tool.input_schema) && key in tool.input_schema)) {
    yield { message: `${place}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level` };
  }
  for (const key of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
    if (!propertyPattern.test(key)) {
      yield {
        message: `${place}.input_schema.properties: Property keys should match pattern '${propertyPattern.source}'`,
      };
    }
  }
  if (!isDraft2020(tool.input_schema)) {
    yield {
      message: `${place}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.`,
    };
  }
}

/** Whether the keywords that other drafts spell differently have their shape of draft 2020-12. */
function isDraft2020(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true;
  if (!isObject(schema)) return false;
  const node = looseObject<
    'type' | 'items' | 'required' | 'enum' | 'properties' | '$defs' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'anyOf'
  >(schema);
  const types = Array.isArray(node.type) ? node.type : node.type === undefined ? [] : [node.type];
  const children = [
    ...Object.values(isObject(node.properties) ? node.properties : {}),
    ...Object.values(isObject(node.$defs) ? node.$defs : {}),
    ...(Array.isArray(node.anyOf) ? node.anyOf : []),
    ...(node.items === undefined ? [] : [node.items]),
  ];
  return (
    types.every((type) => jsonTypes.includes(String(type))) &&
    (node.required === undefined || Array.isArray(node.required)) &&
    (node.enum === undefined || Array.isArray(node.enum)) &&
    (node.anyOf === undefined || Array.isArray(node.anyOf)) &&
    typeof node.exclusiveMinimum !== 'boolean' &&
    typeof node.exclusiveMaximum !== 'boolean' &&
    children.every(isDraft2020)
  );
}
