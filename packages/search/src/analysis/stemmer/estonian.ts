import { estonianVerbForms } from './estonian-verbs.ts';

const endsInVowel = (word: string): boolean => /[aeiouäõöü]$/.test(word);
const endsInLongVowel = (word: string): boolean => /(?:aa|ee|ii|oo|uu|ää|õõ|öö|üü)$/.test(word);
const endsInPlainVowel = (word: string): boolean => /[aeiou]$/.test(word);

/** Behind the first consonant that follows a vowel. */
const regionOf = (word: string): number => {
  const match = /[aeiouäõöü][aeiouäõöü]*[^aeiouäõöü]/.exec(word);
  return match === null ? word.length : match.index + match[0].length;
};

/** The longest of several endings that lies within the region. */
const endingOf = (word: string, region: number, endings: readonly string[]): string | undefined => {
  let longest: string | undefined;
  for (const ending of endings) {
    if (word.length - ending.length < region || !word.endsWith(ending)) continue;
    if (longest === undefined || ending.length > longest.length) longest = ending;
  }
  return longest;
};

const listOf = (text: string): readonly string[] => text.split(' ');

const emphases = listOf('gi ki');
const verbEndings = listOf(
  'da mata b ksid nuksid me sime ksime nuksime akse dakse takse site ksite nuksite n sin ksin nuksin daks taks',
);
const nounEndings = listOf('lane line mine lasse lisse misse lasi lisi misi last list mist');
const cases = listOf('ga ta le sse l s ks t lt st');
const plurals = listOf('d sid de ikkude ike ikke te');
const degrees = listOf('ma mai m');
const participles = listOf('va du nu tu');

/** The particles `-gi` and `-ki`. */
const withoutEmphasis = (word: string, region: number): string => {
  const ending = endingOf(word, region, emphases);
  if (ending === undefined || word.length - ending.length < 4) return word;
  const stem = word.slice(0, -2);
  const isParticle =
    ending === 'gi' ? /[aceijlmnoqruvwxäõöü]$/.test(stem) && !endsInLongVowel(stem) : /[bdfghkpstzšž]$/.test(stem);
  return isParticle ? stem : word;
};

/** The word as a verb; undefined where it has no ending of one. */
const verbStem = (word: string, region: number): string | undefined => {
  const ending = endingOf(word, region, verbEndings);
  if (ending === undefined) return undefined;
  const stem = word.slice(0, -ending.length);
  if (ending === 'akse') return `${stem}a`;
  if (['da', 'b', 'me', 'n'].includes(ending)) return endsInVowel(stem) ? stem : undefined;
  return stem;
};

const nounStem = (word: string, region: number): string => {
  const ending = endingOf(word, region, nounEndings);
  if (ending === undefined) return word;
  return `${word.slice(0, -ending.length)}${ending.charAt(0)}${ending.startsWith('la') ? 'a' : 'i'}se`;
};

const withoutCase = (word: string, region: number): string => {
  const ending = endingOf(word, region, cases);
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  return endsInPlainVowel(stem) || endsInLongVowel(stem) ? stem : word;
};

const withoutPlural = (word: string, region: number): string => {
  const ending = endingOf(word, region, plurals);
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  switch (ending) {
    case 'ikkude':
    case 'ike':
    case 'ikke':
      return `${stem}iku`;
    case 'sid':
      return endsInLongVowel(stem) ? word : stem;
    case 'd':
    case 'de':
      return endsInPlainVowel(stem) || endsInLongVowel(stem) ? stem : word;
    default:
      if (stem.length >= 4 && /(?:mis|las|lis)$/.test(stem)) return `${stem}e`;
      if (stem.endsWith('t')) return word;
      return stem.length >= 4 ? stem : `${stem}t`;
  }
};

const withoutDegree = (word: string, region: number): string => {
  const ending = endingOf(word, region, degrees);
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  return ending === 'ma' || endsInPlainVowel(stem) ? stem : word;
};

const withoutPluralI = (word: string, region: number): string => {
  if (word.length - 1 < region || !word.endsWith('i')) return word;
  const stem = word.slice(0, -1);
  return endsInPlainVowel(stem) ? stem : word;
};

const withoutParticiple = (word: string, region: number): string => {
  const ending = endingOf(word, region, participles);
  return ending === undefined ? word : word.slice(0, -ending.length);
};

const substantive = (given: string, region: number): string => {
  let word = nounStem(given, region);
  for (const step of [withoutCase, withoutPlural, withoutDegree, withoutPluralI, withoutParticiple])
    word = step(word, region);
  return word;
};

/** Linda Freienthal's stemmer for Estonian. */
export const stemEstonian = (given: string): string => {
  const verb = estonianVerbForms.get(given);
  if (verb !== undefined) return verb;
  const region = regionOf(given);
  const word = withoutEmphasis(given, region);
  const stem = verbStem(word, region) ?? substantive(word, region);
  return stem.replace(/([kpt])\1([aeiouäõöü])$/, '$1$2');
};
