import { illegalArgument } from '../error/es-error.ts';
import {
  anyOf,
  both,
  type CharacterTest,
  escapedClass,
  foldCase,
  namedClass,
  not,
  range,
  tabulate,
} from './java-regex-class.ts';

export interface JavaRegexFlags {
  readonly caseInsensitive?: boolean;
  readonly multiline?: boolean;
  readonly dotAll?: boolean;
  readonly unicodeCase?: boolean;
  readonly unicodeClasses?: boolean;
  readonly comments?: boolean;
  readonly literal?: boolean;
}

export type Assertion =
  | 'inputStart'
  | 'inputEnd'
  | 'lastLineEnd'
  | 'lineStart'
  | 'lineEnd'
  | 'wordBoundary'
  | 'noWordBoundary';

export type JavaRegexNode =
  | { readonly kind: 'test'; readonly test: CharacterTest }
  | { readonly kind: 'concat' | 'union'; readonly parts: readonly JavaRegexNode[] }
  | { readonly kind: 'group'; readonly part: JavaRegexNode; readonly index: number }
  | {
      readonly kind: 'repeat';
      readonly part: JavaRegexNode;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'look'; readonly part: JavaRegexNode; readonly isBehind: boolean; readonly isNegated: boolean };

export interface ParsedJavaRegex {
  readonly tree: JavaRegexNode;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
}

const isLineTerminator: CharacterTest = (codePoint) =>
  codePoint === 10 || codePoint === 13 || codePoint === 0x85 || codePoint === 0x2028 || codePoint === 0x2029;

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 };

/**
 * Java's regular expression as a tree. What only backtracking can match (backreferences, atomic groups, possessive
 * quantifiers, groups within lookarounds) is refused by name.
 */
