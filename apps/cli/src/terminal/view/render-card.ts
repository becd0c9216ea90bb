import { partsText } from '@toolstone/kernel';
import type { Failure, View } from '@toolstone/protocol';
import type { Card } from '../model/card.ts';
import { shortDuration } from '../style/amounts.ts';
import { type Fold, foldLines } from '../style/fold-lines.ts';
import { printable, printableLine } from '../style/printable.ts';
import { indentLines, truncate, widthOf } from '../style/text-width.ts';
import { wrapText } from '../style/wrap-text.ts';
import { narrowed, type Paint } from './paint.ts';
import { renderView, summarizeView } from './render-view.ts';

export const INDENT = '  ';
const folds: Readonly<Record<View['type'], Fold>> = {
  diff: { head: 16, tail: 6 },
  command: { head: 8, tail: 3 },
  terminal: { head: 4, tail: 8 },
  text: { head: 6, tail: 0 },
  lines: { head: 0, tail: 0 },
  matches: { head: 0, tail: 0 },
  table: { head: 10, tail: 2 },
  image: { head: 4, tail: 0 },
  notice: { head: 6, tail: 0 },
};
const failureFold: Fold = { head: 12, tail: 4 };

/** The one line that names a call: the same before, while and after it runs. */
export function cardTitle({ header, tool, arguments: args, preview, result }: Card): string {
  const views = [...preview, ...(result?.view ? [result.view] : [])];
  const isCommand = tool === 'bash' || views.some(({ type }) => type === 'command');
  // A call that was refused before it could be prepared has no header but its name.
  if (header !== undefined && header !== tool) return printableLine(isCommand ? `$ ${header}` : header);
  return printableLine(`${tool} ${describeArguments(args)}`.trimEnd());
}

/** Arguments in a few words, for a call that nobody has looked at yet. */
function describeArguments(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
    return Object.entries(value)
      .map(([key, part]) => `${key}: ${typeof part === 'string' ? part : JSON.stringify(part)}`)
      .join(', ')
      .slice(0, 300);
  } catch {
    return text.slice(0, 300); // a bare text, or one that a model damaged
  }
}

/** A call that is over: what it did, what came of it, and its output folded to its ends. */
export function renderCard(card: Card, paint: Paint): readonly string[] {
  return [titleLine(card, paint), ...indentLines(cardBody(card, narrowed(paint, INDENT.length)), INDENT)];
}

function titleLine(card: Card, { width, theme }: Paint): string {
  const { result, durationMs = 0 } = card;
  const status = result?.status ?? 'cancelled';
  const mark = {
    ok: theme.success('✓'),
    failed: theme.danger('✗'),
    denied: theme.warning('⊘'),
    cancelled: theme.warning('◌'),
  }[status];
  const took = durationMs >= 1000 ? shortDuration(durationMs) : '';
  const words = { ok: '', failed: '', denied: 'not run', cancelled: 'stopped' }[status];
  const facts = [words, result?.view ? summarizeView(result.view) : '', took].filter((fact) => fact !== '').join(' · ');
  const room = width - 2 - (facts === '' ? 0 : widthOf(facts) + 2);
  const title = truncate(cardTitle(card), Math.max(12, room));
  return truncate(`${mark} ${theme.strong(title)}${facts === '' ? '' : `  ${theme.muted(facts)}`}`, width);
}

function cardBody(card: Card, paint: Paint): readonly string[] {
  const { result, answer } = card;
  const { theme, width } = paint;
  const lines: string[] = [];
  if (answer?.message !== undefined) {
    const said = printable(answer.message);
    lines.push(...wrapText(`${answer.decision === 'yes' ? 'approved' : 'denied'}: ${said}`, width).map(theme.person));
  }
  if (answer && answer.surface !== 'cli') lines.push(theme.muted(`answered by ${answer.by} in ${answer.surface}`));
  if (answer?.isAlways) lines.push(theme.muted('always from now on in this workstream'));
  if (!result) return lines;
  if (paint.isExpanded) lines.push(...expandedFacts(card, paint));
  const isSaidByTitle = result.view?.type === 'terminal' && result.failure?.code === 'COMMAND_FAILED';
  const isSaidByPerson = result.failure?.code === 'DENIED_BY_PERSON' && answer !== undefined;
  if (result.failure && !isSaidByTitle && !isSaidByPerson) lines.push(...renderFailureLines(result.failure, paint));
  if (result.view) lines.push(...fold(renderView(result.view, paint), folds[result.view.type], paint));
  if (paint.isExpanded && (!result.view || result.view.type === 'lines' || result.view.type === 'matches')) {
    lines.push(
      ...printable(partsText(result.parts))
        .split('\n')
        .flatMap((line) => wrapText(line, width)),
    );
  }
  return lines;
}

function expandedFacts({ arguments: args, ruling, result }: Card, { theme, width }: Paint): readonly string[] {
  const facts = [
    args.trim() === '' ? '' : `arguments ${printable(args)}`,
    ruling ? `allowed because ${printableLine(ruling.reason)}` : '',
    ...(result?.notes ?? []).map(printableLine),
  ];
  return facts
    .filter((fact) => fact !== '')
    .flatMap((fact) => wrapText(fact, width))
    .map(theme.muted);
}

export function renderFailureLines({ code, message, nextStep, detail }: Failure, paint: Paint): readonly string[] {
  const { theme, width } = paint;
  const shown = [
    ...wrapText(printableLine(message), width).map(theme.danger),
    ...wrapText(printableLine(nextStep), width).map(theme.muted),
    ...(paint.isExpanded ? [theme.muted(code)] : []),
  ];
  const more =
    detail === undefined
      ? []
      : printable(detail)
          .split('\n')
          .flatMap((line) => wrapText(line, width));
  return [...shown, ...fold(more, failureFold, paint)];
}

export const fold = (lines: readonly string[], ends: Fold, { isExpanded, theme }: Paint): readonly string[] =>
  isExpanded ? lines : foldLines(lines, ends, (hidden) => theme.muted(`+ ${hidden} lines (Ctrl+O to expand)`));
