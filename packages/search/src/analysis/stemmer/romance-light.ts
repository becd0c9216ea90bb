import { letterTable, replaceLetters } from '../normalization/replace-letters.ts';

const accents = 'àa áa âa äa òo óo ôo öo èe ée êe ëe ùu úu ûu üu ìi íi îi ïi';
const plain = letterTable(accents);
const plainPortuguese = letterTable(`${accents} ãa õo çc`);

const replaceEnd = (word: string, cut: number, put = ''): string => word.slice(0, word.length - cut) + put;

/** Gender and number. */
export const stemSpanishLight = (given: string): string => {
  if (given.length < 5) return given;
  const word = replaceLetters(given, plain);
  if (/[oae]$/.test(word)) return replaceEnd(word, 1);
  if (word.endsWith('eses')) return replaceEnd(word, 2);
  if (word.endsWith('ces')) return replaceEnd(word, 3, 'z');
  return /[oae]s$/.test(word) ? replaceEnd(word, 2) : word;
};

/** The ending vowel, with the `h` or `i` before it. */
export const stemItalianLight = (given: string): string => {
  if (given.length < 6) return given;
  const word = replaceLetters(given, plain);
  if (/(?:[ih][ei]|i[ao])$/.test(word)) return replaceEnd(word, 2);
  return /[eiao]$/.test(word) ? replaceEnd(word, 1) : word;
};

const portuguesePlural = (word: string): string => {
  const { length } = word;
  if (length > 4 && /[rslz]es$/.test(word)) return replaceEnd(word, 2);
  if (length > 3 && word.endsWith('ns')) return replaceEnd(word, 2, 'm');
  if (length > 4 && /[eé]is$/.test(word)) return replaceEnd(word, 3, 'el');
  if (length > 4 && word.endsWith('ais')) return replaceEnd(word, 2, 'l');
  if (length > 4 && word.endsWith('óis')) return replaceEnd(word, 3, 'ol');
  if (length > 4 && word.endsWith('is')) return replaceEnd(word, 1, 'l');
  if (length > 3 && /[õã]es$/.test(word)) return replaceEnd(word, 3, 'ão');
  if (length > 6 && word.endsWith('mente')) return replaceEnd(word, 5);
  return length > 3 && word.endsWith('s') ? replaceEnd(word, 1) : word;
};

const portugueseFeminine = (word: string): string => {
  if (word.length > 7 && /(?:inha|iaca|eira)$/.test(word)) return replaceEnd(word, 1, 'o');
  if (word.length <= 6) return word;
  if (/(?:osa|ica|ida|ada|iva|ama)$/.test(word)) return replaceEnd(word, 1, 'o');
  if (word.endsWith('ona')) return replaceEnd(word, 3, 'ão');
  if (word.endsWith('ora')) return replaceEnd(word, 1);
  if (word.endsWith('esa')) return replaceEnd(word, 3, 'ês');
  return word.endsWith('na') ? replaceEnd(word, 1, 'o') : word;
};

/** Number, adverbs, gender and accents. */
export const stemPortugueseLight = (given: string): string => {
  if (given.length < 4) return given;
  let word = portuguesePlural(given);
  if (word.length > 3 && word.endsWith('a')) word = portugueseFeminine(word);
  if (word.length > 4 && /[eao]$/.test(word)) word = replaceEnd(word, 1);
  return replaceLetters(word, plainPortuguese);
};
