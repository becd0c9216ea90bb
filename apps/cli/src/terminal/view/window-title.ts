import { isBusy } from '../model/conversation.ts';
import type { Screen } from '../model/screen.ts';
import { printableLine } from '../style/printable.ts';

/** What the window or tab is called: whether it waits for the person or works, and on what. */
export function windowTitle({ approval, conversation, workstream }: Screen): string {
  const mark = approval ? '◆ ' : isBusy(conversation) ? '… ' : '';
  return `${mark}${printableLine(workstream.name)} – Toolstone`;
}
