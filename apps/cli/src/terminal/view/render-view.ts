import type { View } from '@toolstone/protocol';
import { highlightCode } from '../markdown/highlight-code.ts';
import { plural, shortBytes } from '../style/amounts.ts';
import { printable, printableLine } from '../style/printable.ts';
import { indentLines, padTo, truncate, widthOf } from '../style/text-width.ts';
import { breakText, wrapText } from '../style/wrap-text.ts';
import type { Paint } from './paint.ts';
import { renderDiff } from './render-diff.ts';

/** A preview or a result, whole; folding is for whoever shows it. Empty where the header says it all. */
export function renderView(view: View, paint: Paint): readonly string[] {
  const { width, theme } = paint;
  switch (view.type) {
    case 'diff':
      return renderDiff(view.diff, paint);
    case 'command':
      return highlightCode(printable(view.command), 'bash', theme)
        .flatMap((line, index) => commandLine(line, index === 0 ? '$ ' : '  ', width))
        .map((line) => line.trimEnd());
    case 'text':
      return view.language === undefined
        ? breakLines(view.text, width)
        : highlightCode(printable(view.text).trimEnd(), view.language, theme).flatMap((line) => breakText(line, width));
    case 'terminal':
      return breakLines(view.text, width).map((line) =>
        line.startsWith('[stderr] ') ? theme.warning(line.slice(9)) : line,
      );
    case 'lines':
    case 'matches':
      return [];
    case 'table':
      return columns([view.columns, ...view.rows], paint);
    case 'image':
      return wrapText(printableLine(view.image.description ?? view.image.name ?? view.image.mediaType), width);
    case 'notice':
      return wrapText(printable(view.text), width).map((line) =>
        view.level === 'warning' ? theme.warning(line) : theme.muted(line),
      );
  }
}

/** One line of a command, broken between words; what goes on is indented further than what is a line of its own. */
function commandLine(line: string, mark: string, width: number): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return indentLines(wrapText(line.slice(indent.length), width - indent.length - 4), mark + indent, `${indent}    `);
}

const breakLines = (text: string, width: number): readonly string[] => {
  const clean = printable(text).trimEnd();
  return clean === '' ? [] : breakText(clean, width);
};

function columns(rows: readonly (readonly string[])[], { width, theme }: Paint): readonly string[] {
  const clean = rows.map((row) => row.map(printableLine));
  const widths = (clean[0] ?? []).map((_cell, column) => Math.max(...clean.map((row) => widthOf(row[column] ?? ''))));
  return clean.map((row, index) => {
    const line = truncate(
      row
        .map((cell, column) => padTo(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
      width,
    );
    return index === 0 ? theme.muted(line) : line;
  });
}

/** What a view says in a few words, beside the header. */
export function summarizeView(view: View): string {
  switch (view.type) {
    case 'lines': {
      const total = view.totalLines === null ? '' : ` of ${view.totalLines}`;
      const isWhole = view.firstLine <= 1 && view.lastLine === view.totalLines;
      return isWhole ? plural(view.lastLine, 'line') : `lines ${view.firstLine}–${view.lastLine}${total}`;
    }
    case 'matches':
      return view.matches === 0
        ? 'nothing found'
        : `${plural(view.matches, 'match', 'matches')} in ${plural(view.files, 'file')}`;
    case 'terminal':
      return view.exitCode === null || view.exitCode === 0 ? '' : `exit ${view.exitCode}`;
    case 'image':
      return `${view.image.mediaType}, ${shortBytes(view.image.bytes)}`;
    case 'diff':
    case 'command':
    case 'text':
    case 'table':
    case 'notice':
      return '';
  }
}
