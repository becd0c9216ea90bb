import { slashCommands } from '../commands/slash-commands.ts';
import { bestMatches } from './fuzzy-match.ts';
import type { Completion, Screen } from './screen.ts';

const MAX_CANDIDATES = 200;

/** What could stand where the cursor is: a file after `@`, a command after `/`, a model after `/model`. */
export function completionFor(screen: Screen): Completion | null {
  const { text, cursor } = screen.editor;
  const before = text.slice(0, cursor);
  const command = /^\/([\w-]*)$/.exec(before);
  if (command) {
    const typed = command[1] ?? '';
    const names = slashCommands.map(({ name }) => name);
    const starts = names.filter((name) => name.startsWith(typed.toLowerCase()));
    const candidates = starts.length > 0 ? starts : bestMatches(typed, names, MAX_CANDIDATES);
    return build('command', { start: 1, end: cursor, candidates }, screen);
  }
  const model = /^\/model +(\S*)$/.exec(before);
  if (model) {
    const typed = model[1] ?? '';
    const candidates = bestMatches(typed, screen.place.laneNames, MAX_CANDIDATES);
    return build('model', { start: cursor - typed.length, end: cursor, candidates }, screen);
  }
  const tool = /^\/(?:call|policy) +(\S*)$/.exec(before);
  if (tool) {
    const typed = tool[1] ?? '';
    const candidates = bestMatches(
      typed,
      screen.place.tools.map(({ name }) => name),
      MAX_CANDIDATES,
    );
    return build('model', { start: cursor - typed.length, end: cursor, candidates }, screen);
  }
  const file = /(?:^|[\s("'`])@([^\s"'`]*)$/.exec(before);
  if (file && screen.files) {
    const typed = file[1] ?? '';
    const candidates = bestMatches(typed, screen.files, MAX_CANDIDATES);
    return build('file', { start: cursor - typed.length, end: cursor, candidates }, screen);
  }
  return null;
}

/** Whether files are wanted that have not been listed yet. */
export const wantsFiles = ({ editor: { text, cursor }, files }: Screen): boolean =>
  files === null && /(?:^|[\s("'`])@[^\s"'`]*$/.test(text.slice(0, cursor));

function build(
  kind: Completion['kind'],
  { start, end, candidates }: Pick<Completion, 'start' | 'end' | 'candidates'>,
  { completion, editor }: Screen,
): Completion | null {
  const [only] = candidates;
  if (only === undefined || (candidates.length === 1 && editor.text.slice(start, end) === only)) return null;
  const wasSelected = completion?.candidates[completion.selected];
  const selected =
    wasSelected !== undefined && completion?.selected !== 0 ? Math.max(0, candidates.indexOf(wasSelected)) : 0;
  return { kind, start, end, candidates, selected };
}

/** The text with the marked candidate in it, ready to go on writing. */
export function acceptCompletion(screen: Screen, { kind, start, end, candidates, selected }: Completion): Screen {
  const named = candidates[selected] ?? '';
  // A name with blanks would end at the first one.
  const chosen = kind === 'file' && /\s/.test(named) && !named.endsWith('/') ? `"${named}"` : named;
  const { text, cut } = screen.editor;
  const isOpen = kind === 'file' && chosen.endsWith('/');
  const tail = text.slice(end);
  const added = isOpen || tail.startsWith(' ') ? chosen : `${chosen} `;
  return {
    ...screen,
    editor: { text: text.slice(0, start) + added + tail, cursor: start + added.length, cut },
    completion: null,
  };
}
