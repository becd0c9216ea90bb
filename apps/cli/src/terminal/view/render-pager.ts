import { truncate } from '../style/text-width.ts';
import type { Theme } from '../style/theme.ts';

export interface Pager {
  readonly title: string;
  readonly lines: readonly string[];
  /** Index of the first line shown. */
  readonly top: number;
}

export interface PagerSize {
  readonly columns: number;
  readonly rows: number;
}

/** Lines that a page has: one row is for what is shown where. */
const pageRows = ({ rows }: PagerSize): number => Math.max(1, rows - 1);

export const lastTop = (lines: readonly string[], size: PagerSize): number =>
  Math.max(0, lines.length - pageRows(size));

export function movePager(pager: Pager, action: string, size: PagerSize): Pager {
  const page = Math.max(1, pageRows(size) - 1);
  const by: Readonly<Record<string, number>> = {
    up: -1,
    down: 1,
    'page-up': -page,
    'page-down': page,
    first: -pager.lines.length,
    last: pager.lines.length,
  };
  return { ...pager, top: Math.max(0, Math.min(lastTop(pager.lines, size), pager.top + (by[action] ?? 0))) };
}

/** All rows of the terminal. */
export function renderPager({ title, lines, top }: Pager, size: PagerSize, theme: Theme): readonly string[] {
  const shown = lines.slice(top, top + pageRows(size)).map((line) => truncate(line, size.columns));
  const fill = Array.from({ length: pageRows(size) - shown.length }, () => '');
  const end = Math.min(lines.length, top + pageRows(size));
  const status = ` ${title} · ${end} of ${lines.length} lines · ↑↓ PgUp PgDn g G · q back `;
  return [...shown, ...fill, theme.selected(truncate(status, size.columns - 1))];
}
