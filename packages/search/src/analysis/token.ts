/** One term of an analysed text. */
export interface Token {
  readonly term: string;
  /** Place among the text's terms, from 0; terms at one position are alternatives. */
  readonly position: number;
  /** How many positions the term spans: more than 1 only in token graphs. */
  readonly positionLength: number;
  /** UTF-16 units of the original text, corrected for what character filters changed. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** What the tokenizer took it for, such as `<ALPHANUM>`. */
  readonly type: string;
  /** Stemmers leave it as it is. */
  readonly isKeyword?: boolean;
}
