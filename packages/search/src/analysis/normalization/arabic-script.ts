import { letterTable, replaceLetters } from './replace-letters.ts';

/** Vowel signs and the stretching of letters. */
const marks = '\u0640- \u064b- \u064c- \u064d- \u064e- \u064f- \u0650- \u0651- \u0652-';

const arabic = letterTable(`\u0622\u0627 \u0623\u0627 \u0625\u0627 \u0649\u064a \u0629\u0647 ${marks}`);
const persian = letterTable('\u06cc\u064a \u06d2\u064a \u06a9\u0643 \u06c0\u0647 \u06c1\u0647 \u0654-');

/** One form for alef, yeh and teh marbuta; without vowel signs. */
export const normalizeArabic = (text: string): string => replaceLetters(text, arabic);

/** Persian letters in the Arabic form. */
export const normalizePersian = (text: string): string => replaceLetters(text, persian);

const sorani = letterTable(`\u064a\u06cc \u0649\u06cc \u0643\u06a9 \u0629\u06d5 \u0692\u0695 ${marks}`);
const HEH = '\u0647';
const AE = '\u06d5';

/** Sorani Kurdish in its own letters, however it was typed. */
export const normalizeSorani = (text: string): string => {
  if (!/[\u0600-\u06ff\p{Cf}]/u.test(text)) return text;
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '\u200c') {
      if (out.endsWith(HEH)) out = out.slice(0, -1) + AE;
    } else if (letter === HEH) out += at === text.length - 1 ? AE : HEH;
    else if (letter === '\u06be') out += HEH;
    else if (letter === '\u0631' && out === '') out += '\u0695';
    else if (sorani.has(letter)) out += sorani.get(letter) ?? '';
    else if (!/\p{Cf}/u.test(letter)) out += letter;
  }
  return out;
};
