import { lowerCase, upperCase } from '../../text/letter-case.ts';
import { type TokenFilter, termFilter } from '../component.ts';

export const lowercaseFilter = (name = 'lowercase'): TokenFilter => ({
  name,
  normalize: lowerCase,
  apply: ({ tokens }) => {
    for (const token of tokens) token.term = lowerCase(token.term);
  },
});

export const uppercaseFilter = (name = 'uppercase'): TokenFilter => termFilter(name, upperCase, { normalizes: true });

/** `I` without a dot becomes `ı`, `İ` and `I` with a dot above become `i`. */
const turkishLower = (term: string): string => {
  if (!/I|İ|\u0307/.test(term)) return lowerCase(term);
  let out = '';
  let isAfterI = false;
  for (let at = 0; at < term.length; at++) {
    const letter = term.charAt(at);
    if (letter === 'İ') {
      out += 'i';
      isAfterI = false;
    } else if (letter === 'I') {
      isAfterI = true;
      const hasDot = isDotAhead(term, at + 1);
      out += hasDot ? 'i' : 'ı';
    } else if (letter === '\u0307' && isAfterI) {
      // The dot belongs to the letter before it.
    } else {
      if (!/\p{Mn}/u.test(letter)) isAfterI = false;
      out += letter;
    }
  }
  return lowerCase(out);
};

const isDotAhead = (term: string, from: number): boolean => {
  for (let at = from; at < term.length; at++) {
    const letter = term.charAt(at);
    if (letter === '\u0307') return true;
    if (!/\p{Mn}/u.test(letter)) return false;
  }
  return false;
};

const greekPlain = new Map(
  [
    'ςσ',
    'Άα',
    'άα',
    'Έε',
    'έε',
    'Ήη',
    'ήη',
    'Ίι',
    'Ϊι',
    'ίι',
    'ϊι',
    'ΐι',
    'Ύυ',
    'Ϋυ',
    'ύυ',
    'ϋυ',
    'ΰυ',
    'Όο',
    'όο',
    'Ώω',
    'ώω',
    '\u03a2ς',
  ].map((pair): readonly [string, string] => [pair.charAt(0), pair.charAt(1)]),
);

/** Lower case without accents; a final sigma like any other. */
const greekLower = (term: string): string =>
  Array.from(term, (letter) => greekPlain.get(letter) ?? lowerCase(letter)).join('');

const irishVowels = 'AEIOUÁÉÍÓÚ';

/** A small `n` or `t` before a capital vowel gets its hyphen: `nAthair` becomes `n-athair`. */
const irishLower = (term: string): string => {
  const first = term.charAt(0);
  const isMutated = (first === 'n' || first === 't') && term.length > 1 && irishVowels.includes(term.charAt(1));
  return isMutated ? `${first}-${lowerCase(term.slice(1))}` : lowerCase(term);
};

export const turkishLowercase = (name = 'lowercase'): TokenFilter =>
  termFilter(name, turkishLower, { normalizes: true });
export const greekLowercase = (name = 'lowercase'): TokenFilter => termFilter(name, greekLower, { normalizes: true });
export const irishLowercase = (name = 'lowercase'): TokenFilter => termFilter(name, irishLower, { normalizes: true });
