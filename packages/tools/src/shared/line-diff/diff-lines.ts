import { diffArrays } from 'diff';

/** Lines `[aStart, aEnd)` of the old text became lines `[bStart, bEnd)` of the new; 0-based. */
export interface Change {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Beyond so many differing lines the shortest diff is no longer looked for. */
const MAX_EDIT_LENGTH = 1500;
/** Below so many lines on one side Myers' algorithm is cheap whatever the content. */
const SMALL = 600;

/**
 * The changes that turn one sequence of lines into another, in order and never touching.
 *
 * Exact for any input; short where that can be had in bounded time: common ends are set aside, long middles are split at
 * lines that occur once on both sides (patience diff), and what still differs too much is one change.
 */
export function diffLines<Line extends string | number>(a: readonly Line[], b: readonly Line[]): readonly Change[] {
  const [left, right] = intern(a, b);
  const changes: Change[] = [];
  collect(left, right, { aStart: 0, aEnd: left.length, bStart: 0, bEnd: right.length }, changes);
  return joinTouching(changes);
}

/** Numbers in place of lines, equal for equal lines: they compare at once. */
function intern<Line>(a: readonly Line[], b: readonly Line[]): readonly [readonly number[], readonly number[]] {
  const numbers = new Map<Line, number>();
  const number = (line: Line): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return [a.map(number), b.map(number)];
}

function collect(a: readonly number[], b: readonly number[], range: Change, changes: Change[]): void {
  let { aStart, aEnd, bStart, bEnd } = range;
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
    aStart++;
    bStart++;
  }
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  if (aStart === aEnd && bStart === bEnd) return;
  const middle: Change = { aStart, aEnd, bStart, bEnd };
  if (aStart === aEnd || bStart === bEnd) {
    changes.push(middle);
    return;
  }
  if (Math.min(aEnd - aStart, bEnd - bStart) > SMALL) {
    const anchors = commonUnique(a, b, middle);
    if (anchors.length > 0) {
      splitAt(a, b, middle, anchors, changes);
      return;
    }
  }
  shortest(a, b, middle, changes);
}

function splitAt(
  a: readonly number[],
  b: readonly number[],
  { aStart, aEnd, bStart, bEnd }: Change,
  anchors: readonly (readonly [number, number])[],
  changes: Change[],
): void {
  let fromA = aStart;
  let fromB = bStart;
  for (const [atA, atB] of anchors) {
    collect(a, b, { aStart: fromA, aEnd: atA, bStart: fromB, bEnd: atB }, changes);
    fromA = atA + 1;
    fromB = atB + 1;
  }
  collect(a, b, { aStart: fromA, aEnd, bStart: fromB, bEnd }, changes);
}

function shortest(a: readonly number[], b: readonly number[], range: Change, changes: Change[]): void {
  const parts = diffArrays(a.slice(range.aStart, range.aEnd), b.slice(range.bStart, range.bEnd), {
    maxEditLength: MAX_EDIT_LENGTH,
  });
  if (parts === undefined) {
    changes.push(range);
    return;
  }
  let atA = range.aStart;
  let atB = range.bStart;
  for (const part of parts) {
    const aEnd = atA + (part.added ? 0 : part.value.length);
    const bEnd = atB + (part.removed ? 0 : part.value.length);
    if (part.added || part.removed) changes.push({ aStart: atA, aEnd, bStart: atB, bEnd });
    atA = aEnd;
    atB = bEnd;
  }
}

/** Pairs of lines that occur once on each side, in an order that both sides share, as many as possible. */
function commonUnique(
  a: readonly number[],
  b: readonly number[],
  range: Change,
): readonly (readonly [number, number])[] {
  const onlyA = uniquePositions(a, range.aStart, range.aEnd);
  const onlyB = uniquePositions(b, range.bStart, range.bEnd);
  const pairs: [number, number][] = [];
  for (const [line, atA] of onlyA) {
    const atB = onlyB.get(line);
    if (atA >= 0 && atB !== undefined && atB >= 0) pairs.push([atA, atB]);
  }
  pairs.sort((x, y) => x[0] - y[0]);
  return longestIncreasing(pairs);
}

function uniquePositions(lines: readonly number[], start: number, end: number): Map<number, number> {
  const positions = new Map<number, number>();
  for (let index = start; index < end; index++) {
    const line = lines[index] ?? -1;
    positions.set(line, positions.has(line) ? -1 : index);
  }
  return positions;
}

/** The longest run of pairs whose second numbers ascend too (patience sorting). */
function longestIncreasing(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, [, atB]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < atB) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? (tails[low - 1] ?? -1) : -1);
    tails[low] = index;
  }
  const run: (readonly [number, number])[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) run.push(pair);
  }
  return run.reverse();
}

function joinTouching(changes: readonly Change[]): readonly Change[] {
  const joined: Change[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last && last.aEnd === change.aStart && last.bEnd === change.bStart) {
      joined[joined.length - 1] = { ...last, aEnd: change.aEnd, bEnd: change.bEnd };
    } else joined.push(change);
  }
  return joined;
}
