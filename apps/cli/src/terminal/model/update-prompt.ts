import { parsePrompt } from '../commands/parse-command.ts';
import { runCommand } from '../commands/run-command.ts';
import { shellCall } from '../commands/shell-prompt.ts';
import { slashCommands } from '../commands/slash-commands.ts';
import type { Action } from '../input/key-bindings.ts';
import { acceptCompletion, completionFor, wantsFiles } from './completion.ts';
import { isBusy } from './conversation.ts';
import { type Editor, editorOf, emptyEditor, moveVertically } from './editor.ts';
import { type Effect, type Step, step } from './effect.ts';
import { notify } from './notify.ts';
import { browse, remember } from './prompt-history.ts';
import type { Screen } from './screen.ts';
import { breakLine, editorWidth, endsWithBackslash } from './update-approval.ts';

const CLEAR_MS = 1500;

export function actOnPrompt(screen: Screen, action: Action): Step {
  switch (action) {
    case 'submit':
      return submit(screen);
    case 'up':
    case 'down':
      return move(screen, action === 'up' ? -1 : 1);
    case 'complete':
      return offerFiles(withCompletion(screen));
    case 'accept':
      return screen.completion ? offerFiles(withCompletion(acceptCompletion(screen, screen.completion))) : step(screen);
    case 'close':
      return step({ ...screen, completion: null });
    case 'escape':
      return stepBack(screen);
    case 'leave-if-empty':
      return leaveIfEmpty(screen);
    default:
      return step(screen);
  }
}

/** A change of the prompt's text, with what can be completed in it. */
export function writeInPrompt(screen: Screen, change: (editor: Editor) => Editor): Step {
  const editor = change(screen.editor);
  const isWritten = editor.text !== screen.editor.text;
  const next = {
    ...screen,
    editor,
    leaveUntilMs: 0,
    clearUntilMs: 0,
    ...(isWritten && { lastTypedMs: screen.nowMs }),
  };
  return offerFiles(withCompletion(next));
}

export const withCompletion = (screen: Screen): Screen => ({ ...screen, completion: completionFor(screen) });

const offerFiles = (screen: Screen): Step => (wantsFiles(screen) ? step(screen, { type: 'list-files' }) : step(screen));

function submit(screen: Screen): Step {
  const { completion, editor } = screen;
  if (endsWithBackslash(editor)) return writeInPrompt(screen, breakLine);
  // Enter on a command that is still being written takes the marked one, and runs it where it needs no argument.
  if (completion?.kind === 'command') {
    const accepted = acceptCompletion(screen, completion);
    const needs = slashCommands.find(({ name }) => name === completion.candidates[completion.selected])?.arguments;
    if (needs !== undefined && needs !== '' && !needs.startsWith('[')) return step(withCompletion(accepted));
    return send({ ...accepted, completion: null });
  }
  if (completion && completion.kind === 'file') return offerFiles(withCompletion(acceptCompletion(screen, completion)));
  return send({ ...screen, completion: null });
}

function send(screen: Screen): Step {
  const { text } = screen.editor;
  if (text.trim() === '') return step(screen);
  const parsed = parsePrompt(text);
  if (parsed.type === 'unknown') {
    const near = parsed.nearest === undefined ? '/help lists the commands' : `did you mean /${parsed.nearest}?`;
    return step(notify(screen, `There is no command /${parsed.typed}; ${near}`, 'warning'));
  }
  const sent: Screen = {
    ...screen,
    editor: { ...emptyEditor, cut: screen.editor.cut },
    history: remember(screen.history, text.trim()),
    hint: null,
  };
  const kept: Effect = { type: 'remember-prompt', text: text.trim() };
  if (parsed.type === 'command') {
    const done = runCommand(sent, parsed.name, parsed.argument);
    return step(done.screen, kept, ...done.effects);
  }
  if (parsed.type === 'shell') {
    return step(sent, kept, { type: 'send', message: { type: 'call', ...shellCall(parsed.command) } });
  }
  return step(sent, kept, { type: 'send', message: { type: 'message', parts: [{ type: 'text', text: text.trim() }] } });
}

/** Within the text first, then among the candidates, then in what was written before. */
function move(screen: Screen, by: -1 | 1): Step {
  const { completion, editor, history, conversation } = screen;
  if (completion) {
    const count = completion.candidates.length;
    return step({ ...screen, completion: { ...completion, selected: (completion.selected + by + count) % count } });
  }
  const moved = moveVertically(editor, by, editorWidth(screen));
  if (moved) return step({ ...screen, editor: moved });
  const queued = conversation.queued.at(-1);
  if (by < 0 && editor.text === '' && queued && isBusy(conversation)) {
    // What waits comes back to be changed; it is withdrawn first, so that it cannot be taken meanwhile.
    return step(
      { ...screen, editor: editorOf(queued.text, editor.cut) },
      { type: 'send', message: { type: 'withdraw', inputId: queued.inputId } },
    );
  }
  const found = browse(history, by, editor.text);
  if (!found) return step(screen);
  return step({ ...screen, history: found.history, editor: editorOf(found.text, editor.cut), completion: null });
}

/** Escape goes back one step: it stops what runs, and pressed again clears what is written. */
function stepBack(screen: Screen): Step {
  if (screen.hint) return stepBack({ ...screen, hint: null });
  const isWritten = screen.editor.text !== '';
  if (isWritten && screen.clearUntilMs > screen.nowMs) {
    return step({ ...screen, editor: { ...emptyEditor, cut: screen.editor.text }, clearUntilMs: 0, completion: null });
  }
  const armed = isWritten ? { ...screen, clearUntilMs: screen.nowMs + CLEAR_MS } : screen;
  if (isBusy(screen.conversation)) return step(armed, { type: 'send', message: { type: 'cancel' } });
  return step(isWritten ? notify(armed, 'Esc again clears what is written') : armed);
}

function leaveIfEmpty(screen: Screen): Step {
  if (screen.editor.text !== '') return step(screen);
  if (!isBusy(screen.conversation) || screen.leaveUntilMs > screen.nowMs) return step(screen, { type: 'leave' });
  return step(
    notify(
      { ...screen, leaveUntilMs: screen.nowMs + 2000 },
      'A turn runs; Ctrl+D again stops it and leaves',
      'warning',
    ),
  );
}
