import type { TokenFilter } from '../component.ts';
import type { MutableToken, TokenStream } from '../token-stream.ts';
import { removeDuplicates } from './removing-filters.ts';

/** What the tokens become when only they are a text; positions stay relative to what stands before them. */
const applyAlone = (
  tokens: readonly MutableToken[],
  filters: readonly TokenFilter[],
  endOffset: number,
): MutableToken[] => {
  const stream: TokenStream = {
    tokens: tokens.map((token) => ({ ...token })),
    endPosition: tokens[tokens.length - 1]?.position ?? -1,
    endOffset,
  };
  for (const filter of filters) filter.apply(stream);
  return stream.tokens;
};

/** Each term through each of several chains of filters; what they give stands at one place, without duplicates. */
export const multiplexerFilter = (
  name: string,
  chains: readonly (readonly TokenFilter[])[],
  keepsOriginal: boolean,
): TokenFilter => ({
  name,
  forSynonyms: 'refuse',
  apply: (stream) => {
    const all = keepsOriginal ? [[], ...chains] : chains;
    const out: MutableToken[] = [];
    let last = -1;
    let lastInput = -1;
    for (const token of stream.tokens) {
      let increment = token.position - lastInput;
      lastInput = token.position;
      for (const chain of all) {
        let inner = 0;
        const made = applyAlone([{ ...token, position: 0 }], chain, stream.endOffset);
        made.forEach((result, index) => {
          last += index === 0 ? increment : result.position - inner;
          inner = result.position;
          out.push({ ...result, position: last });
        });
        if (made.length > 0) increment = 0;
      }
    }
    stream.endPosition = last + stream.endPosition - lastInput;
    stream.tokens = removeDuplicates(out);
  },
});

/** Filters for the tokens of which something is true; neighbours among them go through together. */
export const conditionFilter = (
  name: string,
  filters: readonly TokenFilter[],
  holds: (token: MutableToken, increment: number) => boolean,
): TokenFilter => ({
  name,
  apply: (stream) => {
    const out: MutableToken[] = [];
    let last = -1;
    let lastInput = -1;
    let run: MutableToken[] = [];
    let runBase = 0;
    const flush = (): void => {
      if (run.length === 0) return;
      const made = applyAlone(
        run.map((token) => ({ ...token, position: token.position - runBase - 1 })),
        filters,
        stream.endOffset,
      );
      let inner = -1;
      for (const token of made) {
        last += token.position - inner;
        inner = token.position;
        out.push({ ...token, position: last });
      }
      run = [];
    };
    for (const token of stream.tokens) {
      const increment = token.position - lastInput;
      if (holds(token, increment)) {
        if (run.length === 0) runBase = lastInput;
        run.push(token);
      } else {
        flush();
        last += increment;
        out.push({ ...token, position: last });
      }
      lastInput = token.position;
    }
    flush();
    stream.endPosition = last + stream.endPosition - lastInput;
    stream.tokens = out;
  },
});
