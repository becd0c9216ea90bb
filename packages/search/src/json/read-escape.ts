import { jsonError, positionAt } from './json-error.ts';
import { describe, failCharacter, failEnd, type Reader } from './json-failures.ts';

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Reads what follows a backslash. */
export function readEscape(reader: Reader): string {
  const { text } = reader;
  const letter = text[reader.at];
  if (letter === undefined) throw failEnd(reader, 'Unexpected end-of-input in character escape sequence');
  if (letter === 'u') {
    for (let i = 1; i <= 4; i++) {
      const digit = text[reader.at + i];
      if (digit === undefined) {
        reader.at += i;
        throw failEnd(reader, 'Unexpected end-of-input in character escape sequence');
      }
      if (!/[0-9a-fA-F]/.test(digit)) {
        reader.at += i;
        throw failCharacter(reader, 'expected a hex-digit for character escape sequence');
      }
    }
    const code = Number.parseInt(text.slice(reader.at + 1, reader.at + 5), 16);
    reader.at += 5;
    return String.fromCharCode(code);
  }
  const plain = escapes[letter];
  if (plain === undefined) {
    throw jsonError(`Unrecognized character escape ${describe(text, reader.at)}`, positionAt(text, reader.at));
  }
  reader.at++;
  return plain;
}
