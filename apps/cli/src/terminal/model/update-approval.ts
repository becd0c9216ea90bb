import type { Action } from '../input/key-bindings.ts';
import { answerTo, beginEdit, cycleOf, finishEdit, grantsOf, selectedCall } from './approval-panel.ts';
import type { OpenCycle } from './conversation.ts';
import { type Editor, emptyEditor, insert, moveVertically } from './editor.ts';
import { type Effect, type Step, step } from './effect.ts';
import type { ApprovalPanel, Screen } from './screen.ts';

const PAGE = 10;

/** One key on an open question. */
export function actOnApproval(screen: Screen, action: Action): Step {
  const panel = screen.approval;
  const cycle = panel && cycleOf(screen.conversation, panel);
  if (!panel || !cycle) return step(screen);
  const show = (change: Partial<ApprovalPanel>): Step => step({ ...screen, approval: { ...panel, ...change } });
  switch (action) {
    case 'yes':
      return answer(screen, panel, answerTo(cycle, panel, { decision: 'yes' }));
    case 'no':
      return answer(screen, panel, answerTo(cycle, panel, { decision: 'no' }));
    case 'always':
      return grantsOf(cycle, panel).length === 0
        ? step(screen)
        : answer(screen, panel, answerTo(cycle, panel, { decision: 'yes', isAlways: true }));
    case 'yes-with-message':
      return show({ mode: 'yes-message', editor: emptyEditor });
    case 'no-with-message':
      return show({ mode: 'no-message', editor: emptyEditor });
    case 'edit-call': {
      const call = selectedCall(cycle, panel);
      return call ? step({ ...screen, approval: beginEdit(panel, call, screen.place) }) : step(screen);
    }
    case 'why':
      return explain(screen, panel, cycle);
    case 'next-call':
      return select(screen, panel, (panel.selected + 1) % cycle.calls.length);
    case 'previous-call':
      return select(screen, panel, (panel.selected + cycle.calls.length - 1) % cycle.calls.length);
    case 'toggle-call':
      return cycle.calls.length > 1
        ? show({ leftOut: toggle(panel.leftOut, selectedCall(cycle, panel)?.callId) })
        : step(screen);
    case 'up':
      return show({ scroll: Math.max(0, panel.scroll - 1) });
    case 'down':
      return show({ scroll: panel.scroll + 1 });
    case 'page-up':
      return show({ scroll: Math.max(0, panel.scroll - PAGE) });
    case 'page-down':
      return show({ scroll: panel.scroll + PAGE });
    case 'escape':
      // What was opened over the question is closed before anything is stopped.
      if (panel.why !== undefined) return explain(screen, panel, cycle);
      return step(screen, { type: 'send', message: { type: 'cancel' } });
    default:
      return step(screen);
  }
}

/** Why it asks is said of one call, so it goes with it. */
function select(screen: Screen, panel: ApprovalPanel, selected: number): Step {
  const { why: _ofAnother, ...rest } = panel;
  return step({ ...screen, approval: { ...rest, selected, scroll: 0 } });
}

const toggle = (ids: readonly string[], id: string | undefined): readonly string[] =>
  id === undefined ? ids : ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

function answer(screen: Screen, panel: ApprovalPanel, message: Extract<Effect, { type: 'send' }>['message']): Step {
  return step({ ...screen, approval: { ...panel, mode: 'choose', isSending: true } }, { type: 'send', message });
}

function explain(screen: Screen, panel: ApprovalPanel, cycle: OpenCycle): Step {
  const { why, ...rest } = panel;
  const call = selectedCall(cycle, panel);
  if (why || !call) return step({ ...screen, approval: rest });
  const { ruling } = call;
  const lines = [`${ruling.reason}${ruling.rule === undefined ? '' : ` (rule ${ruling.rule})`}`];
  return step(
    { ...screen, approval: { ...panel, why: lines } },
    { type: 'explain-call', tool: call.tool, arguments: call.arguments, isForPanel: true },
  );
}

/** A key while a message to the model, or a call's arguments, are written. */
export function actOnWriting(screen: Screen, action: Action): Step {
  const panel = screen.approval;
  const cycle = panel && cycleOf(screen.conversation, panel);
  if (!panel || !cycle) return step(screen);
  switch (action) {
    case 'submit':
      return submit(screen, panel, cycle);
    case 'back': {
      const { problem: _left, ...rest } = panel;
      return step({ ...screen, approval: { ...rest, mode: 'choose' } });
    }
    case 'up':
    case 'down': {
      const moved = moveVertically(panel.editor, action === 'up' ? -1 : 1, editorWidth(screen));
      return step(moved ? writeInPanel(screen, () => moved) : screen);
    }
    default:
      return step(screen);
  }
}

/** Columns of the text in prompt and panels: two for the mark, one that stays free. */
export const editorWidth = ({ columns }: Pick<Screen, 'columns'>): number => Math.max(8, columns - 3);

function submit(screen: Screen, panel: ApprovalPanel, cycle: OpenCycle): Step {
  if (endsWithBackslash(panel.editor)) return step(writeInPanel(screen, breakLine));
  if (panel.mode !== 'edit') {
    const decision = panel.mode === 'yes-message' ? 'yes' : 'no';
    return answer(screen, panel, answerTo(cycle, panel, { decision, message: panel.editor.text }));
  }
  const call = selectedCall(cycle, panel);
  if (!call) return step(screen);
  const finished = finishEdit(cycle, panel, call);
  if ('problem' in finished) return step({ ...screen, approval: { ...panel, problem: finished.problem } });
  return answer(screen, panel, finished.message);
}

export const endsWithBackslash = ({ text, cursor }: Editor): boolean => text[cursor - 1] === '\\';

/** A backslash before Enter becomes the line break that it stands for. */
export function breakLine({ text, cursor, cut }: Editor): Editor {
  return insert({ text: text.slice(0, cursor - 1) + text.slice(cursor), cursor: cursor - 1, cut }, '\n');
}

export function writeInPanel(screen: Screen, change: (editor: Editor) => Editor): Screen {
  if (!screen.approval) return screen;
  const { problem: _outdated, ...panel } = screen.approval;
  return { ...screen, approval: { ...panel, editor: change(panel.editor) } };
}
