import { diffLines } from '../line-diff/diff-lines.ts';

/** Longer files get no marks: they stand in the log with every read. */
const MAX_LINES = 2000;
const MAX_BYTES = 512 * 1024;
const MAX_RANGES = 8;

/**
 * Two bytes for each line of a file, in base64: enough to tell later which lines are no longer as they were, not enough to
 * tell what they said. Undefined for files that are long, or not made of single bytes.
 */
export function lineMarks(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_BYTES || bytes.includes(0)) return undefined;
  const marks: number[] = [];
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found;
    const mark = markOfLine(bytes, start, end);
    marks.push(mark & 0xff, mark >>> 8);
    if (marks.length > 2 * MAX_LINES) return undefined;
    start = end + 1;
  }
  return Buffer.from(marks).toString('base64');
}

/** FNV-1a, folded to 16 bits. */
function markOfLine(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** What is different now from when the marks were made, such as `lines 10-12 changed, 3 lines were added after line 40`. */
export function changesSince(marks: string, bytes: Uint8Array): string | undefined {
  const now = lineMarks(bytes);
  if (now === undefined) return undefined;
  const changes = diffLines(toNumbers(marks), toNumbers(now));
  const words = changes.slice(0, MAX_RANGES).map(({ aStart, aEnd, bStart, bEnd }) => {
    if (aStart === aEnd) {
      const where = aStart === 0 ? 'at the start' : `after line ${aStart}`;
      return `${count(bEnd - bStart)} added ${where} (now ${range(bStart, bEnd)})`;
    }
    if (bStart === bEnd) return `${range(aStart, aEnd)} removed`;
    const moved = aStart === bStart && aEnd === bEnd ? '' : ` (now ${range(bStart, bEnd)})`;
    return `${range(aStart, aEnd)} changed${moved}`;
  });
  if (changes.length > MAX_RANGES) words.push(`and ${changes.length - MAX_RANGES} more changes`);
  return words.length === 0 ? undefined : words.join(', ');
}

const range = (start: number, end: number): string =>
  end - start === 1 ? `line ${start + 1}` : `lines ${start + 1}-${end}`;

const count = (lines: number): string => (lines === 1 ? '1 line' : `${lines} lines`);

function toNumbers(marks: string): readonly number[] {
  const bytes = Buffer.from(marks, 'base64');
  return Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readUInt16LE(2 * index));
}
