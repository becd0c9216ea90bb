import { diffLines } from '../shared/line-diff/diff-lines.ts';

const MAX_DIFFERENCES = 5;
/** Of a long line, what is shown around its first difference. */
const BEFORE = 30;
const AFTER = 60;

/**
 * How the lines of a file differ from those that were looked for, in words.
 * @param firstLine 1-based number of the first of `lines`
 */
export function compareLines(
  lines: readonly string[],
  wanted: readonly string[],
  firstLine: number,
): readonly string[] {
  const differences: string[] = [];
  for (const { aStart, aEnd, bStart, bEnd } of diffLines(lines, wanted)) {
    const pairs = Math.max(aEnd - aStart, bEnd - bStart);
    for (let index = 0; index < pairs; index++) {
      const has = aStart + index < aEnd ? lines[aStart + index] : undefined;
      const asked = bStart + index < bEnd ? wanted[bStart + index] : undefined;
      differences.push(describe(firstLine + Math.min(aStart + index, aEnd), has, asked));
    }
  }
  const more = differences.length - MAX_DIFFERENCES;
  return more > 0 ? [...differences.slice(0, MAX_DIFFERENCES), `  and ${more} more lines differ`] : differences;
}

function describe(line: number, has: string | undefined, asked: string | undefined): string {
  if (has === undefined)
    return `  before line ${line}: old_string has ${quote(asked ?? '', 0)}, which is not in the file`;
  if (asked === undefined) return `  line ${line}: ${quote(has, 0)} is not in old_string`;
  // A first or last line may be wanted in part only: what stands around the part is no difference.
  const at = has.includes(asked) ? 0 : firstDifference(has, asked);
  return `  line ${line}: the file has ${quote(has, at)}, old_string has ${quote(asked, at)}`;
}

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index++;
  return index;
}

/** As JSON, so that tabs and other invisible characters show. */
function quote(text: string, around: number): string {
  const start = Math.max(0, around - BEFORE);
  const end = Math.min(text.length, around + AFTER);
  const visible = JSON.stringify(text.slice(start, end)).replace(
    /[\u0080-\u00a0\u00ad\u2000-\u200f\u2018-\u201f\u2010-\u2015\u2028-\u202f\u2060\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${start > 0 ? '…' : ''}${visible}${end < text.length ? '…' : ''}`;
}
