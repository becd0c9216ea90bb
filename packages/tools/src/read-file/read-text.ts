import type { Files, Hasher } from '@toolstone/kernel';
import type { FileRead } from '@toolstone/protocol';
import { type Codec, loadCodec } from '../shared/text-file/codec.ts';
import { DECLARATION_BYTES } from '../shared/text-file/declared-encoding.ts';
import { type DetectedText, detectEncoding, markOf } from '../shared/text-file/detect-encoding.ts';
import { editorconfigCharset } from '../shared/text-file/editorconfig.ts';
import { fileChunks } from '../shared/text-file/file-chunks.ts';
import { lineMarks } from '../shared/text-file/line-marks.ts';
import { type LineScan, lineUnit, type ScannedLine, scanLines } from '../shared/text-file/scan-lines.ts';
import type { TextFormat } from '../shared/text-file/text-encoding.ts';
import { encodingOfBom } from '../shared/text-file/text-encoding.ts';
import { MAX_WHOLE_TEXT_BYTES } from '../shared/text-file/text-file.ts';

/** What one call shows at most: enough for most source files whole, a twelfth of a common context. */
export const MAX_SHOWN_BYTES = 64 * 1024;
/** Of a longer line the rest is read with `column`. */
export const MAX_LINE_BYTES = 2000;

export interface ShownLine {
  readonly number: number;
  readonly text: string;
  /** Where the rest of the line starts, for a line that is not shown whole. */
  readonly continuesAt?: number;
  readonly totalBytes: number;
  readonly hasCr: boolean;
}

export interface TextRead {
  readonly lines: readonly ShownLine[];
  readonly totalLines: number | null;
  readonly endsWithBreak: boolean | null;
  readonly format: TextFormat;
  readonly how: 'certain' | 'declared' | 'guessed';
  readonly breakCode: 0x0a | 0x0d;
  /** Absent for files that are too large to be edited: those are not read to their end. */
  readonly read?: FileRead;
}

export interface TextSource {
  readonly files: Pick<Files, 'stat' | 'readAt'>;
  readonly hasher: Hasher;
  readonly signal: AbortSignal;
  readonly path: string;
  readonly head: Uint8Array;
  readonly bytes: number;
}

export interface LineRange {
  readonly offset: number;
  readonly limit: number | undefined;
  /** 1-based: shows the one line `offset` from there. */
  readonly column: number | undefined;
}

/** Reads numbered lines of a text file; null where the file is binary. Rejects with a `PortError`. */
export async function readText(source: TextSource, range: LineRange): Promise<TextRead | null> {
  const guess = await detect(source, source.head);
  if (guess.kind === 'binary') return null;
  const breakCode = usesCarriageReturns(source.head) ? 0x0d : 0x0a;
  const unit = lineUnit(guess.format.encoding, breakCode);
  const isWhole = source.bytes <= MAX_WHOLE_TEXT_BYTES;
  const observer = isWhole ? contentObserver(source) : null;
  const chunks = fileChunks(source.files, source.path, { signal: source.signal });
  const scan = await scanLines(observer === null ? chunks : observer.watch(chunks), {
    unit,
    firstLine: range.offset,
    maxLines: range.column === undefined ? (range.limit ?? Number.MAX_SAFE_INTEGER) : 1,
    maxLineBytes: MAX_LINE_BYTES * unit.width,
    maxBytes: MAX_SHOWN_BYTES * unit.width,
    countAll: isWhole,
  });
  const shown = cutAtCharacters(scan.lines, unit.width);
  const detected = await detect(source, Buffer.concat(shown.map(({ bytes }) => bytes)));
  const found = detected.kind === 'text' ? detected : guess;
  const codec = await loadCodec(found.format.encoding);
  const lines =
    range.column === undefined || scan.lines[0] === undefined
      ? shown.map((line) => decodeLine(line, codec, found.format))
      : [
          await readColumn(source, {
            line: scan.lines[0],
            column: range.column,
            codec,
            format: found.format,
            breakCode,
          }),
        ];
  const read = observer?.read(source.path);
  return { ...outline(scan), lines, format: found.format, how: found.how, breakCode, ...(read && { read }) };
}

const outline = ({ totalLines, endsWithBreak }: LineScan) => ({ totalLines, endsWithBreak });

