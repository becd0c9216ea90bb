import type { Json } from '@toolstone/protocol';
import { isSchema, type Schema, schemaMap, stringList, typesOf } from './json-schema.ts';

/**
 * One schema that says what all of them say (`allOf`). Bounds take the narrower, lists of values what is in both,
 * properties are merged in turn; undefined where two keywords cannot be put together without loss.
 */
export function mergeAll(schemas: readonly Schema[]): Schema | undefined {
  let merged: Schema | undefined = {};
  for (const schema of schemas) {
    if (merged === undefined) return undefined;
    merged = mergeTwo(merged, schema);
  }
  return merged;
}

function mergeTwo(a: Schema, b: Schema): Schema | undefined {
  const out: Record<string, Json> = { ...a };
  for (const [key, theirs] of Object.entries(b)) {
    const ours = out[key];
    const value = ours === undefined ? theirs : mergeKeyword(key, ours, theirs);
    if (value === undefined) return undefined;
    out[key] = value;
  }
  return out;
}

function mergeKeyword(key: string, ours: Json, theirs: Json): Json | undefined {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return ours;
  switch (key) {
    case 'description':
    case 'title':
    case '$comment':
      return key === 'description' && typeof ours === 'string' && typeof theirs === 'string'
        ? `${ours} ${theirs}`
        : ours;
    case 'default':
    case 'examples':
      return ours;
    case 'required':
      return [...new Set([...stringList(ours), ...stringList(theirs)])];
    case 'properties':
      return mergeProperties(ours, theirs);
    case 'type': {
      const both = typesOf({ type: ours }).filter((type) => typesOf({ type: theirs }).includes(type));
      return both.length === 0 ? undefined : both.length === 1 ? both[0] : both;
    }
    case 'enum': {
      if (!Array.isArray(ours) || !Array.isArray(theirs)) return undefined;
      const known = new Set(theirs.map((value: Json) => JSON.stringify(value)));
      const both = ours.filter((value: Json) => known.has(JSON.stringify(value)));
      return both.length === 0 ? undefined : both;
    }
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return typeof ours === 'number' && typeof theirs === 'number' ? Math.max(ours, theirs) : undefined;
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return typeof ours === 'number' && typeof theirs === 'number' ? Math.min(ours, theirs) : undefined;
    case 'additionalProperties':
      // Each part of an allOf forbids the other's properties if read strictly; what is meant is the sum of both.
      return ours === false || theirs === false ? false : isSchema(ours) ? ours : theirs;
    case 'items':
      return isSchema(ours) && isSchema(theirs) ? mergeTwo(ours, theirs) : undefined;
    default:
      return undefined;
  }
}

function mergeProperties(ours: Json, theirs: Json): Json | undefined {
  const out: Record<string, Json> = { ...schemaMap(ours) };
  for (const [name, schema] of Object.entries(schemaMap(theirs))) {
    const known = out[name];
    const merged = isSchema(known) ? mergeTwo(known, schema) : schema;
    if (merged === undefined) return undefined;
    out[name] = merged;
  }
  return out;
}
