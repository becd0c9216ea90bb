import type { EditorAct } from '../model/editor.ts';

/** Where a key is pressed; the first of the contexts in force that knows the key decides. */
export type Context = 'approval' | 'writing' | 'completion' | 'picker' | 'prompt' | 'editor' | 'pager' | 'anywhere';

export type Action =
  | EditorAct
  | 'submit'
  | 'new-line'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'escape'
  | 'interrupt'
  | 'leave-if-empty'
  | 'complete'
  | 'accept'
  | 'back'
  | 'show-keys'
  | 'show-all'
  | 'toggle-thinking'
  | 'redraw'
  | 'suspend'
  | 'yes'
  | 'no'
  | 'yes-with-message'
  | 'no-with-message'
  | 'always'
  | 'edit-call'
  | 'why'
  | 'next-call'
  | 'previous-call'
  | 'toggle-call'
  | 'close';

export interface Binding {
  readonly context: Context;
  readonly keys: readonly string[];
  readonly action: Action;
  /** For the sheet of keys; a binding without it is an alias or speaks for itself. */
  readonly help?: string;
}

const bind = (context: Context, keys: string, action: Action, help?: string): Binding => ({
  context,
  keys: keys.split(' '),
  action,
  ...(help !== undefined && { help }),
});

/** All keys of the terminal. The sheet that `?` and `/help` show is drawn from this table. */
export const bindings: readonly Binding[] = [
  bind('prompt', 'enter', 'submit', 'send; while a turn runs, queue'),
  bind('editor', 'alt+enter ctrl+j shift+enter', 'new-line', 'new line (so does \\ before Enter)'),
  bind('prompt', 'up ctrl+p', 'up', 'line up, then earlier prompts, or take back a queued message'),
  bind('prompt', 'down ctrl+n', 'down', 'line down, then later prompts'),
  bind('prompt', 'tab', 'complete', 'complete a @file or a /command'),
  bind('prompt', 'escape', 'escape', 'stop the turn; twice: clear what is written'),
  bind('anywhere', 'ctrl+c', 'interrupt', 'clear, stop; twice: leave'),
  bind('prompt', 'ctrl+d', 'leave-if-empty', 'leave, where nothing is written'),
  bind('anywhere', 'ctrl+o', 'show-all', 'everything unfolded, in a pager'),
  bind('anywhere', 'ctrl+t', 'toggle-thinking', 'show or fold what the model thinks'),
  bind('anywhere', 'ctrl+l', 'redraw', 'draw the screen anew'),
  bind('anywhere', 'ctrl+z', 'suspend', 'go back to the shell; fg comes back here'),
  bind('prompt', '?', 'show-keys', 'this sheet, where nothing is written'),

  bind('approval', 'y', 'yes', 'run it'),
  bind('approval', 'Y', 'yes-with-message', 'run it and tell the model something'),
  bind('approval', 'n', 'no', 'do not run it'),
  bind('approval', 'N', 'no-with-message', 'do not run it and say what to do instead'),
  bind('approval', 'a', 'always', 'run it, and always in this workstream'),
  bind('approval', 'e', 'edit-call', 'change the call; it is shown again before it runs'),
  bind('approval', '?', 'why', 'which rule asks, and what would allow it'),
  bind('approval', 'tab right', 'next-call', 'the next of several calls'),
  bind('approval', 'shift+tab left', 'previous-call'),
  bind('approval', 'space', 'toggle-call', 'leave this call out, or take it in again'),
  bind('approval', 'up k', 'up', 'scroll what is shown'),
  bind('approval', 'down j', 'down'),
  bind('approval', 'pageup', 'page-up'),
  bind('approval', 'pagedown', 'page-down'),
  bind('approval', 'escape', 'escape', 'stop the turn'),

  bind('writing', 'enter', 'submit'),
  bind('writing', 'escape', 'back'),
  bind('writing', 'up', 'up'),
  bind('writing', 'down', 'down'),

  bind('completion', 'tab', 'accept', 'take the marked one'),
  bind('completion', 'enter', 'submit'),
  bind('completion', 'up ctrl+p', 'up'),
  bind('completion', 'down ctrl+n', 'down'),
  bind('completion', 'escape', 'close'),

  bind('picker', 'up ctrl+p', 'up'),
  bind('picker', 'down ctrl+n', 'down'),
  bind('picker', 'pageup', 'page-up'),
  bind('picker', 'pagedown', 'page-down'),
  bind('picker', 'enter', 'accept'),
  bind('picker', 'escape', 'close'),

  bind('editor', 'left ctrl+b', 'left'),
  bind('editor', 'right ctrl+f', 'right'),
  bind('editor', 'alt+left ctrl+left alt+b', 'word-left', 'word by word'),
  bind('editor', 'alt+right ctrl+right alt+f', 'word-right'),
  bind('editor', 'home ctrl+a', 'line-start', 'start of the line'),
  bind('editor', 'end ctrl+e', 'line-end', 'end of the line'),
  bind('editor', 'ctrl+home alt+<', 'text-start'),
  bind('editor', 'ctrl+end alt+>', 'text-end'),
  bind('editor', 'backspace ctrl+h shift+backspace', 'delete-left'),
  bind('editor', 'delete', 'delete-right'),
  bind('editor', 'ctrl+w alt+backspace ctrl+backspace', 'delete-word-left', 'cut the word before'),
  bind('editor', 'alt+d', 'delete-word-right'),
  bind('editor', 'ctrl+k', 'cut-to-line-end', 'cut to the end of the line'),
  bind('editor', 'ctrl+u', 'cut-to-line-start', 'cut to its start'),
  bind('editor', 'ctrl+y', 'put-in', 'put in what was cut'),

  bind('pager', 'up k ctrl+p', 'up', 'a line up'),
  bind('pager', 'down j enter ctrl+n', 'down', 'a line down'),
  bind('pager', 'pageup b ctrl+b', 'page-up', 'a page up'),
  bind('pager', 'pagedown space f ctrl+f', 'page-down', 'a page down'),
  bind('pager', 'home g', 'first', 'the start'),
  bind('pager', 'end G', 'last', 'the end'),
  bind('pager', 'q escape ctrl+o ctrl+c', 'close', 'back'),
];

const byContext = new Map<Context, ReadonlyMap<string, Action>>();
for (const { context, keys, action } of bindings) {
  const known = new Map(byContext.get(context));
  for (const key of keys) known.set(key, action);
  byContext.set(context, known);
}

/** What a key does, in the first context that knows it. */
export function actionOf(
  key: string,
  contexts: readonly Context[],
): { readonly context: Context; readonly action: Action } | undefined {
  for (const context of contexts) {
    const action = byContext.get(context)?.get(key);
    if (action !== undefined) return { context, action };
  }
  return undefined;
}
