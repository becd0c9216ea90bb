/** Code points 0x80 to 0x9F of windows-1252 as browsers decode it: the five holes are the control characters, so nothing is lost. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const highBytes = new Map([...high].map((character, index) => [character.charCodeAt(0), 0x80 + index]));

export function decodeWindows1252(bytes: Uint8Array): string {
  const text = decodeLatin1(bytes);
  return text.replace(/[\u0080-\u009f]/g, (character) => high.charAt(character.charCodeAt(0) - 0x80));
}

export const decodeLatin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** The bytes, or the index of the first character that has none. */
export function encodeWindows1252(text: string): Uint8Array | number {
  return encodeBy(text, (code) => (code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : highBytes.get(code)));
}

export function encodeLatin1(text: string): Uint8Array | number {
  return encodeBy(text, (code) => (code <= 0xff ? code : undefined));
}

function encodeBy(text: string, byteOf: (code: number) => number | undefined): Uint8Array | number {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = byteOf(text.charCodeAt(index));
    if (byte === undefined) return index;
    bytes[index] = byte;
  }
  return bytes;
}
