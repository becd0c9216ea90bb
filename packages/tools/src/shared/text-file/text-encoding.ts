/**
 * How characters stand for bytes in a file. `utf-8-stray` is UTF-8 in which some bytes are not: each of those is held in the
 * text as a lone surrogate (U+DC80 to U+DCFF), so that it survives an edit elsewhere. Other names are those of iconv-lite.
 */
export type TextEncoding =
  | 'utf-8'
  | 'utf-8-stray'
  | 'utf-16le'
  | 'utf-16be'
  | 'utf-32le'
  | 'utf-32be'
  | 'windows-1252'
  | 'iso-8859-1'
  | `iconv:${string}`;

/** What must be kept when a file's text is written again. JSON: it stands in plans. */
export interface TextFormat {
  readonly encoding: TextEncoding;
  readonly bom: boolean;
}

export const plainUtf8: TextFormat = { encoding: 'utf-8', bom: false };

/** The format in words, such as `UTF-16 LE with BOM`. */
export function formatName({ encoding, bom }: TextFormat): string {
  return `${encodingName(encoding)}${bom ? ' with BOM' : ''}`;
}

function encodingName(encoding: TextEncoding): string {
  switch (encoding) {
    case 'utf-8':
      return 'UTF-8';
    case 'utf-8-stray':
      return 'UTF-8 with stray bytes';
    case 'utf-16le':
      return 'UTF-16 LE';
    case 'utf-16be':
      return 'UTF-16 BE';
    case 'utf-32le':
      return 'UTF-32 LE';
    case 'utf-32be':
      return 'UTF-32 BE';
    case 'windows-1252':
    case 'iso-8859-1':
      return encoding;
    default:
      return encoding.slice('iconv:'.length);
  }
}

const boms: readonly { readonly encoding: TextEncoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-32le', bytes: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32be', bytes: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** The encoding that a byte order mark at the start names. */
export const encodingOfBom = (bytes: Uint8Array): TextEncoding | undefined =>
  boms.find((bom) => bom.bytes.every((byte, index) => bytes[index] === byte))?.encoding;

export const bomOf = (encoding: TextEncoding): Uint8Array =>
  Uint8Array.from(boms.find((bom) => bom.encoding === (encoding === 'utf-8-stray' ? 'utf-8' : encoding))?.bytes ?? []);
