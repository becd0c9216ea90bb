/** A replacement with its places in the decoded text, in UTF-16 units. JSON: it stands in the plan. */
export interface ResolvedEdit {
  /** As it will be written, line breaks included. */
  readonly text: string;
  /** `[start, end)`, ascending. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** The text with all ranges replaced. Ranges never overlap; all of them count in the original text. */
export function applyEdits(original: string, edits: readonly ResolvedEdit[]): string {
  const places = edits
    .flatMap(({ text, ranges }) => ranges.map(([start, end]) => ({ start, end, text })))
    .sort((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text } of places) {
    pieces.push(original.slice(from, start), text);
    from = end;
  }
  pieces.push(original.slice(from));
  return pieces.join('');
}
