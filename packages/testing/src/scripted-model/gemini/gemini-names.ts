import type { Violation } from '../wire.ts';

/** What Gemini says of a field that its protocol does not have. */
export function unknownName(field: string, place: string): Violation {
  const at = place === '' ? '' : ` at '${place}'`;
  return { message: `Invalid JSON payload received. Unknown name "${field}"${at}: Cannot find field.` };
}

/** The name of a field in camel case; the API takes snake case too. */
export function camel(field: string): string {
  return field.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
