import { illegalArgument } from '../../error/es-error.ts';
import { termFilter } from '../component.ts';
import { normalizeArabic, normalizePersian, normalizeSorani } from '../normalization/arabic-script.ts';
import { normalizeWidth } from '../normalization/cjk-width.ts';
import {
  foldScandinavian,
  normalizeGerman,
  normalizeScandinavian,
  normalizeSerbian,
} from '../normalization/european.ts';
import { normalizeBengali, normalizeHindi, normalizeIndic } from '../normalization/indic-script.ts';
import { withoutPossessive } from '../stemmer/english-light.ts';
import { needStemmer, stemFilter } from '../stemmer/stem-filter.ts';
import { snowballByName } from '../stemmer/stemmers.ts';
import type { AnyFilter, FactoryEntry } from './build-context.ts';

const normalizing =
  (normalize: (text: string) => string): FactoryEntry<AnyFilter>['create'] =>
  (name) =>
    termFilter(name, normalize, { normalizes: true });

const stemming =
  (language: string): FactoryEntry<AnyFilter>['create'] =>
  (name) =>
    stemFilter(name, needStemmer(language));

const stemmer: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const language = settings.text('language') ?? settings.text('name') ?? 'porter';
  // The possessive filter looks at keywords too.
  if (/^possessive_?english$/i.test(language)) return termFilter(name, withoutPossessive);
  return stemFilter(name, needStemmer(language));
};

const snowball: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const language = settings.text('language') ?? settings.text('name') ?? 'English';
  const stem = snowballByName(language);
  if (stem === undefined) throw illegalArgument(`Invalid stemmer class specified: ${language}`);
  return stemFilter(name, stem);
};

export const languageFilterFactories: ReadonlyMap<string, FactoryEntry<AnyFilter>> = new Map<
  string,
  FactoryEntry<AnyFilter>
>([
  ['arabic_normalization', { create: normalizing(normalizeArabic) }],
  ['bengali_normalization', { create: normalizing(normalizeBengali) }],
  ['cjk_width', { create: normalizing(normalizeWidth) }],
  ['german_normalization', { create: normalizing(normalizeGerman) }],
  ['hindi_normalization', { create: normalizing(normalizeHindi) }],
  ['indic_normalization', { create: normalizing(normalizeIndic) }],
  ['persian_normalization', { create: normalizing(normalizePersian) }],
  ['scandinavian_folding', { create: normalizing(foldScandinavian) }],
  ['scandinavian_normalization', { create: normalizing(normalizeScandinavian) }],
  ['serbian_normalization', { create: normalizing(normalizeSerbian) }],
  ['sorani_normalization', { create: normalizing(normalizeSorani) }],
  ['stemmer', { create: stemmer }],
  ['snowball', { create: snowball }],
  ['arabic_stem', { create: stemming('arabic') }],
  ['brazilian_stem', { create: stemming('brazilian') }],
  ['czech_stem', { create: stemming('czech') }],
  ['dutch_stem', { create: stemming('dutch') }],
  ['french_stem', { create: stemming('french') }],
  ['german_stem', { create: stemming('german_caumanns') }],
  ['kstem', { create: stemming('kstem') }],
  ['persian_stem', { create: stemming('persian') }],
  ['porter_stem', { create: stemming('porter') }],
  ['russian_stem', { create: stemming('russian') }],
]);
