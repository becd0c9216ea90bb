/** The end of what a running call prints, bounded whatever it prints. */
export interface LiveOutput {
  readonly tail: string;
  /** Complete lines that came before the tail. */
  readonly linesBefore: number;
}

const MAX_TAIL_CHARS = 8192;

export const noOutput: LiveOutput = { tail: '', linesBefore: 0 };

export function addOutput({ tail, linesBefore }: LiveOutput, text: string): LiveOutput {
  const all = tail + text;
  if (all.length <= MAX_TAIL_CHARS) return { tail: all, linesBefore };
  const cut = all.length - MAX_TAIL_CHARS;
  const lineStart = all.indexOf('\n', cut - 1) + 1;
  // One line that is longer than the whole tail is cut inside.
  const from = lineStart > 0 && lineStart < all.length ? lineStart : cut;
  return { tail: all.slice(from), linesBefore: linesBefore + count(all.slice(0, from)) };
}

const count = (text: string): number => text.split('\n').length - 1;
