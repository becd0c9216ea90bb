import type { EsError } from '../error/es-error.ts';
import { jsonError } from './json-error.ts';

const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/** The text of UTF-8 bytes without a byte order mark; invalid bytes are refused with their place. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    // A fatal decoder does not say where.
    throw invalidUtf8(bytes);
  }
}

function invalidUtf8(bytes: Uint8Array): EsError {
  let at = 0;
  let line = 1;
  let lineStart = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead === 10) {
      line++;
      lineStart = at + 1;
    }
    const length =
      lead < 0x80
        ? 1
        : lead >= 0xc2 && lead < 0xe0
          ? 2
          : lead >= 0xe0 && lead < 0xf0
            ? 3
            : lead >= 0xf0 && lead < 0xf5
              ? 4
              : 0;
    if (length === 0) return invalidByte('start', lead, line, at - lineStart + 2);
    for (let i = 1; i < length; i++) {
      const byte = bytes[at + i] ?? 0;
      const tooShort = i === 1 && ((lead === 0xe0 && byte < 0xa0) || (lead === 0xf0 && byte < 0x90));
      const tooFar = i === 1 && ((lead === 0xed && byte > 0x9f) || (lead === 0xf4 && byte > 0x8f));
      if ((byte & 0xc0) !== 0x80 || tooShort || tooFar)
        return invalidByte('middle', byte, line, at + i - lineStart + 2);
    }
    at += length;
  }
  return invalidByte('start', 0xff, line, at - lineStart + 1);
}

const invalidByte = (which: 'start' | 'middle', byte: number, line: number, column: number): EsError =>
  jsonError(`Invalid UTF-8 ${which} byte 0x${byte.toString(16)}`, { line, column });
