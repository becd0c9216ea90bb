import { type ByteSource, countLinesFrom, locate } from './byte-source.ts';

/** Characters of one answer. */
export const MAX_PAGE_CHARS = 32_768;
/** Beyond this the lines after a page are not counted: it would mean reading all of them. */
const MAX_COUNTED_BYTES = 64 * 1024 * 1024;

export interface PageRequest {
  readonly unit: 'lines' | 'chars';
  /** From 1. */
  readonly offset: number;
  readonly limit: number;
}

export interface Page {
  readonly text: string;
  /** Numbers of the first and last unit on the page; last < first where there is nothing. */
  readonly first: number;
  readonly last: number;
  /** Null where it was not counted. */
  readonly total: number | null;
  /** How to read on, where there is more. */
  readonly next: { readonly unit: 'lines' | 'chars'; readonly offset: number } | null;
}

/** One page of a text of any size, in memory that depends on the page alone. */
export async function readPage(source: ByteSource, request: PageRequest, signal: AbortSignal): Promise<Page> {
  const { unit, offset } = request;
  const start = await locate(source, unit, offset - 1, signal);
  if (start.isEnd) return emptyPage(request, await totalOf(source, unit, start));
  const bytes = await source.readAt(start.byte, MAX_PAGE_CHARS * 4);
  const isWhole = start.byte + bytes.length >= source.bytes;
  const text = new TextDecoder().decode(isWhole ? bytes : withoutHalfCharacter(bytes));
  return unit === 'chars'
    ? charPage(text, request, { isWhole, before: start.chars })
    : linePage(text, request, { isWhole, start, source, signal });
}

const emptyPage = ({ offset }: PageRequest, total: number): Page => ({
  text: '',
  first: offset,
  last: offset - 1,
  total,
  next: null,
});

/** At the end of a text `locate` has counted everything; a last line without a line end is one too. */
async function totalOf(
  source: ByteSource,
  unit: PageRequest['unit'],
  end: { readonly lines: number; readonly chars: number },
): Promise<number> {
  if (unit === 'chars') return end.chars;
  const last = await source.readAt(Math.max(0, source.bytes - 1), 1);
  return end.lines + (last.length > 0 && last[0] !== 0x0a ? 1 : 0);
}

function charPage(
  text: string,
  { offset, limit }: PageRequest,
  { isWhole, before }: { isWhole: boolean; before: number },
): Page {
  const characters = [...text];
  const shown = characters.slice(0, Math.min(limit, MAX_PAGE_CHARS));
  const isEnd = isWhole && shown.length === characters.length;
  const last = before + shown.length;
  return {
    text: shown.join(''),
    first: offset,
    last,
    total: isEnd ? last : null,
    next: isEnd ? null : { unit: 'chars', offset: last + 1 },
  };
}

interface LineContext {
  readonly isWhole: boolean;
  readonly start: Awaited<ReturnType<typeof locate>>;
  readonly source: ByteSource;
  readonly signal: AbortSignal;
}

async function linePage(text: string, { offset, limit }: PageRequest, context: LineContext): Promise<Page> {
  const { isWhole, start, source, signal } = context;
  const ended = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = ended.split('\n');
  const isCutInside = !isWhole && !text.endsWith('\n');
  const whole = isCutInside && lines.length > 1 ? lines.slice(0, -1) : lines;
  const shown = takeLines(whole, limit);
  if (shown.length === 0) {
    const piece = [...(whole[0] ?? '')].slice(0, MAX_PAGE_CHARS);
    const next = { unit: 'chars' as const, offset: start.chars + piece.length + 1 };
    return { text: piece.join(''), first: offset, last: offset, total: null, next };
  }
  const last = offset + shown.length - 1;
  const isEnd = isWhole && shown.length === lines.length;
  const total = isEnd
    ? last
    : source.bytes <= MAX_COUNTED_BYTES
      ? start.lines + (await countLinesFrom(source, start, signal))
      : null;
  return {
    text: shown.join('\n'),
    first: offset,
    last,
    total,
    next: isEnd ? null : { unit: 'lines', offset: last + 1 },
  };
}

function takeLines(lines: readonly string[], limit: number): readonly string[] {
  let chars = 0;
  const end = lines.findIndex((line, index) => {
    chars += line.length + 1;
    return index >= limit || chars > MAX_PAGE_CHARS + 1;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function withoutHalfCharacter(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  const first = bytes[end - 1] ?? 0;
  const expected = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return bytes.length - end + 1 < expected ? bytes.subarray(0, Math.max(0, end - 1)) : bytes;
}
