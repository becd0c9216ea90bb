import type { CharacterTest } from '../character-class.ts';
import type { Tokenizer } from '../component.ts';
import { createToken, emptyStream } from '../token-stream.ts';

/** Runs of characters of a class; longer ones than `maxLength` are cut. */
export const createRunTokenizer = (
  name: string,
  isTokenCharacter: CharacterTest,
  options: { readonly maxLength?: number; readonly map?: (term: string) => string } = {},
): Tokenizer => {
  const maxLength = options.maxLength ?? 255;
  return {
    name,
    tokenize: (text) => {
      const stream = emptyStream(text.length);
      const { tokens } = stream;
      let start = -1;
      const finish = (end: number): void => {
        const term = text.slice(start, end);
        tokens.push(
          createToken(options.map === undefined ? term : options.map(term), tokens.length, start, end, 'word'),
        );
        start = -1;
      };
      for (let at = 0; at < text.length; ) {
        const code = text.charCodeAt(at);
        const point = code >= 0xd800 && code <= 0xdbff ? (text.codePointAt(at) ?? code) : code;
        const next = at + (point > 0xffff ? 2 : 1);
        if (isTokenCharacter(point)) {
          if (start < 0) start = at;
          if (next - start >= maxLength) finish(next);
        } else if (start >= 0) finish(at);
        at = next;
      }
      if (start >= 0) finish(text.length);
      stream.endPosition = tokens.length - 1;
      return stream;
    },
  };
};
