import type { View } from '@toolstone/protocol';
import { showable } from '../text-file/number-lines.ts';
import { type UnifiedDiff, unifiedDiff } from './unified-diff.ts';

/** Beyond this a preview says how much it leaves out: it stands in the log and on a screen. */
const MAX_PREVIEW_CHARS = 256 * 1024;

/** The diff that a person approves. `oldText` is null where there is no file yet. */
export function previewDiff(shown: string, oldText: string | null, newText: string): UnifiedDiff {
  return unifiedDiff(oldText ?? '', newText, {
    oldLabel: oldText === null ? '/dev/null' : shown,
    newLabel: shown,
    contextLines: 3,
    maxChars: MAX_PREVIEW_CHARS,
  });
}

export const diffView = (shown: string, diff: UnifiedDiff): View => ({
  type: 'diff',
  path: shown,
  diff: showable(diff.text),
  added: diff.added,
  removed: diff.removed,
});

/** The diff, and a warning where it is too long to be shown whole. */
export function diffViews(shown: string, diff: UnifiedDiff): readonly View[] {
  const view = diffView(shown, diff);
  if (diff.omittedLines === 0) return [view];
  const left = diff.omittedLines.toLocaleString('en');
  return [view, { type: 'notice', level: 'warning', text: `The diff is too long to show: ${left} more lines follow.` }];
}
