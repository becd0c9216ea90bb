import { countByte } from './count-bytes.ts';
import type { TextEncoding } from './text-encoding.ts';

/** How lines are told apart in bytes, without decoding them. */
export interface LineUnit {
  /** Bytes of one code unit; the break is aligned to it. */
  readonly width: 1 | 2 | 4;
  /** The break itself, `width` bytes. */
  readonly lineBreak: readonly number[];
}

/**
 * The unit of an encoding. In all legacy encodings that are read here the bytes 0x0A and 0x0D stand for themselves only.
 * @param breakCode 0x0A, or 0x0D where a file has no line feeds
 */
export function lineUnit(encoding: TextEncoding, breakCode: 0x0a | 0x0d): LineUnit {
  switch (encoding) {
    case 'utf-16le':
      return { width: 2, lineBreak: [breakCode, 0] };
    case 'utf-16be':
      return { width: 2, lineBreak: [0, breakCode] };
    case 'utf-32le':
      return { width: 4, lineBreak: [breakCode, 0, 0, 0] };
    case 'utf-32be':
      return { width: 4, lineBreak: [0, 0, 0, breakCode] };
    default:
      return { width: 1, lineBreak: [breakCode] };
  }
}

export interface ScanRequest {
  readonly unit: LineUnit;
  /** 1-based. */
  readonly firstLine: number;
  readonly maxLines: number;
  /** Of a longer line only the start is kept. */
  readonly maxLineBytes: number;
  /** No further line is kept after so many bytes of kept lines. */
  readonly maxBytes: number;
  /** Goes on to the end to count all lines; otherwise ends with the last line that is kept. */
  readonly countAll: boolean;
}

export interface ScannedLine {
  readonly number: number;
  /** Where it starts in the file. */
  readonly offset: number;
  /** Its start, without the break. */
  readonly bytes: Uint8Array;
  /** Bytes of the whole line, without the break. */
  readonly length: number;
}

export interface LineScan {
  readonly lines: readonly ScannedLine[];
  /** Null where the scan ended before the file did. */
  readonly totalLines: number | null;
  /** Whether the file's last line has a break; null where that was not seen. */
  readonly endsWithBreak: boolean | null;
}

/** Finds lines by number in content that comes in chunks, in memory that depends on what is kept only. */
export async function scanLines(chunks: AsyncIterable<Uint8Array>, request: ScanRequest): Promise<LineScan> {
  const { unit, firstLine } = request;
  const keeper = lineKeeper(request);
  let line = 1;
  let offset = 0;
  let lastChunk: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    let at = 0;
    if (line < firstLine) {
      const breaks = countBreaks(chunk, offset, unit);
      if (line + breaks < firstLine) line += breaks;
      else for (; line < firstLine; line++) at = findBreak(chunk, at, offset, unit) + unit.width;
      if (line < firstLine) at = chunk.length;
    }
    while (at < chunk.length && !keeper.isFull()) {
      const end = findBreak(chunk, at, offset, unit);
      keeper.add(chunk.subarray(at, end < 0 ? chunk.length : end), line, offset + at);
      if (end < 0) at = chunk.length;
      else {
        keeper.endLine();
        line++;
        at = end + unit.width;
      }
    }
    if (keeper.isFull() && !request.countAll) return { lines: keeper.lines, totalLines: null, endsWithBreak: null };
    if (at < chunk.length) line += countBreaks(chunk.subarray(at), offset + at, unit);
    offset += chunk.length;
    lastChunk = chunk;
  }
  keeper.endFile();
  const endsWithBreak = endsWith(lastChunk, unit.lineBreak);
  return { lines: keeper.lines, totalLines: offset === 0 ? 0 : line - (endsWithBreak ? 1 : 0), endsWithBreak };
}

function lineKeeper({ maxLines, maxLineBytes, maxBytes }: ScanRequest) {
  const lines: ScannedLine[] = [];
  let pieces: Uint8Array[] = [];
  let kept = 0;
  let keptInAll = 0;
  let current: { readonly number: number; readonly offset: number; length: number } | null = null;
  const endLine = (): void => {
    if (current === null) return;
    lines.push({ ...current, bytes: Buffer.concat(pieces) });
    pieces = [];
    kept = 0;
    current = null;
  };
  return {
    lines,
    isFull: () => current === null && (lines.length >= maxLines || (lines.length > 0 && keptInAll >= maxBytes)),
    add(bytes: Uint8Array, number: number, offset: number): void {
      current ??= { number, offset, length: 0 };
      current.length += bytes.length;
      if (kept >= maxLineBytes) return;
      const piece = bytes.subarray(0, maxLineBytes - kept);
      // Copied: a view would hold the whole chunk in memory.
      pieces.push(Uint8Array.from(piece));
      kept += piece.length;
      keptInAll += piece.length;
    },
    endLine,
    endFile: endLine,
  };
}

function countBreaks(bytes: Uint8Array, offset: number, unit: LineUnit): number {
  const [only] = unit.lineBreak;
  if (unit.width === 1 && only !== undefined) return countByte(bytes, only);
  let count = 0;
  for (let at = findBreak(bytes, 0, offset, unit); at >= 0; at = findBreak(bytes, at + unit.width, offset, unit))
    count++;
  return count;
}

/** Index of the next break from `from`, or -1. `offset` is where the chunk stands in the file, for alignment. */
function findBreak(bytes: Uint8Array, from: number, offset: number, { width, lineBreak }: LineUnit): number {
  const [first = 0] = lineBreak;
  if (width === 1) return bytes.indexOf(first, from);
  const code = lineBreak.find((byte) => byte !== 0) ?? 0;
  const within = lineBreak.indexOf(code);
  for (let at = bytes.indexOf(code, from); at >= 0; at = bytes.indexOf(code, at + 1)) {
    const start = at - within;
    if (
      start >= from &&
      (offset + start) % width === 0 &&
      lineBreak.every((byte, index) => bytes[start + index] === byte)
    ) {
      return start;
    }
  }
  return -1;
}

function endsWith(bytes: Uint8Array, end: readonly number[]): boolean {
  const start = bytes.length - end.length;
  return start >= 0 && end.every((byte, index) => bytes[start + index] === byte);
}
