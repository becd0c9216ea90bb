/** The newest lines of a text without end. Lines are numbered from 0 and keep their number. */
export interface RollingLines {
  /** Whole lines, or a piece of a line that is too long to be held, which counts as a line. */
  push(text: string): void;
  /** The lines from number `from` on that are still held. */
  since(from: number): { readonly lines: readonly string[]; readonly dropped: number };
  /** The number that the next line will get. */
  readonly next: number;
}

/** Drops the oldest lines while there are more than `maxChars` characters, line ends counted. */
export function createRollingLines(maxChars: number): RollingLines {
  let lines: string[] = [];
  /** Where in `lines` the oldest held line stands: cheaper than moving all of them at each drop. */
  let first = 0;
  let dropped = 0;
  let chars = 0;

  const drop = (): void => {
    chars -= (lines[first]?.length ?? 0) + 1;
    first += 1;
    dropped += 1;
    if (first < 1024 || first * 2 < lines.length) return;
    lines = lines.slice(first);
    first = 0;
  };

  return {
    push(text) {
      if (text === '') return;
      const added = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
      for (const line of added) {
        lines.push(line);
        chars += line.length + 1;
        while (chars > maxChars && lines.length - first > 1) drop();
      }
    },
    since(from) {
      const start = Math.max(from, dropped);
      return { lines: lines.slice(first + start - dropped), dropped: start - from };
    },
    get next() {
      return dropped + lines.length - first;
    },
  };
}
