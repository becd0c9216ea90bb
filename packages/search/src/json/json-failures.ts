import type { EsError } from '../error/es-error.ts';
import { type JsonErrorType, jsonError, positionAt, sourceAt } from './json-error.ts';

/** Where a parser stands. */
export interface Reader {
  readonly text: string;
  readonly exact: boolean;
  readonly maxDepth: number;
  /** Neither a backslash nor a control character stands in the text: a string ends at the next quote. */
  readonly isPlain: boolean;
  at: number;
}

/** The object or array around a value. */
export interface Context {
  readonly kind: 'root' | 'Object' | 'Array';
  readonly start: number;
}

export const betweenEntries = (context: Context): string =>
  `Unexpected end-of-input within/between ${context.kind} entries`;

export function failLimit(reader: Reader, what: string, limit: number, name: string): EsError {
  const message = `${what} exceeds the maximum allowed (${limit}, from \`StreamReadConstraints.${name}\`)`;
  return jsonError(message, positionAt(reader.text, reader.at), 'stream_constraints_exception');
}

export function failEnd(reader: Reader, message: string, type: JsonErrorType = 'json_e_o_f_exception'): EsError {
  return jsonError(message, positionAt(reader.text, reader.text.length), type);
}

export function failOpen(reader: Reader, context: Context): EsError {
  const start = sourceAt(positionAt(reader.text, context.start));
  return failEnd(
    reader,
    `Unexpected end-of-input: expected close marker for ${context.kind} (start marker at ${start})`,
  );
}

export function failClose(reader: Reader, code: number, context: Context | undefined): EsError {
  const { text } = reader;
  const wanted = code === 0x7d ? ']' : '}';
  const start = context === undefined ? '' : sourceAt(positionAt(text, context.start));
  const where =
    context === undefined
      ? `root starting at ${sourceAt({ line: 1, column: 1 }).replace(', column: 1', '')}`
      : `${context.kind} starting at ${start}`;
  return jsonError(
    `Unexpected close marker '${String.fromCharCode(code)}': expected '${wanted}' (for ${where})`,
    positionAt(text, reader.at),
  );
}

export function failCharacter(reader: Reader, expectation: string): EsError {
  const { text, at } = reader;
  if (at >= text.length) return failEnd(reader, 'Unexpected end-of-input');
  return jsonError(`Unexpected character (${describe(text, at)}): ${expectation}`, positionAt(text, at));
}

export function failNumber(reader: Reader, expectation: string): EsError {
  const { text, at } = reader;
  return jsonError(
    `Unexpected character (${describe(text, at)}) in numeric value: ${expectation}`,
    positionAt(text, at),
  );
}

export function failInString(reader: Reader, at: number, where: 'VALUE_STRING' | 'field name'): EsError {
  const { text } = reader;
  if (at >= text.length) return failEnd(reader, `Unexpected end-of-input in ${where}`);
  const place = where === 'field name' ? 'name' : 'string value';
  return jsonError(
    `Illegal unquoted character ((CTRL-CHAR, code ${text.charCodeAt(at)})): has to be escaped using backslash to be included in ${place}`,
    positionAt(text, at),
  );
}

export function describe(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  const hex = code > 255 ? ` / 0x${code.toString(16)}` : '';
  return code < 0x20 ? `(CTRL-CHAR, code ${code})` : `'${String.fromCodePoint(code)}' (code ${code}${hex})`;
}
