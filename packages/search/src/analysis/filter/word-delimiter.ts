import type { TokenFilter } from '../component.ts';
import type { MutableToken } from '../token-stream.ts';
import { catenatesPart, generatesPart, type WordPart, type WordPartOptions, wordParts } from './word-parts.ts';

interface Piece {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly increment: number;
}

/**
 * Splits terms as the graph filter does, but without a graph: joined forms stand at the place of their last part (the older
 * behaviour, kept for mappings that name it).
 */
export const wordDelimiterFilter = (name: string, options: WordPartOptions): TokenFilter => ({
  name,
  attributes: ['keyword'],
  forSynonyms: 'refuse',
  apply: (stream) => {
    const out: MutableToken[] = [];
    let last = -1;
    let lastInput = -1;
    let pending = 0;
    const put = (token: MutableToken, increment: number): void => {
      last += out.length === 0 && increment === 0 ? 1 : increment;
      token.position = last;
      out.push(token);
    };
    for (const token of stream.tokens) {
      const increment = token.position - lastInput;
      lastInput = token.position;
      if (options.ignoresKeywords && token.isKeyword) {
        put(token, increment);
        continue;
      }
      pending += increment;
      const { parts, isWhole, isSingle } = wordParts(token.term, options);
      if (isWhole || options.protectedWords.has(token.term)) {
        put(token, pending);
        pending = 0;
        continue;
      }
      if (parts.length === 0 && !options.keepsOriginal) {
        if (increment === 1 && out.length > 0) pending--;
        continue;
      }
      if (options.keepsOriginal) {
        put({ ...token }, pending);
        pending = 0;
      }
      const isLegal = token.endOffset - token.startOffset === token.term.length;
      const made = isSingle
        ? single(token.term, parts, pending, options)
        : assemble(token.term, parts, pending, options);
      if (made.pieces.length > 0) pending = 0;
      for (const piece of made.pieces) {
        const isTrimmed = !isLegal && isSingle && token.startOffset + piece.start <= token.endOffset;
        put(
          {
            ...token,
            term: piece.term,
            positionLength: 1,
            startOffset: isLegal || isTrimmed ? token.startOffset + piece.start : token.startOffset,
            endOffset: isLegal ? token.startOffset + piece.end : token.endOffset,
            type: token.type,
          },
          piece.increment,
        );
      }
    }
    stream.endPosition = last + stream.endPosition - lastInput;
    stream.tokens = out;
  },
});

const single = (term: string, parts: readonly WordPart[], pending: number, options: WordPartOptions) => ({
  pieces: parts.slice(0, 1).map(
    ({ start, end }): Piece => ({
      term: term.slice(start, end),
      start,
      end,
      increment: options.keepsOriginal ? 0 : Math.max(1, pending),
    }),
  ),
});

const assemble = (term: string, parts: readonly WordPart[], given: number, options: WordPartOptions) => {
  const pieces: Piece[] = [];
  let pending = given;
  let hasOutput = false;
  let followsOriginal = !options.keepsOriginal;
  const increment = (isJoined: boolean): number => {
    const gap = pending;
    if (hasOutput) {
      pending = 0;
      return isJoined ? 0 : Math.max(1, gap);
    }
    hasOutput = true;
    if (!followsOriginal) {
      followsOriginal = true;
      return 0;
    }
    pending = 0;
    return Math.max(1, gap);
  };
  const join = (joined: readonly WordPart[]): void => {
    pieces.push({
      term: joined.map(({ start, end }) => term.slice(start, end)).join(''),
      start: joined[0]?.start ?? 0,
      end: joined[joined.length - 1]?.end ?? 0,
      increment: increment(true),
    });
    pending = 0;
  };
  let run: WordPart[] = [];
  let lastRunLength = 0;
  const flush = (): boolean => {
    if (run.length === 0) return false;
    lastRunLength = run.length;
    const isJoined = run.length !== 1 || !generatesPart(options, run[0]?.type ?? 0);
    if (isJoined) join(run);
    run = [];
    return isJoined;
  };
  const all: WordPart[] = [];
  for (const part of parts) {
    if (run.length > 0 && ((run[0]?.type ?? 0) & part.type) === 0) {
      flush();
      hasOutput = false;
    }
    if (catenatesPart(options, part.type)) run.push(part);
    if (options.catenateAll) all.push(part);
    if (generatesPart(options, part.type)) {
      const { start, end } = part;
      pieces.push({ term: term.slice(start, end), start, end, increment: increment(false) });
    }
  }
  flush();
  if (all.length > lastRunLength) join(all);
  pieces.sort((a, b) => a.start - b.start || b.increment - a.increment);
  return { pieces };
};
