import { type Assertion, type JavaRegexFlags, parseJavaRegex } from './java-regex-parser.ts';
import { compileProgram, type Instruction } from './java-regex-program.ts';

export type { JavaRegexFlags } from './java-regex-parser.ts';

/** `find`: anywhere from the given place on; `lookingAt`: beginning there; `matches`: from there to the end. */
export type MatchMode = 'find' | 'lookingAt' | 'matches';

/** A compiled regular expression of Java's syntax whose matching takes time linear in the input. */
export interface JavaRegex {
  readonly source: string;
  readonly flags: JavaRegexFlags;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  /**
   * Start and end of the match and of each group, in UTF-16 units (-1, -1 for a group that took no part), or undefined.
   * `charge` is told the steps taken and may throw.
   */
  exec(input: string, from: number, mode: MatchMode, charge?: (steps: number) => void): Int32Array | undefined;
}

/** Throws `illegal_argument_exception` for wrong syntax and, by name, for what only backtracking can match. */
export const compileJavaRegex = (source: string, flags: JavaRegexFlags = {}): JavaRegex => {
  const { tree, groupCount, groupNames } = parseJavaRegex(source, flags);
  const program = compileProgram(tree, source);
  return {
    source,
    flags,
    groupCount,
    groupNames,
    exec: (input, from, mode, charge) => run(program, groupCount, input, from, mode, charge),
  };
};

/** One generation of threads in order of priority; `slots` of the thread at `i` are at `i * width`. */
interface Threads {
  count: number;
  readonly at: Int32Array;
  readonly slots: Int32Array;
}

const run = (
  program: readonly Instruction[],
  groupCount: number,
  input: string,
  from: number,
  mode: MatchMode,
  charge: ((steps: number) => void) | undefined,
): Int32Array | undefined => {
  const width = (groupCount + 1) * 2;
  const size = program.length;
  const create = (): Threads => ({ count: 0, at: new Int32Array(size), slots: new Int32Array(size * width) });
  let current = create();
  let next = create();
  const seen = new Int32Array(size).fill(-1);
  let generation = 0;
  const path = new Int32Array(width);
  // Pending work of `follow`: an instruction to visit, or a slot to restore (encoded as negative).
  const stack: number[] = [];
  let found: Int32Array | undefined;

  /** Adds all that is reachable without reading, beginning at `start`, with the slots in `path`. */
  const follow = (threads: Threads, start: number, position: number): void => {
    stack.push(start);
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      if (entry < 0) {
        path[-entry - 1] = stack.pop() ?? -1;
        continue;
      }
      if (seen[entry] === generation) continue;
      seen[entry] = generation;
      const instruction = program[entry];
      if (instruction === undefined) continue;
      switch (instruction.op) {
        case 'jump':
          stack.push(instruction.target);
          break;
        case 'split':
          stack.push(instruction.second, instruction.first);
          break;
        case 'save':
          stack.push(path[instruction.slot] ?? -1, -instruction.slot - 1, entry + 1);
          path[instruction.slot] = position;
          break;
        case 'assert':
          if (holds(instruction.assertion, input, position)) stack.push(entry + 1);
          break;
        case 'look':
          if (looks(instruction, input, position, charge) !== instruction.isNegated) stack.push(entry + 1);
          break;
        case 'test':
        case 'match':
          threads.at[threads.count] = entry;
          threads.slots.set(path, threads.count * width);
          threads.count += 1;
          break;
      }
    }
  };

  for (let position = from; ; ) {
    if (found === undefined && (position === from || mode === 'find')) {
      if (position === from) generation += 1;
      path.fill(-1);
      path[0] = position;
      follow(current, 0, position);
    }
    if (current.count === 0) {
      if (found !== undefined || mode !== 'find' || position >= input.length) return found;
    }
    charge?.(current.count + 1);
    const codePoint = position < input.length ? (input.codePointAt(position) ?? 0) : -1;
    const step = codePoint > 0xffff ? 2 : 1;
    generation += 1;
    next.count = 0;
    for (let index = 0; index < current.count; index += 1) {
      const at = current.at[index] ?? 0;
      const instruction = program[at];
      if (instruction?.op === 'match') {
        if (mode === 'matches' && position !== input.length) continue;
        found = current.slots.slice(index * width, (index + 1) * width);
        found[1] = position;
        break;
      }
      if (codePoint >= 0 && instruction?.op === 'test' && instruction.test(codePoint)) {
        path.set(current.slots.subarray(index * width, (index + 1) * width));
        follow(next, at + 1, position + step);
      }
    }
    if (position >= input.length) return found;
    [current, next] = [next, current];
    position += step;
  }
};

/** Whether what a lookaround asks for stands before or after a place. */
const looks = (
  { program, isBehind, reach }: Extract<Instruction, { readonly op: 'look' }>,
  input: string,
  position: number,
  charge: ((steps: number) => void) | undefined,
): boolean => {
  if (!isBehind) return run(program, 0, input, position, 'lookingAt', charge) !== undefined;
  const before = input.slice(0, position);
  for (let start = position; start >= Math.max(0, position - reach); start -= 1) {
    if (run(program, 0, before, start, 'matches', charge) !== undefined) return true;
  }
  return false;
};

const isWordAt = (input: string, index: number): boolean => {
  if (index < 0 || index >= input.length) return false;
  return /^[\p{L}\p{Nd}_]$/u.test(input.charAt(index));
};

const isLineBreak = (character: string): boolean =>
  character === '\n' ||
  character === '\r' ||
  character === '\u0085' ||
  character === '\u2028' ||
  character === '\u2029';

const holds = (assertion: Assertion, input: string, position: number): boolean => {
  const rest = input.length - position;
  const after = input.charAt(position);
  const before = input.charAt(position - 1);
  switch (assertion) {
    case 'inputStart':
      return position === 0;
    case 'inputEnd':
      return rest === 0;
    case 'lastLineEnd':
      return (
        rest === 0 ||
        (rest === 1 && isLineBreak(after) && !(after === '\n' && before === '\r')) ||
        (rest === 2 && input.endsWith('\r\n'))
      );
    case 'lineStart':
      return position === 0 || (rest > 0 && isLineBreak(before) && !(before === '\r' && after === '\n'));
    case 'lineEnd':
      return rest === 0 || (isLineBreak(after) && !(after === '\n' && before === '\r'));
    case 'wordBoundary':
      return isWordAt(input, position - 1) !== isWordAt(input, position);
    case 'noWordBoundary':
      return isWordAt(input, position - 1) === isWordAt(input, position);
  }
};
