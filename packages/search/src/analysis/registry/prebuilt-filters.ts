import type { TokenFilter } from '../component.ts';
import { commonGramsFilter } from '../filter/frequent-word-grams.ts';
import { edgeNgramFilter, ngramFilter } from '../filter/ngram-filters.ts';
import { stopFilter } from '../filter/removing-filters.ts';
import { defaultShingles, shingleFilter } from '../filter/shingle.ts';
import { elisionFilter, truncateFilter } from '../filter/term-filters.ts';
import { articlesOf } from '../language/articles.ts';
import { stopWordsFor } from '../stop-words.ts';
import { createWordSet } from '../word-set.ts';

/** Filters that exist by name without settings although (or other than) their kind would be made from empty settings. */
export const prebuiltFilters: ReadonlyMap<string, (name: string) => TokenFilter> = new Map<
  string,
  (name: string) => TokenFilter
>([
  ['elision', (name) => elisionFilter(name, articlesOf('french'))],
  ['common_grams', (name) => commonGramsFilter(name, new Set<string>(), false)],
  ['truncate', (name) => truncateFilter(name, 10)],
  ['stop', (name) => stopFilter(name, createWordSet(stopWordsFor('english') ?? []))],
  ['edge_ngram', (name) => edgeNgramFilter(name, { minGram: 1, maxGram: 1, keepsOriginal: false })],
  ['ngram', (name) => ngramFilter(name, { minGram: 1, maxGram: 2, keepsOriginal: false })],
  ['shingle', (name) => shingleFilter(name, defaultShingles)],
]);
