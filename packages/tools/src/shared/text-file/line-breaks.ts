/** How the lines of a text end. `cr` only where there is no line feed at all; `mixed` is line feeds with and without CR. */
export type LineBreak = 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';

export interface LineBreaks {
  readonly kind: LineBreak;
  readonly lf: number;
  readonly crlf: number;
}

export function findLineBreaks(text: string): LineBreaks {
  let lf = 0;
  let crlf = 0;
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
    if (text.charCodeAt(index - 1) === 0x0d) crlf++;
    else lf++;
  }
  const kind = lineBreakKind(lf, crlf);
  return { kind: kind === 'none' && text.includes('\r') ? 'cr' : kind, lf, crlf };
}

function lineBreakKind(lf: number, crlf: number): LineBreak {
  if (lf > 0) return crlf > 0 ? 'mixed' : 'lf';
  return crlf > 0 ? 'crlf' : 'none';
}

/** The break as it is written, for a kind that has exactly one. */
export const breakText = (kind: Exclude<LineBreak, 'mixed' | 'none'>): string =>
  kind === 'crlf' ? '\r\n' : kind === 'cr' ? '\r' : '\n';

export const breakName = (kind: LineBreak): string => kind.toUpperCase();

/** A text whose breaks are all LF, with the way back to where a character stood. */
export interface NormalText {
  readonly text: string;
  /** The index in the original of a boundary in `text`. A CR of a break belongs to the break. */
  toOriginal(index: number): number;
}

export function normalizeBreaks(original: string, kind: LineBreak): NormalText {
  if (kind === 'cr') return { text: original.replaceAll('\r', '\n'), toOriginal: (index) => index };
  if (kind === 'none' || kind === 'lf') return { text: original, toOriginal: (index) => index };
  const dropped: number[] = [];
  for (let index = original.indexOf('\r\n'); index >= 0; index = original.indexOf('\r\n', index + 2)) {
    dropped.push(index - dropped.length);
  }
  return {
    text: original.replaceAll('\r\n', '\n'),
    toOriginal: (index) => index + countBelow(dropped, index),
  };
}

/** What a model wrote, with breaks as `normalizeBreaks` makes them. */
export const normalizeWanted = (wanted: string, kind: LineBreak): string =>
  kind === 'cr' ? wanted.replace(/\r\n?/g, '\n') : wanted.replaceAll('\r\n', '\n');

/** The text with all its LF and CRLF breaks written as `written`. */
export const withBreaks = (text: string, written: string): string => text.replace(/\r?\n/g, written);

/** How many of the ascending `values` are below `limit`. */
function countBelow(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** 1-based number of the line in which the character at `index` of an LF text stands. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let found = text.indexOf('\n'); found >= 0 && found < index; found = text.indexOf('\n', found + 1)) line++;
  return line;
}
