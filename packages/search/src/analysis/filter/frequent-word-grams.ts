import type { TokenFilter } from '../component.ts';
import { createToken, type MutableToken } from '../token-stream.ts';
import type { WordSet } from '../word-set.ts';

/** Pairs of neighbours of which one is common, besides the words; `queryMode` leaves out the words that a pair holds. */
export const commonGramsFilter = (name: string, words: WordSet, queryMode: boolean): TokenFilter => ({
  name,
  forSynonyms: 'refuse',
  apply: (stream) => {
    const out: MutableToken[] = [];
    let previous: MutableToken | undefined;
    for (const token of stream.tokens) {
      if (previous !== undefined && (words.has(previous.term) || words.has(token.term))) {
        const gram = createToken(
          `${previous.term}_${token.term}`,
          previous.position,
          previous.startOffset,
          token.endOffset,
          'gram',
        );
        gram.positionLength = 2;
        out.push(gram);
      }
      out.push(token);
      previous = token;
    }
    stream.tokens = queryMode ? withoutGrammed(out) : out;
  },
});

/** Words that stand in a gram go; the last word stays unless the gram before it holds it. */
const withoutGrammed = (tokens: readonly MutableToken[]): MutableToken[] => {
  const out: MutableToken[] = [];
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token.type === 'gram') {
      token.positionLength = 1;
      out.push(token);
    } else if (next === undefined ? tokens[index - 1]?.type !== 'gram' : next.type !== 'gram') out.push(token);
  });
  return out;
};
