import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { Item } from '../model/item.ts';
import { plural, shortCount } from '../style/amounts.ts';
import { printable, printableLine } from '../style/printable.ts';
import { indentLines, truncate } from '../style/text-width.ts';
import type { Theme } from '../style/theme.ts';
import { turnFacts } from '../style/turn-facts.ts';
import { wrapText } from '../style/wrap-text.ts';
import { narrowed, type Paint } from './paint.ts';
import { fold, INDENT, renderCard, renderFailureLines } from './render-card.ts';

export interface ItemPaint extends Paint {
  readonly isThinkingShown: boolean;
}

/** Something that is over, as lines. */
export function renderItem(item: Item, paint: ItemPaint): readonly string[] {
  const { width, theme } = paint;
  switch (item.type) {
    case 'person':
      return person(item, paint);
    case 'text': {
      const lines = renderMarkdown(item.text, width - INDENT.length, theme);
      return indentLines(lines, item.isContinued ? INDENT : `${theme.accent('●')} `, INDENT);
    }
    case 'thinking':
      return thinking(item.text, paint);
    case 'card':
      return renderCard(item.card, paint);
    case 'notice':
      return indentLines(
        wrapText(printable(item.text), width - 2).map(item.level === 'warning' ? theme.warning : theme.muted),
        item.level === 'warning' ? `${theme.warning('!')} ` : `${theme.muted('·')} `,
        INDENT,
      );
    case 'failure':
      return indentLines(renderFailureLines(item.failure, narrowed(paint, 2)), `${theme.danger('✗')} `, INDENT);
    case 'turn':
      return turn(item, paint);
    case 'compacted':
      return [
        theme.muted(`─ older messages were replaced by a summary (before: ${shortCount(item.tokensBefore)} tokens)`),
        ...(paint.isExpanded ? indentLines(renderMarkdown(item.summary, width - 2, theme), INDENT) : []),
      ];
    case 'answer':
      return indentLines(renderMarkdown(item.markdown, width - 2, theme), INDENT);
    case 'lines':
      return [
        ...(item.title === undefined ? [] : [theme.strong(printableLine(item.title))]),
        ...indentLines(
          item.lines.flatMap((line) => hang(printable(line), width - 2)),
          INDENT,
        ),
      ];
    case 'welcome':
      return welcome(item, paint);
    case 'workstream':
      return [
        theme.muted(truncate(`── ${printableLine(item.name)}`, width)),
        ...(item.earlier > 0
          ? [theme.muted(`   ${plural(item.earlier, 'earlier entry', 'earlier entries')} not shown (Ctrl+O)`)]
          : []),
      ];
  }
}

/** Whether a blank line stands before it. */
export const needsGap = (item: Item, previous: Item | undefined, hadBody: boolean): boolean => {
  if (!previous) return false;
  if (item.type === 'card' && previous.type === 'card') return hadBody;
  if (item.type === 'turn' && item.outcome === 'done') return false;
  return true;
};

function person(
  { text, surface, by }: Extract<Item, { type: 'person' }>,
  { width, theme, isExpanded }: Paint,
): readonly string[] {
  const all = printable(text)
    .split('\n')
    .flatMap((line) => wrapText(line, width - 2));
  const shown = fold(all, { head: 12, tail: 3 }, { width, theme, isExpanded });
  const lines = indentLines(shown.map(theme.strong), `${theme.person('›')} `, INDENT);
  return surface === 'cli' ? lines : [...lines, theme.muted(`  ${by}, in ${surface}`)];
}

function thinking(text: string, { width, theme, isThinkingShown, isExpanded }: ItemPaint): readonly string[] {
  const clean = printable(text).trim();
  if (!isThinkingShown && !isExpanded) {
    const first = clean.split('\n', 1)[0] ?? '';
    return [theme.muted(truncate(`✻ ${first}${clean.length > first.length ? ' …' : ''}`, width))];
  }
  return indentLines(wrapText(clean, width - 2).map(theme.muted), theme.muted('✻ '), INDENT);
}

function turn(item: Extract<Item, { type: 'turn' }>, paint: Paint): readonly string[] {
  const { theme, width } = paint;
  const changes = item.changes.length > 0 ? [`${plural(item.changes.length, 'file')} changed (/undo)`] : [];
  const facts = [...turnFacts(item), ...changes];
  const line = facts.length === 0 ? [] : [theme.muted(truncate(`  ${facts.join(' · ')}`, width))];
  const failure = item.failure
    ? indentLines(renderFailureLines(item.failure, narrowed(paint, 2)), `${theme.danger('✗')} `, INDENT)
    : [];
  switch (item.outcome) {
    case 'done':
      return line;
    case 'interrupted':
      return [
        ...indentLines(
          wrapText('Stopped. Say what to do differently, or go on.', width - 2),
          `${theme.warning('◌')} `,
          INDENT,
        ),
        ...line,
      ];
    case 'failed':
    case 'max-rounds':
    case 'denied':
      return [...failure, ...line];
  }
}

function welcome(
  { version, cwd, isolation }: Extract<Item, { type: 'welcome' }>,
  { theme, width }: Paint,
): readonly string[] {
  return [
    truncate(
      `${theme.accent('▲')} ${theme.strong('Toolstone')} ${theme.muted(version)}  ${theme.muted(`${cwd} · ${isolation}`)}`,
      width,
    ),
  ];
}

/** What is too long goes on below, indented. */
function hang(line: string, width: number): readonly string[] {
  const [first = '', ...rest] = wrapText(line, width);
  return rest.length === 0 ? [first] : [first, ...indentLines(wrapText(rest.join(' '), width - 4), '    ')];
}

/** How items are shown; folded unless said otherwise. */
export const itemPaint = (width: number, theme: Theme, isThinkingShown: boolean, isExpanded = false): ItemPaint => ({
  width,
  theme,
  isThinkingShown,
  isExpanded,
});
