const ESCAPE_BASE = 0xdc00;

/** How many bytes of `bytes` are not UTF-8, and how many characters of more than one byte are. */
export function countStrayBytes(bytes: Uint8Array): { readonly stray: number; readonly multibyte: number } {
  let stray = 0;
  let multibyte = 0;
  for (let index = 0; index < bytes.length; ) {
    const length = sequenceLength(bytes, index);
    if (length === 0) stray++;
    else if (length > 1) multibyte++;
    index += length || 1;
  }
  return { stray, multibyte };
}

/** Text in which each byte that is not UTF-8 stands as the lone surrogate U+DC00 + byte. Loses nothing. */
export function decodeStrayUtf8(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: string[] = [];
  let cleanFrom = 0;
  for (let index = 0; index < bytes.length; ) {
    const length = sequenceLength(bytes, index);
    if (length > 0) {
      index += length;
      continue;
    }
    pieces.push(
      decoder.decode(bytes.subarray(cleanFrom, index)),
      String.fromCharCode(ESCAPE_BASE + (bytes[index] ?? 0)),
    );
    index++;
    cleanFrom = index;
  }
  pieces.push(decoder.decode(bytes.subarray(cleanFrom)));
  return pieces.join('');
}

/** The inverse; the index of the first lone surrogate that is no escaped byte where there is one. */
export function encodeStrayUtf8(text: string): Uint8Array | number {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let cleanFrom = 0;
  for (const { index, 0: surrogate } of text.matchAll(/\p{Surrogate}/gu)) {
    const code = surrogate.charCodeAt(0);
    if (code < ESCAPE_BASE + 0x80 || code > ESCAPE_BASE + 0xff) return index;
    pieces.push(encoder.encode(text.slice(cleanFrom, index)), Uint8Array.of(code - ESCAPE_BASE));
    cleanFrom = index + 1;
  }
  pieces.push(encoder.encode(text.slice(cleanFrom)));
  return Buffer.concat(pieces);
}

/** Length of the well-formed sequence at `index` (Unicode 16, table 3-7), or 0 where there is none. */
function sequenceLength(bytes: Uint8Array, index: number): number {
  const first = bytes[index] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const second = bytes[index + 1] ?? 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const top = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > top) return 0;
  if (first < 0xe0) return 2;
  if (!isContinuation(bytes[index + 2])) return 0;
  if (first < 0xf0) return 3;
  return isContinuation(bytes[index + 3]) ? 4 : 0;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
