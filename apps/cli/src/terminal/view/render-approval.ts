import type { AskedCall } from '@toolstone/protocol';
import { grantsOf } from '../model/approval-panel.ts';
import type { OpenCycle } from '../model/conversation.ts';
import type { ApprovalPanel } from '../model/screen.ts';
import { shortDuration } from '../style/amounts.ts';
import { grantText } from '../style/grant-text.ts';
import { printable, printableLine } from '../style/printable.ts';
import { indentLines, truncate, widthOf } from '../style/text-width.ts';
import type { Theme } from '../style/theme.ts';
import { wrapText } from '../style/wrap-text.ts';
import { narrowed, type Paint } from './paint.ts';
import { type PaintedEditor, renderEditor } from './render-editor.ts';
import { renderView } from './render-view.ts';

export interface ApprovalView {
  readonly lines: readonly string[];
  /** Where the cursor stands in them, while something is written. */
  readonly cursor?: { readonly row: number; readonly column: number };
}

export interface ApprovalViewOptions {
  readonly cycle: OpenCycle;
  readonly panel: ApprovalPanel;
  /** Cycles that wait behind this one. */
  readonly waiting: number;
  readonly nowMs: number;
  readonly maxRows: number;
}

/** The question with all that it is about, in at most `maxRows` lines; what does not fit can be scrolled to. */
export function renderApproval(options: ApprovalViewOptions, paint: Paint): ApprovalView {
  const { cycle, panel, maxRows } = options;
  const inner = narrowed(paint, 2);
  const top = title(options, inner);
  const bottom = panel.mode === 'choose' ? choices(cycle, panel, inner) : writing(cycle, panel, inner, maxRows);
  const isEditing = panel.mode === 'edit';
  const room = Math.max(1, maxRows - top.length - bottom.lines.length);
  const body = isEditing ? [] : scrolled(callLines(cycle, panel, inner, room), panel.scroll, room, inner);
  const bar = paint.theme.warning('▌ ');
  const before = top.length + body.length;
  return {
    lines: indentLines([...top, ...body, ...bottom.lines], bar),
    ...(bottom.cursor && { cursor: { row: before + bottom.cursor.row, column: 2 + bottom.cursor.column } }),
  };
}

function title({ cycle, panel, waiting, nowMs }: ApprovalViewOptions, { theme, width }: Paint): readonly string[] {
  const [first] = cycle.calls;
  const count = cycle.calls.length;
  const question = count > 1 ? `${count} calls ask` : first ? questionOf(first) : '';
  const facts = [
    panel.isSending ? 'answered' : '',
    waiting > 0 ? `${waiting} more behind` : '',
    cycle.expiresAt === undefined
      ? ''
      : `expires in ${shortDuration(Math.max(0, Date.parse(cycle.expiresAt) - nowMs))}`,
  ].filter((fact) => fact !== '');
  return [truncate(`${theme.strong(question)}${facts.length > 0 ? theme.muted(`  ${facts.join(' · ')}`) : ''}`, width)];
}

function questionOf({ preview, tool }: AskedCall): string {
  if (preview.some(({ type }) => type === 'command')) return 'Run this command?';
  if (preview.some(({ type }) => type === 'diff')) return 'Make this change?';
  return `Run ${tool}?`;
}

/** Every call with its preview where there is room for all; else the preview of the chosen one alone. */
function callLines(cycle: OpenCycle, panel: ApprovalPanel, paint: Paint, room: number): readonly string[] {
  const isOnly = cycle.calls.length === 1;
  const whole = cycle.calls.map((call, index) =>
    callBlock(call, { panel, paint, isOnly, isChosen: index === panel.selected }),
  );
  const all = whole.flatMap(({ header, preview }) => [...header, ...preview]);
  if (isOnly || all.length <= room) return all;
  return whole.flatMap(({ header, preview }, index) => [...header, ...(index === panel.selected ? preview : [])]);
}

function callBlock(
  call: AskedCall,
  {
    panel,
    paint,
    isOnly,
    isChosen,
  }: { readonly panel: ApprovalPanel; readonly paint: Paint; readonly isOnly: boolean; readonly isChosen: boolean },
): { readonly header: readonly string[]; readonly preview: readonly string[] } {
  const { theme, width } = paint;
  const isCommand = call.preview.some(({ type }) => type === 'command');
  const preview = call.preview.flatMap((view) => renderView(view, narrowed(paint, isOnly ? 0 : 4)));
  const shown = preview.length > 0 ? preview : wrapText(printable(call.arguments), width - 4);
  if (isOnly)
    return { header: isCommand ? [] : [truncate(theme.strong(printableLine(call.header)), width)], preview: shown };
  const isLeftOut = panel.leftOut.includes(call.callId);
  const mark = isLeftOut ? theme.danger('✗') : theme.success('✓');
  const title = truncate(printableLine(isCommand ? `$ ${call.header}` : call.header), width - 4);
  const styled = isLeftOut ? theme.struck(title) : theme.strong(title);
  return {
    header: [`${isChosen ? theme.accent('▸') : ' '} ${mark} ${styled}`],
    // A command of one line is its own header.
    preview: isCommand && preview.length === 1 && widthOf(call.header) < width - 4 ? [] : indentLines(shown, '    '),
  };
}

