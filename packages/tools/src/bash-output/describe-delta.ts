import type { ShellDelta, ShellInfo } from '../shared/background-shells/background-shell.ts';
import { describeState } from '../shared/background-shells/describe-state.ts';
import { MAX_MATCHED_CHARS } from '../shared/line-filter/filter-lines-job.ts';

export interface FilteredDelta {
  /** Lines to show; with a filter those that match. */
  readonly lines: readonly string[];
  readonly filter?: { readonly clipped: number };
}

const count = (n: number): string => `${n.toLocaleString('en')} new ${n === 1 ? 'line' : 'lines'}`;

function heading(all: number, { lines, filter }: FilteredDelta): string {
  if (all === 0) return 'No new output since the last read.';
  if (!filter) return `${count(all)}:`;
  if (lines.length === 0) return `${count(all)}, none matching the filter (read and gone).`;
  return `${lines.length.toLocaleString('en')} of ${count(all)} match the filter:`;
}

/** A delta as a model reads it: state of the shell, what was lost, then the lines. */
export function describeDelta(info: ShellInfo, delta: ShellDelta, shown: FilteredDelta): string {
  const text = [`${info.id} (${describeState(info.state)})`];
  if (delta.dropped > 0) text.push(`[${delta.dropped.toLocaleString('en')} earlier line(s) dropped from the buffer]`);
  const clipped = shown.filter?.clipped ?? 0;
  if (clipped > 0) {
    text.push(
      `[${clipped.toLocaleString('en')} line(s) are longer than ${MAX_MATCHED_CHARS} characters; the filter saw only their beginning]`,
    );
  }
  text.push(heading(delta.lines.length, shown), ...shown.lines);
  if (delta.unfinished !== '') text.push('[unfinished line, shown again when it ends]', delta.unfinished);
  return text.join('\n');
}
