import { categoryClasses } from '../character-class.ts';
import type { ComponentSettings } from '../component-settings.ts';
import { rulesOf, runtimeError, splitRule, unescapeRule } from '../word-list.ts';
import { createWordSet, type WordSet } from '../word-set.ts';

export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
export const DELIMITER = 8;
export const ALPHA = LOWER | UPPER;

/** What the word delimiter filters have in common. */
export interface WordPartOptions {
  readonly generateWords: boolean;
  readonly generateNumbers: boolean;
  readonly catenateWords: boolean;
  readonly catenateNumbers: boolean;
  readonly catenateAll: boolean;
  readonly keepsOriginal: boolean;
  readonly splitsOnCase: boolean;
  readonly splitsOnNumbers: boolean;
  readonly stemsPossessive: boolean;
  readonly ignoresKeywords: boolean;
  readonly protectedWords: WordSet;
  /** Types of single UTF-16 units that differ from Unicode's. */
  readonly types: ReadonlyMap<number, number>;
}

/** A part of a term: where it stands, and whether it is `ALPHA`, `DIGIT` or both. */
export interface WordPart {
  readonly start: number;
  readonly end: number;
  readonly type: number;
}

const typesByCategory: readonly (readonly [string, number])[] = [
  ['lowercase_letter', LOWER],
  ['uppercase_letter', UPPER],
  ['titlecase_letter', ALPHA],
  ['modifier_letter', ALPHA],
  ['other_letter', ALPHA],
  ['non_spacing_mark', ALPHA],
  ['enclosing_mark', ALPHA],
  ['combining_spacing_mark', ALPHA],
  ['decimal_digit_number', DIGIT],
  ['letter_number', DIGIT],
  ['other_number', DIGIT],
  ['surrogate', ALPHA | DIGIT],
];

const typeOf = (code: number): number => {
  // Below 256 the table is older than Unicode's categories: other letters and numbers are delimiters, but for the ordinals.
  if (code === 0xaa || code === 0xba) return LOWER;
  for (const [category, type] of typesByCategory) {
    if (categoryClasses.get(category)?.(code) === true) {
      return code < 256 && type !== LOWER && type !== UPPER && category !== 'decimal_digit_number' ? DELIMITER : type;
    }
  }
  return DELIMITER;
};

const known = new Map<number, number>();

const cachedType = (code: number): number => {
  let type = known.get(code);
  if (type === undefined) {
    type = typeOf(code);
    known.set(code, type);
  }
  return type;
};

/** The parts of a term, without what divides them; `isWhole` where the term is one part that needs no change. */
export const wordParts = (
  term: string,
  options: WordPartOptions,
): { readonly parts: readonly WordPart[]; readonly isWhole: boolean; readonly isSingle: boolean } => {
  const typeAt = (at: number): number => {
    const code = term.charCodeAt(at);
    return options.types.get(code) ?? cachedType(code);
  };
  let first = 0;
  let last = term.length;
  while (first < term.length && (typeAt(first) & DELIMITER) !== 0) first++;
  while (last > first && (typeAt(last - 1) & DELIMITER) !== 0) last--;
  const hasPossessiveAt = (end: number): boolean =>
    options.stemsPossessive &&
    end > 2 &&
    term.charAt(end - 2) === "'" &&
    /[sS]/.test(term.charAt(end - 1)) &&
    (typeAt(end - 3) & ALPHA) !== 0 &&
    (end === last || (typeAt(end) & DELIMITER) !== 0);
  const isBreak = (before: number, type: number): boolean => {
    if ((type & before) !== 0) return false;
    if (!options.splitsOnCase && (before & ALPHA) !== 0 && (type & ALPHA) !== 0) return false;
    if ((before & UPPER) !== 0 && (type & ALPHA) !== 0) return false;
    const isMixed =
      ((before & ALPHA) !== 0 && (type & DIGIT) !== 0) || ((before & DIGIT) !== 0 && (type & ALPHA) !== 0);
    return options.splitsOnNumbers || !isMixed;
  };
  const parts: WordPart[] = [];
  for (let at = first; at < last; ) {
    while (at < last && (typeAt(at) & DELIMITER) !== 0) at++;
    if (at >= last) break;
    let type = typeAt(at);
    const kind = type === LOWER || type === UPPER ? ALPHA : type;
    let end = at + 1;
    for (; end < last; end++) {
      const next = typeAt(end);
      if (isBreak(type, next)) break;
      type = next;
    }
    parts.push({ start: at, end, type: kind });
    at = end < last - 1 && hasPossessiveAt(end + 2) ? end + 2 : end;
  }
  const only = parts[0];
  const isWhole = only !== undefined && only.start === 0 && only.end === term.length;
  const singleEnd = hasPossessiveAt(last) ? last - 2 : last;
  const isSingle = only !== undefined && only.start === first && only.end === singleEnd;
  return { parts, isWhole, isSingle };
};

export const generatesPart = (options: WordPartOptions, type: number): boolean =>
  (options.generateWords && (type & ALPHA) !== 0) || (options.generateNumbers && (type & DIGIT) !== 0);

export const catenatesPart = (options: WordPartOptions, type: number): boolean =>
  (options.catenateWords && (type & ALPHA) !== 0) || (options.catenateNumbers && (type & DIGIT) !== 0);

const typeNames: ReadonlyMap<string, number> = new Map([
  ['LOWER', LOWER],
  ['UPPER', UPPER],
  ['ALPHA', ALPHA],
  ['DIGIT', DIGIT],
  ['ALPHANUM', ALPHA | DIGIT],
  ['SUBWORD_DELIM', DELIMITER],
]);

const parseType = (rule: string): readonly [number, number] => {
  const sides = splitRule(rule);
  if (sides === undefined) throw runtimeError(`Invalid mapping rule: [${rule}]`);
  const character = unescapeRule(sides[0]);
  const type = typeNames.get(sides[1]);
  if (character.length !== 1) {
    throw runtimeError(`Invalid mapping rule: [${rule}]. Only a single character is allowed.`);
  }
  if (type === undefined) throw runtimeError(`Invalid mapping rule: [${rule}]. Illegal type.`);
  return [character.charCodeAt(0), type];
};

export const wordPartOptionsOf = (settings: ComponentSettings): WordPartOptions => ({
  types: new Map(rulesOf(settings, 'type_table', parseType) ?? []),
  generateWords: settings.boolean('generate_word_parts', true),
  generateNumbers: settings.boolean('generate_number_parts', true),
  catenateWords: settings.boolean('catenate_words', false),
  catenateNumbers: settings.boolean('catenate_numbers', false),
  catenateAll: settings.boolean('catenate_all', false),
  splitsOnCase: settings.boolean('split_on_case_change', true),
  keepsOriginal: settings.boolean('preserve_original', false),
  splitsOnNumbers: settings.boolean('split_on_numerics', true),
  stemsPossessive: settings.boolean('stem_english_possessive', true),
  ignoresKeywords: settings.boolean('ignore_keywords', false),
  protectedWords: createWordSet(
    rulesOf(settings, 'protected_words', (word) => word) ?? [],
    settings.boolean('protected_words_case', false),
  ),
});
