import { illegalArgument } from '../../error/es-error.ts';
import type { TokenFilter } from '../component.ts';
import { createToken, type MutableToken, type TokenStream } from '../token-stream.ts';

export interface ShingleOptions {
  readonly min: number;
  readonly max: number;
  readonly outputsUnigrams: boolean;
  readonly outputsUnigramsIfNoShingles: boolean;
  readonly separator: string;
  readonly filler: string;
}

export const defaultShingles: ShingleOptions = {
  min: 2,
  max: 2,
  outputsUnigrams: true,
  outputsUnigramsIfNoShingles: false,
  separator: ' ',
  filler: '_',
};

interface Slot {
  readonly token: MutableToken;
  readonly isFiller: boolean;
}

/** Runs of neighbouring terms joined to one, each at the place of its first. */
export const shingleFilter = (name: string, options: ShingleOptions): TokenFilter => {
  if (options.max < 2) throw illegalArgument('Max shingle size must be >= 2');
  if (options.min < 2) throw illegalArgument('Min shingle size must be >= 2');
  if (options.min > options.max) throw illegalArgument('Min shingle size must be <= max shingle size');
  return {
    name,
    forSynonyms: 'refuse',
    apply: (stream) => {
      const slots = slotsOf(stream, options);
      const isTooShort = options.outputsUnigramsIfNoShingles && slots.length < options.min;
      const withUnigrams = options.outputsUnigrams || isTooShort;
      const out: MutableToken[] = [];
      let position = -1;
      for (let from = 0; from < slots.length; from++) {
        // Where an empty place comes first and too little follows, Lucene's filter ends, whatever is left.
        if (withUnigrams && isStuck(slots, from, options)) break;
        let isFirst = true;
        const emit = (size: number): void => {
          const made = shingleAt(slots, from, size, options);
          if (made === undefined) return;
          if (isFirst) position++;
          isFirst = false;
          made.position = position;
          made.positionLength = options.outputsUnigrams ? size : Math.max(1, size - options.min + 1);
          out.push(made);
        };
        if (withUnigrams) emit(1);
        for (let size = options.min; size <= options.max && from + size <= slots.length; size++) emit(size);
      }
      stream.endPosition = position + stream.endPosition - (stream.tokens.at(-1)?.position ?? -1);
      stream.tokens = out;
    },
  };
};

/** The tokens with fillers where places are empty, at most `max - 1` in a row; those at the end included. */
const slotsOf = (stream: TokenStream, { max, filler }: ShingleOptions): readonly Slot[] => {
  const slots: Slot[] = [];
  let last = -1;
  for (const token of stream.tokens) {
    for (let gap = Math.min(token.position - last - 1, max - 1); gap > 0; gap--) {
      slots.push({ token: { ...token, term: filler, endOffset: token.startOffset }, isFiller: true });
    }
    slots.push({ token, isFiller: false });
    last = token.position;
  }
  for (let gap = Math.min(stream.endPosition - last, max - 1); gap > 0; gap--) {
    const { endOffset } = stream;
    slots.push({ token: createToken(filler, 0, endOffset, endOffset, 'word'), isFiller: true });
  }
  return slots;
};

const isStuck = (slots: readonly Slot[], from: number, { min, max }: ShingleOptions): boolean => {
  let fillers = 0;
  while (slots[from + fillers]?.isFiller === true) fillers++;
  const size = Math.max(min, fillers + 1);
  return fillers > 0 && Math.min(max, slots.length - from) < size;
};

const shingleAt = (
  slots: readonly Slot[],
  from: number,
  size: number,
  { separator }: ShingleOptions,
): MutableToken | undefined => {
  const run = slots.slice(from, from + size);
  const first = run[0];
  const last = run[run.length - 1];
  if (first === undefined || last === undefined || run.every(({ isFiller }) => isFiller)) return undefined;
  return {
    ...first.token,
    term: run.map(({ token }) => token.term).join(separator),
    endOffset: last.token.endOffset,
    type: size > 1 ? 'shingle' : first.token.type,
  };
};
