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
  /** Forgets what has been painted and has not gone out yet. */
  dropPainted(): void;
}

export interface Painter {
  /** Prints what is newly over and draws the rest anew. */
  paint(screen: Screen, theme: Theme): void;
  /** After the terminal changed its size, or was given back: draws what is live anew where the cursor is. */
  remount(screen: Screen, theme: Theme): void;
  /** Clears the screen and prints the newest entries again. */
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
    const isFirst = workstreamId === undefined;
    workstreamId = screen.workstream.id;
    printedCount = items.length;
    const earlier = Math.max(0, items.length - MAX_REPLAYED);
    const title: Item = { type: 'workstream', name: screen.workstream.name, earlier };
    return !isFirst || screen.conversation.lastSeq > 0 ? [title, ...items.slice(earlier)] : items;
  }

  function next(screen: Screen, theme: Theme): Frame {
    const fresh = entriesOf(newItems(screen), screen, theme);
    const live = renderScreen(screen, { rows: terminal.rows, theme });
    return { printed: fresh.length > 0 ? [...frame.printed, ...fresh] : frame.printed, live };
  }

  let isMounted = true;
  let ink = mount();
  function mount() {
    isMounted = true;
    return render(createElement(App, { store }), {
      stdout: terminal.paintStream,
      stdin,
      exitOnCtrlC: false,
      patchConsole: true,
      maxFps: 60,
    });
  }

  /** Takes the frame off the screen, wherever it stands now, and the painter with it. */
  function unmount(): void {
    if (!isMounted) return;
    isMounted = false;
    ink.unmount();
    terminal.dropPainted();
    terminal.write(eraseFrame(frame.live, terminal.columns));
  }

  return {
    paint(screen, theme) {
      show(next(screen, theme));
    },
    remount(screen, theme) {
      unmount();
      frame = { printed: [], live: frame.live };
      frame = next(screen, theme);
      ink = mount();
    },
    redraw(screen, theme, printed) {
      unmount();
      terminal.write('\x1b[2J\x1b[H');
      previous = undefined;
      const items = printed === 'again' ? screen.conversation.items.slice(-MAX_REPLAYED) : [];
      printedCount = screen.conversation.items.length;
      frame = { printed: entriesOf(items, screen, theme), live: renderScreen(screen, { rows: terminal.rows, theme }) };
      ink = mount();
    },
    close: unmount,
  };
}

/**
 * Clears the live lines and leaves the cursor where the first of them stood. A terminal that has become narrower has broken
 * them in two, and one that has become lower may have dropped what was below the cursor: so rows are counted from the
 * cursor upwards, at the width that holds now.
 */
export function eraseFrame({ lines, cursor }: LiveView, columns: number): string {
  const width = Math.max(1, columns);
  const above = lines.slice(0, cursor?.y ?? lines.length);
  const rows = above.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0);
  const up = rows + (cursor ? Math.floor(cursor.x / width) : 0);
  return `\r${up > 0 ? `\x1b[${up}A` : ''}\x1b[J`;
}
