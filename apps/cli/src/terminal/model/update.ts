import { renderFailure } from '@toolstone/protocol';
import { toggleThinking } from '../commands/run-command.ts';
import { type InputEvent, keyName } from '../input/key.ts';
import { actionOf, type Context } from '../input/key-bindings.ts';
import { undoneIn } from '../style/path-in.ts';
import { applyEvent } from './apply-event.ts';
import { armPanel, panelFor } from './approval-panel.ts';
import { emptyConversation, isBusy } from './conversation.ts';
import { edit, emptyEditor, insert } from './editor.ts';
import { type Outgoing, type ScreenMessage, type Step, step } from './effect.ts';
import { noModelItem } from './no-model-item.ts';
import { notify, printItem } from './notify.ts';
import type { LaneInfo, Screen } from './screen.ts';
import { actOnApproval, actOnWriting, writeInPanel } from './update-approval.ts';
import { actOnPicker, writeInPicker } from './update-picker.ts';
import { actOnPrompt, withCompletion, writeInPrompt } from './update-prompt.ts';
import { nameOf, UNNAMED } from './workstream-name.ts';

/** For so long a second Ctrl+C means leave. */
const LEAVE_MS = 2000;

/** The next screen and what it asks of the world. Pure: time comes with the message. */
export function update(given: Screen, message: ScreenMessage, nowMs: number): Step {
  const screen = { ...given, nowMs };
  switch (message.type) {
    case 'events':
      return step(withPanel({ ...screen, conversation: message.events.reduce(applyEvent, screen.conversation) }));
    case 'input':
      return takeInput(screen, message.input);
    case 'tick':
      return step({
        ...screen,
        approval: armPanel(screen),
        hint: screen.hint && screen.hint.untilMs > nowMs ? screen.hint : null,
      });
    case 'resized':
      return step({ ...screen, columns: message.columns });
    case 'acknowledged':
      return takeAcknowledgement(screen, message);
    case 'lane':
      return step(takeLane(screen, message.lane));
    case 'files':
      return step(withCompletion({ ...screen, files: message.files }));
    case 'print':
      return step(printItem(screen, message.item));
    case 'hint':
      return step(notify(screen, message.text, message.level));
    case 'explained':
      return step(screen.approval ? { ...screen, approval: { ...screen.approval, why: message.lines } } : screen);
    case 'pick':
      return step({
        ...screen,
        picker: {
          title: message.title,
          purpose: message.purpose,
          rows: message.rows,
          filter: emptyEditor,
          selected: 0,
        },
      });
    case 'opened':
      return step({
        ...screen,
        workstream: message.workstream,
        conversation: emptyConversation,
        approval: null,
        picker: null,
        completion: null,
      });
  }
}

/** Said once, not each time that a model is looked for. */
function takeLane(screen: Screen, lane: LaneInfo): Screen {
  const isNews = lane.status === 'missing' && screen.lane.status === 'looking';
  return isNews ? printItem({ ...screen, lane }, noModelItem(lane.failure)) : { ...screen, lane };
}

const withPanel = (screen: Screen): Screen => ({ ...screen, approval: panelFor(screen) });

function takeInput(screen: Screen, input: InputEvent): Step {
  if (input.type === 'background' || input.type === 'focus') return step(screen);
  if (input.type === 'paste') return write(screen, input.text);
  const ready: Screen = { ...screen, approval: armPanel(screen), areKeysShown: false };
  const contexts = contextsOf(ready);
  const name = keyName(input.key);
  // `?` is a key only where nothing is written.
  const isText = name === '?' && !contexts.includes('approval') && ready.editor.text !== '';
  const found = isText ? undefined : actionOf(name, contexts);
  if (!found) return input.key.text === '' ? step(ready) : write(ready, input.key.text);
  return act(ready, found, screen.areKeysShown);
}

/** The contexts in force, the nearest first. */
function contextsOf({ approval, picker, completion }: Screen): readonly Context[] {
  if (picker) return ['picker', 'anywhere', 'editor'];
  if (approval?.isArmed && !approval.isSending) {
    return approval.mode === 'choose' ? ['approval', 'anywhere'] : ['writing', 'anywhere', 'editor'];
  }
  return [...(completion ? (['completion'] as const) : []), 'prompt', 'anywhere', 'editor'];
}

function write(screen: Screen, text: string): Step {
  if (screen.picker) return step(writeInPicker(screen, (filter) => insert(filter, text.replaceAll('\n', ' '))));
  if (isAnswering(screen)) {
    return step(screen.approval?.mode === 'choose' ? screen : writeInPanel(screen, (editor) => insert(editor, text)));
  }
  return writeInPrompt(screen, (editor) => insert(editor, text));
}

const isAnswering = ({ approval }: Screen): boolean => approval?.isArmed === true && !approval.isSending;

