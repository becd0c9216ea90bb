import { isKnownEncoding, loadCodec } from './codec.ts';
import { DECLARATION_BYTES, declaredEncodingName, legacyEncoding } from './declared-encoding.ts';
import { decodeLatin1 } from './single-byte.ts';
import { countStrayBytes } from './stray-utf-8.ts';
import { bomOf, encodingOfBom, type TextEncoding, type TextFormat } from './text-encoding.ts';

/** How much of the start tells text from binary. */
const SNIFF_BYTES = 8192;
const MAX_CONTROL_SHARE = 0.05;

export interface EncodingEvidence {
  /** The bytes to be decoded: the file, or the part of it that is read. */
  readonly bytes: Uint8Array;
  /** Start and end of the file, at least `DECLARATION_BYTES` where it has as many. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** The `charset` of `.editorconfig`. */
  readonly configuredCharset?: string | undefined;
}

export type DetectedText =
  | { readonly kind: 'text'; readonly format: TextFormat; readonly how: 'certain' | 'declared' | 'guessed' }
  | { readonly kind: 'binary' };

/**
 * The encoding of a file's text, or that it is no text.
 *
 * In order: a byte order mark; the pattern of UTF-16; NUL bytes make it binary; well-formed UTF-8 (a declaration decides
 * where the bytes are all ASCII, because only later writes can differ); what the file or `.editorconfig` declares, if the
 * bytes fit it; UTF-8 with stray bytes, where most of the text beyond ASCII is UTF-8; windows-1252, which fits any bytes.
 */
export async function detectEncoding(evidence: EncodingEvidence): Promise<DetectedText> {
  const { bytes, head } = evidence;
  const marked = encodingOfBom(head);
  if (marked !== undefined) return detectMarked(marked, bytes);
  const sniffed = head.subarray(0, SNIFF_BYTES);
  const pattern = utf16Pattern(sniffed);
  if (pattern !== undefined) return certain(pattern, false);
  if (sniffed.includes(0)) return { kind: 'binary' };

  const text = decodeUtf8(bytes);
  const isUtf8 = text !== null;
  // One character for each byte: all of it is ASCII.
  if (isUtf8 && text.length < bytes.length) return certain('utf-8', false);
  const declared = await declaredEncoding(evidence);
  if (declared !== undefined && (isUtf8 || (await fits(declared, bytes)))) {
    return { kind: 'text', format: { encoding: declared, bom: false }, how: 'declared' };
  }
  if (isUtf8) return certain('utf-8', false);
  const { stray, multibyte } = countStrayBytes(bytes);
  if (multibyte > stray) return guessed('utf-8-stray');
  return controlShare(sniffed) > MAX_CONTROL_SHARE ? { kind: 'binary' } : guessed('windows-1252');
}

/** A mark says what the author meant; bytes that break it are kept as they are where that is possible. */
function detectMarked(encoding: TextEncoding, bytes: Uint8Array): DetectedText {
  if (encoding !== 'utf-8' || decodeUtf8(bytes) !== null) return certain(encoding, true);
  return { kind: 'text', format: { encoding: 'utf-8-stray', bom: true }, how: 'guessed' };
}

const certain = (encoding: TextEncoding, bom: boolean): DetectedText => ({
  kind: 'text',
  format: { encoding, bom },
  how: 'certain',
});

const guessed = (encoding: TextEncoding): DetectedText => ({
  kind: 'text',
  format: { encoding, bom: false },
  how: 'guessed',
});

async function declaredEncoding({
  head,
  tail,
  configuredCharset,
}: EncodingEvidence): Promise<TextEncoding | undefined> {
  const name =
    declaredEncodingName(
      decodeLatin1(head.subarray(0, DECLARATION_BYTES)),
      decodeLatin1(tail.subarray(Math.max(0, tail.length - DECLARATION_BYTES))),
    ) ?? configuredCharset;
  const encoding = name === undefined ? undefined : legacyEncoding(name);
  if (encoding === undefined || !encoding.startsWith('iconv:')) return encoding;
  return (await isKnownEncoding(encoding.slice('iconv:'.length))) ? encoding : undefined;
}

async function fits(encoding: TextEncoding, bytes: Uint8Array): Promise<boolean> {
  return !(await loadCodec(encoding)).decode(bytes).includes('\ufffd');
}

/** The text, or null where the bytes are not well-formed. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // TypeError is how the decoder says no
  }
}

/**
 * UTF-16 without a mark: zero bytes on one side of the pairs only, and the pairs read as text.
 * An array of small 16-bit numbers has the same zeros but reads as control characters.
 */
function utf16Pattern(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const even = head.subarray(0, head.length & ~1);
  if (even.length < 4) return undefined;
  let zerosFirst = 0;
  let zerosSecond = 0;
  for (let index = 0; index < even.length; index += 2) {
    if (even[index] === 0) zerosFirst++;
    if (even[index + 1] === 0) zerosSecond++;
  }
  if (zerosFirst + zerosSecond === 0) return undefined;
  if (zerosFirst > 0 && zerosSecond > 0) return undefined;
  const encoding = zerosSecond > 0 ? 'utf-16le' : 'utf-16be';
  const buffer = Buffer.from(even);
  const text = (encoding === 'utf-16le' ? buffer : buffer.swap16()).toString('utf16le');
  // The last pair may be the first half of a character that goes on beyond the sample.
  const whole = /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells data from text
  return /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\ufffe\uffff]|\p{Surrogate}|\p{Unassigned}/u.test(whole)
    ? undefined
    : encoding;
}

function controlShare(bytes: Uint8Array): number {
  let controls = 0;
  for (const byte of bytes) {
    if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls++;
    else if (byte === 0x7f) controls++;
  }
  return bytes.length === 0 ? 0 : controls / bytes.length;
}

/** The bytes of the mark that a format starts with. */
export const markOf = ({ encoding, bom }: TextFormat): Uint8Array => (bom ? bomOf(encoding) : new Uint8Array(0));