function scrolled(lines: readonly string[], scroll: number, room: number, { theme, width }: Paint): readonly string[] {
  if (lines.length <= room) return lines;
  const shown = Math.max(1, room - 1);
  const from = Math.min(scroll, lines.length - shown);
  const above = from > 0 ? `↑ ${from}` : '';
  const below = lines.length - shown - from > 0 ? `↓ ${lines.length - shown - from}` : '';
  const rest = [above, below].filter((part) => part !== '').join('  ');
  return [
    ...lines.slice(from, from + shown),
    theme.muted(truncate(`${rest} more lines (↑↓ scroll, Ctrl+O whole)`, width)),
  ];
}

interface Bottom {
  readonly lines: readonly string[];
  readonly cursor?: PaintedEditor['cursor'];
}

function choices(cycle: OpenCycle, panel: ApprovalPanel, { theme, width }: Paint): Bottom {
  if (!panel.isArmed) return { lines: [theme.muted('a moment: keys still go to your prompt')] };
  const grants = grantsOf(cycle, panel);
  const isMany = cycle.calls.length > 1;
  const chip = (key: string, words: string): string => `${theme.accent(key)} ${words}`;
  const chips = [
    chip('y', panel.leftOut.length > 0 ? 'yes to the marked' : isMany ? 'yes to all' : 'yes'),
    chip('n', isMany ? 'no to all' : 'no'),
    chip('Y/N', 'with a message'),
    ...(grants.length > 0 ? [chip('a', 'always')] : []),
    chip('e', 'edit'),
    chip('?', panel.why ? 'hide' : 'why'),
    ...(isMany ? [chip('Tab', 'next'), chip('Space', 'leave out')] : []),
  ];
  const why = panel.why?.flatMap((line) => wrapText(printable(line), width)).map(theme.muted) ?? [];
  const reason = cycle.calls[panel.selected]?.ruling.reason;
  const said = panel.why || reason === undefined ? why : [theme.muted(truncate(printableLine(reason), width))];
  // To the last word: it is what the person gives away.
  const covers = grants.length > 0 ? `always: ${grants.map(grantText).join(', ')}` : onlyOnce;
  return { lines: [...said, ...wrapText(covers, width).map(theme.muted), ...flow(chips, width)] };
}

const onlyOnce = 'no "always" here: a rule asks each time, or it cannot be told what would be covered';

/** Pieces side by side, a new line where the next does not fit; a piece is never broken. */
function flow(pieces: readonly string[], width: number, gap = '   '): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + gap.length + widthOf(piece) <= width)
      lines[lines.length - 1] = last + gap + piece;
    else lines.push(truncate(piece, width));
  }
  return lines;
}

function writing(cycle: OpenCycle, panel: ApprovalPanel, { theme, width }: Paint, maxRows: number): Bottom {
  const label = {
    'yes-message': 'Yes, and to the model:',
    'no-message': 'No, and to the model:',
    edit: `${cycle.calls[panel.selected]?.tool ?? 'call'} with ${panel.editedKey === undefined ? 'these arguments' : `this ${panel.editedKey}`}:`,
    choose: '',
  }[panel.mode];
  const keys =
    panel.mode === 'edit'
      ? 'Enter shows it again before it runs · Alt+Enter new line · Esc back'
      : 'Enter sends · Esc back';
  const problem = panel.problem === undefined ? [] : [theme.danger(truncate(printableLine(panel.problem), width))];
  const editor = renderEditor(panel.editor, { width: width + 2, maxRows: Math.max(1, maxRows - 4), mark: '› ', theme });
  return {
    lines: [theme.accent(label), ...editor.lines, ...problem, theme.muted(truncate(keys, width))],
    cursor: { row: 1 + editor.cursor.row, column: editor.cursor.column },
  };
}

/** The same question whole, for the pager. */
export function approvalPages(cycle: OpenCycle, theme: Theme, width: number): readonly string[] {
  const paint: Paint = { width, theme, isExpanded: true };
  return cycle.calls.flatMap((call, index) => [
    ...(index > 0 ? [''] : []),
    theme.strong(printableLine(call.header)),
    ...call.preview.flatMap((view) => renderView(view, paint)),
    '',
    ...wrapText(`arguments ${printable(call.arguments)}`, width).map(theme.muted),
    ...wrapText(`asks because ${printable(call.ruling.reason)}`, width).map(theme.muted),
  ]);
}