function act(
  screen: Screen,
  { context, action }: NonNullable<ReturnType<typeof actionOf>>,
  wereKeysShown: boolean,
): Step {
  switch (context) {
    case 'approval':
      return actOnApproval(screen, action);
    case 'writing':
      return actOnWriting(screen, action);
    case 'picker':
      return actOnPicker(screen, action);
    case 'prompt':
    case 'completion':
      if (action === 'show-keys') return step({ ...screen, areKeysShown: !wereKeysShown });
      return actOnPrompt(screen, action);
    case 'editor':
      return actOnEditor(screen, action);
    case 'anywhere':
      return actAnywhere(screen, action);
    case 'pager':
      return step(screen);
  }
}

function actOnEditor(screen: Screen, action: NonNullable<ReturnType<typeof actionOf>>['action']): Step {
  if (action === 'new-line') return write(screen, '\n');
  const change = (editor: Screen['editor']): Screen['editor'] => {
    switch (action) {
      case 'left':
      case 'right':
      case 'word-left':
      case 'word-right':
      case 'line-start':
      case 'line-end':
      case 'text-start':
      case 'text-end':
      case 'delete-left':
      case 'delete-right':
      case 'delete-word-left':
      case 'delete-word-right':
      case 'cut-to-line-end':
      case 'cut-to-line-start':
      case 'put-in':
        return edit(editor, action);
      default:
        return editor;
    }
  };
  if (screen.picker) return step(writeInPicker(screen, change));
  if (isAnswering(screen)) return step(writeInPanel(screen, change));
  return writeInPrompt(screen, change);
}

function actAnywhere(screen: Screen, action: NonNullable<ReturnType<typeof actionOf>>['action']): Step {
  switch (action) {
    case 'interrupt':
      return interrupt(screen);
    case 'show-all':
      return step(screen, { type: 'show-pager', what: isAnswering(screen) ? 'approval' : 'transcript' });
    case 'toggle-thinking':
      return step(toggleThinking(screen));
    case 'redraw':
    case 'suspend':
      return step(screen, { type: action });
    default:
      return step(screen);
  }
}

/** The first press clears what is written, or stops what runs; the second leaves. */
function interrupt(screen: Screen): Step {
  if (screen.leaveUntilMs > screen.nowMs) return step(screen, { type: 'leave' });
  const armed = { ...screen, leaveUntilMs: screen.nowMs + LEAVE_MS, picker: null, completion: null };
  if (screen.picker) return step(armed);
  if (screen.editor.text !== '') {
    return step(
      notify(
        { ...armed, editor: { ...emptyEditor, cut: screen.editor.text } },
        'Cleared (Ctrl+Y puts it back). Ctrl+C again leaves',
      ),
    );
  }
  if (isBusy(screen.conversation)) {
    return step(notify(armed, 'Stopping. Ctrl+C again leaves'), { type: 'send', message: { type: 'cancel' } });
  }
  return step(notify(armed, 'Ctrl+C again leaves'));
}

function takeAcknowledgement(
  screen: Screen,
  { sent, acknowledgement }: Extract<ScreenMessage, { type: 'acknowledged' }>,
): Step {
  const open = screen.approval && sent.type === 'answer' ? { ...screen.approval, isSending: false } : screen.approval;
  switch (acknowledgement.status) {
    case 'accepted':
      return takeAcceptance(screen, sent, acknowledgement.text);
    case 'already-decided':
      return step(
        notify({ ...screen, approval: open }, `Already answered ${acknowledgement.decision} by ${acknowledgement.by}`),
      );
    case 'refused': {
      const { failure } = acknowledgement;
      if (sent.type === 'answer') {
        return step(notify({ ...screen, approval: open }, `${failure.message}. ${failure.nextStep}`, 'warning'));
      }
      const text = renderFailure(failure).replace(/^Error \w+: /, '');
      return step(printItem(screen, { type: 'notice', level: 'warning', text }));
    }
  }
}

function takeAcceptance(screen: Screen, sent: Outgoing, text: string | undefined): Step {
  if (sent.type === 'switch') {
    return step(notify(screen, `${sent.lane} answers from now on`), { type: 'look-up-lane', name: sent.lane });
  }
  if (sent.type === 'rename') return step({ ...screen, workstream: { ...screen.workstream, name: sent.name } });
  if (sent.type === 'message' && screen.workstream.name === UNNAMED) {
    const text = sent.parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
    return step(screen, { type: 'send', message: { type: 'rename', name: nameOf(text) } });
  }
  if (sent.type === 'undo' && text !== undefined) {
    return step(
      printItem(screen, { type: 'lines', title: 'Undo', lines: undoneIn(screen.place.cwd, text).split('\n') }),
    );
  }
  return step(screen);
}
