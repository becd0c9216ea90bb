import { irregularEndings, keptAfter, plainEndings } from './greek-endings.ts';
import { applyFirst, endsWithAny, rule, type SuffixRule, strip } from './suffix-rules.ts';

const endsWithVowel = (word: string): boolean => /[αεηιουω]$/.test(word);
const endsWithVowelButUpsilon = (word: string): boolean => /[αεηιοω]$/.test(word);

/** Endings that go, and the part of them that comes back after some stems. */
interface Step {
  readonly endings: readonly SuffixRule[];
  readonly back: string;
  readonly keeps: (stem: string) => boolean;
}

const step = (back: string, endings: readonly SuffixRule[], keeps: (stem: string) => boolean): Step => ({
  endings,
  back,
  keeps,
});

const among =
  (stems: readonly string[]) =>
  (stem: string): boolean =>
    stems.includes(stem);
const endingOf =
  (ends: readonly string[]) =>
  (stem: string): boolean =>
    endsWithAny(stem, ends);

const apply = (word: string, { endings, back, keeps }: Step): string => {
  const stem = applyFirst(word, endings);
  if (stem === undefined) return word;
  return keeps(stem) ? stem + back : stem;
};

const kept = keptAfter;

const firstSteps: readonly Step[] = [
  step('αδ', [rule(4, 'αδεσ αδων')], (stem) => !endsWithAny(stem, kept.adEnds)),
  step('εδ', [rule(4, 'εδεσ εδων')], endingOf(kept.edEnds)),
  step('ουδ', [rule(5, 'ουδεσ ουδων')], endingOf(kept.oudEnds)),
  step('ε', [rule(3, 'εωσ εων')], among(kept.e)),
  step('ι', [rule(2, 'ια'), rule(3, 'ιου ιων')], endsWithVowel),
  step('ικ', [rule(3, 'ικα ικο'), rule(4, 'ικου ικων')], (stem) => endsWithVowel(stem) || kept.ik.includes(stem)),
];

const pastOfUs = [rule(7, 'ηθηκαμε'), rule(6, 'ουσαμε'), rule(5, 'αγαμε ησαμε ηκαμε')];
const pastOfThem = [
  rule(8, 'ιουντανε'),
  rule(6, 'ιοντανε ουντανε ηθηκανε'),
  rule(5, 'ιοτανε οντανε ουσανε'),
  rule(4, 'αγανε ησανε οτανε ηκανε'),
];
const ofUs = step('αμ', [rule(3, 'αμε')], among(kept.am));
const ofThemLong = step('αγαν', pastOfThem, among(kept.agan));
const ofThem = step('αν', [rule(3, 'ανε')], (stem) => endsWithVowelButUpsilon(stem) || kept.an.includes(stem));
const ofYou = step('ετ', [rule(3, 'ετε')], (stem) => {
  return kept.et.includes(stem) || endsWithVowelButUpsilon(stem) || endsWithAny(stem, kept.etEnds);
});

const laterSteps: readonly Step[] = [
  step('ιεστ', [rule(5, 'ιεστε')], among(kept.iest)),
  step('εστ', [rule(4, 'εστε')], among(kept.est)),
  step('', [rule(6, 'ηθηκεσ'), rule(5, 'ηθηκα ηθηκε')], () => false),
  step('ηκ', [rule(4, 'ηκεσ'), rule(3, 'ηκα ηκε')], (stem) => {
    return kept.ik2.includes(stem) || endsWithAny(stem, kept.ik2Ends);
  }),
  step('ουσ', [rule(5, 'ουσεσ'), rule(4, 'ουσα ουσε')], (stem) => {
    return kept.ous.includes(stem) || endsWithVowel(stem) || endsWithAny(stem, kept.ousEnds);
  }),
  step('αγ', [rule(4, 'αγεσ'), rule(3, 'αγα αγε')], (stem) => {
    const isKept = kept.ag.includes(stem) || endsWithAny(stem, kept.agEnds);
    return isKept && !kept.noAg.includes(stem) && !stem.endsWith('κολλ');
  }),
  step('ησ', [rule(4, 'ησου'), rule(3, 'ησε ησα')], among(kept.is)),
  step('ηστ', [rule(4, 'ηστε')], among(kept.ist)),
  step('ουν', [rule(6, 'ησουνε ηθουνε'), rule(4, 'ουνε')], among(kept.oun)),
  step('ουμ', [rule(6, 'ησουμε ηθουμε'), rule(4, 'ουμε')], among(kept.oum)),
  step('', [rule(5, 'ματων ματοσ', 3), rule(4, 'ματα', 2)], () => false),
];

const participle = (word: string): string => {
  const stem = applyFirst(word, [rule(5, 'οντασ ωντασ')]);
  if (stem === undefined) return word;
  if (stem === 'αρχ') return `${stem}οντ`;
  return stem.endsWith('κρε') ? `${stem}ωντ` : stem;
};

const middleVoice = (word: string): string => {
  const stem = applyFirst(word, [rule(6, 'ομαστε'), rule(7, 'ιομαστε')]);
  return stem === 'ον' ? `${stem}ομαστ` : (stem ?? word);
};

const comparison = [rule(0, 'εστερ εστατ'), rule(0, 'οτερ οτατ υτερ υτατ ωτερ ωτατ')];

/** Georgios Ntais' stemmer for Greek with Spyridon Saroukos' extensions; expects lower case without accents. */
export const stemGreek = (given: string): string => {
  if (given.length < 4) return given;
  let word = strip(given, irregularEndings);
  for (const each of firstSteps) word = apply(word, each);
  if (word === 'αγαμε') word = 'αγαμ';
  else word = apply(strip(word, pastOfUs), ofUs);
  word = apply(apply(word, ofThemLong), ofThem);
  word = apply(strip(word, [rule(5, 'ησετε')]), ofYou);
  word = middleVoice(participle(word));
  for (const each of laterSteps) word = apply(word, each);
  if (word.length === given.length) word = strip(word, plainEndings);
  return strip(word, comparison);
};
