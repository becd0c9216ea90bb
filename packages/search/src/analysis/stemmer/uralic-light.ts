import { letterTable, replaceLetters } from '../normalization/replace-letters.ts';
import { applyFirst, rule, strip, withoutDoubles } from './suffix-rules.ts';

const isVowel = (letter: string): boolean => letter !== '' && 'aeiouy'.includes(letter);
const endAt = (word: string, back: number): string => word.charAt(word.length - back);

const plainFinnish = letterTable('äa åa öo');
const finnishDerivation = [rule(11, 'dellinen dellisuus')];
const finnishCase = [rule(5, 'lla tse sti'), rule(5, 'ni'), rule(5, 'aa', 1)];
const finnishLong = [
  rule(8, 'nnen', 4, 's'),
  rule(8, 'ntena', 5, 's'),
  rule(8, 'tten eiden'),
  rule(6, 'neen niin seen teen inen'),
];
const finnishMiddle = [
  rule(6, 'den', 3, 's'),
  rule(6, 'ksen', 4, 's'),
  rule(6, 'ssa sta lla lta tta ksi lle'),
  rule(5, 'na ne'),
  rule(5, 'nei'),
];
const finnishShort = [rule(4, 'ja ta'), rule(4, 'a')];

const finnishSuffix = (word: string): string => {
  const long = applyFirst(word, finnishLong);
  if (long !== undefined) return long;
  if (word.length > 6 && endAt(word, 3) === 'h' && isVowel(endAt(word, 2)) && endAt(word, 1) === 'n')
    return word.slice(0, -3);
  const middle = applyFirst(word, finnishMiddle) ?? applyFirst(word, finnishShort);
  if (middle !== undefined) return middle;
  if (word.length > 4 && word.endsWith('n')) return word.slice(0, isVowel(endAt(word, 2)) ? -2 : -1);
  return word;
};

/** Jacques Savoy's light stemmer for Finnish. */
export const stemFinnishLight = (given: string): string => {
  if (given.length < 4) return given;
  let word = replaceLetters(given, plainFinnish);
  for (;;) {
    if (word.length <= 8) break;
    if (word.endsWith('kin')) word = word.slice(0, -3);
    else if (word.endsWith('ko')) word = word.slice(0, -2);
    else break;
  }
  word = strip(word, finnishDerivation);
  word = strip(word, finnishCase);
  word = finnishSuffix(word);
  if (word.length > 5 && word.endsWith('hde')) word = `${word.slice(0, -3)}ksi`;
  word = strip(word, [rule(4, 'ei at'), rule(3, 't s j e a i')]);
  if (word.length > 8 && /[eou]$/.test(word)) word = word.slice(0, -1);
  if (word.length > 4 && word.endsWith('i')) word = word.slice(0, -1);
  return word.length > 4 ? withoutDoubles(word, (letter) => 'kpt'.includes(letter)) : word;
};

const plainHungarian = letterTable('áa ëe ée íi óo őo õo öo úu űu ũu ûu üu');

const hungarianCase = (word: string): string => {
  const long = applyFirst(word, [rule(6, 'kent'), rule(5, 'nak nek val vel ert rol ban ben bol nal nel hoz hez tol')]);
  if (long !== undefined) return long;
  const third = endAt(word, 3);
  if (word.length > 5 && /[ae]l$/.test(word) && !isVowel(third) && third === endAt(word, 4)) return word.slice(0, -3);
  if (word.length <= 4) return word;
  if (/(?:at|et|ot|va|ve|ra|re|ba|be|ul|ig)$/.test(word)) return word.slice(0, -2);
  if (/[oe]n$/.test(word) && !isVowel(third)) return word.slice(0, -2);
  if (/[tn]$/.test(word)) return word.slice(0, -1);
  const second = endAt(word, 2);
  return /[ae]$/.test(word) && second === third && !isVowel(second) ? word.slice(0, -2) : word;
};

const hungarianPossessive = (word: string): string => {
  const { length } = word;
  if (length > 6) {
    if (!isVowel(endAt(word, 5)) && /(?:atok|otok|etek)$/.test(word)) return word.slice(0, -4);
    if (/(?:itek|itok)$/.test(word)) return word.slice(0, -4);
  }
  if (length > 5) {
    const fourth = isVowel(endAt(word, 4));
    if (!fourth && /(?:unk|tok|tek)$/.test(word)) return word.slice(0, -3);
    if (fourth && word.endsWith('juk')) return word.slice(0, -3);
    if (word.endsWith('ink')) return word.slice(0, -3);
  }
  if (length > 4) {
    const third = isVowel(endAt(word, 3));
    if (!third && /(?:am|em|om|ad|ed|od|uk)$/.test(word)) return word.slice(0, -2);
    if (third && /(?:nk|ja|je)$/.test(word)) return word.slice(0, -2);
    if (/(?:im|id|ik)$/.test(word)) return word.slice(0, -2);
  }
  if (length <= 3) return word;
  const second = isVowel(endAt(word, 2));
  const isEnding = (!second && /[ae]$/.test(word)) || (second && /[md]$/.test(word)) || word.endsWith('i');
  return isEnding ? word.slice(0, -1) : word;
};

const hungarianPlural = (word: string): string => {
  if (word.length <= 3 || !word.endsWith('k')) return word;
  return word.length > 4 && /[aoe]k$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
};

/** Jacques Savoy's light stemmer for Hungarian. */
export const stemHungarianLight = (given: string): string => {
  const word = hungarianPlural(hungarianPossessive(hungarianCase(replaceLetters(given, plainHungarian))));
  return word.length > 3 && /[aeio]$/.test(word) ? word.slice(0, -1) : word;
};
