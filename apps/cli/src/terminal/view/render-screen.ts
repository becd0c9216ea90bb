import { renderMarkdown } from '../markdown/render-markdown.ts';
import { cycleOf } from '../model/approval-panel.ts';
import type { Card } from '../model/card.ts';
import { isBusy, openText } from '../model/conversation.ts';
import type { Screen } from '../model/screen.ts';
import { printable, printableLine } from '../style/printable.ts';
import { indentLines, truncate } from '../style/text-width.ts';
import type { Theme } from '../style/theme.ts';
import { breakText, wrapText } from '../style/wrap-text.ts';
import { narrowed, type Paint } from './paint.ts';
import { renderApproval } from './render-approval.ts';
import { cardTitle, INDENT, renderCard } from './render-card.ts';
import { renderEditor } from './render-editor.ts';
import { renderCompletion, renderKeys, renderPicker } from './render-lists.ts';
import { renderBusy, renderStatus } from './render-status.ts';

export interface LiveView {
  readonly lines: readonly string[];
  /** Where the terminal's cursor belongs; absent where it is hidden. */
  readonly cursor?: { readonly x: number; readonly y: number };
}

const MAX_PROMPT_ROWS = 10;
const MAX_QUEUED_ROWS = 3;
const MAX_OUTPUT_ROWS = 6;
const MAX_DRAWN_CHARS = 8192;
/** How much of what is left a question or list may take. */
const PANEL_SHARE = 0.85;

/**
 * Everything on the screen that may still change: what is at work, the question or list that is open, the prompt, the
 * status. Always fewer lines than the terminal has, so that nothing scrolls away unfinished.
 */
export function renderScreen(
  screen: Screen,
  { rows, theme }: { readonly rows: number; readonly theme: Theme },
): LiveView {
  const paint: Paint = { width: Math.max(10, screen.columns - 1), theme, isExpanded: false };
  const room = Math.max(4, rows - 2);
  const prompt = promptOf(screen, paint, Math.min(MAX_PROMPT_ROWS, Math.max(1, Math.floor(room / 3))));
  const foot = footer(screen, paint, Math.max(1, room - prompt.lines.length - 2));
  const busy = renderBusy(screen, paint);
  const middle = [...(busy === undefined ? [] : [busy]), ...queuedLines(screen, paint)];
  const gaps = 3;
  const left = room - prompt.lines.length - foot.length - middle.length - gaps;
  const panel = panelOf(screen, paint, Math.max(3, Math.floor(left * PANEL_SHARE)));
  const work = working(screen, paint, Math.max(0, left - panel.lines.length));
  const sections: readonly Section[] = [{ lines: work }, { lines: middle }, panel, prompt];
  return stack(sections, foot, rows - 1);
}

interface Section {
  readonly lines: readonly string[];
  readonly cursor?: { readonly row: number; readonly column: number };
}

/** Sections with a blank line before each; the last one that has a cursor keeps it. What is too much is cut above. */
function stack(sections: readonly Section[], foot: readonly string[], maxRows: number): LiveView {
  const lines: string[] = [];
  let cursor: LiveView['cursor'];
  for (const section of sections) {
    if (section.lines.length === 0) continue;
    lines.push('');
    if (section.cursor) cursor = { x: section.cursor.column, y: lines.length + section.cursor.row };
    lines.push(...section.lines);
  }
  lines.push(...foot);
  const cut = Math.max(0, lines.length - maxRows);
  const shown = lines.slice(cut);
  return cursor ? { lines: shown, cursor: { x: cursor.x, y: Math.max(0, cursor.y - cut) } } : { lines: shown };
}

/** A question or a list that takes the keys has the place of an empty prompt. */
function promptOf(screen: Screen, paint: Paint, maxRows: number): Section {
  const isElsewhere = screen.picker !== null || screen.approval?.isArmed === true;
  const isEmpty = screen.editor.text === '';
  if (isElsewhere && isEmpty) return { lines: [] };
  const { lines, cursor } = renderEditor(screen.editor, {
    width: screen.columns,
    maxRows,
    mark: '› ',
    theme: paint.theme,
  });
  return { lines: isEmpty ? [placeholder(screen, paint)] : lines, ...(!isElsewhere && { cursor }) };
}

function placeholder({ conversation, approval }: Screen, { theme, width }: Paint): string {
  const words = approval
    ? ''
    : isBusy(conversation)
      ? 'what you write now is queued'
      : 'ask for something · @file · /command · !shell';
  return `${theme.person('› ')}${theme.muted(truncate(words, width - 2))}`;
}

function footer(screen: Screen, paint: Paint, maxRows: number): readonly string[] {
  const { hint, completion } = screen;
  if (completion) return renderCompletion(completion, maxRows, paint);
  if (!hint) return [renderStatus(screen, paint)];
  const style = hint.level === 'warning' ? paint.theme.warning : paint.theme.accent;
  return [`  ${style(truncate(printableLine(hint.text), paint.width - 2))}`];
}