export const parseJavaRegex = (source: string, given: JavaRegexFlags = {}): ParsedJavaRegex => {
  const points = Array.from(source, (character) => character.codePointAt(0) ?? 0);
  let position = 0;
  let depth = 0;
  let groupCount = 0;
  let flags = given;
  const groupNames = new Map<string, number>();

  const refuse = (what: string): never => {
    throw illegalArgument(`${what} near index ${position} of regular expression [${source}]`);
  };
  const unsupported = (what: string): never => refuse(`${what} is not supported: it needs backtracking`);
  const peek = (offset = 0): string => {
    const codePoint = points[position + offset];
    return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
  };
  const match = (text: string): boolean => {
    for (let index = 0; index < text.length; index += 1) if (peek(index) !== text.charAt(index)) return false;
    position += text.length;
    return true;
  };
  const one = (codePoint: number): JavaRegexNode => testOf(range(codePoint, codePoint));
  const fold = (test: CharacterTest): CharacterTest =>
    flags.caseInsensitive === true ? foldCase(test, flags.unicodeCase === true || flags.unicodeClasses === true) : test;
  const testOf = (test: CharacterTest): JavaRegexNode => ({ kind: 'test', test: tabulate(fold(test)) });
  const assertion = (name: Assertion): JavaRegexNode => ({ kind: 'assert', assertion: name });
  const skipComments = (): void => {
    while (flags.comments === true && position < points.length) {
      if (/^\s$/.test(peek())) position += 1;
      else if (peek() === '#') while (position < points.length && peek() !== '\n') position += 1;
      else return;
    }
  };

  const union = (): JavaRegexNode => {
    depth += 1;
    if (depth > 200) refuse('Too many nested groups');
    const outer = flags;
    const parts = [concat()];
    while (match('|')) parts.push(concat());
    depth -= 1;
    flags = outer;
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'union', parts };
  };
  const concat = (): JavaRegexNode => {
    const parts: JavaRegexNode[] = [];
    for (skipComments(); position < points.length && peek() !== '|' && peek() !== ')'; skipComments()) {
      const part = atom();
      if (part !== undefined) parts.push(quantified(part));
    }
    return { kind: 'concat', parts };
  };
  const quantified = (atomic: JavaRegexNode): JavaRegexNode => {
    let part = atomic;
    for (;;) {
      skipComments();
      let min = 0;
      let max = Number.POSITIVE_INFINITY;
      if (match('?')) max = 1;
      else if (match('+')) min = 1;
      else if (match('{')) {
        min = integer();
        max = match(',') ? (peek() === '}' ? max : integer()) : min;
        if (!match('}')) refuse('Unclosed counted closure');
        if (max < min) refuse('Illegal repetition range');
      } else if (!match('*')) return part;
      if (peek() === '+') unsupported('A possessive quantifier');
      part = { kind: 'repeat', part, min, max, isLazy: match('?') };
    }
  };
  const integer = (): number => {
    const start = position;
    while (peek() !== '' && '0123456789'.includes(peek())) position += 1;
    if (start === position || position - start > 9) refuse('Illegal repetition');
    return Number(String.fromCodePoint(...points.slice(start, position)));
  };
  const atom = (): JavaRegexNode | undefined => {
    const letter = peek();
    const codePoint = points[position] ?? 0;
    switch (letter) {
      case '(':
        return group();
      case '[':
        return testOf(characterClass());
      case '\\':
        return escapeSequence();
      case '.':
        position += 1;
        return { kind: 'test', test: tabulate(flags.dotAll === true ? () => true : not(isLineTerminator)) };
      case '^':
        position += 1;
        return assertion(flags.multiline === true ? 'lineStart' : 'inputStart');
      case '$':
        position += 1;
        return assertion(flags.multiline === true ? 'lineEnd' : 'lastLineEnd');
      case '*':
      case '+':
      case '?':
        return refuse(`Dangling meta character '${letter}'`);
      case '{':
        return refuse('Illegal repetition');
      default:
        position += 1;
        return one(codePoint);
    }
  };
  const group = (): JavaRegexNode | undefined => {
    position += 1;
    if (!match('?')) return captured(undefined);
    if (match('=')) return look({ isBehind: false, isNegated: false });
    if (match('!')) return look({ isBehind: false, isNegated: true });
    if (match('<=')) return look({ isBehind: true, isNegated: false });
    if (match('<!')) return look({ isBehind: true, isNegated: true });
    if (match('>')) unsupported('An atomic group');
    if (match('<')) {
      const start = position;
      while (/^[A-Za-z0-9]$/.test(peek())) position += 1;
      const name = String.fromCodePoint(...points.slice(start, position));
      if (name === '' || !match('>')) refuse('named capturing group is missing trailing >');
      if (groupNames.has(name)) refuse(`Named capturing group <${name}> is already defined`);
      return captured(name);
    }
    let on = true;
    const changed: { -readonly [K in keyof JavaRegexFlags]: JavaRegexFlags[K] } = { ...flags };
    for (;;) {
      const letter = peek();
      position += 1;
      if (letter === ')') {
        flags = changed;
        return undefined;
      }
      if (letter === ':') break;
      if (letter === '-') on = false;
      else if (letter === 'i') changed.caseInsensitive = on;
      else if (letter === 'm') changed.multiline = on;
      else if (letter === 's') changed.dotAll = on;
      else if (letter === 'u') changed.unicodeCase = on;
      else if (letter === 'U') changed.unicodeClasses = on;
      else if (letter === 'x') changed.comments = on;
      else if (letter !== 'd') refuse('Unknown inline modifier');
    }
    const outer = flags;
    flags = changed;
    const part = union();
    flags = outer;
    if (!match(')')) refuse('Unclosed group');
    return part;
  };
  const look = (options: { readonly isBehind: boolean; readonly isNegated: boolean }): JavaRegexNode => {
    const groups = groupCount;
    const part = union();
    if (!match(')')) refuse('Unclosed group');
    if (groupCount > groups) unsupported('A group within a lookaround');
    return { kind: 'look', part, ...options };
  };
  const captured = (name: string | undefined): JavaRegexNode => {
    groupCount += 1;
    const index = groupCount;
    if (name !== undefined) groupNames.set(name, index);
    const part = union();
    if (!match(')')) refuse('Unclosed group');
    return { kind: 'group', part, index };
  };
  const escapeSequence = (): JavaRegexNode => {
    const letter = peek(1);
    if (/^[1-9]$/.test(letter) || letter === 'k') unsupported('A backreference');
    position += 2;
    switch (letter) {
      case '':
        return refuse('Unexpected internal error');
      case 'b':
        return assertion('wordBoundary');
      case 'B':
        return assertion('noWordBoundary');
      case 'A':
        return assertion('inputStart');
      case 'z':
        return assertion('inputEnd');
      case 'Z':
        return assertion('lastLineEnd');
      case 'Q': {
        const parts: JavaRegexNode[] = [];
        while (position < points.length && !match('\\E')) {
          parts.push(one(points[position] ?? 0));
          position += 1;
        }
        return { kind: 'concat', parts };
      }
      case 'R': {
        const pair: JavaRegexNode = { kind: 'concat', parts: [one(13), one(10)] };
        return { kind: 'union', parts: [pair, testOf(anyOf([range(10, 13), isLineTerminator]))] };
      }
      case 'G':
      case 'X':
      case 'N':
        return refuse(`\\${letter} is not supported`);
      default:
        position -= 2;
        return testOf(escapedTest());
    }
  };
  /** At a `\` that stands for one character or a class. */
  const escapedTest = (): CharacterTest => {
    position += 1;
    const letter = peek();
    const codePoint = points[position] ?? 0;
    position += 1;
    if (letter === 'p' || letter === 'P') {
      let name = peek();
      position += 1;
      if (name === '{') {
        const start = position;
        while (position < points.length && peek() !== '}') position += 1;
        name = String.fromCodePoint(...points.slice(start, position));
        if (!match('}')) refuse('Unclosed character family');
      }
      const test = namedClass(name, source);
      return letter === 'P' ? not(test) : test;
    }
    const known = escapedClass(letter, flags.unicodeClasses === true);
    if (known !== undefined) return known;
    const literal = escapedCodePoint(letter, codePoint);
    return range(literal, literal);
  };
  const escapedCodePoint = (letter: string, codePoint: number): number => {
    const control = Object.hasOwn(controls, letter) ? controls[letter] : undefined;
    if (control !== undefined) return control;
    if (letter === '0') return digits(/^[0-7]$/, 8, 3);
    if (letter === 'u') return digits(/^[0-9a-fA-F]$/, 16, 4, 4);
    if (letter === 'c') {
      position += 1;
      return (points[position - 1] ?? 0) ^ 64;
    }
    if (letter === 'x') {
      if (!match('{')) return digits(/^[0-9a-fA-F]$/, 16, 2, 2);
      const value = digits(/^[0-9a-fA-F]$/, 16, 6);
      if (!match('}') || value > 0x10ffff) refuse('Illegal hexadecimal escape sequence');
      return value;
    }
    if (/^[A-Za-z]$/.test(letter)) refuse('Illegal/unsupported escape sequence');
    if (letter === '') refuse('Unexpected end of the expression');
    return codePoint;
  };
  const digits = (allowed: RegExp, radix: number, most: number, least = 1): number => {
    let text = '';
    while (text.length < most && allowed.test(peek())) {
      text += peek();
      position += 1;
    }
    if (text.length < least) refuse('Illegal escape sequence');
    return Number.parseInt(text, radix);
  };
  /** At a `[`. */
  const characterClass = (): CharacterTest => {
    depth += 1;
    if (depth > 200) refuse('Too many nested classes');
    position += 1;
    const negated = match('^');
    let result: CharacterTest | undefined;
    let tests: CharacterTest[] = [];
    const close = (): void => {
      const current = anyOf(tests);
      if (tests.length > 0 || result === undefined) result = result === undefined ? current : both(result, current);
      tests = [];
    };
    for (let isFirst = true; ; isFirst = false) {
      if (position >= points.length) refuse('Unclosed character class');
      if (peek() === ']' && !isFirst) break;
      if (match('&&')) close();
      else if (peek() === '[') tests.push(characterClass());
      else tests.push(classItem());
    }
    position += 1;
    close();
    depth -= 1;
    const whole = result ?? anyOf([]);
    return negated ? not(fold(whole)) : whole;
  };
  const classItem = (): CharacterTest => {
    const low = classCharacter();
    if (typeof low !== 'number') return low;
    if (peek() !== '-' || peek(1) === ']' || peek(1) === '[' || peek(1) === '') return range(low, low);
    position += 1;
    const high = classCharacter();
    if (typeof high !== 'number' || high < low) return refuse('Illegal character range');
    return range(low, high);
  };
  const classCharacter = (): number | CharacterTest => {
    const codePoint = points[position] ?? 0;
    if (peek() !== '\\') {
      position += 1;
      return codePoint;
    }
    const letter = peek(1);
    if (letter === 'Q') {
      position += 2;
      const quoted: CharacterTest[] = [];
      for (; position < points.length && !match('\\E'); position += 1) {
        const point = points[position] ?? 0;
        quoted.push(range(point, point));
      }
      return anyOf(quoted);
    }
    if ('pPdDwWsShHvV'.includes(letter) && letter !== '') return escapedTest();
    const escaped = points[position + 1] ?? 0;
    position += 2;
    return escapedCodePoint(letter, escaped);
  };

  if (given.literal === true) {
    return { tree: { kind: 'concat', parts: points.map(one) }, groupCount: 0, groupNames };
  }
  const tree = union();
  if (position < points.length) refuse("Unmatched closing ')'");
  return { tree, groupCount, groupNames };
};
