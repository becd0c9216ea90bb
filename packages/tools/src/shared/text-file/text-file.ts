import type { Failure } from '@toolstone/protocol';
import { loadCodec } from './codec.ts';
import { DECLARATION_BYTES } from './declared-encoding.ts';
import { detectEncoding, markOf } from './detect-encoding.ts';
import { formatName, type TextFormat } from './text-encoding.ts';

/** The most that is decoded whole: larger files are read by lines and cannot be edited here. */
export const MAX_WHOLE_TEXT_BYTES = 64 * 1024 * 1024;

export interface TextFile {
  readonly text: string;
  readonly format: TextFormat;
  readonly how: 'certain' | 'declared' | 'guessed';
}

/** Decodes a whole file; null where it is binary. */
export async function decodeTextFile(
  bytes: Uint8Array,
  configuredCharset: string | undefined,
): Promise<TextFile | null> {
  const detected = await detectEncoding({
    bytes,
    head: bytes.subarray(0, 2 * DECLARATION_BYTES),
    tail: bytes.subarray(Math.max(0, bytes.length - DECLARATION_BYTES)),
    configuredCharset,
  });
  if (detected.kind === 'binary') return null;
  const { format, how } = detected;
  return { text: await decodeText(bytes, format), format, how };
}

/** The text of bytes whose format is known, without their mark. */
export async function decodeText(bytes: Uint8Array, format: TextFormat): Promise<string> {
  return (await loadCodec(format.encoding)).decode(bytes.subarray(markOf(format).length));
}

export type EncodedText =
  | { readonly status: 'encoded'; readonly bytes: Uint8Array }
  | { readonly status: 'refused'; readonly failure: Failure };

/** The bytes of a text in a format, with its mark. Refuses characters that the encoding does not have. */
export async function encodeText(text: string, format: TextFormat, shown: string): Promise<EncodedText> {
  const body = (await loadCodec(format.encoding)).encode(text);
  if (typeof body === 'number') return { status: 'refused', failure: notEncodable(text, body, format, shown) };
  const mark = markOf(format);
  return { status: 'encoded', bytes: mark.length === 0 ? body : Buffer.concat([mark, body]) };
}

function notEncodable(text: string, index: number, format: TextFormat, shown: string): Failure {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const code = `U+${(text.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (/\p{Surrogate}/u.test(character)) {
    return {
      code: 'TEXT_NOT_ENCODABLE',
      message: `the text holds half of a surrogate pair (${code}), which is no character`,
      nextStep: 'Send the whole character',
    };
  }
  return {
    code: 'TEXT_NOT_ENCODABLE',
    message: `${shown} is written in ${formatName(format)}, which has no "${character}" (${code})`,
    nextStep: 'Leave the character out, or convert the file first, for example with iconv in bash',
  };
}
