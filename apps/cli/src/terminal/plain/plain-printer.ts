import type { Item } from '../model/item.ts';
import type { Screen } from '../model/screen.ts';
import type { Theme } from '../style/theme.ts';
import { itemPaint, needsGap, renderItem } from '../view/render-item.ts';

export interface PlainPrinter {
  /** Prints the items that have come since the last time. */
  printNew(screen: Screen): void;
  print(lines: readonly string[]): void;
  /** How the newest turn ended. */
  readonly lastTurn: Extract<Item, { type: 'turn' }> | undefined;
}

export function createPlainPrinter(theme: Theme, write: (text: string) => void): PlainPrinter {
  let workstreamId: string | undefined;
  let count = 0;
  let previous: Item | undefined;
  let hadBody = false;
  let lastTurn: Extract<Item, { type: 'turn' }> | undefined;
  const print = (lines: readonly string[]): void => write(lines.map((line) => `${line}\n`).join(''));

  return {
    print,
    printNew({ conversation, workstream, columns, isThinkingShown }) {
      if (workstream.id !== workstreamId) {
        workstreamId = workstream.id;
        count = 0;
      }
      for (const item of conversation.items.slice(count)) {
        const lines = renderItem(item, itemPaint(columns, theme, isThinkingShown));
        if (lines.length === 0) continue;
        print(needsGap(item, previous, hadBody) ? ['', ...lines] : lines);
        previous = item;
        hadBody = lines.length > 1;
        if (item.type === 'turn') lastTurn = item;
      }
      count = conversation.items.length;
    },
    get lastTurn() {
      return lastTurn;
    },
  };
}
