/** `a`, `e`, `i`, `o`, `u`, and `y` after a consonant. */
const isVowelAt = (word: string, at: number): boolean => {
  switch (word.charCodeAt(at)) {
    case 0x61:
    case 0x65:
    case 0x69:
    case 0x6f:
    case 0x75:
      return true;
    case 0x79:
      return at > 0 && !isVowelAt(word, at - 1);
    default:
      return false;
  }
};

/** How often a vowel is followed by a consonant. */
const measure = (stem: string): number => {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < stem.length; at++) {
    const isVowel = isVowelAt(stem, at);
    if (wasVowel && !isVowel) count++;
    wasVowel = isVowel;
  }
  return count;
};

const hasVowel = (stem: string): boolean => {
  for (let at = 0; at < stem.length; at++) if (isVowelAt(stem, at)) return true;
  return false;
};

const endsDouble = (word: string): boolean => {
  const last = word.length - 1;
  return last >= 1 && word.charCodeAt(last) === word.charCodeAt(last - 1) && !isVowelAt(word, last);
};

/** Consonant, vowel, consonant at the end, the last one none of `w`, `x`, `y`: the stem of a short word that had an `e`. */
const endsShort = (word: string): boolean => {
  const last = word.length - 1;
  if (last < 2 || isVowelAt(word, last) || !isVowelAt(word, last - 1) || isVowelAt(word, last - 2)) return false;
  return !'wxy'.includes(word.charAt(last));
};

const stemPlural = (word: string): string => {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('ss') ? word : word.slice(0, -1);
};

const stemParticiple = (word: string): string => {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (cut === 0) return word;
  const stem = word.slice(0, -cut);
  if (!hasVowel(stem)) return word;
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (endsDouble(stem)) return 'lsz'.includes(stem.charAt(stem.length - 1)) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
};

type Endings = ReadonlyMap<string, readonly (readonly [suffix: string, put: string])[]>;

/** Suffixes by the letter that tells them apart: `back` from the end. */
const table = (back: number, entries: string): Endings => {
  const byLetter = new Map<string, (readonly [string, string])[]>();
  for (const entry of entries.split(' ')) {
    const [suffix = '', put = ''] = entry.split(':');
    const letter = suffix.charAt(suffix.length - back);
    const known = byLetter.get(letter) ?? [];
    known.push([suffix, put]);
    byLetter.set(letter, known);
  }
  return byLetter;
};

const doubleSuffixes = table(
  2,
  'ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate ' +
    'alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log',
);
const adjectives = table(1, 'icate:ic ative: alize:al iciti:ic ical:ic ful: ness:');
const singleSuffixes = table(
  2,
  'al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ion: ou: ism: ate: iti: ous: ive: ize:',
);

/** The first suffix that the word has decides; it goes where more than `over` measures stay before it. */
const replaceSuffix = (
  word: string,
  endings: Endings,
  { back, over }: { readonly back: number; readonly over: number },
): string => {
  const candidates = endings.get(word.charAt(word.length - back));
  if (candidates === undefined) return word;
  for (const [suffix, put] of candidates) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, word.length - suffix.length);
    if (suffix === 'ion' && !stem.endsWith('s') && !stem.endsWith('t')) continue;
    return measure(stem) > over ? stem + put : word;
  }
  return word;
};

const stemFinal = (given: string): string => {
  let word = given;
  if (word.endsWith('e')) {
    const stem = word.slice(0, -1);
    const count = measure(stem);
    if (count > 1 || (count === 1 && !endsShort(stem))) word = stem;
  }
  return word.endsWith('ll') && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word;
};

/** Martin Porter's stemmer of 1980 with the changes of his own published program (`bli`, `logi`); words of one or two letters stay. */
export const stemPorter = (given: string): string => {
  if (given.length < 3) return given;
  let word = stemParticiple(stemPlural(given));
  if (word.endsWith('y') && hasVowel(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(word, doubleSuffixes, { back: 2, over: 0 });
  word = replaceSuffix(word, adjectives, { back: 1, over: 0 });
  word = replaceSuffix(word, singleSuffixes, { back: 2, over: 1 });
  return stemFinal(word);
};
