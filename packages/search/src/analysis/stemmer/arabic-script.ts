import { rule, strip } from './suffix-rules.ts';

const arabicPrefixes = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل', 'و'];
const arabicSuffixes = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'];
const persianSuffixes = ['ات', 'ان', 'ترين', 'تر', 'يي', 'ي', 'ها', '\u200c'];

/** Takes the endings off one after the other, each once, while two letters stay. */
const withoutEndings = (given: string, suffixes: readonly string[]): string => {
  let word = given;
  for (const suffix of suffixes) {
    if (word.length >= suffix.length + 2 && word.endsWith(suffix)) word = word.slice(0, -suffix.length);
  }
  return word;
};

/** Light stemmer for Arabic: one prefix, then suffixes (Larkey, Ballesteros and Connell's light10). */
export const stemArabic = (word: string): string => {
  const prefix = arabicPrefixes.find(
    (start) => word.startsWith(start) && word.length >= (start.length === 1 ? 4 : start.length + 2),
  );
  return withoutEndings(prefix === undefined ? word : word.slice(prefix.length), arabicSuffixes);
};

export const stemPersian = (word: string): string => withoutEndings(word, persianSuffixes);

const soraniPostpositions = [rule(5, 'دا'), rule(4, 'نا', 1), rule(6, 'ەوە')];
const soraniPossessives = [rule(6, 'مان یان تان')];
const soraniEndings = [
  rule(6, 'ێکی'),
  rule(7, 'یەکی'),
  rule(5, 'ێک'),
  rule(6, 'یەک'),
  rule(6, 'ەکە'),
  rule(5, 'کە'),
  rule(7, 'ەکان'),
  rule(6, 'کان'),
  rule(7, 'یانی'),
  rule(6, 'انی'),
  rule(6, 'یان'),
  rule(5, 'ان'),
  rule(7, 'یانە'),
  rule(6, 'انە'),
  rule(5, 'ایە ەیە', 2),
  rule(4, 'ە'),
  rule(4, 'ی'),
];

/** Light stemmer for Sorani Kurdish. */
export const stemSorani = (word: string): string =>
  strip(strip(strip(word, soraniPostpositions), soraniPossessives), soraniEndings);
