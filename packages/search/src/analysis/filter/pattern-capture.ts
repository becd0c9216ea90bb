import type { JavaRegex } from '../../text/java-regex.ts';
import { findAll } from '../../text/java-regex-replace.ts';
import type { TokenFilter } from '../component.ts';
import { type MutableToken, withTerm } from '../token-stream.ts';

interface Capture {
  readonly start: number;
  readonly end: number;
}

/** What the groups of one pattern took, match after match. */
const capturesOf = (term: string, regex: JavaRegex, keepsOriginal: boolean): readonly Capture[] => {
  const found: Capture[] = [];
  for (const match of findAll(regex, term)) {
    for (let group = 1; group <= regex.groupCount; group++) {
      const start = match[group * 2] ?? -1;
      const end = match[group * 2 + 1] ?? -1;
      const isWhole = keepsOriginal && start === 0 && end === term.length;
      if (start !== end && !isWhole) found.push({ start, end });
    }
  }
  return found;
};

/** The groups' texts as terms at the same place, those that begin earlier first. */
export const patternCaptureFilter = (
  name: string,
  patterns: readonly JavaRegex[],
  keepsOriginal: boolean,
): TokenFilter => ({
  name,
  apply: (stream) => {
    const out: MutableToken[] = [];
    for (const token of stream.tokens) {
      const queues = patterns.map((pattern) => capturesOf(token.term, pattern, keepsOriginal));
      const at = queues.map(() => 0);
      const made: MutableToken[] = keepsOriginal ? [token] : [];
      for (;;) {
        let best = -1;
        let bestStart = Number.POSITIVE_INFINITY;
        queues.forEach((queue, index) => {
          const next = queue[at[index] ?? 0];
          if (next === undefined || next.start >= bestStart) return;
          best = index;
          bestStart = next.start;
        });
        const capture = queues[best]?.[at[best] ?? 0];
        if (capture === undefined) break;
        at[best] = (at[best] ?? 0) + 1;
        made.push(withTerm(token, token.term.slice(capture.start, capture.end)));
      }
      if (made.length === 0) made.push(token);
      for (const result of made) out.push(result);
    }
    stream.tokens = out;
  },
});