function queuedLines({ conversation: { queued, turn } }: Screen, { theme, width }: Paint): readonly string[] {
  // Before a turn has begun, what was sent is about to be taken.
  const shown = turn ? queued.slice(0, MAX_QUEUED_ROWS) : queued.slice(1, 1 + MAX_QUEUED_ROWS);
  const lines = shown.map(({ text }) => theme.muted(truncate(`  ↳ queued: ${printableLine(text)}`, width)));
  const more = (turn ? queued.length : queued.length - 1) - shown.length;
  if (shown.length === 0) return [];
  return [
    ...lines,
    theme.muted(truncate(`    ${more > 0 ? `and ${more} more · ` : ''}↑ takes the last one back`, width)),
  ];
}

function panelOf(screen: Screen, paint: Paint, maxRows: number): Section {
  const { approval, conversation, picker, areKeysShown } = screen;
  if (picker) return { lines: [...renderPicker(picker, maxRows, paint)] };
  const cycle = approval && cycleOf(conversation, approval);
  if (approval && cycle) {
    const waiting = conversation.cycles.length - 1;
    return renderApproval({ cycle, panel: approval, waiting, nowMs: screen.nowMs, maxRows }, paint);
  }
  return { lines: areKeysShown ? renderKeys(maxRows, paint) : [] };
}

/** The reply as far as it has come and the calls at work; of what is too long, the end. */
function working(screen: Screen, paint: Paint, maxRows: number): readonly string[] {
  if (maxRows === 0) return [];
  const { stream, cards } = screen.conversation;
  const asked = new Set(screen.conversation.cycles[0]?.calls.map(({ callId }) => callId));
  const blocks: readonly string[][] = [
    [...streamLines(stream, screen.isThinkingShown, paint)],
    cards.filter(({ callId }) => !asked.has(callId)).flatMap((card) => cardLines(card, screen.nowMs, paint)),
  ];
  const lines = blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index > 0 ? ['', ...block] : block));
  const shown = lines.length <= maxRows ? lines : [paint.theme.muted('⋯'), ...lines.slice(lines.length - maxRows + 1)];
  return shown;
}

function streamLines(
  stream: Screen['conversation']['stream'],
  isThinkingShown: boolean,
  paint: Paint,
): readonly string[] {
  const { theme, width } = paint;
  const open = openText(stream);
  const thought = printable(stream.thinking).trim();
  const thoughtLines =
    thought === ''
      ? []
      : isThinkingShown
        ? indentLines(wrapText(thought, width - 2).map(theme.muted), theme.muted('✻ '), INDENT)
        : [theme.muted(truncate(`✻ ${thought.split('\n').at(-1) ?? ''}`, width))];
  if (open.trim() === '') return thoughtLines;
  const lines = openLines(open, width - INDENT.length, theme);
  const first = stream.settled > 0 ? INDENT : `${theme.accent('●')} `;
  return [...thoughtLines, ...(thoughtLines.length > 0 ? [''] : []), ...indentLines(lines, first, INDENT)];
}

/** Of an open block that is long, the end as plain text: the screen shows no more of it, and it is drawn often. */
function openLines(open: string, width: number, theme: Theme): readonly string[] {
  if (open.length <= MAX_DRAWN_CHARS) return renderMarkdown(open, width, theme);
  return wrapText(printable(open.slice(-MAX_DRAWN_CHARS)), width);
}

function cardLines(card: Card, nowMs: number, paint: Paint): readonly string[] {
  const { theme, width } = paint;
  if (card.phase === 'done') return renderCard(card, paint).slice(0, 1);
  const mark =
    card.phase === 'running' ? theme.accent('▶') : card.phase === 'asking' ? theme.warning('?') : theme.muted('·');
  const seconds = card.startedAtMs === undefined ? 0 : Math.floor((nowMs - card.startedAtMs) / 1000);
  const took = seconds >= 2 ? theme.muted(`  ${seconds}s`) : '';
  const title = `${mark} ${theme.strong(truncate(cardTitle(card), width - 10))}${took}`;
  return [title, ...outputLines(card, narrowed(paint, 2))];
}

function outputLines({ output: { tail, linesBefore } }: Card, { width, theme }: Paint): readonly string[] {
  const clean = printable(tail).trimEnd();
  if (clean === '') return [];
  const lines = clean.split('\n');
  const shown = lines.slice(-MAX_OUTPUT_ROWS).map((line) => breakText(line, width)[0] ?? '');
  const hidden = linesBefore + lines.length - shown.length;
  const above = hidden > 0 ? [theme.muted(`⋯ ${hidden} lines before`)] : [];
  return indentLines([...above, ...shown.map(theme.muted)], INDENT);
}
