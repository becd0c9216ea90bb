import { illegalArgument } from '../../error/es-error.ts';
import { type TokenFilter, termFilter } from '../component.ts';
import type { Stem } from './snowball.ts';
import { stemmerByName } from './stemmers.ts';

/** Stems terms that are not marked as keywords. */
export const stemFilter = (name: string, stem: Stem): TokenFilter => termFilter(name, stem, { keepsKeywords: true });

export const needStemmer = (language: string): Stem => {
  const stem = stemmerByName(language);
  if (stem === undefined) {
    throw illegalArgument(`Invalid stemmer class specified: ${language.charAt(0).toUpperCase()}${language.slice(1)}`);
  }
  return stem;
};
