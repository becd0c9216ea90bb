import { lowerCase } from '../../text/letter-case.ts';
import { letterTable, replaceLetters } from '../normalization/replace-letters.ts';

const plain = letterTable('áa âa ãa ée êe íi óo ôo õo úu üu çc ñn');
const isVowel = (letter: string): boolean => letter !== '' && 'aeiou'.includes(letter);

/** Behind the first consonant that follows a vowel; null where there is no such region. */
const regionAfter = (value: string | null): string | null => {
  if (value === null) return null;
  const last = value.length - 1;
  let at = 0;
  while (at < last && !isVowel(value.charAt(at))) at++;
  while (at < last && isVowel(value.charAt(at))) at++;
  return at < last ? value.slice(at + 1) : null;
};

const verbRegion = (value: string): string | null => {
  const last = value.length - 1;
  const from = (isEnd: (letter: string) => boolean): string | undefined => {
    for (let at = 2; at < last; at++) if (isEnd(value.charAt(at))) return value.slice(at + 1);
    return undefined;
  };
  if (last > 0 && !isVowel(value.charAt(1))) {
    const region = from(isVowel);
    if (region !== undefined) return region;
  }
  if (last > 1 && isVowel(value.charAt(0)) && isVowel(value.charAt(1))) {
    const region = from((letter) => !isVowel(letter));
    if (region !== undefined) return region;
  }
  return last > 2 ? value.slice(3) : null;
};

/** `ending:what comes instead`; from words of at least the first number of units, within the second region. */
const nouns: readonly (readonly [least: number, endings: string])[] = [
  [0, 'uciones:u'],
  [6, 'imentos amentos adores adoras logias:= encias:ente amente idades'],
  [5, 'acoes imento amento adora ismos istas logia:log ucion:u encia:ente mente idade'],
  [4, 'acao ezas icos icas ismo avel ivel ista osos osas ador ivas ivos iras:ir'],
  [3, 'eza ico ica oso osa iva ivo ira:ir'],
];
const verbs = (
  'issemos essemos assemos ariamos eriamos iriamos|iremos eremos aremos avamos iramos eramos aramos asseis esseis isseis ' +
  'arieis erieis irieis|irmos iamos armos ermos areis ereis ireis asses esses isses astes assem essem issem ardes erdes irdes ' +
  'ariam eriam iriam arias erias irias estes istes areis aveis|aria eria iria asse esse isse aste este iste arei erei irei aram ' +
  'eram iram avam arem erem irem ando endo indo arao erao irao adas idas aras eras iras avas ares eres ires ados idos amos emos ' +
  'imos iras ieis|ada ida ara era ira iam ado ido ias ais eis ira ear|ia ei am em ar er ir as es is eu iu ou'
)
  .split('|')
  .flatMap((group) => group.split(' '));

const removeEnd = (word: string, ending: string): string =>
  word.endsWith(ending) ? word.slice(0, -ending.length) : word;

const withoutNounEnding = (word: string, regions: readonly (string | null)[]): string | undefined => {
  const [first, second, verb] = regions;
  for (const [least, endings] of nouns) {
    if (word.length < least) continue;
    for (const entry of endings.split(' ')) {
      const [ending = '', put = ''] = entry.split(':');
      const isVerbal = put === 'ir';
      const region = isVerbal ? verb : ending === 'amente' ? first : second;
      if (!word.endsWith(ending) || region?.endsWith(ending) !== true) continue;
      if (isVerbal && !removeEnd(word, ending).endsWith('e')) continue;
      // The plural of `logia` is seen, and left.
      return put === '=' ? word : removeEnd(word, ending) + put;
    }
  }
  return undefined;
};

/** Jorge Marques' stemmer for Brazilian Portuguese, on words of 3 to 29 letters. */
export const stemBrazilian = (term: string): string => {
  let word = replaceLetters(lowerCase(term), plain);
  if (word.length >= 2) word = word.replace(/^["'\-,;.?!]/, '');
  if (word.length >= 2) word = word.replace(/["'\-,;.?!]$/, '');
  if (word.length <= 2 || word.length >= 30) return term;
  if (!/^\p{L}+$/u.test(word)) return word;
  const first = regionAfter(word);
  const region = verbRegion(word);
  let stem = withoutNounEnding(word, [first, regionAfter(first), region]);
  if (stem === undefined && region !== null) {
    const ending = verbs.find((verb) => region.endsWith(verb));
    // The program that all others follow looks for `ira` and then takes off another ending: nothing goes.
    if (ending !== undefined) stem = ending === 'ira' ? word : removeEnd(word, ending);
  }
  if (region === null) return stem ?? word;
  if (stem !== undefined) {
    if (region.endsWith('ci')) stem = removeEnd(stem, 'i');
  } else {
    const ending = ['os', 'a', 'i', 'o'].find((vowel) => region.endsWith(vowel));
    stem = ending === undefined ? word : removeEnd(word, ending);
  }
  if (!region.endsWith('e')) return stem;
  if (region.endsWith('gue')) return removeEnd(removeEnd(stem, 'e'), 'u');
  return region.endsWith('cie') ? removeEnd(removeEnd(stem, 'e'), 'i') : removeEnd(stem, 'e');
};
