import { stemmer as snowballArabic } from '@orama/stemmers/arabic';
import { stemmer as snowballGreek } from '@orama/stemmers/greek';
import { stemmer as snowballHindi } from '@orama/stemmers/indian';
import { stemmer as snowballIndonesian } from '@orama/stemmers/indonesian';
import { stemmer as snowballLithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as snowballNepali } from '@orama/stemmers/nepali';
import { stemmer as snowballSerbian } from '@orama/stemmers/serbian';
import { stemmer as snowballTamil } from '@orama/stemmers/tamil';
import { stemArabic, stemPersian, stemSorani } from './arabic-script.ts';
import { stemBrazilian } from './brazilian.ts';
import { stemEnglishMinimal, stemEnglishPlural, withoutPossessive } from './english-light.ts';
import { stemEstonian } from './estonian.ts';
import { stemFrenchLight, stemFrenchMinimal } from './french-light.ts';
import { stemGermanCaumanns } from './german-caumanns.ts';
import {
  stemGermanLight,
  stemGermanMinimal,
  stemNorwegianLight,
  stemNorwegianMinimal,
  stemSwedishLight,
} from './germanic-light.ts';
import { stemGreek } from './greek.ts';
import { stemBengali, stemHindi } from './indic.ts';
import { stemIndonesian } from './indonesian.ts';
import { stemKrovetz } from './kstem.ts';
import { stemLatvian } from './latvian.ts';
import { stemPorter } from './porter.ts';
import { stemItalianLight, stemPortugueseLight, stemSpanishLight } from './romance-light.ts';
import { stemGalician, stemGalicianMinimal, stemPortugueseMinimal, stemPortugueseRslp } from './rslp-stemmers.ts';
import { stemBulgarian, stemCzech, stemRussianLight } from './slavic-light.ts';
import { remembering, type Stem, snowballStem, stemGerman2 } from './snowball.ts';
import { stemFinnishLight, stemHungarianLight } from './uralic-light.ts';

/** The languages that the Snowball library has under the same name in Lucene. */
const snowballLanguages = [
  'armenian',
  'basque',
  'catalan',
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'hungarian',
  'irish',
  'italian',
  'norwegian',
  'porter',
  'portuguese',
  'romanian',
  'russian',
  'spanish',
  'swedish',
  'turkish',
] as const;

const own: ReadonlyMap<string, Stem> = new Map<string, Stem>([
  ['arabic', stemArabic],
  ['bengali', stemBengali],
  ['brazilian', stemBrazilian],
  ['bulgarian', stemBulgarian],
  ['czech', stemCzech],
  ['estonian', stemEstonian],
  ['galician', stemGalician],
  ['german2', stemGerman2],
  ['greek', stemGreek],
  ['hindi', stemHindi],
  ['indonesian', (word) => stemIndonesian(word)],
  ['kstem', stemKrovetz],
  ['latvian', stemLatvian],
  ['light_finnish', stemFinnishLight],
  ['light_finish', stemFinnishLight],
  ['light_french', stemFrenchLight],
  ['light_german', stemGermanLight],
  ['light_hungarian', stemHungarianLight],
  ['light_italian', stemItalianLight],
  ['light_norwegian', stemNorwegianLight('bokmaal')],
  ['light_nynorsk', stemNorwegianLight('nynorsk')],
  ['light_portuguese', stemPortugueseLight],
  ['light_russian', stemRussianLight],
  ['light_spanish', stemSpanishLight],
  ['light_swedish', stemSwedishLight],
  ['minimal_english', stemEnglishMinimal],
  ['minimal_french', stemFrenchMinimal],
  ['minimal_galician', stemGalicianMinimal],
  ['minimal_german', stemGermanMinimal],
  ['minimal_norwegian', stemNorwegianMinimal('bokmaal')],
  ['minimal_nynorsk', stemNorwegianMinimal('nynorsk')],
  ['minimal_portuguese', stemPortugueseMinimal],
  ['german_caumanns', stemGermanCaumanns],
  ['persian', stemPersian],
  ['porter_1980', stemPorter],
  ['plural_english', stemEnglishPlural],
  ['portuguese_rslp', stemPortugueseRslp],
  ['possessive_english', withoutPossessive],
  ['sorani', stemSorani],
]);

/** Other names of the `stemmer` filter; `english` is Porter's first stemmer there. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['english', 'porter_1980'],
  ['porter', 'porter_1980'],
  ['porter2', 'english'],
  ['light_english', 'kstem'],
  ['lightenglish', 'kstem'],
  ['lightfinish', 'light_finish'],
  ['minimalenglish', 'minimal_english'],
  ['pluralenglish', 'plural_english'],
  ['possessiveenglish', 'possessive_english'],
  ...[
    'finnish',
    'french',
    'german',
    'hungarian',
    'italian',
    'norwegian',
    'nynorsk',
    'portuguese',
    'russian',
    'spanish',
    'swedish',
  ].flatMap((language): readonly (readonly [string, string])[] => [
    [`light${language}`, `light_${language}`],
    [`minimal${language}`, `minimal_${language}`],
  ]),
]);

const remembered = new Map<string, Stem>();

/** The stemmer that a name of the `stemmer` filter means, in any case; undefined for none. */
export const stemmerByName = (given: string): Stem | undefined => {
  const asked = given.toLowerCase();
  const name = aliases.get(asked) ?? asked;
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const stem = own.get(name);
  if (stem === undefined) return snowballByName(name);
  const made = remembering(stem);
  remembered.set(name, made);
  return made;
};

/** Languages of newer Snowball versions than the first library's, and those that only here are stemmed by its rules. */
const newerSnowball: ReadonlyMap<string, Stem> = new Map<string, Stem>([
  ['arabic', snowballArabic],
  ['estonian', stemEstonian],
  ['german2', stemGerman2],
  ['greek', snowballGreek],
  ['hindi', snowballHindi],
  ['indonesian', snowballIndonesian],
  ['lithuanian', snowballLithuanian],
  ['nepali', snowballNepali],
  ['serbian', snowballSerbian],
  ['tamil', snowballTamil],
]);

/** The stemmer that a name of the `snowball` filter means. */
export const snowballByName = (given: string): Stem | undefined => {
  const name = given.toLowerCase();
  const language = snowballLanguages.find((known) => known === name);
  return language === undefined ? newerSnowball.get(name) : snowballStem(language);
};
