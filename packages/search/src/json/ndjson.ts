/** A line of an NDJSON body: byte offsets, end exclusive, without its line end. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const lineFeed = 10;
const carriageReturn = 13;

/**
 * The lines of a bulk or msearch body, without decoding them. Empty lines are given too (a caller may refuse them); what follows
 * the last line feed counts only when it is not empty. A carriage return before a line feed belongs to the line end.
 */
export function* splitLines(bytes: Uint8Array): Generator<ByteRange, void, void> {
  let start = 0;
  while (start < bytes.length) {
    const feed = bytes.indexOf(lineFeed, start);
    const stop = feed < 0 ? bytes.length : feed;
    const end = stop > start && bytes[stop - 1] === carriageReturn ? stop - 1 : stop;
    yield { start, end };
    start = stop + 1;
  }
}

/** True when the last byte is a line feed, which Elasticsearch demands of bulk and msearch bodies. */
export const endsWithLineFeed = (bytes: Uint8Array): boolean => bytes.at(-1) === lineFeed;

/** True when the line holds nothing but blanks. */
export function isBlankLine(bytes: Uint8Array, { start, end }: ByteRange): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte !== 0x20 && byte !== 0x09) return false;
  }
  return true;
}
