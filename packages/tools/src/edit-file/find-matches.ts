import { lineAt } from '../shared/text-file/line-breaks.ts';

/** Where `find` begins in `text`; occurrences may overlap. `find` is not empty. */
export function overlappingMatches(text: string, find: string): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + 1)) starts.push(at);
  return starts;
}

/** The same from left to right, each after the end of the one before: what replacing all of them replaces. */
export function separateMatches(text: string, find: string): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length)) starts.push(at);
  return starts;
}

/** 1-based lines in which ascending positions of an LF text stand, in one pass. */
export function linesOf(text: string, positions: readonly number[]): readonly number[] {
  let line = 1;
  let from = 0;
  return positions.map((position) => {
    line += lineAt(text.slice(from, position), position - from) - 1;
    from = position;
    return line;
  });
}

/** The match whose line is nearest; the earliest of those that are equally near. */
export function nearestMatch(text: string, starts: readonly number[], nearLine: number): number {
  const lines = linesOf(text, starts);
  let best = 0;
  for (let index = 1; index < starts.length; index++) {
    if (Math.abs((lines[index] ?? 0) - nearLine) < Math.abs((lines[best] ?? 0) - nearLine)) best = index;
  }
  return starts[best] ?? 0;
}
