import { illegalArgument } from '../error/es-error.ts';

/** Whether a code point belongs to a class of characters. */
export type CharacterTest = (codePoint: number) => boolean;

export const range =
  (low: number, high: number): CharacterTest =>
  (codePoint) =>
    codePoint >= low && codePoint <= high;

export const not =
  (test: CharacterTest): CharacterTest =>
  (codePoint) =>
    !test(codePoint);

export const both =
  (a: CharacterTest, b: CharacterTest): CharacterTest =>
  (codePoint) =>
    a(codePoint) && b(codePoint);

export const anyOf =
  (tests: readonly CharacterTest[]): CharacterTest =>
  (codePoint) => {
    for (const test of tests) if (test(codePoint)) return true;
    return false;
  };

const among =
  (characters: string): CharacterTest =>
  (codePoint) =>
    codePoint < 0x10000 && characters.includes(String.fromCharCode(codePoint));

const unicode = (expression: RegExp): CharacterTest => {
  return (codePoint) => expression.test(String.fromCodePoint(codePoint));
};

const isDigit = range(48, 57);
const isLower = range(97, 122);
const isUpper = range(65, 90);
const isAlpha = anyOf([isLower, isUpper]);
const isAlnum = anyOf([isAlpha, isDigit]);
const isWord = anyOf([isAlnum, range(95, 95)]);
const isSpace = among(' \t\n\u000b\f\r');
const isPunct = anyOf([range(33, 47), range(58, 64), range(91, 96), range(123, 126)]);

/** The classes that a single letter after `\` names. */
export const escapedClass = (letter: string, isUnicode: boolean): CharacterTest | undefined => {
  switch (letter) {
    case 'd':
      return isUnicode ? unicode(/^\p{Nd}$/u) : isDigit;
    case 'D':
      return not(isUnicode ? unicode(/^\p{Nd}$/u) : isDigit);
    case 'w':
      return isUnicode ? unicode(/^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u) : isWord;
    case 'W':
      return not(isUnicode ? unicode(/^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u) : isWord);
    case 's':
      return isUnicode ? unicode(/^\p{White_Space}$/u) : isSpace;
    case 'S':
      return not(isUnicode ? unicode(/^\p{White_Space}$/u) : isSpace);
    case 'h':
      return among(
        ' \t\u00a0\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
      );
    case 'H':
      return not(
        among(
          ' \t\u00a0\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
        ),
      );
    case 'v':
      return among('\n\u000b\f\r\u0085\u2028\u2029');
    case 'V':
      return not(among('\n\u000b\f\r\u0085\u2028\u2029'));
    default:
      return undefined;
  }
};

const posix: ReadonlyMap<string, CharacterTest> = new Map<string, CharacterTest>([
  ['Lower', isLower],
  ['Upper', isUpper],
  ['ASCII', range(0, 127)],
  ['Alpha', isAlpha],
  ['Digit', isDigit],
  ['Alnum', isAlnum],
  ['Punct', isPunct],
  ['Graph', anyOf([isAlnum, isPunct])],
  ['Print', anyOf([isAlnum, isPunct, range(32, 32)])],
  ['Blank', among(' \t')],
  ['Cntrl', anyOf([range(0, 31), range(127, 127)])],
  ['XDigit', anyOf([isDigit, range(97, 102), range(65, 70)])],
  ['Space', isSpace],
  ['javaLowerCase', unicode(/^\p{Lowercase}$/u)],
  ['javaUpperCase', unicode(/^\p{Uppercase}$/u)],
  ['javaWhitespace', anyOf([both(unicode(/^\p{Z}$/u), not(among('\u00a0\u2007\u202f'))), range(9, 13), range(28, 31)])],
  ['javaLetter', unicode(/^\p{L}$/u)],
  ['javaDigit', unicode(/^\p{Nd}$/u)],
  ['javaLetterOrDigit', unicode(/^[\p{L}\p{Nd}]$/u)],
]);

/** The class of `\p{name}`: POSIX names, general categories, scripts, blocks that are scripts, and binary properties. */
export const namedClass = (name: string, pattern: string): CharacterTest => {
  const known = posix.get(name);
  if (known !== undefined) return known;
  const bare = name.replace(/^(Is|In|(gc|general_category|sc|script|IsScript|blk|block)=)/i, '');
  if (/^[A-Za-z_]{1,40}$/.test(bare)) {
    const title = bare.charAt(0).toUpperCase() + bare.slice(1);
    const lowered = title.charAt(0) + title.slice(1).toLowerCase();
    const forms = [bare, title, lowered, `Script=${title}`, `Script=${lowered}`, 'White_Space'].slice(
      0,
      /^white_?space$/i.test(bare) ? 6 : 5,
    );
    for (const form of forms) {
      try {
        // The name holds letters only: it cannot change the shape of this one-character expression.
        return unicode(new RegExp(`^\\p{${form}}$`, 'u'));
      } catch {
        // Not a property of that spelling: the next one is tried.
      }
    }
  }
  throw illegalArgument(`Unknown character property name {${name}} in regular expression [${pattern}]`);
};

/** The same class where upper and lower case count as one; beyond ASCII only when `isUnicode`. */
export const foldCase = (test: CharacterTest, isUnicode: boolean): CharacterTest => {
  return (codePoint) => {
    if (test(codePoint)) return true;
    if (codePoint < 128) {
      if (!isAlpha(codePoint)) return false;
      return test(codePoint ^ 32);
    }
    if (!isUnicode) return false;
    const text = String.fromCodePoint(codePoint);
    const upper = text.toUpperCase();
    const lower = upper.toLowerCase();
    return test(upper.codePointAt(0) ?? 0) || test(lower.codePointAt(0) ?? 0);
  };
};

/** Answers for ASCII from a table, so that a composed test costs one access there. */
export const tabulate = (test: CharacterTest): CharacterTest => {
  const ascii = Uint8Array.from({ length: 128 }, (_, codePoint) => (test(codePoint) ? 1 : 0));
  return (codePoint) => (codePoint < 128 ? ascii[codePoint] === 1 : test(codePoint));
};
