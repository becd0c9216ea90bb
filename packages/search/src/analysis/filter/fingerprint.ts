import type { TokenFilter } from '../component.ts';
import { createToken } from '../token-stream.ts';

/** All different terms in order as one; nothing where that would be longer than `maxSize`. */
export const fingerprintFilter = (name: string, separator: string, maxSize: number): TokenFilter => ({
  name,
  forSynonyms: 'refuse',
  apply: (stream) => {
    if (stream.tokens.length === 0) {
      stream.endPosition = 0;
      return;
    }
    const terms = [...new Set(stream.tokens.map(({ term }) => term))];
    // By UTF-16 units, as Java compares texts.
    const joined = terms.sort().join(separator);
    const isTooLong = joined.length > maxSize;
    stream.tokens = isTooLong ? [] : [createToken(joined, 0, 0, stream.endOffset, 'fingerprint')];
    // As if one more place followed: so Lucene's filter ends.
    stream.endPosition = isTooLong ? 0 : 1;
  },
});
