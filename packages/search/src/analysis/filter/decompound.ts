import type { TokenFilter } from '../component.ts';
import { type MutableToken, withTerm } from '../token-stream.ts';
import type { WordSet } from '../word-set.ts';

export interface DecompoundOptions {
  readonly words: WordSet;
  readonly minWordSize: number;
  readonly minSubwordSize: number;
  readonly maxSubwordSize: number;
  readonly onlyLongest: boolean;
}

/** The words of a list that a compound holds, beside the compound itself. */
export const dictionaryDecompounder = (name: string, options: DecompoundOptions): TokenFilter => ({
  name,
  forSynonyms: null,
  apply: (stream) => {
    const out: MutableToken[] = [];
    for (const token of stream.tokens) {
      out.push(token);
      if (token.term.length < options.minWordSize) continue;
      for (const part of partsOf(token.term, options)) out.push(withTerm(token, part));
    }
    stream.tokens = out;
  },
});

function* partsOf(term: string, options: DecompoundOptions): Generator<string> {
  for (let from = 0; from <= term.length - options.minSubwordSize; from++) {
    let longest: string | undefined;
    for (let size = options.minSubwordSize; size <= options.maxSubwordSize && from + size <= term.length; size++) {
      const part = term.slice(from, from + size);
      if (!options.words.has(part)) continue;
      if (!options.onlyLongest) yield part;
      longest = part;
    }
    if (options.onlyLongest && longest !== undefined) yield longest;
  }
}
