import type { Json } from '@toolstone/protocol';
import { z } from 'zod';
import type { AnyTool } from './define-tool.ts';

type Parameters = { readonly [key: string]: Json };
const cache = new WeakMap<AnyTool, Parameters>();

/** The JSON Schema of a tool's input, as models and exports get it: an object schema without the marks of the generator. */
export function inputSchema(tool: AnyTool): Parameters {
  const known = cache.get(tool);
  if (known) return known;
  if (tool.parameters) return tool.parameters;
  // The generator's output is JSON by construction; its own type also allows functions for unrelated targets.
  const schema = strip(z.toJSONSchema(tool.input, { io: 'input' }) as unknown as Json) as Parameters;
  cache.set(tool, schema);
  return schema;
}

/** Drops what costs tokens and tells a model nothing. */
function strip(node: Json): Json {
  if (Array.isArray(node)) return node.map(strip);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !isNoise(key, value))
      .map(([key, value]) => [key, strip(value)]),
  );
}

const isNoise = (key: string, value: Json): boolean =>
  key === '$schema' ||
  (key === 'additionalProperties' && value === false) ||
  ((key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);

/** The arguments of a tool in one line, for error texts: `{"path": string, "mode"?: "overwrite" | "append"}`. */
export function describeShape(tool: AnyTool): string {
  return describeObject(inputSchema(tool));
}

function describeObject(schema: Parameters): string {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const members = Object.entries(properties).map(
    ([name, property]) => `"${name}"${required.includes(name) ? '' : '?'}: ${describeType(property)}`,
  );
  return `{${members.join(', ')}}`;
}

function describeType(schema: Json): string {
  if (!isObject(schema)) return 'any';
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const variants = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(variants)) return variants.map(describeType).join(' | ');
  if (schema['type'] === 'object') return describeObject(schema);
  if (schema['type'] === 'array') return `[${describeType(schema['items'] ?? {})}, …]`;
  return typeof schema['type'] === 'string' ? schema['type'] : 'any';
}

const isObject = (value: Json | undefined): value is Parameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
