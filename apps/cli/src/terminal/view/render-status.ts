import { type Conversation, isBusy } from '../model/conversation.ts';
import type { Screen } from '../model/screen.ts';
import { plural, shortBytes, shortCost, shortCount, shortDuration, usageText } from '../style/amounts.ts';
import { printableLine } from '../style/printable.ts';
import { truncate, widthOf } from '../style/text-width.ts';
import type { Paint } from './paint.ts';

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const SPIN_MS = 100;

/** What is being done, for how long, and how to stop it; undefined while nothing is. */
export function renderBusy({ conversation, nowMs }: Screen, { width, theme }: Paint): string | undefined {
  if (!isBusy(conversation)) return undefined;
  const { turn } = conversation;
  const sign = conversation.state === 'attention' ? '◆' : (spinner[Math.floor(nowMs / SPIN_MS) % spinner.length] ?? '');
  const elapsed = turn ? shortDuration(Math.max(0, nowMs - turn.startedAtMs)).replace(/\.\d/, '') : '';
  const facts = [elapsed, 'esc to interrupt', turn && turn.usage.outputTokens > 0 ? usageText(turn.usage) : ''].filter(
    (fact) => fact !== '',
  );
  return truncate(`${theme.accent(sign)} ${doing(conversation)} ${theme.muted(`· ${facts.join(' · ')}`)}`, width);
}

function doing({ isCondensing, state, stream, cards }: Conversation): string {
  if (isCondensing) return 'Condensing the conversation';
  if (state === 'attention') return 'Waiting for your answer';
  const running = cards.filter(({ phase }) => phase === 'running');
  const [only] = running;
  if (running.length > 1) return `Running ${plural(running.length, 'call')}`;
  if (only) return `Running ${only.tool}`;
  if (cards.length > 0) return 'Working';
  if (stream.composing) {
    const { name, chars } = stream.composing;
    return `Writing ${printableLine(name)}${chars > 500 ? ` (${shortBytes(chars)})` : ''}`;
  }
  if (stream.text !== '') return 'Answering';
  return 'Thinking';
}

/** One line that is always there: who answers, where, behind which walls, at what cost. What does not fit goes last. */
export function renderStatus(screen: Screen, { width, theme }: Paint): string {
  const { place, conversation } = screen;
  const isolation = place.isolation === 'workspace' ? 'isolated' : 'no isolation';
  const parts: readonly Part[] = [
    { text: laneText(screen), rank: 1 },
    { text: place.cwdShown, rank: 4, isShortened: true },
    {
      text: place.skipsPermissions ? `${isolation}, permissions skipped` : isolation,
      rank: 3,
      isWarning: place.skipsPermissions,
    },
    { text: contextText(screen), rank: 2 },
    { text: conversation.cost === null ? '' : shortCost(conversation.cost), rank: 5 },
    { text: stateText(conversation), rank: 6 },
    { text: isBusy(conversation) || screen.editor.text !== '' ? '' : '? for keys', rank: 7 },
  ];
  const shown = fitParts(
    parts.filter(({ text }) => text !== ''),
    width - 2,
  );
  return `  ${shown.map(({ text, isWarning }) => (isWarning ? theme.warning(text) : theme.muted(text))).join(theme.muted(' · '))}`;
}

interface Part {
  readonly text: string;
  /** The higher, the sooner it is left out. */
  readonly rank: number;
  readonly isWarning?: boolean;
  readonly isShortened?: boolean;
}

function fitParts(parts: readonly Part[], width: number): readonly Part[] {
  const total = parts.reduce((sum, { text }) => sum + widthOf(text), 0) + Math.max(0, parts.length - 1) * 3;
  if (total <= width || parts.length === 0) return parts;
  const last = parts.reduce((worst, part) => (part.rank > worst.rank ? part : worst));
  const over = total - width;
  if (last.isShortened && widthOf(last.text) - over >= 8) {
    return parts.map((part) => (part === last ? { ...part, text: `…${part.text.slice(over + 1)}` } : part));
  }
  if (parts.length === 1) return [{ ...last, text: truncate(last.text, width) }];
  return fitParts(
    parts.filter((part) => part !== last),
    width,
  );
}

function laneText({ lane }: Screen): string {
  if (lane.status === 'looking') return 'looking for a model …';
  return lane.status === 'missing' ? 'no model' : printableLine(lane.id);
}

function contextText({ conversation: { contextTokens }, lane }: Screen): string {
  if (contextTokens === null) return '';
  const window = lane.status === 'found' ? ` (${Math.round((contextTokens / lane.contextWindow) * 100)}%)` : '';
  return `${shortCount(contextTokens)}${window}`;
}

const states: Readonly<Record<Conversation['state'], string>> = {
  idle: 'ready',
  thinking: 'thinking',
  running: 'running',
  attention: 'asks you',
  error: 'failed',
};
const stateText = ({ state }: Conversation): string => states[state];
