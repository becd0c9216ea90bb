export interface Fold {
  readonly head: number;
  readonly tail: number;
}

/** A long block as its ends with how much lies between; as it is where the fold would hide next to nothing. */
export function foldLines(
  lines: readonly string[],
  { head, tail }: Fold,
  more: (hidden: number) => string,
): readonly string[] {
  const hidden = lines.length - head - tail;
  if (hidden <= 1) return lines;
  return [...lines.slice(0, head), more(hidden), ...(tail > 0 ? lines.slice(-tail) : [])];
}
