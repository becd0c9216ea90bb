import { render } from 'ink';
import { createElement } from 'react';
import type { Item } from '../model/item.ts';
import type { Screen } from '../model/screen.ts';
import { widthOf } from '../style/text-width.ts';
import type { Theme } from '../style/theme.ts';
import { itemPaint, needsGap, renderItem } from '../view/render-item.ts';
import { type LiveView, renderScreen } from '../view/render-screen.ts';
import { App, type Entry, type Frame, type FrameStore } from './app.tsx';

/** Of a workstream that is opened, so many entries are printed; the pager has them all. */
const MAX_REPLAYED = 120;

export interface PainterTerminal {
  readonly columns: number;
  readonly rows: number;
  readonly paintStream: NodeJS.WriteStream;
  write(text: string): void;
}

export interface Painter {
  /** Prints what is newly over and draws the rest anew. */
  paint(screen: Screen, theme: Theme): void;
  /** After the terminal changed its size. */
  resized(screen: Screen, theme: Theme): void;
  /** Clears the terminal and prints the newest entries again. */
  redraw(screen: Screen, theme: Theme, printed: 'again' | 'nothing'): void;
  close(): void;
}

export function createPainter(terminal: PainterTerminal, stdin: NodeJS.ReadStream): Painter {
  let frame: Frame = { printed: [], live: { lines: [''] } };
  const listeners = new Set<() => void>();
  const store: FrameStore = {
    get: () => frame,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const show = (next: Frame): void => {
    frame = next;
    for (const listener of listeners) listener();
  };
  let workstreamId: string | undefined;
  let printedCount = 0;
  let previous: Item | undefined;
  let hadBody = false;
  let nextId = 0;

  function entriesOf(items: readonly Item[], screen: Screen, theme: Theme): Entry[] {
    const paint = itemPaint(screen.columns - 1, theme, screen.isThinkingShown);
    return items.flatMap((item) => {
      const lines = renderItem(item, paint);
      if (lines.length === 0) return [];
      const gap = needsGap(item, previous, hadBody) ? '\n' : '';
      previous = item;
      hadBody = lines.length > 1;
      nextId += 1;
      return [{ id: nextId, text: gap + lines.join('\n') }];
    });
  }

  function newItems(screen: Screen): readonly Item[] {
    const { items } = screen.conversation;
    const isOther = screen.workstream.id !== workstreamId;
    if (!isOther) {
      const fresh = items.slice(printedCount);
      printedCount = items.length;
      return fresh;
    }
    // What is replayed of a workstream comes at once, with its end first known; until then nothing is printed of it.
    if (!screen.conversation.isCurrent) return [];
    workstreamId = screen.workstream.id;
    printedCount = items.length;
    const earlier = Math.max(0, items.length - MAX_REPLAYED);
    const title: Item = { type: 'workstream', name: screen.workstream.name, earlier };
    return screen.conversation.lastSeq > 0 ? [title, ...items.slice(earlier)] : items;
  }

  function next(screen: Screen, theme: Theme): Frame {
    const fresh = entriesOf(newItems(screen), screen, theme);
    const live = renderScreen(screen, { rows: terminal.rows, theme });
    return { printed: fresh.length > 0 ? [...frame.printed, ...fresh] : frame.printed, live };
  }

  let ink = mount();
  function mount() {
    return render(createElement(App, { store }), {
      stdout: terminal.paintStream,
      stdin,
      exitOnCtrlC: false,
      patchConsole: true,
      maxFps: 60,
    });
  }

  return {
    paint(screen, theme) {
      show(next(screen, theme));
    },
    resized(screen, theme) {
      terminal.write(eraseOverflow(frame.live, terminal.columns));
      terminal.paintStream.emit('resize');
      show(next(screen, theme));
    },
    redraw(screen, theme, printed) {
      ink.unmount();
      terminal.write('\x1b[2J\x1b[3J\x1b[H');
      previous = undefined;
      const items = printed === 'again' ? screen.conversation.items.slice(-MAX_REPLAYED) : [];
      printedCount = screen.conversation.items.length;
      frame = { printed: entriesOf(items, screen, theme), live: renderScreen(screen, { rows: terminal.rows, theme }) };
      ink = mount();
    },
    close() {
      show({ ...frame, live: { lines: [''] } });
      ink.unmount();
    },
  };
}

/**
 * A terminal that becomes narrower breaks the lines of the frame in two, and the painter, who counts them as they were,
 * would leave the upper ones standing. This erases the surplus from below and puts the cursor where the painter believes
 * it is.
 */
export function eraseOverflow({ lines, cursor }: LiveView, columns: number): string {
  const rowsOf = (line: string): number => Math.max(1, Math.ceil(widthOf(line) / Math.max(1, columns)));
  const surplus = lines.reduce((sum, line) => sum + rowsOf(line) - 1, 0);
  if (surplus === 0) return '';
  const at = cursor?.y ?? lines.length;
  const below = lines.length - at;
  const surplusBelow =
    lines.slice(at + 1).reduce((sum, line) => sum + rowsOf(line) - 1, 0) +
    (cursor ? rowsOf(lines[at] ?? '') - 1 - Math.floor(cursor.x / Math.max(1, columns)) : 0);
  const down = below + surplusBelow;
  return `${down > 0 ? `\x1b[${down}B` : ''}\r${'\x1b[2K\x1b[1A'.repeat(surplus)}${below > 0 ? `\x1b[${below}A` : ''}`;
}
