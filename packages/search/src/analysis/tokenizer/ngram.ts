import { illegalArgument } from '../../error/es-error.ts';
import type { CharacterTest } from '../character-class.ts';
import type { Tokenizer } from '../component.ts';
import { createToken, emptyStream } from '../token-stream.ts';

export interface NgramOptions {
  readonly minGram: number;
  readonly maxGram: number;
  /** Only the beginnings of the runs. */
  readonly edgesOnly: boolean;
  /** Grams lie within runs of such characters; null for all of the text. */
  readonly isTokenCharacter: CharacterTest | null;
}

/** Pieces of `minGram` to `maxGram` code points, in the order of their starts. */
export const createNgramTokenizer = (name: string, options: NgramOptions): Tokenizer => {
  const { minGram, maxGram, edgesOnly, isTokenCharacter } = options;
  if (minGram < 1) throw illegalArgument('minGram must be greater than zero');
  if (minGram > maxGram) throw illegalArgument('minGram must not be greater than maxGram');
  return {
    name,
    tokenize: (text) => {
      const stream = emptyStream(text.length);
      const { tokens } = stream;
      const emit = (bounds: readonly number[]): void => {
        const count = bounds.length - 1;
        const lastStart = edgesOnly ? Math.min(0, count - minGram) : count - minGram;
        for (let from = 0; from <= lastStart; from++) {
          for (let size = minGram; size <= maxGram && from + size <= count; size++) {
            const start = bounds[from] ?? 0;
            const end = bounds[from + size] ?? start;
            tokens.push(createToken(text.slice(start, end), tokens.length, start, end, 'word'));
          }
        }
      };
      let bounds: number[] = [];
      for (let at = 0; at < text.length; ) {
        const point = text.codePointAt(at) ?? 0;
        if (isTokenCharacter === null || isTokenCharacter(point)) bounds.push(at);
        else if (bounds.length > 0) {
          bounds.push(at);
          emit(bounds);
          bounds = [];
        }
        at += point > 0xffff ? 2 : 1;
      }
      if (bounds.length > 0) emit([...bounds, text.length]);
      stream.endPosition = tokens.length - 1;
      return stream;
    },
  };
};
