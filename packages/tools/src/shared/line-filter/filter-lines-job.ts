import { defineJob } from '@toolstone/kernel';

/** Characters of a line that a filter looks at. */
export const MAX_MATCHED_CHARS = 4096;

export interface FilterLinesInput {
  readonly pattern: string;
  readonly lines: readonly string[];
}
export interface FilterLinesOutput {
  /** Indexes into `lines`. */
  readonly matching: readonly number[];
  /** Lines of which only the first 4,096 characters were looked at. */
  readonly clipped: number;
}

/** Which lines a regular expression matches. The pattern may never end: always with `isolate` and a deadline. */
export const filterLinesJob = defineJob<FilterLinesInput, FilterLinesOutput>({
  name: 'filter-lines',
  run({ pattern, lines }) {
    const expression = new RegExp(pattern);
    const matching: number[] = [];
    let clipped = 0;
    for (const [index, line] of lines.entries()) {
      if (line.length > MAX_MATCHED_CHARS) clipped += 1;
      if (expression.test(line.slice(0, MAX_MATCHED_CHARS))) matching.push(index);
    }
    return { matching, clipped };
  },
});
