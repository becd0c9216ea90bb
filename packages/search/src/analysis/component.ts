import type { TokenStream } from './token-stream.ts';

/** A text with the way back to the offsets of the text before. */
export interface FilteredText {
  readonly text: string;
  /** The offset in the text before; null where nothing moved. */
  readonly correct: ((offset: number) => number) | null;
}

export interface CharFilter {
  readonly name: string;
  filter(text: string): FilteredText;
  /** May be part of a normalizer. */
  readonly isNormalizing: boolean;
}

export interface Tokenizer {
  readonly name: string;
  tokenize(text: string): TokenStream;
}

export interface TokenFilter {
  readonly name: string;
  /** Changes the stream in place. */
  apply(stream: TokenStream): void;
  /** What it does to a single term; absent for filters that a normalizer may not use. */
  readonly normalize?: (term: string) => string;
  /** In the analysis of synonym rules: left out (null), another filter, or `refuse`; itself where absent. */
  readonly forSynonyms?: TokenFilter | null | 'refuse';
  /** What it adds to that `explain` shows of each token. */
  readonly attributes?: readonly TokenAttribute[];
}

export type TokenAttribute = 'keyword' | 'payload';

/** A filter that gives each term another form, one for one. */
export const termFilter = (
  name: string,
  map: (term: string) => string,
  options: { readonly normalizes?: boolean; readonly keepsKeywords?: boolean } = {},
): TokenFilter => {
  const apply =
    options.keepsKeywords === true
      ? (stream: TokenStream): void => {
          for (const token of stream.tokens) if (!token.isKeyword) token.term = map(token.term);
        }
      : (stream: TokenStream): void => {
          for (const token of stream.tokens) token.term = map(token.term);
        };
  const keyword: Pick<TokenFilter, 'attributes'> = options.keepsKeywords === true ? { attributes: ['keyword'] } : {};
  return options.normalizes === true ? { name, apply, normalize: map, ...keyword } : { name, apply, ...keyword };
};
