/** Text as UTF-8 bytes that are read in pieces. */
export interface ByteSource {
  readonly bytes: number;
  /** At most `length` bytes from `offset`; fewer only at the end. */
  readAt(offset: number, length: number): Promise<Uint8Array>;
}

export function textSource(text: string): ByteSource {
  const bytes = new TextEncoder().encode(text);
  return { bytes: bytes.length, readAt: async (offset, length) => bytes.subarray(offset, offset + length) };
}

const CHUNK = 256 * 1024;
const LINE_FEED = 0x0a;

export interface Position {
  readonly byte: number;
  /** Line ends and characters (code points) before it. */
  readonly lines: number;
  readonly chars: number;
  readonly isEnd: boolean;
}

/** Where line or character number `index` (from 0) begins, or the end. Reads all before it, one piece at a time. */
export async function locate(
  source: ByteSource,
  unit: 'lines' | 'chars',
  index: number,
  signal: AbortSignal,
): Promise<Position> {
  let lines = 0;
  let chars = 0;
  for (let offset = 0; offset < source.bytes; offset += CHUNK) {
    signal.throwIfAborted();
    const chunk = await source.readAt(offset, CHUNK);
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const beginsCharacter = (byte & 0xc0) !== 0x80;
      const isThere = unit === 'lines' ? lines === index : chars === index && beginsCharacter;
      if (isThere) return { byte: offset + at, lines, chars, isEnd: false };
      if (beginsCharacter) chars += 1;
      if (byte === LINE_FEED) lines += 1;
    }
  }
  return { byte: source.bytes, lines, chars, isEnd: true };
}

/** How many lines there are from a position on; a last line without a line end counts. */
export async function countLinesFrom(source: ByteSource, position: Position, signal: AbortSignal): Promise<number> {
  let count = 0;
  let last = LINE_FEED;
  for (let offset = position.byte; offset < source.bytes; offset += CHUNK) {
    signal.throwIfAborted();
    const chunk = await source.readAt(offset, CHUNK);
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) count += 1;
    last = chunk[chunk.length - 1] ?? last;
  }
  return count + (last === LINE_FEED ? 0 : 1);
}
