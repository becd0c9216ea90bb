import { type CharFilter, type TokenFilter, type Tokenizer, termFilter } from '../component.ts';
import { greekLowercase, irishLowercase, lowercaseFilter, turkishLowercase } from '../filter/case-filters.ts';
import { cjkBigramFilter } from '../filter/cjk-bigram.ts';
import { keywordMarkerFilter } from '../filter/keyword-filters.ts';
import { stopFilter } from '../filter/removing-filters.ts';
import { apostropheFilter, decimalDigitFilter, elisionFilter } from '../filter/term-filters.ts';
import { normalizeArabic, normalizePersian, normalizeSorani } from '../normalization/arabic-script.ts';
import { normalizeWidth } from '../normalization/cjk-width.ts';
import { normalizeGerman, normalizeSerbian } from '../normalization/european.ts';
import { normalizeBengali, normalizeHindi, normalizeIndic } from '../normalization/indic-script.ts';
import { withoutPossessive } from '../stemmer/english-light.ts';
import { needStemmer, stemFilter } from '../stemmer/stem-filter.ts';
import { createStandardTokenizer } from '../tokenizer/standard.ts';
import { createWordSet, type WordSet } from '../word-set.ts';
import { articlesOf } from './articles.ts';

/** What the settings of a language analyzer decide. */
export interface LanguageWords {
  readonly stopWords: WordSet;
  /** Words that are not stemmed. */
  readonly exclusions: WordSet;
}

export interface LanguageChain {
  readonly charFilters: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
}

type Part = (words: LanguageWords) => TokenFilter | null;

const fixed =
  (filter: TokenFilter): Part =>
  () =>
    filter;
const normalizing = (name: string, map: (text: string) => string): Part =>
  fixed(termFilter(name, map, { normalizes: true }));

const lower = fixed(lowercaseFilter());
const digits = fixed(decimalDigitFilter());
const stop: Part = ({ stopWords }) => (stopWords.size === 0 ? null : stopFilter('stop', stopWords));
const exclude: Part = ({ exclusions }) =>
  exclusions.size === 0 ? null : keywordMarkerFilter('keyword_marker', (term) => exclusions.has(term));
const stem =
  (language: string): Part =>
  () =>
    stemFilter('stemmer', needStemmer(language));
const elision = (language: Parameters<typeof articlesOf>[0]): Part =>
  fixed(elisionFilter('elision', articlesOf(language)));
const possessive = fixed(termFilter('possessive_english', withoutPossessive));
const arabicLetters = normalizing('arabic_normalization', normalizeArabic);
const indicLetters = normalizing('indic_normalization', normalizeIndic);

const plain = (language: string): readonly Part[] => [lower, stop, exclude, stem(language)];

/** Filters of each language in order, after the standard tokenizer. */
const chains: ReadonlyMap<string, readonly Part[]> = new Map<string, readonly Part[]>([
  ['arabic', [lower, digits, stop, arabicLetters, exclude, stem('arabic')]],
  ['armenian', plain('armenian')],
  ['basque', plain('basque')],
  [
    'bengali',
    [
      lower,
      digits,
      exclude,
      indicLetters,
      normalizing('bengali_normalization', normalizeBengali),
      stop,
      stem('bengali'),
    ],
  ],
  ['brazilian', plain('brazilian')],
  ['bulgarian', plain('bulgarian')],
  ['catalan', [elision('catalan'), lower, stop, exclude, stem('catalan')]],
  ['chinese', [lower, stop]],
  ['cjk', [normalizing('cjk_width', normalizeWidth), lower, fixed(cjkBigramFilter('cjk_bigram')), stop]],
  ['czech', plain('czech')],
  ['danish', plain('danish')],
  ['dutch', [lower, stop, exclude, () => stemFilter('stemmer', stemDutch)]],
  ['english', [possessive, lower, stop, exclude, stem('porter')]],
  ['estonian', plain('estonian')],
  ['finnish', plain('finnish')],
  ['french', [elision('french'), lower, stop, exclude, stem('light_french')]],
  ['galician', plain('galician')],
  ['german', [lower, stop, exclude, normalizing('german_normalization', normalizeGerman), stem('light_german')]],
  ['greek', [fixed(greekLowercase()), stop, stem('greek')]],
  [
    'hindi',
    [lower, digits, exclude, indicLetters, normalizing('hindi_normalization', normalizeHindi), stop, stem('hindi')],
  ],
  ['hungarian', plain('hungarian')],
  ['indonesian', plain('indonesian')],
  [
    'irish',
    [
      fixed(stopFilter('hyphenations', createWordSet(['h', 'n', 't'], true))),
      elision('irish'),
      fixed(irishLowercase()),
      stop,
      exclude,
      stem('irish'),
    ],
  ],
  ['italian', [elision('italian'), lower, stop, exclude, stem('light_italian')]],
  ['latvian', plain('latvian')],
  ['lithuanian', plain('lithuanian')],
  ['norwegian', plain('norwegian')],
  ['persian', [lower, digits, arabicLetters, normalizing('persian_normalization', normalizePersian), stop]],
  ['portuguese', plain('light_portuguese')],
  ['romanian', plain('romanian')],
  ['russian', plain('russian')],
  ['serbian', [...plain('serbian'), normalizing('serbian_normalization', normalizeSerbian)]],
  ['sorani', [normalizing('sorani_normalization', normalizeSorani), lower, digits, stop, exclude, stem('sorani')]],
  ['spanish', plain('light_spanish')],
  ['swedish', plain('swedish')],
  ['turkish', [fixed(apostropheFilter('apostrophe')), fixed(turkishLowercase()), stop, exclude, stem('turkish')]],
]);

/** A few words that the Dutch analyzer stems by a list. */
const dutchStems = new Map([
  ['fiets', 'fiets'],
  ['bromfiets', 'bromfiets'],
  ['ei', 'eier'],
  ['kind', 'kinder'],
]);

const stemDutch = (word: string): string => dutchStems.get(word) ?? needStemmer('dutch')(word);

export const languageNames: readonly string[] = [...chains.keys()];

/** The zero width non-joiner as a blank. */
const persianBlanks: CharFilter = {
  name: 'persian',
  isNormalizing: false,
  filter: (text) => ({ text: text.replaceAll('\u200c', ' '), correct: null }),
};

const standard = createStandardTokenizer();

/** The chain of a language analyzer. */
export const languageChain = (language: string, words: LanguageWords): LanguageChain | undefined => {
  const parts = chains.get(language);
  if (parts === undefined) return undefined;
  return {
    charFilters: language === 'persian' ? [persianBlanks] : [],
    tokenizer: standard,
    filters: parts.map((part) => part(words)).filter((filter) => filter !== null),
  };
};
