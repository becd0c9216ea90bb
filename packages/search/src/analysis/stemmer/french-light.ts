import { letterTable, replaceLetters } from '../normalization/replace-letters.ts';
import { withoutDoubles } from './suffix-rules.ts';

const plain = letterTable('àa áa âa ôo èe ée êe ùu ûu îi çc');
const isLetter = (letter: string): boolean => /\p{L}/u.test(letter);

/** `cut` units go, `put` comes; then the word is finished. */
const endings: readonly (readonly [over: number, suffix: string, cut: number, put: string])[] = [
  [9, 'issement', 7, 'r'],
  [8, 'issant', 5, 'r'],
  [6, 'ement', 4, ''],
  [11, 'ficatrice', 7, 'er'],
  [10, 'ficateur', 6, 'er'],
  [9, 'catrice', 7, 'quer'],
  [8, 'cateur', 6, 'quer'],
  [8, 'atrice', 6, 'er'],
  [7, 'ateur', 5, 'er'],
];
const laterEndings: readonly (readonly [over: number, suffix: string, cut: number, put: string])[] = [
  [5, 'ième', 4, ''],
  [7, 'teuse', 3, 'r'],
  [6, 'teur', 2, 'r'],
  [5, 'euse', 2, ''],
  [8, 'ère', 3, 'er'],
  [7, 'ive', 2, 'f'],
  [4, 'folle', 3, 'u'],
  [4, 'molle', 3, 'u'],
  [9, 'nnelle', 5, ''],
  [9, 'nnel', 3, ''],
];
const lastEndings: readonly (readonly [over: number, suffix: string, cut: number, put: string])[] = [
  [8, 'esse', 3, ''],
  [7, 'inage', 3, ''],
  [9, 'isation', 7, ''],
  [9, 'isateur', 7, ''],
  [8, 'ation', 5, ''],
  [8, 'ition', 5, ''],
];

const replaceEnd = (word: string, cut: number, put: string): string => word.slice(0, word.length - cut) + put;

/** Jacques Savoy's light stemmer for French. */
export const stemFrenchLight = (given: string): string => {
  let word = given;
  if (word.length > 5 && word.endsWith('x')) {
    if (word.endsWith('aux') && word.charAt(word.length - 4) !== 'e') word = replaceEnd(word, 2, 'l');
    else word = word.slice(0, -1);
  }
  if (word.length > 3 && word.endsWith('x')) word = word.slice(0, -1);
  if (word.length > 3 && word.endsWith('s')) word = word.slice(0, -1);
  for (const [over, suffix, cut, put] of endings) {
    if (word.length <= over || !word.endsWith(suffix)) continue;
    word = replaceEnd(word, cut, put);
    if (suffix === 'ement' && word.length > 3 && word.endsWith('ive')) word = replaceEnd(word, 2, 'f');
    return finishFrench(word);
  }
  if (word.length > 6 && word.endsWith('trice')) word = replaceEnd(word, 4, 'eur');
  for (const [over, suffix, cut, put] of laterEndings) {
    if (word.length > over && word.endsWith(suffix)) return finishFrench(replaceEnd(word, cut, put));
  }
  if (word.length > 4 && word.endsWith('ète')) word = replaceEnd(word, 3, 'et');
  if (word.length > 8 && word.endsWith('ique')) word = word.slice(0, -4);
  for (const [over, suffix, cut, put] of lastEndings) {
    if (word.length <= over || !word.endsWith(suffix)) continue;
    word = replaceEnd(word, cut, put);
    if (suffix === 'isation' && word.length > 5 && word.endsWith('ual')) word = replaceEnd(word, 2, 'el');
    return finishFrench(word);
  }
  return finishFrench(word);
};

const finishFrench = (given: string): string => {
  let word = given;
  if (word.length > 4) word = withoutDoubles(replaceLetters(word, plain), isLetter);
  if (word.length > 4 && word.endsWith('ie')) word = word.slice(0, -2);
  if (word.length > 4) {
    if (word.endsWith('r')) word = word.slice(0, -1);
    if (word.endsWith('e')) word = word.slice(0, -1);
    if (word.endsWith('e')) word = word.slice(0, -1);
    word = withoutDoubleEnd(word);
  }
  return word;
};

const withoutDoubleEnd = (word: string): string => {
  const last = word.charAt(word.length - 1);
  return last === word.charAt(word.length - 2) && isLetter(last) ? word.slice(0, -1) : word;
};

/** Plural, infinitive and participle endings only. */
export const stemFrenchMinimal = (given: string): string => {
  if (given.length < 6) return given;
  if (given.endsWith('x')) return given.endsWith('aux') ? replaceEnd(given, 2, 'l') : given.slice(0, -1);
  let word = given;
  for (const ending of ['s', 'r', 'e', 'é']) if (word.endsWith(ending)) word = word.slice(0, -1);
  return withoutDoubleEnd(word);
};
