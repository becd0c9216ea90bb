import type { ChainParts } from './chain-parts.ts';
import type { Token } from './token.ts';
import type { AnalyzedText } from './token-stream.ts';

/** Text into terms. */
export interface Analyzer {
  readonly name: string;
  /** The terms in order; positions begin at 0. */
  analyze(text: string): readonly Token[];
  /** The same with the text's end, which lies beyond the last term where terms after it were removed. */
  analyzeStream?(text: string): AnalyzedText;
  /** What of the analysis works on a single term of a prefix, wildcard, range and the like. */
  normalize(text: string): string;
  /** Positions between two values of one field. */
  readonly positionIncrementGap: number;
  /** Its components. */
  readonly parts?: ChainParts;
  /** It was put together from named components, which `explain` shows one by one. */
  readonly isCustom?: boolean;
}

/** A keyword's value into the one term that stands for it. */
export interface Normalizer {
  readonly name: string;
  normalize(text: string): string;
  readonly parts?: ChainParts;
}
