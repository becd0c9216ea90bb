import type { Token } from './token.ts';

/** A token while filters work on it. */
export interface MutableToken {
  term: string;
  position: number;
  positionLength: number;
  startOffset: number;
  endOffset: number;
  type: string;
  isKeyword: boolean;
  /** Bytes kept with the place of the term. */
  payload: Uint8Array | null;
  /** How often the term counts at this place. */
  frequency: number;
}

/** All tokens of one text, in order: positions never go down. Filters own it and change it in place. */
export interface TokenStream {
  tokens: MutableToken[];
  /** The last position, those of removed tokens at the end included; -1 without any. */
  endPosition: number;
  /** Where the text ends. */
  endOffset: number;
}

export const createToken = (
  term: string,
  position: number,
  startOffset: number,
  endOffset: number,
  type: string,
): MutableToken => ({
  term,
  position,
  positionLength: 1,
  startOffset,
  endOffset,
  type,
  isKeyword: false,
  payload: null,
  frequency: 1,
});

/** The same token with another term. */
export const withTerm = (token: MutableToken, term: string): MutableToken => ({ ...token, term });

export const emptyStream = (endOffset: number): TokenStream => ({ tokens: [], endPosition: -1, endOffset });

/** What `Analyzer.analyzeStream` gives: the tokens and where the text ends. */
export interface AnalyzedText {
  readonly tokens: readonly Token[];
  readonly endPosition: number;
  readonly endOffset: number;
}
