import { illegalArgument } from '../../error/es-error.ts';
import type { TokenFilter } from '../component.ts';
import { type MutableToken, withTerm } from '../token-stream.ts';
import { reverseText } from './term-filters.ts';

export interface GramFilterOptions {
  readonly minGram: number;
  readonly maxGram: number;
  readonly keepsOriginal: boolean;
}

const check = ({ minGram, maxGram }: GramFilterOptions): void => {
  if (minGram < 1) throw illegalArgument('minGram must be greater than zero');
  if (minGram > maxGram) throw illegalArgument('minGram must not be greater than maxGram');
};

/** Where the code points of a term begin, and its end. */
const boundsOf = (term: string): readonly number[] => {
  const bounds: number[] = [];
  for (let at = 0; at < term.length; at += (term.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) bounds.push(at);
  bounds.push(term.length);
  return bounds;
};

/** Pieces of `minGram` to `maxGram` code points of each term, at the term's place and offsets. */
export const ngramFilter = (name: string, options: GramFilterOptions): TokenFilter => {
  check(options);
  const { minGram, maxGram, keepsOriginal } = options;
  return {
    name,
    forSynonyms: 'refuse',
    apply: (stream) => {
      const out: MutableToken[] = [];
      for (const token of stream.tokens) {
        const bounds = boundsOf(token.term);
        const count = bounds.length - 1;
        if (keepsOriginal && count < minGram) out.push(token);
        for (let from = 0; from + minGram <= count; from++) {
          for (let size = minGram; size <= maxGram && from + size <= count; size++) {
            out.push(withTerm(token, token.term.slice(bounds[from], bounds[from + size])));
          }
        }
        if (keepsOriginal && count > maxGram) out.push(token);
      }
      stream.tokens = out;
    },
  };
};

/** The beginnings (`back`: the ends) of each term. */
export const edgeNgramFilter = (name: string, options: GramFilterOptions, isBack = false): TokenFilter => {
  check(options);
  const { minGram, maxGram, keepsOriginal } = options;
  return {
    name,
    forSynonyms: 'refuse',
    apply: (stream) => {
      const out: MutableToken[] = [];
      for (const token of stream.tokens) {
        const term = isBack ? reverseText(token.term) : token.term;
        const bounds = boundsOf(term);
        const count = bounds.length - 1;
        if (keepsOriginal && count < minGram) out.push(token);
        for (let size = minGram; size <= maxGram && size <= count; size++) {
          const gram = term.slice(0, bounds[size]);
          out.push(withTerm(token, isBack ? reverseText(gram) : gram));
        }
        if (keepsOriginal && count > maxGram) out.push(token);
      }
      stream.tokens = out;
    },
  };
};
