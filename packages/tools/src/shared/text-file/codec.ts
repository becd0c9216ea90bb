import { decodeLatin1, decodeWindows1252, encodeLatin1, encodeWindows1252 } from './single-byte.ts';
import { decodeStrayUtf8, encodeStrayUtf8 } from './stray-utf-8.ts';
import type { TextEncoding } from './text-encoding.ts';

/** Turns bytes into text and back. Neither side knows of byte order marks. */
export interface Codec {
  /** Never fails: what cannot be decoded becomes U+FFFD, except where the encoding keeps it. */
  decode(bytes: Uint8Array): string;
  /** The bytes, or the index of the first character that the encoding does not have. */
  encode(text: string): Uint8Array | number;
  /** Decodes content that comes in pieces. */
  stream(): { write(bytes: Uint8Array): string; end(): string };
}

/** The codec of an encoding. Tables of legacy encodings are loaded on their first use. */
export async function loadCodec(encoding: TextEncoding): Promise<Codec> {
  switch (encoding) {
    case 'utf-8':
      return utf8;
    case 'utf-8-stray':
      return { ...utf8, decode: decodeStrayUtf8, encode: encodeStrayUtf8 };
    case 'windows-1252':
      return singleByte(decodeWindows1252, encodeWindows1252);
    case 'iso-8859-1':
      return singleByte(decodeLatin1, encodeLatin1);
    case 'utf-16le':
      return utf16((bytes) => bytes);
    case 'utf-16be':
      return utf16(swapPairs);
    case 'utf-32le':
    case 'utf-32be':
      return legacy(encoding);
    default:
      return legacy(encoding.slice('iconv:'.length));
  }
}

/** Whether a name of an encoding, as files declare it, is one that `loadCodec` can load. */
export async function isKnownEncoding(name: string): Promise<boolean> {
  const { default: iconv } = await import('iconv-lite');
  return iconv.encodingExists(name);
}

const utf8: Codec = {
  decode: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  encode(text) {
    const lone = text.search(/\p{Surrogate}/u);
    return lone >= 0 ? lone : new TextEncoder().encode(text);
  },
  stream() {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  },
};

const singleByte = (decode: Codec['decode'], encode: Codec['encode']): Codec => ({
  decode,
  encode,
  stream: () => ({ write: decode, end: () => '' }),
});

/** UTF-16 as JavaScript itself holds it, so that even a lone surrogate survives. `order` brings the bytes to little endian. */
function utf16(order: (bytes: Uint8Array) => Uint8Array): Codec {
  const decode = (bytes: Uint8Array): string => {
    const even = bytes.subarray(0, bytes.length & ~1);
    const text = toBuffer(order(even)).toString('utf16le');
    return even.length === bytes.length ? text : `${text}\ufffd`;
  };
  return {
    decode,
    encode: (text) => order(Buffer.from(text, 'utf16le')),
    stream() {
      let rest: Uint8Array = new Uint8Array(0);
      return {
        write(bytes) {
          const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
          // A copy: the chunk's memory may be used again.
          rest = Uint8Array.from(all.subarray(all.length & ~1));
          return decode(all.subarray(0, all.length & ~1));
        },
        end: () => decode(rest),
      };
    },
  };
}

function swapPairs(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes).swap16();
}

async function legacy(name: string): Promise<Codec> {
  const { default: iconv } = await import('iconv-lite');
  const decode = (bytes: Uint8Array): string => iconv.decode(toBuffer(bytes), name, { stripBOM: false });
  return {
    decode,
    encode(text) {
      const bytes = iconv.encode(text, name, { addBOM: false });
      // iconv-lite writes `?` for what an encoding does not have; only the way back shows it.
      const back = decode(bytes);
      return back === text ? bytes : firstDifference(text, back);
    },
    stream() {
      const decoder = iconv.getDecoder(name, { stripBOM: false });
      return { write: (bytes) => decoder.write(toBuffer(bytes)), end: () => decoder.end() ?? '' };
    },
  };
}

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a.charCodeAt(index) === b.charCodeAt(index)) index++;
  return Math.min(index, Math.max(0, a.length - 1));
}

const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
