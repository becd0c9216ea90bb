import { rule, strip } from './suffix-rules.ts';

const russianCases = [
  rule(6, 'иями оями'),
  rule(5, 'иям иях оях ями оям оьв ами его ему ери ими ого ому ыми оев'),
  rule(4, 'ая яя ях юю ах ею их ия ию ьв ою ую ям ых ея ам ем ей ём ев ий им ое ой ом ов ые ый ым ми'),
  rule(3, 'а е и о у й ы я ь'),
];

/** Case and number of Russian nouns and adjectives. */
export const stemRussianLight = (given: string): string => {
  const word = strip(given, russianCases);
  return word.length > 3 && /(?:[ьи]|нн)$/.test(word) ? word.slice(0, -1) : word;
};

const czechCases = [
  rule(7, 'atech'),
  rule(6, 'ětem etem atům'),
  rule(5, 'ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími ímu imu ách ata aty ých ama ami ové ovi ými'),
  rule(4, 'em es ém ím ům at ám os us ým mi ou'),
  rule(3, 'a e i o u ů y á é í ý ě'),
];
const czechPossessives = [rule(5, 'ov in ův')];

/** Case, possessives and changed consonants of Czech. */
export const stemCzech = (given: string): string => {
  const word = strip(strip(given, czechCases), czechPossessives);
  const { length } = word;
  if (word.endsWith('čt')) return `${word.slice(0, -2)}ck`;
  if (word.endsWith('št')) return `${word.slice(0, -2)}sk`;
  if (/[cč]$/.test(word)) return `${word.slice(0, -1)}k`;
  if (/[zž]$/.test(word)) return `${word.slice(0, -1)}h`;
  if (length > 1 && word.charAt(length - 2) === 'e') return word.slice(0, -2) + word.slice(-1);
  if (length > 2 && word.charAt(length - 2) === 'ů') return `${word.slice(0, -2)}o${word.slice(-1)}`;
  return word;
};

const bulgarianArticles = [rule(6, 'ият'), rule(5, 'ът то те та ия'), rule(4, 'ят')];
const bulgarianPlurals = [
  rule(6, 'овци ове', 3),
  rule(6, 'еве', 3, 'й'),
  rule(5, 'ища та'),
  rule(5, 'ци', 2, 'к'),
  rule(5, 'зи', 2, 'г'),
];

const bulgarianPlural = (word: string): string => {
  const changed = strip(word, bulgarianPlurals);
  if (changed !== word) return changed;
  const { length } = word;
  if (length > 5 && word.charAt(length - 3) === 'е' && word.endsWith('и')) {
    return `${word.slice(0, -3)}я${word.charAt(length - 2)}`;
  }
  return strip(word, [rule(4, 'си', 2, 'х'), rule(4, 'и')]);
};

/** Article and number of Bulgarian nouns. */
export const stemBulgarian = (given: string): string => {
  if (given.length < 4) return given;
  if (given.length > 5 && given.endsWith('ища')) return given.slice(0, -3);
  let word = bulgarianPlural(strip(given, bulgarianArticles));
  if (word.length > 3) {
    if (word.endsWith('я')) word = word.slice(0, -1);
    if (/[аое]$/.test(word)) word = word.slice(0, -1);
  }
  if (word.length > 4 && word.endsWith('ен')) word = `${word.slice(0, -2)}н`;
  if (word.length > 5 && word.charAt(word.length - 2) === 'ъ') word = word.slice(0, -2) + word.slice(-1);
  return word;
};
