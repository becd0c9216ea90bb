import { keySections } from '../commands/help-text.ts';
import { slashCommands } from '../commands/slash-commands.ts';
import type { Completion, Picker } from '../model/screen.ts';
import { shownRows } from '../model/update-picker.ts';
import { printableLine } from '../style/printable.ts';
import { padTo, truncate, widthOf } from '../style/text-width.ts';
import type { Paint } from './paint.ts';

const MAX_COMPLETION_ROWS = 8;

/** The part of a list around the chosen row. */
function windowOf<Row>(
  rows: readonly Row[],
  selected: number,
  size: number,
): { readonly from: number; readonly shown: readonly Row[] } {
  const from = Math.max(0, Math.min(selected - Math.floor(size / 2), rows.length - size));
  return { from, shown: rows.slice(from, from + size) };
}

/** What could be completed, the marked one among it. */
export function renderCompletion(
  { kind, candidates, selected }: Completion,
  maxRows: number,
  { width, theme }: Paint,
): readonly string[] {
  const { from, shown } = windowOf(candidates, selected, Math.max(1, Math.min(MAX_COMPLETION_ROWS, maxRows)));
  const column = Math.min(Math.max(...shown.map(widthOf)), Math.floor(width / 2));
  return shown.map((candidate, index) => {
    const isSelected = from + index === selected;
    const command = kind === 'command' ? slashCommands.find(({ name }) => name === candidate) : undefined;
    const name = command
      ? padTo(`/${candidate} ${command.arguments}`.trimEnd(), 24)
      : padTo(printableLine(candidate), column);
    const line = `${isSelected ? '▸' : ' '} ${isSelected ? theme.accent(name) : name}${command ? theme.muted(`  ${command.help}`) : ''}`;
    return truncate(line.trimEnd(), width);
  });
}

/** A list to choose from, and what filters it. */
export function renderPicker(picker: Picker, maxRows: number, { width, theme }: Paint): readonly string[] {
  const rows = shownRows(picker);
  const { from, shown } = windowOf(rows, picker.selected, Math.max(1, maxRows - 3));
  const column = Math.max(10, Math.floor((width - 4) * 0.6));
  const lines = shown.map(({ title, detail }, index) => {
    const isSelected = from + index === picker.selected;
    const name = padTo(truncate(printableLine(title), column), column);
    return truncate(
      `${isSelected ? theme.accent('▸') : ' '} ${isSelected ? theme.strong(name) : name}  ${theme.muted(printableLine(detail))}`,
      width,
    );
  });
  const filter = picker.filter.text === '' ? theme.muted('type to filter') : picker.filter.text;
  const more = rows.length > shown.length ? theme.muted(`  ${picker.selected + 1} of ${rows.length}`) : '';
  return [
    `${theme.strong(picker.title)}  ${filter}${more}`,
    ...(lines.length > 0 ? lines : [theme.muted('  nothing fits')]),
    theme.muted(truncate('  ↑↓ choose · Enter take · Esc back', width)),
  ];
}

/** The keys, as the table of bindings has them, in as many columns as fit. */
export function renderKeys(maxRows: number, { width, theme }: Paint): readonly string[] {
  const rows = keySections().flatMap(({ title, rows: keys }) => [
    theme.strong(title),
    ...keys.map((row) => keyRow(row, width, theme)),
  ]);
  return rows.length <= maxRows ? rows : [...rows.slice(0, maxRows - 1), theme.muted('/help shows the rest')];
}

const keyRow = (
  { keys, help }: { readonly keys: string; readonly help: string },
  width: number,
  theme: Paint['theme'],
): string => truncate(`  ${theme.accent(padTo(keys, 20))} ${help}`, width);
