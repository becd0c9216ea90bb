import type { ToolSpec } from '@toolstone/kernel';
import type { Json } from '@toolstone/protocol';
import { adaptSchema } from '../schema/adapt-schema.ts';
import { isSchema, type Schema, schemaMap, stringList } from '../schema/json-schema.ts';
import { firstSentence } from './choose-tools.ts';

/** A tool as a weak model is shown it: the first sentence of what it does, and few parameters. */
export interface BriefTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Schema;
}

/**
 * Required parameters are all shown; with these, optional texts up to so many in all (of a search the path, not the glob: a
 * weak model invents one). Knobs (numbers, switches, words of a
 * list) are not: a weak model sets every knob that it sees, and wrongly (`"column": 0`, `"timeout": 0`), the more so as some
 * makers of grammars (node-llama-cpp) know no optional property and force a value for each.
 */
const maxParameters = 2;

const isPlainText = (schema: Schema): boolean => schema['type'] === 'string' && schema['enum'] === undefined;

/** Undefined where no server would take the tool's schema. */
export function briefTool(tool: ToolSpec): BriefTool | undefined {
  const adapted = adaptSchema(tool.parameters, 'compatible');
  if (!adapted.ok) return undefined;
  const properties = Object.entries(schemaMap(adapted.schema['properties']));
  const required = stringList(adapted.schema['required']);
  const needed = properties.filter(([name]) => required.includes(name));
  const optional = properties
    .filter(([name, schema]) => !required.includes(name) && isPlainText(schema))
    .slice(0, Math.max(0, maxParameters - needed.length));
  const shown = [...needed, ...optional].map(([name, schema]) => [name, briefSchema(schema)] as const);
  return {
    name: tool.name,
    description: firstSentence(tool.description, 160),
    parameters: {
      type: 'object',
      properties: Object.fromEntries(shown),
      ...(needed.length > 0 ? { required: needed.map(([name]) => name) } : {}),
      additionalProperties: false,
    },
  };
}

function briefSchema(schema: Schema): Schema {
  const out: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    // Bounds make grammars large and slow; the tool checks them.
    if (
      [
        'title',
        'examples',
        'default',
        'format',
        'pattern',
        'minLength',
        'maxLength',
        'minimum',
        'maximum',
        'exclusiveMinimum',
        'exclusiveMaximum',
        'minItems',
        'maxItems',
        'uniqueItems',
        'multipleOf',
      ].includes(key)
    )
      continue;
    if (key === 'description' && typeof value === 'string') out[key] = firstSentence(value, 80);
    else if (key === 'items' && isSchema(value)) out[key] = briefSchema(value);
    else if (key === 'properties')
      out[key] = Object.fromEntries(Object.entries(schemaMap(value)).map(([n, s]) => [n, briefSchema(s)]));
    else if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value))
      out[key] = value.map((s: Json) => (isSchema(s) ? briefSchema(s) : s));
    else out[key] = value;
  }
  return out;
}

/** The same for a grammar, which only has to know the shape. */
export function shapeOf(schema: Schema): Schema {
  const out: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'description') continue;
    if (key === 'properties')
      out[key] = Object.fromEntries(Object.entries(schemaMap(value)).map(([n, s]) => [n, shapeOf(s)]));
    else if (isSchema(value)) out[key] = shapeOf(value);
    else if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value))
      out[key] = value.map((s: Json) => (isSchema(s) ? shapeOf(s) : s));
    else out[key] = value;
  }
  return out;
}
