import { scanWords, wordKindNames } from '../../text/word-break.ts';
import type { Tokenizer } from '../component.ts';
import type { MutableToken } from '../token-stream.ts';

export const defaultMaxTokenLength = 255;

/** Words by UAX #29; longer ones than `maxTokenLength` are cut. */
export const createStandardTokenizer = (maxTokenLength = defaultMaxTokenLength, name = 'standard'): Tokenizer => ({
  name,
  tokenize: (text) => {
    const tokens: MutableToken[] = [];
    scanWords(text, maxTokenLength, (start, end, kind) => {
      tokens.push({
        term: text.slice(start, end),
        position: tokens.length,
        positionLength: 1,
        startOffset: start,
        endOffset: end,
        type: wordKindNames[kind] ?? '<ALPHANUM>',
        isKeyword: false,
        payload: null,
        frequency: 1,
      });
    });
    return { tokens, endPosition: tokens.length - 1, endOffset: text.length };
  },
});
