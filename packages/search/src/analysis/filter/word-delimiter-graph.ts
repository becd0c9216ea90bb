import type { TokenFilter } from '../component.ts';
import type { MutableToken, TokenStream } from '../token-stream.ts';
import { catenatesPart, generatesPart, type WordPart, type WordPartOptions, wordParts } from './word-parts.ts';

/** One output of a term: places relative to the term's own, units of the term that it covers. */
interface Piece {
  readonly term: string;
  readonly from: number;
  to: number;
  readonly start: number;
  readonly end: number;
}

/** Splits terms at signs, changes of case and numbers; joined forms span the places of their parts. */
export const wordDelimiterGraphFilter = (
  name: string,
  options: WordPartOptions & { readonly adjustsOffsets: boolean },
): TokenFilter => ({
  name,
  attributes: ['keyword'],
  forSynonyms: 'refuse',
  apply: (stream) => {
    const out: MutableToken[] = [];
    // Places that terms without any part leave, and those that parts add.
    let last = -1;
    let lastInput = -1;
    let pending = 0;
    let lastStart = 0;
    const put = (token: MutableToken, increment: number): void => {
      last += increment;
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
      if (parts.length === 0) {
        if (!options.keepsOriginal) continue;
        put(token, increment);
        pending = 0;
        continue;
      }
      const isAdjusting = options.adjustsOffsets && token.endOffset - token.startOffset === token.term.length;
      let from = 0;
      for (const piece of piecesOf(token.term, parts, isSingle, options)) {
        const start = isAdjusting ? token.startOffset + piece.start : token.startOffset;
        const end = isAdjusting ? token.startOffset + piece.end : token.endOffset;
        const made: MutableToken = {
          ...token,
          term: piece.term,
          positionLength: piece.to - piece.from,
          startOffset: Math.max(start, lastStart),
          endOffset: Math.max(end, lastStart),
        };
        lastStart = made.startOffset;
        put(made, pending + piece.from - from);
        pending = 0;
        from = piece.from;
      }
    }
    finish(stream, out, { last, lastInput });
  },
});

const finish = (
  stream: TokenStream,
  tokens: MutableToken[],
  { last, lastInput }: { readonly last: number; readonly lastInput: number },
): void => {
  stream.endPosition = last + stream.endPosition - lastInput;
  stream.tokens = tokens;
};

const piecesOf = (
  term: string,
  parts: readonly WordPart[],
  isSingle: boolean,
  options: WordPartOptions,
): readonly Piece[] => {
  const pieces: Piece[] = [];
  let place = 0;
  const addPart = ({ start, end }: WordPart): void => {
    pieces.push({ term: term.slice(start, end), from: place, to: place + 1, start, end });
    place++;
  };
  const first = parts[0];
  if (isSingle && first !== undefined) addPart(first);
  else addParts(term, parts, options, { pieces, addPart, place: () => place, advance: () => place++ });
  // By their beginnings, longer ones first; what is equal keeps its order.
  pieces.sort((a, b) => a.start - b.start || b.end - a.end);
  if (!options.keepsOriginal) return pieces;
  return [{ term, from: 0, to: Math.max(place, 1), start: 0, end: term.length }, ...pieces];
};

interface Assembly {
  readonly pieces: Piece[];
  readonly addPart: (part: WordPart) => void;
  readonly place: () => number;
  readonly advance: () => void;
}

const addParts = (term: string, parts: readonly WordPart[], options: WordPartOptions, assembly: Assembly): void => {
  const { pieces, addPart, place, advance } = assembly;
  let run: WordPart[] = [];
  let runPlace = 0;
  let lastRunLength = 0;
  const join = (joined: readonly WordPart[], from: number): void => {
    pieces.push({
      term: joined.map(({ start, end }) => term.slice(start, end)).join(''),
      from,
      to: place(),
      start: joined[0]?.start ?? 0,
      end: joined[joined.length - 1]?.end ?? 0,
    });
  };
  const flush = (): void => {
    if (run.length === 0) return;
    if (place() === runPlace) advance();
    lastRunLength = run.length;
    if (run.length !== 1 || !generatesPart(options, run[0]?.type ?? 0)) join(run, runPlace);
    run = [];
  };
  const all: WordPart[] = [];
  let allPlace = 0;
  for (const part of parts) {
    if (run.length > 0 && ((run[0]?.type ?? 0) & part.type) === 0) flush();
    if (catenatesPart(options, part.type)) {
      if (run.length === 0) runPlace = place();
      run.push(part);
    }
    if (options.catenateAll) {
      if (all.length === 0) allPlace = place();
      all.push(part);
    }
    if (generatesPart(options, part.type)) addPart(part);
  }
  flush();
  if (all.length > lastRunLength) {
    if (place() === allPlace) advance();
    join(all, allPlace);
  }
};
