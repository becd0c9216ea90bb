import { z } from 'zod';
import { unwrap } from './setting-keys.ts';

/**
 * The value that a text stands for where a schema is expected: a variable's text or a word on the command line. Lists are
 * JSON or separated by commas. What does not fit is given back as text, for the schema to refuse.
 */
export function valueFromText(schema: unknown, text: string): unknown {
  const expected = unwrap(schema);
  if (expected instanceof z.ZodNumber) return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (expected instanceof z.ZodBoolean) return booleans.get(text.trim().toLowerCase()) ?? text;
  if (expected instanceof z.ZodArray) {
    if (text.trim().startsWith('[')) return parseJson(text);
    const items = text.split(',').map((item) => item.trim());
    return items.filter((item) => item !== '');
  }
  if (expected instanceof z.ZodRecord || expected instanceof z.ZodObject) return parseJson(text);
  return text;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the schema then says what it expected
  }
}
