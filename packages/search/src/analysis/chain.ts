import type { Analyzer, Normalizer } from './analyzer.ts';
import type { ChainParts } from './chain-parts.ts';
import type { Tokenizer } from './component.ts';
import { emptyStream, type TokenStream } from './token-stream.ts';

export interface ChainOptions {
  readonly name: string;
  readonly positionIncrementGap?: number;
  /** Whether its components have names of their own (`explain` shows them). */
  readonly isCustom?: boolean;
  /** What `normalize` does where that is not the part of the filters that says so itself. */
  readonly normalize?: (text: string) => string;
}

const tokenizeThrough = (parts: ChainParts, text: string): TokenStream => {
  if (parts.charFilters.length === 0) return parts.tokenizer.tokenize(text);
  let current = text;
  const corrections: ((offset: number) => number)[] = [];
  for (const filter of parts.charFilters) {
    const { text: next, correct } = filter.filter(current);
    current = next;
    if (correct !== null) corrections.push(correct);
  }
  const stream = parts.tokenizer.tokenize(current);
  for (const correct of corrections.reverse()) {
    for (const token of stream.tokens) {
      token.startOffset = correct(token.startOffset);
      token.endOffset = correct(token.endOffset);
    }
    stream.endOffset = correct(stream.endOffset);
  }
  return stream;
};

/** The stream after the tokenizer and the first `filterCount` filters. */
export const runChain = (parts: ChainParts, text: string, filterCount = parts.filters.length): TokenStream => {
  const stream = tokenizeThrough(parts, text);
  for (let index = 0; index < filterCount; index++) parts.filters[index]?.apply(stream);
  return stream;
};

const normalizeThrough = ({ charFilters, filters }: ChainParts, text: string): string => {
  let term = text;
  for (const filter of charFilters) if (filter.isNormalizing) term = filter.filter(term).text;
  for (const filter of filters) if (filter.normalize !== undefined) term = filter.normalize(term);
  return term;
};

export const createChainAnalyzer = (parts: ChainParts, options: ChainOptions): Analyzer => ({
  name: options.name,
  positionIncrementGap: options.positionIncrementGap ?? 0,
  analyze: (text) => runChain(parts, text).tokens,
  analyzeStream: (text) => runChain(parts, text),
  normalize: options.normalize ?? ((text) => normalizeThrough(parts, text)),
  parts,
  isCustom: options.isCustom === true,
});

export const createChainNormalizer = (parts: ChainParts, name: string): Normalizer => ({
  name,
  normalize: (text) => normalizeThrough(parts, text),
  parts,
});

/** The whole text as one term. */
export const keywordTokenizer: Tokenizer = {
  name: 'keyword',
  tokenize: (text) => {
    const stream = emptyStream(text.length);
    if (text.length === 0) return stream;
    stream.tokens.push({
      term: text,
      position: 0,
      positionLength: 1,
      startOffset: 0,
      endOffset: text.length,
      type: 'word',
      isKeyword: false,
      payload: null,
      frequency: 1,
    });
    stream.endPosition = 0;
    return stream;
  },
};
