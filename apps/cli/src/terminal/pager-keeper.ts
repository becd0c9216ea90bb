import type { TerminalDevice } from '../node/terminal/terminal-device.ts';
import { type InputEvent, keyName } from './input/key.ts';
import { actionOf } from './input/key-bindings.ts';
import { cycleOf } from './model/approval-panel.ts';
import type { Screen } from './model/screen.ts';
import type { Theme } from './style/theme.ts';
import { approvalPages } from './view/render-approval.ts';
import { itemPaint, renderItem } from './view/render-item.ts';
import { lastTop, movePager, type Pager, renderPager } from './view/render-pager.ts';

type What = 'transcript' | 'approval';

export interface PagerKeeper {
  readonly isOpen: boolean;
  open(what: What, screen: Screen, theme: Theme): void;
  /** False once it has been closed. */
  take(input: InputEvent, theme: Theme): boolean;
  resized(screen: Screen, theme: Theme): void;
  close(): void;
}

/** The newest entries that the pager shows. */
const MAX_ITEMS = 1000;
const ALTERNATE_SCREEN = ['\x1b[?1049h\x1b[?25l', '\x1b[?1049l\x1b[?25h'] as const;

/** Shows everything unfolded on the terminal's other screen; the conversation goes on behind it. */
export function createPagerKeeper(device: TerminalDevice): PagerKeeper {
  let pager: Pager | undefined;
  let shown: What = 'transcript';
  const size = () => ({ columns: device.columns, rows: device.rows });

  function draw(theme: Theme): void {
    if (!pager) return;
    device.write(
      `\x1b[H${renderPager(pager, size(), theme)
        .map((line) => `${line}\x1b[K`)
        .join('\r\n')}`,
    );
  }

  function close(): void {
    pager = undefined;
    device.write(ALTERNATE_SCREEN[1]);
    device.release();
  }

  return {
    get isOpen() {
      return pager !== undefined;
    },
    open(what, screen, theme) {
      shown = what;
      const lines = linesOf(what, screen, theme);
      pager = {
        title: what === 'approval' ? 'What is asked' : 'Everything, unfolded',
        lines,
        top: what === 'approval' ? 0 : lastTop(lines, size()),
      };
      device.hold();
      device.write(ALTERNATE_SCREEN[0]);
      draw(theme);
    },
    take(input, theme) {
      if (!pager || input.type !== 'key') return true;
      const action = actionOf(keyName(input.key), ['pager'])?.action;
      if (action === 'close') {
        close();
        return false;
      }
      if (action !== undefined) pager = movePager(pager, action, size());
      draw(theme);
      return true;
    },
    resized(screen, theme) {
      if (!pager) return;
      const lines = linesOf(shown, screen, theme);
      pager = { ...pager, lines, top: Math.min(pager.top, lastTop(lines, size())) };
      draw(theme);
    },
    close,
  };
}

function linesOf(what: What, screen: Screen, theme: Theme): readonly string[] {
  const width = screen.columns - 1;
  if (what === 'approval' && screen.approval) {
    const cycle = cycleOf(screen.conversation, screen.approval);
    return cycle ? approvalPages(cycle, theme, width) : [];
  }
  const paint = itemPaint(width, theme, true, true);
  const lines = screen.conversation.items.slice(-MAX_ITEMS).flatMap((item) => ['', ...renderItem(item, paint)]);
  return lines.slice(1);
}
