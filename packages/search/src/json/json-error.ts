import { EsError } from '../error/es-error.ts';

const source = 'Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';

/** A place in JSON text: lines from 1, columns from 1 counted in UTF-8 bytes, as the parser of Elasticsearch counts them. */
export interface JsonPosition {
  readonly line: number;
  readonly column: number;
}

/** The line and column of the UTF-16 offset `offset` in `text`. */
export function positionAt(text: string, offset: number): JsonPosition {
  let line = 1;
  let lineStart = 0;
  const end = Math.min(offset, text.length);
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) {
      line++;
      lineStart = i + 1;
    }
  }
  let column = 1 + (offset - end);
  for (let i = lineStart; i < end; i++) {
    const code = text.charCodeAt(i);
    // A surrogate pair is four bytes: two for each half.
    column += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return { line, column };
}

export const sourceAt = ({ line, column }: JsonPosition): string => `[${source}; line: ${line}, column: ${column}]`;

export type JsonErrorType = 'json_parse_exception' | 'json_e_o_f_exception' | 'stream_constraints_exception';

/** The refusal of JSON text, with the place in the reason and as `line` and `col`. */
export function jsonError(message: string, at: JsonPosition, type: JsonErrorType = 'json_parse_exception'): EsError {
  return new EsError({ type, status: 400, reason: `${message}\n at ${sourceAt(at)}` });
}
