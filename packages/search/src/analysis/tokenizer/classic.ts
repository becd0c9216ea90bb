import { compileRegexp } from '../../text/automaton.ts';
import type { Tokenizer } from '../component.ts';
import { createToken, emptyStream } from '../token-stream.ts';

const isChineseOrJapanese = (point: number): boolean =>
  (point >= 0x3040 && point <= 0x312f) ||
  (point >= 0x31f0 && point <= 0x31ff) ||
  (point >= 0x3300 && point <= 0x337f) ||
  (point >= 0x3400 && point <= 0x4dbf) ||
  (point >= 0x4e00 && point <= 0x9fff) ||
  (point >= 0xf900 && point <= 0xfaff) ||
  (point >= 0xff65 && point <= 0xff9f);

const letter = /^\p{L}$/u;
const digit = /^\p{Nd}$/u;
const signs = "'.&@_-/,";

/** One letter for the class of a code point: `l` letter, `d` digit, `t` Thai, `c` Chinese or Japanese; signs stand for themselves. */
const findClass = (point: number): number => {
  if (isChineseOrJapanese(point)) return 0x63;
  // It knows the Unicode of its time, in which no letter lay beyond the first plane.
  if (point > 0xffff) return 0x20;
  const text = String.fromCodePoint(point);
  if (letter.test(text)) return 0x6c;
  if (digit.test(text)) return 0x64;
  if (point >= 0xe00 && point <= 0xe59) return 0x74;
  return signs.includes(text) ? point : 0x20;
};

const known = new Map<number, number>();

const classOf = (point: number): number => {
  let id = known.get(point);
  if (id === undefined) {
    id = findClass(point);
    known.set(point, id);
  }
  return id;
};

const word = '[ldt]+';
const joint = '[-_/.,]';
const withDigit = '[ld]*d[ld]*';
const numberForms = [
  `${word}${joint}${withDigit}`,
  `${withDigit}${joint}${word}`,
  `${word}(${joint}${withDigit}${joint}${word})+`,
  `${withDigit}(${joint}${word}${joint}${withDigit})+`,
  `${word}${joint}${withDigit}(${joint}${word}${joint}${withDigit})+`,
  `${withDigit}${joint}${word}(${joint}${withDigit}${joint}${word})+`,
];

// In order: of two kinds of the same length the first counts.
const makeKinds = () =>
  (
    [
      ['<ALPHANUM>', word],
      ['<APOSTROPHE>', "l+('l+)+"],
      ['<ACRONYM>', 'l\\.(l\\.)+'],
      ['<COMPANY>', 'l+[\\&\\@]l+'],
      ['<EMAIL>', `${word}([-._]${word})*\\@${word}([-.]${word})+`],
      ['<HOST>', `${word}(\\.${word})+`],
      ['<NUM>', numberForms.map((form) => `(${form})`).join('|')],
      ['<CJ>', 'c'],
      ['<ACRONYM_DEP>', `${word}\\.(${word}\\.)+`],
    ] as const
  ).map(([type, pattern]) => ({ type, automaton: compileRegexp(pattern, 0) }));

let kinds: ReturnType<typeof makeKinds> | undefined;

const longestAt = (
  text: string,
  start: number,
  limit: number,
): { readonly end: number; readonly type: string } | undefined => {
  kinds ??= makeKinds();
  const states = kinds.map(({ automaton }) => automaton.start);
  let found: { end: number; type: string } | undefined;
  for (let at = start, alive = kinds.length; at < limit && alive > 0; ) {
    const point = text.codePointAt(at) ?? 0;
    at += point > 0xffff ? 2 : 1;
    const id = classOf(point);
    alive = 0;
    for (const [index, { automaton, type }] of kinds.entries()) {
      const state = states[index] ?? -1;
      if (state < 0) continue;
      const next = automaton.step(state, id);
      states[index] = next;
      if (next < 0) continue;
      alive++;
      if (automaton.isAccepting(next) && (found === undefined || found.end < at)) found = { end: at, type };
    }
  }
  return found;
};

/** Lucene's tokenizer of before Unicode's rules: knows acronyms, companies, hosts, addresses and numbers with letters. */
export const createClassicTokenizer = (name: string, maxTokenLength: number): Tokenizer => ({
  name,
  tokenize: (text) => {
    const stream = emptyStream(text.length);
    for (let at = 0; at < text.length; ) {
      // What is longer is left out in any case: a hostile text must not be read to its end from each of its letters.
      const near = Math.min(text.length, at + maxTokenLength + 1);
      let found = longestAt(text, at, near);
      if (found !== undefined && found.end + 8 > near && near < text.length) found = longestAt(text, at, text.length);
      if (found === undefined) {
        at++;
        continue;
      }
      stream.endPosition++;
      // One that is too long is left out; its place stays.
      if (found.end - at <= maxTokenLength) {
        const isHost = found.type === '<ACRONYM_DEP>';
        const end = isHost ? found.end - 1 : found.end;
        stream.tokens.push(
          createToken(text.slice(at, end), stream.endPosition, at, found.end, isHost ? '<HOST>' : found.type),
        );
      }
      at = found.end;
    }
    return stream;
  },
});
