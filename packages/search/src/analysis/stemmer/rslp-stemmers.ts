import * as galician from './galician-rules.ts';
import * as portuguese from './portuguese-rules.ts';
import { withoutGalicianAccents, withoutPortugueseAccents } from './rslp.ts';

export const stemPortugueseMinimal = portuguese.portuguesePlural;

/** The RSLP stemmer: number, adverbs, gender, degree, then nouns or verbs or the last vowel. */
export const stemPortugueseRslp = (given: string): string => {
  let word = portuguese.portugueseAdverb(portuguese.portuguesePlural(given));
  word = portuguese.portugueseAugmentative(portuguese.portugueseFeminine(word));
  const noun = portuguese.portugueseNoun(word);
  if (noun.length !== word.length) return withoutPortugueseAccents(noun);
  const verb = portuguese.portugueseVerb(word);
  return withoutPortugueseAccents(verb.length === word.length ? portuguese.portugueseVowel(verb) : verb);
};

export const stemGalicianMinimal = galician.galicianPlural;

export const stemGalician = (given: string): string => {
  let word = galician.galicianAdverb(galician.galicianUnification(galician.galicianPlural(given)));
  for (;;) {
    const shorter = galician.galicianAugmentative(word);
    if (shorter.length === word.length) break;
    word = shorter;
  }
  const noun = galician.galicianNoun(word);
  word = noun.length === word.length ? galician.galicianVerb(noun) : noun;
  return withoutGalicianAccents(galician.galicianVowel(word));
};
