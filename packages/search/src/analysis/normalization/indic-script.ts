import { indicCompositions } from './indic-compositions.ts';
import { letterTable, replaceLetters } from './replace-letters.ts';

/** Blocks of 128 letters from Devanagari to Malayalam that share their layout. */
const scriptOf = (code: number): number => (code >= 0x900 && code < 0xd80 ? (code - 0x900) >> 7 : -1);

/** One form for what several sequences of signs can write in the scripts of India. */
export const normalizeIndic = (text: string): string => {
  let out = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const script = scriptOf(code);
    if (script < 0) continue;
    const next = text.charCodeAt(at + 1);
    if (scriptOf(next) !== script) continue;
    const base = 0x900 + script * 128;
    const third = text.charCodeAt(at + 2);
    const last = third === 0x200d ? 0xff : scriptOf(third) === script ? third - base : -1;
    const found = indicCompositions.find(
      (entry) =>
        entry.first === code - base &&
        entry.second === next - base &&
        (entry.scripts & (1 << script)) !== 0 &&
        (entry.third < 0 || entry.third === last),
    );
    if (found === undefined) continue;
    out += text.slice(from, at) + String.fromCharCode(base + found.result);
    at += found.third < 0 ? 1 : 2;
    from = at + 1;
  }
  return from === 0 ? text : out + text.slice(from);
};

const hindi = letterTable(
  '\u0901\u0902 \u093c- \u0929\u0928 \u0931\u0930 \u0934\u0933 \u0958\u0915 \u0959\u0916 \u095a\u0917 \u095b\u091c ' +
    '\u095c\u0921 \u095d\u0922 \u095e\u092b \u095f\u092f \u200d- \u200c- \u094d- \u0945\u0947 \u0946\u0947 \u0949\u094b ' +
    '\u094a\u094b \u090d\u090f \u090e\u090f \u0911\u0913 \u0912\u0913 \u0972\u0905 \u0906\u0905 \u0908\u0907 \u090a\u0909 ' +
    '\u0960\u090b \u0961\u090c \u0910\u090f \u0914\u0913 \u0940\u093f \u0942\u0941 \u0944\u0943 \u0963\u0962 \u0948\u0947 \u094c\u094b',
);

/** Spellings of Hindi that are told apart in print but not in use as one. */
export const normalizeHindi = (text: string): string =>
  replaceLetters(text.replaceAll('\u0928\u094d', '\u0902'), hindi);

const bengali = letterTable(
  '\u0981- \u09c0\u09bf \u09c2\u09c1 \u0999\u0982 \u09b6\u09b8 \u09b7\u09b8 \u09a3\u09a8 \u09dc\u09b0 \u09dd\u09b0 \u09ce\u09a4',
);
const HASANTA = '\u09cd';

/** Bengali by its sound: letters that are spoken alike become one. */
export const normalizeBengali = (text: string): string => {
  if (!/[\u0980-\u09ff]/.test(text)) return text;
  const letters = [...Array(text.length).keys()].map((at) => text.charAt(at));
  for (let at = 0; at < letters.length; at++) at = bengaliStep(letters, at);
  return letters.join('');
};

/** Changes the letters at a place; gives the place to go on behind. */
const bengaliStep = (letters: string[], at: number): number => {
  const letter = letters[at] ?? '';
  const simple = bengali.get(letter);
  if (simple !== undefined) {
    if (simple === '') {
      letters.splice(at, 1);
      return at - 1;
    }
    letters[at] = simple;
    return at;
  }
  switch (letter) {
    case '\u0995':
      if (letters[at + 1] === HASANTA && letters[at + 2] === '\u09bf') {
        if (at === 0) letters.splice(0, 3, '\u0996');
        else letters.splice(at + 1, 2, '\u0996');
      }
      return at;
    case '\u09af':
      return bengaliYa(letters, at);
    case '\u09ac':
      return bengaliBa(letters, at);
    case '\u0983':
      if (at < letters.length - 1) letters[at] = letters[at + 1] ?? '';
      else if (letters.length <= 3) letters[at] = '\u09b9';
      else letters.splice(at, 1);
      return at;
    default:
      return at;
  }
};

const bengaliYa = (letters: string[], at: number): number => {
  if (letters[at - 1] !== HASANTA) return at;
  if (at !== 2) {
    letters.splice(at - 1, 2);
    return at - 2;
  }
  letters[1] = '\u09c7';
  letters.splice(2, letters[3] === '\u09be' ? 2 : 1);
  return 1;
};

const bengaliBa = (letters: string[], at: number): number => {
  if (letters[at - 1] !== HASANTA) return at;
  if (at === 2 || (at >= 5 && letters[at - 3] === HASANTA)) {
    letters.splice(at - 1, 2);
    return at - 2;
  }
  if (at < 2) return at;
  letters[at - 1] = letters[at - 2] ?? '';
  letters.splice(at, 1);
  return at - 1;
};
