import { type Editor, layOutEditor } from '../model/editor.ts';
import type { Theme } from '../style/theme.ts';

export interface PaintedEditor {
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export interface EditorPaint {
  readonly width: number;
  readonly maxRows: number;
  /** What stands before the first row; later ones are indented by as much. */
  readonly mark: string;
  readonly theme: Theme;
}

/** The text being written in at most `maxRows` rows around the cursor. */
export function renderEditor(editor: Editor, { width, maxRows, mark, theme }: EditorPaint): PaintedEditor {
  const layout = layOutEditor(editor, Math.max(8, width - 3));
  const count = layout.rows.length;
  const from = Math.max(0, Math.min(layout.row - Math.floor(maxRows / 2), count - maxRows));
  const shown = layout.rows.slice(from, from + maxRows);
  const blank = ' '.repeat(mark.length);
  const lines = shown.map(({ text }, index) => {
    const isCutAbove = index === 0 && from > 0;
    const isCutBelow = index === shown.length - 1 && from + maxRows < count;
    const lead = isCutAbove
      ? theme.muted('↑ ')
      : isCutBelow
        ? theme.muted('↓ ')
        : index === 0
          ? theme.person(mark)
          : blank;
    // A control that was pasted is shown as a mark, and stays what it is in the text.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    return lead + text.replace(/[\x00-\x1f\x7f-\x9f]/g, '·');
  });
  return { lines, cursor: { row: layout.row - from, column: blank.length + layout.column } };
}
