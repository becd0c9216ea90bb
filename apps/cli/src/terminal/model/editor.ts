import { segmentsOf, widthOf } from '../style/text-width.ts';

/** A text being written, and where in it: `cursor` is an offset in UTF-16 units on a character's edge. */
export interface Editor {
  readonly text: string;
  readonly cursor: number;
  /** What was cut last, to be put in again. */
  readonly cut: string;
}

export const emptyEditor: Editor = { text: '', cursor: 0, cut: '' };

export const editorOf = (text: string, cut = ''): Editor => ({ text, cursor: text.length, cut });

export type EditorAct =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'text-start'
  | 'text-end'
  | 'delete-left'
  | 'delete-right'
  | 'delete-word-left'
  | 'delete-word-right'
  | 'cut-to-line-end'
  | 'cut-to-line-start'
  | 'put-in';

const MAX_CHARS = 1_000_000;

export function insert({ text, cursor, cut }: Editor, added: string): Editor {
  const room = added.slice(0, Math.max(0, MAX_CHARS - text.length));
  return { text: text.slice(0, cursor) + room + text.slice(cursor), cursor: cursor + room.length, cut };
}

export function edit(editor: Editor, act: EditorAct): Editor {
  const { text, cursor, cut } = editor;
  const move = (to: number): Editor => ({ ...editor, cursor: to });
  const remove = (from: number, to: number, isKept = false): Editor => ({
    text: text.slice(0, from) + text.slice(to),
    cursor: from,
    cut: isKept && to > from ? text.slice(from, to) : cut,
  });
  switch (act) {
    case 'left':
      return move(previous(text, cursor));
    case 'right':
      return move(next(text, cursor));
    case 'word-left':
      return move(wordStart(text, cursor));
    case 'word-right':
      return move(wordEnd(text, cursor));
    case 'line-start':
      return move(lineStart(text, cursor));
    case 'line-end':
      return move(lineEnd(text, cursor));
    case 'text-start':
      return move(0);
    case 'text-end':
      return move(text.length);
    case 'delete-left':
      return remove(previous(text, cursor), cursor);
    case 'delete-right':
      return remove(cursor, next(text, cursor));
    case 'delete-word-left':
      return remove(wordStart(text, cursor), cursor, true);
    case 'delete-word-right':
      return remove(cursor, wordEnd(text, cursor), true);
    case 'cut-to-line-end': {
      const end = lineEnd(text, cursor);
      return remove(cursor, end === cursor ? Math.min(text.length, end + 1) : end, true);
    }
    case 'cut-to-line-start':
      return remove(lineStart(text, cursor), cursor, true);
    case 'put-in':
      return insert(editor, cut);
  }
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

/** Characters are looked for within the line, so that a huge text costs no more than its line. */
function previous(text: string, at: number): number {
  if (at === 0) return 0;
  const start = lineStart(text, at);
  if (start === at) return at - 1;
  return at - (segmentsOf(text.slice(Math.max(start, at - 64), at)).at(-1)?.length ?? 1);
}

function next(text: string, at: number): number {
  if (at >= text.length) return text.length;
  if (text[at] === '\n') return at + 1;
  return at + (segmentsOf(text.slice(at, Math.min(lineEnd(text, at), at + 64)))[0]?.length ?? 1);
}

const isWordPart = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char);

function wordStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && !isWordPart(text[at - 1])) at -= 1;
  while (at > 0 && isWordPart(text[at - 1])) at -= 1;
  return at;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWordPart(text[at])) at += 1;
  while (at < text.length && isWordPart(text[at])) at += 1;
  return at;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
const controls = /[\x00-\x1f\x7f-\x9f]/g;

/** Columns of a text in which each control is shown as a mark of one. */
const columnsOf = (text: string): number => widthOf(text) + (text.match(controls)?.length ?? 0);

export interface EditorLayout {
  /** The text in rows of at most `width` columns. */
  readonly rows: readonly { readonly text: string; readonly start: number; readonly end: number }[];
  readonly row: number;
  readonly column: number;
}

/** Where each part of the text stands on the screen. The cursor may stand one column behind a full row. */
export function layOutEditor({ text, cursor }: Editor, width: number): EditorLayout {
  const rows: { text: string; start: number; end: number }[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    rows.push(...breakLine(line, at, Math.max(1, width)));
    at += line.length + 1;
  }
  const row = rows.findLastIndex(({ start }) => start <= cursor);
  const found = rows[row];
  return { rows, row: Math.max(0, row), column: found ? columnsOf(text.slice(found.start, cursor)) : 0 };
}

function breakLine(line: string, offset: number, width: number): { text: string; start: number; end: number }[] {
  if (columnsOf(line) < width) return [{ text: line, start: offset, end: offset + line.length }];
  const rows: { text: string; start: number; end: number }[] = [];
  let row = '';
  let columns = 0;
  let start = offset;
  for (const segment of segmentsOf(line)) {
    const wide = columnsOf(segment);
    if (columns + wide > width) {
      rows.push({ text: row, start, end: start + row.length });
      start += row.length;
      row = '';
      columns = 0;
    }
    row += segment;
    columns += wide;
  }
  rows.push({ text: row, start, end: start + row.length });
  // A full last row leaves no place for the cursor behind it.
  if (columns >= width) rows.push({ text: '', start: start + row.length, end: start + row.length });
  return rows;
}

/** One row up or down on the screen; undefined at the first or last row, where the keys mean the history. */
export function moveVertically(editor: Editor, by: -1 | 1, width: number): Editor | undefined {
  const { rows, row, column } = layOutEditor(editor, width);
  const target = rows[row + by];
  if (!target) return undefined;
  let cursor = target.start;
  let columns = 0;
  for (const segment of segmentsOf(target.text)) {
    const wide = columnsOf(segment);
    if (columns + wide > column) break;
    columns += wide;
    cursor += segment.length;
  }
  // The end of a broken row is the start of the next one: stay on this one.
  const isBroken = rows[row + by + 1]?.start === target.end && target.text !== '';
  return { ...editor, cursor: isBroken && cursor >= target.end ? cursor - 1 : cursor };
}
