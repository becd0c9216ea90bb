import { illegalArgument } from '../../error/es-error.ts';
import type { Tokenizer } from '../component.ts';
import { createToken, emptyStream, type TokenStream } from '../token-stream.ts';

export interface PathOptions {
  readonly delimiter: string;
  readonly replacement: string;
  /** Parts left out at the beginning (at the end where it goes in reverse). */
  readonly skip: number;
  readonly reverse: boolean;
}

/** A path and all its beginnings (in reverse: its endings), all at one position. */
export const createPathTokenizer = (name: string, options: PathOptions): Tokenizer => {
  if (options.skip < 0) throw illegalArgument('skip cannot be negative');
  return {
    name,
    tokenize: (text) => {
      const stream = emptyStream(text.length);
      const add = (start: number, end: number): void => {
        const term = text.slice(start, end).replaceAll(options.delimiter, options.replacement);
        stream.tokens.push(createToken(term, 0, start, end, 'word'));
      };
      if (options.reverse) addEndings(text, options, add);
      else addBeginnings(text, options, add);
      if (stream.tokens.length > 0) stream.endPosition = 0;
      return stream satisfies TokenStream;
    },
  };
};

type Add = (start: number, end: number) => void;

/** Where parts begin: at 0 and at each delimiter after it, which belongs to the part that follows. */
const addBeginnings = (text: string, { delimiter, skip }: PathOptions, add: Add): void => {
  if (text.length === 0) return;
  const starts = [0];
  for (let at = text.indexOf(delimiter, 1); at >= 0; at = text.indexOf(delimiter, at + 1)) starts.push(at);
  const start = starts[skip];
  if (start === undefined) return;
  for (let index = skip; index < starts.length; index++) add(start, starts[index + 1] ?? text.length);
};

/** Where parts begin: at 0 and after each delimiter, which belongs to the part before it. */
const addEndings = (text: string, { delimiter, skip }: PathOptions, add: Add): void => {
  const bounds = [0];
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) bounds.push(at + 1);
  if ((bounds[bounds.length - 1] ?? 0) < text.length) bounds.push(text.length);
  const last = bounds.length - 1 - skip;
  const end = bounds[last] ?? 0;
  for (let index = 0; index < last; index++) add(bounds[index] ?? 0, end);
};
