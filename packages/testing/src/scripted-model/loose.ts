/** A JSON object of which only the names of the fields are known, nothing of their values. */
export type Loose<Key extends string> = { readonly [key in Key]?: unknown };

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object with the fields that the caller will look at; an empty one for anything else. */
export function looseObject<Key extends string>(value: unknown): Loose<Key> {
  if (!isObject(value)) return {};
  const object: Readonly<Record<string, unknown>> = value;
  // A record of unknown values is a loose object of any keys; the mapped type cannot see it.
  return object as Loose<Key>;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What a JSON value is, in the words of the providers' error messages. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal';
  return 'an object';
}

/** The value of a JSON text, or the text itself when it is none. */
export function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Models write arguments that are no JSON; the reader of a view wants to see them as they are.
    return text;
  }
}
