import { answerTo, cycleOf, grantsOf } from '../model/approval-panel.ts';
import { type Effect, type Step, step } from '../model/effect.ts';
import type { Screen } from '../model/screen.ts';
import { grantText } from '../style/grant-text.ts';
import { indentLines } from '../style/text-width.ts';
import type { Theme } from '../style/theme.ts';
import { renderAskedCalls } from '../view/render-asked-calls.ts';
import { parseAnswer } from './parse-answer.ts';

/** The open question with everything that it is about. */
export function questionLines({ approval, conversation, columns }: Screen, theme: Theme): readonly string[] {
  const cycle = approval && cycleOf(conversation, approval);
  if (!cycle) return [];
  const calls = renderAskedCalls(cycle.calls, { width: columns - 3, theme, isExpanded: true });
  const grants = grantsOf(cycle, approval);
  const question = cycle.calls.length > 1 ? `Run these ${cycle.calls.length} calls?` : 'Run it?';
  return [
    '',
    ...indentLines(calls, '| '),
    ...(grants.length > 0 ? [theme.muted(`always: ${grants.map(grantText).join(', ')}`)] : []),
    `${theme.strong(question)} y, n, ${grants.length > 0 ? 'a (always), ' : ''}e ARGUMENTS, ? (why); a message after a comma`,
  ];
}

/** What an answer typed in a line means; no effects where it means nothing. */
export function answerLine(screen: Screen, line: string): Step {
  const panel = screen.approval;
  const cycle = panel && cycleOf(screen.conversation, panel);
  const parsed = parseAnswer(line);
  if (!panel || !cycle || !parsed) return step(screen);
  const [first] = cycle.calls;
  if (parsed.type === 'why') {
    return step(
      screen,
      ...(first
        ? [{ type: 'explain-call', tool: first.tool, arguments: first.arguments, isForPanel: true } satisfies Effect]
        : []),
    );
  }
  const sending = { ...screen, approval: { ...panel, isSending: true } };
  if (parsed.type === 'answer') return step(sending, { type: 'send', message: answerTo(cycle, panel, parsed) });
  if (!first) return step(screen);
  const planHashes = Object.fromEntries(cycle.calls.map(({ callId, planHash }) => [callId, planHash]));
  return step(sending, {
    type: 'send',
    message: {
      type: 'answer',
      cycleId: cycle.cycleId,
      callId: first.callId,
      decision: 'edit',
      arguments: parsed.arguments,
      planHashes,
    },
  });
}
