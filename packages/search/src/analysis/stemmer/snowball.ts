import { newStemmer } from 'snowball-stemmers';

export type Stem = (word: string) => string;

/** Remembers stems: words repeat, and a stemmer costs more than a look-up. */
export const remembering = (stem: Stem, most = 20_000): Stem => {
  let known = new Map<string, string>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size >= most) known = new Map();
    const made = stem(word);
    known.set(word, made);
    return made;
  };
};

const secondConjugation =
  /ï(?=(?:|e|es|r|ra|rai|raient|rais|rait|ras|rent|rez|riez|rions|rons|ront|s|ss(?:aient|ais|ait|ante?s?|e|ent|es|ez|iez|ions|ons)|t)$)/;

/** What Lucene's newer rules change before or after the older ones of the library. */
const amendments: ReadonlyMap<string, (stem: Stem) => Stem> = new Map<string, (stem: Stem) => Stem>([
  ['russian', (stem) => (word) => stem(word.replaceAll('ё', 'е'))],
  [
    'french',
    (stem) => (word) => {
      if (!/[ëï]/.test(word)) return stem(word);
      // An ending of the second conjugation does not begin with the `i` that has a diaeresis: a capital keeps it whole.
      const marked = word.replace(secondConjugation, 'HI').replaceAll('ë', 'He').replaceAll('ï', 'Hi');
      return stem(marked).replaceAll('He', 'ë').replace(/H[iI]/g, 'ï').replaceAll('H', '');
    },
  ],
]);

const stemmers = new Map<string, Stem>();

/** The Snowball stemmer of a language by the library's name. */
export const snowballStem = (language: string): Stem => {
  let stem = stemmers.get(language);
  if (stem === undefined) {
    const made = newStemmer(language);
    const plain: Stem = (word) => made.stem(word);
    stem = remembering(amendments.get(language)?.(plain) ?? plain);
    stemmers.set(language, stem);
  }
  return stem;
};

/** The German stemmer that takes `ae`, `oe` and `ue` for umlauts; a `u` between vowels belongs to none. */
export const stemGerman2: Stem = (word) => {
  const marked = word.replace(/([aeiouyäöü])u(?=[aeiouyäöü])/g, '$1U').replaceAll('ß', 'ss');
  const umlauts = marked.replace(/ae|oe|qu|ue/g, (pair) => umlautOf[pair] ?? pair);
  return snowballStem('german')(umlauts.replaceAll('U', 'u'));
};

const umlautOf: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
