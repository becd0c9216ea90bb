import { toCompatibleSchema } from './compatible.ts';
import { toGeminiSchema } from './gemini.ts';
import { inlineRefs, SchemaTooLarge } from './inline-refs.ts';
import { isSchema, type Schema, schemaMap } from './json-schema.ts';
import { modernize } from './modernize.ts';
import { NotAnObject, withObjectRoot } from './object-root.ts';

/** What a provider takes as the parameters of a tool. `compatible` is for local servers on the OpenAI wire. */
export type SchemaDialect = 'openai' | 'anthropic' | 'gemini' | 'compatible';

export type AdaptedSchema =
  | { readonly ok: true; readonly schema: Schema }
  /** No form of it is taken; the tool has to be left out. */
  | { readonly ok: false; readonly reason: string };

/** The parameters of a tool in a provider's terms: nothing that a valid call may hold becomes invalid. */
export function adaptSchema(parameters: Schema, dialect: SchemaDialect): AdaptedSchema {
  try {
    const modern = modernize(parameters);
    const needsInlining = dialect === 'gemini' || dialect === 'compatible' || hasRootReference(modern);
    const root = withObjectRoot(needsInlining ? inlineRefs(modern) : modern);
    switch (dialect) {
      case 'openai':
        return { ok: true, schema: withItems(root) };
      case 'anthropic':
        return checkKeys(withItems(root));
      case 'compatible':
        return { ok: true, schema: toCompatibleSchema(root) };
      case 'gemini':
        return { ok: true, schema: toGeminiSchema(root) };
    }
  } catch (error) {
    if (error instanceof SchemaTooLarge || error instanceof NotAnObject) return { ok: false, reason: error.message };
    if (error instanceof RangeError) return { ok: false, reason: 'its schema is nested too deeply' };
    throw error;
  }
}

function hasRootReference(schema: Schema): boolean {
  return ['$ref', '$dynamicRef', 'anyOf', 'oneOf', 'allOf'].some((key) => key in schema);
}

const keyPattern = /^[a-zA-Z0-9_.-]{1,64}$/;

function checkKeys(schema: Schema): AdaptedSchema {
  const odd = Object.keys(schemaMap(schema['properties'])).find((key) => !keyPattern.test(key));
  if (odd === undefined) return { ok: true, schema };
  return { ok: false, reason: `its parameter ${JSON.stringify(odd)} has a name that the provider refuses` };
}

/** OpenAI refuses an array that does not say what it holds. */
function withItems(schema: Schema): Schema {
  let isChanged = false;
  const out = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const fixed =
        key === 'properties' || key === '$defs' || key === 'definitions' ? mapValues(value) : fixInside(key, value);
      if (fixed !== value) isChanged = true;
      return [key, fixed];
    }),
  );
  const types = schema['type'];
  const isArray = types === 'array' || (Array.isArray(types) && types.includes('array'));
  if (isArray && schema['items'] === undefined) return { ...out, items: {} };
  return isChanged ? out : schema;
}

function mapValues(value: Schema[string]): Schema[string] {
  if (!isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSchema(item) ? withItems(item) : item]),
  );
}

function fixInside(key: string, value: Schema[string]): Schema[string] {
  if ((key === 'items' || key === 'additionalProperties' || key === 'not') && isSchema(value)) return withItems(value);
  if ((key === 'anyOf' || key === 'oneOf' || key === 'allOf' || key === 'prefixItems') && Array.isArray(value)) {
    return value.map((item: Schema[string]) => (isSchema(item) ? withItems(item) : item));
  }
  return value;
}
