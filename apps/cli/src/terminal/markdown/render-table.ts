import type { Tokens } from 'marked';
import { padTo, widthOf } from '../style/text-width.ts';
import type { Theme } from '../style/theme.ts';
import { wrapText } from '../style/wrap-text.ts';
import { renderInline } from './render-inline.ts';

const MIN_COLUMN = 5;
const GAP = '  ';

/** A table whose columns fit; where even narrow columns do not, each row becomes a list of its cells. */
export function renderTable(table: Tokens.Table, width: number, theme: Theme): readonly string[] {
  const rows = [table.header, ...table.rows].map((row) => row.map((cell) => renderInline(cell.tokens, theme)));
  const wanted = (rows[0] ?? []).map((_cell, column) => Math.max(1, ...rows.map((row) => longest(row[column] ?? ''))));
  const room = width - GAP.length * (wanted.length - 1);
  const columns = fitColumns(wanted, room);
  const [header = [], ...body] = rows;
  if (!columns)
    return body.flatMap((row) => row.map((cell, column) => `${theme.strong(header[column] ?? '')}: ${cell}`));
  const aligned = (row: readonly string[], style: (text: string) => string): readonly string[] =>
    layRow(row, columns, { align: table.align, style });
  const rule = theme.muted(columns.map((column) => '─'.repeat(column)).join(GAP));
  return [...aligned(header, theme.strong), rule, ...body.flatMap((row) => aligned(row, (text) => text))];
}

const longest = (cell: string): number => Math.max(...cell.split('\n').map(widthOf));

/** Narrows the widest columns first. */
function fitColumns(wanted: readonly number[], room: number): readonly number[] | undefined {
  if (wanted.length * MIN_COLUMN > room && wanted.reduce((sum, column) => sum + column, 0) > room) return undefined;
  const columns = [...wanted];
  for (;;) {
    const over = columns.reduce((sum, column) => sum + column, 0) - room;
    if (over <= 0) return columns;
    const widest = Math.max(...columns);
    const index = columns.indexOf(widest);
    const second = Math.max(MIN_COLUMN, ...columns.filter((_column, at) => at !== index));
    columns[index] = Math.max(MIN_COLUMN, Math.min(widest - 1, Math.max(second, widest - over)));
    if (columns[index] === widest) return undefined;
  }
}

function layRow(
  row: readonly string[],
  columns: readonly number[],
  { align, style }: { readonly align: Tokens.Table['align']; readonly style: (text: string) => string },
): readonly string[] {
  const cells = columns.map((column, index) => wrapText(row[index] ?? '', column));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_line, at) =>
    columns
      .map((column, index) => {
        const text = cells[index]?.[at] ?? '';
        const isLast = index === columns.length - 1;
        const blank = ' '.repeat(Math.max(0, column - widthOf(text)));
        if (align[index] === 'right') return blank + style(text);
        return isLast ? style(text) : padTo(style(text), column);
      })
      .join(GAP)
      .trimEnd(),
  );
}
