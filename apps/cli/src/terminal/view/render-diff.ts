import { printable } from '../style/printable.ts';
import type { Theme } from '../style/theme.ts';
import { breakText } from '../style/wrap-text.ts';
import type { Paint } from './paint.ts';

interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'gap' | 'remark';
  readonly number: number | undefined;
  readonly text: string;
}

/** A unified diff with the numbers of its lines: those of the new file, for removed lines those of the old. */
export function renderDiff(diff: string, { width, theme }: Paint): readonly string[] {
  const lines = parseDiff(printable(diff));
  const digits = String(Math.max(0, ...lines.map(({ number }) => number ?? 0))).length;
  return lines.flatMap((line) => renderLine(line, digits, { width, theme }));
}

function parseDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 0;
  let after = 0;
  let isInHunk = false;
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk) {
      if (isInHunk) lines.push({ kind: 'gap', number: undefined, text: '' });
      isInHunk = true;
      before = Number(hunk[1]);
      after = Number(hunk[2]);
    } else if (!isInHunk) {
      // `---` and `+++` say what the header says already; anything else is a remark on the whole.
      if (!/^(?:---|\+\+\+) /.test(line) && line.trim() !== '')
        lines.push({ kind: 'remark', number: undefined, text: line });
    } else if (line.startsWith('+')) {
      lines.push({ kind: 'added', number: after, text: line.slice(1) });
      after += 1;
    } else if (line.startsWith('-')) {
      lines.push({ kind: 'removed', number: before, text: line.slice(1) });
      before += 1;
    } else if (line.startsWith('\\') || !line.startsWith(' ')) {
      lines.push({ kind: 'remark', number: undefined, text: line.replace(/^\\ /, '') });
    } else {
      lines.push({ kind: 'same', number: after, text: line.slice(1) });
      before += 1;
      after += 1;
    }
  }
  return lines;
}

const signs = { added: '+', removed: '-', same: ' ' } as const;

function renderLine(
  { kind, number, text }: DiffLine,
  digits: number,
  { width, theme }: { readonly width: number; readonly theme: Theme },
): readonly string[] {
  const blank = ' '.repeat(digits);
  if (kind === 'gap') return [theme.muted(`${blank} ⋯`)];
  if (kind === 'remark') return [theme.muted(`${blank} · ${text}`)];
  const style = kind === 'added' ? theme.added : kind === 'removed' ? theme.removed : (line: string): string => line;
  return breakText(text, width - digits - 3).map((line, index) => {
    const gutter = index === 0 ? String(number ?? '').padStart(digits) : blank;
    return `${theme.muted(gutter)} ${style(`${signs[kind]} ${line}`)}`.trimEnd();
  });
}
