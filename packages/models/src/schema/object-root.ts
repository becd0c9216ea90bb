import type { Json } from '@toolstone/protocol';
import {
  brief,
  isSchema,
  type Schema,
  schemaList,
  schemaMap,
  stringList,
  typesOf,
  withNotes,
  without,
} from './json-schema.ts';
import { mergeAll } from './merge-schemas.ts';

export class NotAnObject extends Error {}

const choiceKeywords = ['anyOf', 'oneOf'] as const;
const saidInWords = [
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'enum',
  'const',
];

/**
 * The schema with a plain object at its root: no provider takes `anyOf`, `oneOf` or `allOf` there. The properties of
 * all choices become properties of one object, required where every choice requires them, and the description says
 * which belong together; the tool itself still checks what it gets. Throws `NotAnObject` where the arguments could
 * only be something else.
 */
export function withObjectRoot(root: Schema): Schema {
  let schema = root;
  for (let depth = 0; 'allOf' in schema; depth++) {
    const merged = mergeAll([without(schema, ['allOf']), ...schemaList(schema['allOf'])]);
    // Parts that cannot be put together are told of in words, below.
    schema = merged ?? withNotes(without(schema, ['allOf']), [`all of ${brief(schema['allOf'] ?? [])}`]);
    if (depth > 8) schema = without(schema, ['allOf']);
  }
  for (const keyword of choiceKeywords) {
    if (keyword in schema) schema = mergeChoices(schema, keyword);
  }
  const types = typesOf(schema);
  if (types.length > 0 && !types.includes('object')) {
    throw new NotAnObject(`its arguments are declared as ${types.join(' or ')}, not as an object`);
  }
  const notes = saidInWords.flatMap((key) => {
    const value = schema[key];
    return value === undefined ? [] : [`${key}: ${brief(value)}`];
  });
  const declared = schemaMap(schema['properties']);
  const required = [...new Set(stringList(schema['required']))];
  // A required name that is declared nowhere is refused by some; declared as anything it says the same.
  const undeclared = required.filter((name) => !Object.hasOwn(declared, name)).map((name) => [name, {}] as const);
  const properties = { ...declared, ...Object.fromEntries(undeclared) };
  return {
    ...withNotes(without(schema, [...saidInWords, 'type', 'properties', 'required', 'nullable']), notes),
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
  };
}

function mergeChoices(schema: Schema, keyword: 'anyOf' | 'oneOf'): Schema {
  const base = without(schema, [keyword]);
  const choices = schemaList(schema[keyword]).map((choice) =>
    'allOf' in choice ? (mergeAll([without(choice, ['allOf']), ...schemaList(choice['allOf'])]) ?? choice) : choice,
  );
  const objects = choices.filter((choice) => {
    const types = typesOf(choice);
    return types.length === 0 || types.includes('object');
  });
  if (objects.length === 0) return base;
  const properties: Record<string, Json> = { ...schemaMap(base['properties']) };
  for (const choice of objects) {
    for (const [name, property] of Object.entries(schemaMap(choice['properties']))) {
      properties[name] = eitherOf(properties[name], property);
    }
  }
  const inAll = stringList(objects[0]?.['required']).filter((name) =>
    objects.every((choice) => stringList(choice['required']).includes(name)),
  );
  const required = [...new Set([...stringList(base['required']), ...inAll])];
  const merged: Schema = { ...base, type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return withNotes(merged, [choiceNote(objects, keyword)]);
}

/** "one of: {path} or {url, method}" */
function choiceNote(choices: readonly Schema[], keyword: 'anyOf' | 'oneOf'): string {
  const told = choices.map((choice) => {
    const needed = stringList(choice['required']);
    const fixed = Object.entries(schemaMap(choice['properties'])).flatMap(([name, property]) =>
      'const' in property ? [`${name}=${brief(property['const'] ?? null, 40)}`] : [],
    );
    const names = [...new Set([...fixed, ...needed.filter((name) => !fixed.some((f) => f.startsWith(`${name}=`)))])];
    const title = choice['title'] ?? choice['description'];
    return `{${names.join(', ')}}${typeof title === 'string' ? ` ${title}` : ''}`;
  });
  return `give ${keyword === 'oneOf' ? 'exactly one' : 'at least one'} of these sets: ${told.join(' or ')}`;
}

function eitherOf(known: Json | undefined, other: Schema): Json {
  if (!isSchema(known) || JSON.stringify(known) === JSON.stringify(other)) return other;
  const choices = Array.isArray(known['anyOf']) && Object.keys(known).length === 1 ? known['anyOf'] : [known];
  const texts = choices.map((choice: Json) => JSON.stringify(choice));
  return texts.includes(JSON.stringify(other)) ? known : { anyOf: [...choices, other] };
}
