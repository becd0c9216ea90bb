import { illegalArgument } from '../../error/es-error.ts';
import type { TokenFilter } from '../component.ts';
import type { MutableToken } from '../token-stream.ts';
import type { WordSet } from '../word-set.ts';

/** Keeps what `accepts`; the places of the rest stay empty. */
export const selectingFilter = (name: string, accepts: (token: MutableToken) => boolean): TokenFilter => ({
  name,
  apply: (stream) => {
    const { tokens } = stream;
    let kept = 0;
    for (const token of tokens) {
      if (accepts(token)) tokens[kept++] = token;
    }
    tokens.length = kept;
  },
});

export const stopFilter = (name: string, words: WordSet): TokenFilter =>
  selectingFilter(name, (token) => !words.has(token.term));

/** Keeps a stop word at the very end of the text: it may be the beginning of a word that is being typed. */
export const suggestStopFilter = (name: string, words: WordSet): TokenFilter => ({
  name,
  apply: (stream) => {
    const last = stream.tokens[stream.tokens.length - 1];
    const isOpen = last !== undefined && last.endOffset === stream.endOffset;
    stream.tokens = stream.tokens.filter((token) => {
      if (!words.has(token.term)) return true;
      if (token !== last || !isOpen) return false;
      token.isKeyword = true;
      return true;
    });
  },
});

export const lengthFilter = (name: string, min: number, max: number): TokenFilter => {
  if (min < 0) throw illegalArgument('minimum length must be greater than or equal to zero');
  if (min > max) throw illegalArgument('maximum length must not be greater than minimum length');
  return selectingFilter(name, ({ term }) => term.length >= min && term.length <= max);
};

export const limitFilter = (name: string, count: number): TokenFilter => {
  if (count < 1) throw illegalArgument('maxTokenCount must be greater than zero');
  return {
    name,
    apply: (stream) => {
      if (stream.tokens.length > count) {
        stream.tokens.length = count;
        // What follows is not read: the text ends with the last token.
        stream.endOffset = stream.tokens[count - 1]?.endOffset ?? 0;
      }
      stream.endPosition = stream.tokens[stream.tokens.length - 1]?.position ?? -1;
    },
  };
};

/** Each term once: in the whole text, or at one position. */
export const uniqueFilter = (name: string, onlyOnSamePosition: boolean): TokenFilter => ({
  name,
  apply: (stream) => {
    const seen = new Set<string>();
    let position = -1;
    let lost = 0;
    const kept: MutableToken[] = [];
    let last = -1;
    for (const token of stream.tokens) {
      const increment = token.position - last;
      last = token.position;
      if (onlyOnSamePosition && token.position !== position) seen.clear();
      position = token.position;
      if (seen.has(token.term)) {
        // A duplicate goes without leaving its place empty.
        lost += increment;
        continue;
      }
      seen.add(token.term);
      token.position -= lost;
      kept.push(token);
    }
    stream.tokens = kept;
    stream.endPosition -= lost;
  },
});

/** Leaves out terms that stand at the same position already. */
export const removeDuplicates = (tokens: readonly MutableToken[]): MutableToken[] => {
  const seen = new Set<string>();
  let position = -1;
  return tokens.filter((token) => {
    if (token.position !== position) {
      seen.clear();
      position = token.position;
    }
    if (seen.has(token.term)) return false;
    seen.add(token.term);
    return true;
  });
};

export const removeDuplicatesFilter = (name: string): TokenFilter => ({
  name,
  apply: (stream) => {
    stream.tokens = removeDuplicates(stream.tokens);
  },
});
