import { letterTable, replaceLetters } from './replace-letters.ts';

/** `ae`, `oe`, `ue` where they stand for an umlaut, umlauts and `ß` in their plain form. */
export const normalizeGerman = (text: string): string => {
  if (!/[eäöüß]/.test(text)) return text;
  let out = '';
  // What stood before: nothing that matters, a vowel that keeps a following `u` plain, or one that an `e` would change.
  let state: 'plain' | 'vowel' | 'umlaut' = 'plain';
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    switch (letter) {
      case 'a':
      case 'o':
        state = 'umlaut';
        out += letter;
        break;
      case 'u':
        state = state === 'plain' ? 'umlaut' : 'vowel';
        out += letter;
        break;
      case 'e':
        if (state !== 'umlaut') out += letter;
        state = 'vowel';
        break;
      case 'i':
      case 'q':
      case 'y':
        state = 'vowel';
        out += letter;
        break;
      case 'ä':
      case 'ö':
      case 'ü':
        state = 'vowel';
        out += letter === 'ä' ? 'a' : letter === 'ö' ? 'o' : 'u';
        break;
      case 'ß':
        state = 'plain';
        out += 'ss';
        break;
      default:
        state = 'plain';
        out += letter;
    }
  }
  return out;
};

const swedish = letterTable('äæ ÄÆ öø ÖØ');

/** One spelling for the letters of the Scandinavian languages: `æ`, `ø`, `å`. */
export const normalizeScandinavian = (text: string): string => {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    const simple = swedish.get(letter);
    if (simple !== undefined) {
      out += simple;
      continue;
    }
    const next = text.charAt(at + 1).toLowerCase();
    const joined = scandinavianPair(letter, next);
    out += joined ?? letter;
    if (joined !== undefined) at++;
  }
  return out;
};

const scandinavianPair = (letter: string, next: string): string | undefined => {
  if (letter === 'a' || letter === 'A') {
    if (next === 'a' || next === 'o') return letter === 'a' ? 'å' : 'Å';
    if (next === 'e') return letter === 'a' ? 'æ' : 'Æ';
  }
  if ((letter === 'o' || letter === 'O') && (next === 'e' || next === 'o')) return letter === 'o' ? 'ø' : 'Ø';
  return undefined;
};

const scandinavianPlain = letterTable('åa äa æa ÅA ÄA ÆA øo öo ØO ÖO');

/** The letters of the Scandinavian languages as `a` and `o`, pairs of vowels as one. */
export const foldScandinavian = (text: string): string => {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    const plain = scandinavianPlain.get(letter);
    out += plain ?? letter;
    if (plain !== undefined) continue;
    const next = text.charAt(at + 1);
    const isPair = (/[aA]/.test(letter) && /[aAeEoO]/.test(next)) || (/[oO]/.test(letter) && /[eEoO]/.test(next));
    if (isPair && next !== '') at++;
  }
  return out;
};

const serbian = letterTable(
  'аa бb вv гg дd ђdj đdj еe жz зz žz иi јj кk лl љlj мm нn њnj оo пp рr сs тt ћc цc чc čc ćc уu фf хh џdz шs šs',
);

/** Serbian in plain Latin letters, from Cyrillic as well. */
export const normalizeSerbian = (text: string): string => replaceLetters(text, serbian);
