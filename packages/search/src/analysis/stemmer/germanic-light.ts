import { letterTable, replaceLetters } from '../normalization/replace-letters.ts';
import { rule, type SuffixRule, strip } from './suffix-rules.ts';

const plain = letterTable('äa àa áa âa öo òo óo ôo ïi ìi íi îi üu ùu úu ûu');
const plainUmlauts = letterTable('äa öo üu');

/** Jacques Savoy's light stemmer for German: case and number, then comparison. */
export const stemGermanLight = (given: string): string => {
  let word = replaceLetters(given, plain);
  const { length } = word;
  if (length > 5 && word.endsWith('ern')) word = word.slice(0, -3);
  else if (length > 4 && /e[mnrs]$/.test(word)) word = word.slice(0, -2);
  else if (length > 3 && word.endsWith('e')) word = word.slice(0, -1);
  else if (length > 3 && /[bdfghklmnt]s$/.test(word)) word = word.slice(0, -1);
  if (word.length > 5 && word.endsWith('est')) return word.slice(0, -3);
  if (word.length > 4 && /e[rn]$/.test(word)) return word.slice(0, -2);
  return word.length > 4 && /[bdfghklmnt]st$/.test(word) ? word.slice(0, -2) : word;
};

/** Number only. */
export const stemGermanMinimal = (given: string): string => {
  if (given.length < 5) return given;
  const word = replaceLetters(given, plainUmlauts);
  if (word.length > 6 && word.endsWith('nen')) return word.slice(0, -3);
  if (word.length > 5 && /(?:e[nsr]|se)$/.test(word)) return word.slice(0, -2);
  return /[nesr]$/.test(word) ? word.slice(0, -1) : word;
};

export type NorwegianForm = 'bokmaal' | 'nynorsk';

const norwegian = (bokmaal: boolean): readonly SuffixRule[] => {
  const own = (forBokmaal: string, forNynorsk: string): string => (bokmaal ? forBokmaal : forNynorsk);
  return [
    rule(7, own('heter heten', 'heita')),
    ...(bokmaal ? [] : [rule(8, 'heiter leiken leikar')]),
    rule(5, own('dom het', 'dom')),
    ...(bokmaal ? [] : [rule(6, 'heit semd leik')]),
    rule(7, 'elser elsen'),
    rule(6, own('ende else este eren', 'ande else aste aren')),
    rule(5, own('ere est ene', 'are ast ene ane')),
    rule(4, own('er en et st te', 'er en et ar te')),
    rule(3, 'a e n'),
  ];
};
const norwegianLight = { bokmaal: norwegian(true), nynorsk: norwegian(false) };
const norwegianMinimal = {
  bokmaal: [rule(5, 'ene'), rule(4, 'er en et'), rule(3, 'a e')],
  nynorsk: [rule(5, 'ene ane'), rule(4, 'er en et ar'), rule(3, 'a e')],
};

const withoutGenitive = (word: string): string => (word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word);

export const stemNorwegianLight =
  (form: NorwegianForm) =>
  (word: string): string =>
    strip(withoutGenitive(word), norwegianLight[form]);
export const stemNorwegianMinimal =
  (form: NorwegianForm) =>
  (word: string): string =>
    strip(withoutGenitive(word), norwegianMinimal[form]);

const swedish = [
  rule(7, 'elser heten'),
  rule(6, 'arne erna ande else aste orna aren'),
  rule(5, 'are ast het'),
  rule(4, 'ar er or en at te et'),
  rule(3, 't a e n'),
];

export const stemSwedishLight = (word: string): string => strip(withoutGenitive(word), swedish);
