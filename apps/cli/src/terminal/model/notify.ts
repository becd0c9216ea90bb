import { addItem } from './apply-event.ts';
import type { Item } from './item.ts';
import type { Screen } from './screen.ts';

const HINT_MS = 5000;

/** Says one line that goes away by itself. */
export const notify = (screen: Screen, text: string, level: 'info' | 'warning' = 'info'): Screen => ({
  ...screen,
  hint: { text, level, untilMs: screen.nowMs + HINT_MS },
});

/** Puts something among what is over. */
export const printItem = (screen: Screen, item: Item): Screen => ({
  ...screen,
  conversation: addItem(screen.conversation, item),
});
