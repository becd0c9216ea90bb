export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'ico' | 'avif' | 'heic';

/** What a file is by its first bytes. `other` is text, or binary of no kind that is read here. */
export type ContentType =
  | { readonly kind: 'image'; readonly format: ImageFormat }
  | { readonly kind: 'document'; readonly format: 'pdf' | 'zip' | 'ole' }
  | { readonly kind: 'other' };

const PDF_SEARCH_BYTES = 1024;
const bmpHeaderSizes = [12, 16, 40, 52, 56, 64, 108, 124];

/** @param head the first bytes of the file; 1,024 are enough */
export function sniffContentType(head: Uint8Array): ContentType {
  const image = imageFormat(head);
  if (image !== undefined) return { kind: 'image', format: image };
  // A PDF may start with a mark or a line of its own; what is text up to there is what it seems to be.
  const start = ascii(head, 0, PDF_SEARCH_BYTES);
  if (start.startsWith('%PDF-') || /^[^\S\r\n]*(?:\u00ef\u00bb\u00bf)?\s*%PDF-\d/.test(start)) {
    return { kind: 'document', format: 'pdf' };
  }
  if (startsWith(head, [0x50, 0x4b, 3, 4]) || startsWith(head, [0x50, 0x4b, 5, 6])) {
    return { kind: 'document', format: 'zip' };
  }
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return { kind: 'document', format: 'ole' };
  return { kind: 'other' };
}

function imageFormat(head: Uint8Array): ImageFormat | undefined {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  const text = ascii(head, 0, 16);
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.startsWith('BM') && bmpHeaderSizes.includes(uint32(head, 14))) return 'bmp';
  if (startsWith(head, [0x49, 0x49, 0x2a, 0]) || startsWith(head, [0x4d, 0x4d, 0, 0x2a])) return 'tiff';
  if (startsWith(head, [0, 0, 1, 0]) && uint32(head, 2) >>> 16 > 0 && head[9] === 0) return 'ico';
  if (text.slice(4, 8) === 'ftyp') {
    if (/^avi[fs]/.test(text.slice(8))) return 'avif';
    if (/^(?:hei[cxms]|hev[cx]|mif1|msf1)/.test(text.slice(8))) return 'heic';
  }
  return undefined;
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

const uint32 = (bytes: Uint8Array, offset: number): number =>
  bytes.length < offset + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(offset, true);
