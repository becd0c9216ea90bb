/** Where a text occurs, with the line of each place. Occurrences may overlap. */
export interface Matches {
  readonly count: number;
  /** The first of them. */
  readonly first: readonly Match[];
  /** The one whose line is nearest to the wanted line; the earliest of those that are equally near. */
  readonly nearest: Match | undefined;
}

export interface Match {
  readonly start: number;
  /** 1-based. */
  readonly line: number;
}

const MAX_FIRST = 20;

/** Finds every occurrence, in memory that does not grow with their number. `find` is not empty. */
export function overlappingMatches(text: string, find: string, nearLine = 1): Matches {
  const first: Match[] = [];
  let nearest: Match | undefined;
  let count = 0;
  let line = 1;
  let nextBreak = text.indexOf('\n');
  for (let start = text.indexOf(find); start >= 0; start = text.indexOf(find, start + 1)) {
    for (; nextBreak >= 0 && nextBreak < start; nextBreak = text.indexOf('\n', nextBreak + 1)) line++;
    const match = { start, line };
    count++;
    if (first.length < MAX_FIRST) first.push(match);
    if (nearest === undefined || Math.abs(line - nearLine) < Math.abs(nearest.line - nearLine)) nearest = match;
  }
  return { count, first, nearest };
}

/** Starts from left to right, each after the end of the one before: what replacing all of them replaces. At most `most` + 1. */
export function separateMatches(text: string, find: string, most: number): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(find); at >= 0 && starts.length <= most; at = text.indexOf(find, at + find.length)) {
    starts.push(at);
  }
  return starts;
}
