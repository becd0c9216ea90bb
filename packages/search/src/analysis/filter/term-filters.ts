import { foldToAscii } from '../../text/ascii-folding.ts';
import type { JavaRegex } from '../../text/java-regex.ts';
import { replaceMatches } from '../../text/java-regex-replace.ts';
import { type TokenFilter, termFilter } from '../component.ts';
import { type MutableToken, withTerm } from '../token-stream.ts';
import type { WordSet } from '../word-set.ts';

export const asciiFoldingFilter = (name: string, keepsOriginal: boolean): TokenFilter => {
  const plain = termFilter(name, foldToAscii, { normalizes: true });
  if (!keepsOriginal) return plain;
  return {
    name,
    normalize: foldToAscii,
    forSynonyms: plain,
    apply: (stream) => {
      const out: MutableToken[] = [];
      for (const token of stream.tokens) {
        const folded = foldToAscii(token.term);
        if (folded === token.term) out.push(token);
        else out.push(withTerm(token, folded), token);
      }
      stream.tokens = out;
    },
  };
};

const trimBlanks = (term: string): string => {
  let start = 0;
  let end = term.length;
  while (start < end && term.charCodeAt(start) <= 32) start++;
  while (end > start && term.charCodeAt(end - 1) <= 32) end--;
  return term.slice(start, end);
};

export const trimFilter = (name: string): TokenFilter => termFilter(name, trimBlanks, { normalizes: true });

/** The code points in reverse. */
export const reverseText = (term: string): string => Array.from(term).reverse().join('');

export const reverseFilter = (name: string): TokenFilter => termFilter(name, reverseText);

/** At most `length` UTF-16 units. */
export const truncateFilter = (name: string, length: number): TokenFilter =>
  termFilter(name, (term) => (term.length > length ? term.slice(0, length) : term), { keepsKeywords: true });

/** Without the apostrophe and what follows it, as Turkish suffixes stand. */
export const apostropheFilter = (name: string): TokenFilter =>
  termFilter(name, (term) => {
    const at = term.search(/['\u2019]/);
    return at < 0 ? term : term.slice(0, at);
  });

/** Without an article and its apostrophe at the beginning: `l'avion`. */
export const elisionFilter = (name: string, articles: WordSet): TokenFilter =>
  termFilter(
    name,
    (term) => {
      const at = term.search(/['\u2019]/);
      return at >= 0 && articles.has(term.slice(0, at)) ? term.slice(at + 1) : term;
    },
    { normalizes: true },
  );

export const patternReplaceFilter = (
  name: string,
  { regex, replacement, all }: { readonly regex: JavaRegex; readonly replacement: string; readonly all: boolean },
): TokenFilter => termFilter(name, (term) => replaceMatches(regex, term, replacement, !all));

/** Decimal digits of all scripts as 0 to 9. */
export const foldDigits = (term: string): string => {
  let at = 0;
  while (at < term.length && term.charCodeAt(at) < 0x660) at++;
  if (at === term.length) return term;
  return term.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return String(digitValue(code));
  });
};

/** Digits of a script stand in a row of ten; the mathematical ones in rows that follow each other. */
const digitValue = (code: number): number => {
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
};

export const decimalDigitFilter = (name = 'decimal_digit'): TokenFilter =>
  termFilter(name, foldDigits, { normalizes: true });

/** What the classic tokenizer's types call for: possessives and the dots of acronyms go. */
export const classicFilter = (name: string): TokenFilter => ({
  name,
  apply: ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === '<APOSTROPHE>') token.term = token.term.replace(/'[sS]$/, '');
      else if (token.type === '<ACRONYM>') token.term = token.term.replaceAll('.', '');
    }
  },
});