async function detect(source: TextSource, bytes: Uint8Array): Promise<DetectedText> {
  const detected = await detectEncoding({ bytes, head: source.head, tail: source.head });
  if (detected.kind === 'text' && detected.how === 'certain') return detected;
  // Only now is it worth looking at more than the start: the end of the file and the configuration may name an encoding.
  const tailStart = Math.max(0, source.bytes - DECLARATION_BYTES);
  return detectEncoding({
    bytes,
    head: source.head,
    tail: await source.files.readAt(source.path, tailStart, DECLARATION_BYTES),
    configuredCharset: await editorconfigCharset(source.files, source.path),
  });
}

/** Old Mac files: carriage returns and no line feed. */
function usesCarriageReturns(head: Uint8Array): boolean {
  return head.includes(0x0d) && !head.includes(0x0a) && encodingOfBom(head)?.startsWith('utf-16') !== true;
}

/** Hashes the content that passes by, and keeps what line marks need of a small file. */
function contentObserver({ hasher }: TextSource) {
  const hash = hasher.incremental();
  let first: Uint8Array | null = null;
  let chunkCount = 0;
  return {
    async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
      for await (const chunk of chunks) {
        hash.add(chunk);
        first ??= chunk;
        chunkCount++;
        yield chunk;
      }
    },
    read(path: string): FileRead {
      const marks = chunkCount === 1 && first ? lineMarks(first) : undefined;
      return { path, hash: hash.digest(), ...(marks !== undefined && { lineMarks: marks }) };
    },
  };
}

/** A cut line may end within a character, which would make UTF-8 look like something else. */
function cutAtCharacters(lines: readonly ScannedLine[], width: number): readonly ScannedLine[] {
  return lines.map((line) => {
    if (line.bytes.length === line.length || width !== 1) return line;
    let end = line.bytes.length;
    while (end > 0 && line.bytes.length - end < 3 && ((line.bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
    const lead = line.bytes[end - 1] ?? 0;
    if (lead < 0xc0) return line; // no UTF-8, or it ends with a whole character
    const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    const isCut = line.bytes.length - (end - 1) < needed;
    return isCut ? { ...line, bytes: line.bytes.subarray(0, end - 1) } : line;
  });
}

function decodeLine(line: ScannedLine, codec: Codec, format: TextFormat): ShownLine {
  const bytes = line.offset === 0 ? line.bytes.subarray(markOf(format).length) : line.bytes;
  const isCut = line.bytes.length < line.length;
  const decoded = isCut ? codec.stream().write(bytes) : codec.decode(bytes);
  const hasCr = !isCut && decoded.endsWith('\r');
  const text = hasCr ? decoded.slice(0, -1) : decoded;
  return {
    number: line.number,
    text,
    hasCr,
    totalBytes: line.length,
    ...(isCut && { continuesAt: text.length + 1 }),
  };
}

interface ColumnRequest {
  readonly line: ScannedLine;
  readonly column: number;
  readonly codec: Codec;
  readonly format: TextFormat;
  readonly breakCode: 0x0a | 0x0d;
}

/** One line from a character on, however long it is: it is decoded as it streams by. */
async function readColumn(
  source: TextSource,
  { line, column, codec, format, breakCode }: ColumnRequest,
): Promise<ShownLine> {
  const decoder = codec.stream();
  const lineBreak = String.fromCharCode(breakCode);
  const start = line.offset === 0 ? markOf(format).length : line.offset;
  const from = column - 1;
  let seen = 0;
  let text = '';
  let isWhole = false;
  const take = (decoded: string): boolean => {
    const end = decoded.indexOf(lineBreak);
    const part = end < 0 ? decoded : decoded.slice(0, end);
    if (seen + part.length > from)
      text += part.slice(Math.max(0, from - seen), Math.max(0, from - seen) + MAX_SHOWN_BYTES + 1);
    seen += part.length;
    isWhole = end >= 0;
    return isWhole || text.length > MAX_SHOWN_BYTES;
  };
  let isDone = false;
  for await (const chunk of fileChunks(source.files, source.path, { offset: start, signal: source.signal })) {
    isDone = take(decoder.write(chunk));
    if (isDone) break;
  }
  if (!isDone) {
    take(decoder.end());
    isWhole = true;
  }
  const shown = text.slice(0, MAX_SHOWN_BYTES).replace(/[\ud800-\udbff]$/, '');
  const continues = text.length > shown.length || !isWhole;
  const hasCr = !continues && shown.endsWith('\r');
  return {
    number: line.number,
    text: hasCr ? shown.slice(0, -1) : shown,
    hasCr,
    totalBytes: line.length,
    ...(continues && { continuesAt: column + shown.length }),
  };
}
