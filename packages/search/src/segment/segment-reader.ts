import type { StoredDocument } from './segment-document.ts';

/** What an iterator stands on when there is no further document. */
export const NO_MORE_DOCS = 0x7fffffff;

/** Walks documents of one segment, ascending. */
export interface DocIterator {
  /** The current document: -1 before the first `next`, NO_MORE_DOCS after the last. */
  readonly docId: number;
  next(): number;
  /** The first document at or after `target`, which lies beyond the current one. */
  advance(target: number): number;
  /** About how many documents it will give. */
  readonly cost: number;
}

export type PostingsNeed = 'docs' | 'freqs' | 'positions' | 'offsets';

/** The documents of one term. Positions are asked at most `freq` times a document. */
export interface Postings extends DocIterator {
  readonly freq: number;
  nextPosition(): number;
  /** Of the current position; -1 where the field keeps no offsets. */
  readonly startOffset: number;
  readonly endOffset: number;
  /**
   * Moves to the block that holds `target` without decoding it and gives the last document of that block.
   * With `blockImpacts` it allows to skip blocks that cannot compete.
   */
  shallowAdvance(target: number): number;
  /** Of the block last shallowly advanced to: pairs (freq, norm byte), each of which could score highest. */
  blockImpacts(): { readonly freqs: Int32Array; readonly norms: Uint8Array; readonly count: number };
}

/** The terms of one field in one segment, sorted as UTF-8 bytes (by code point); an ordinal is a place in that order. */
export interface FieldTerms {
  readonly size: number;
  /** Documents that have the field. */
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly hasOffsets: boolean;
  term(ordinal: number): string;
  /** The term's UTF-8 bytes: a view that is good until the next call. */
  termBytes(ordinal: number): Uint8Array;
  /** -1 where the segment does not have it. */
  ordinalOf(term: string): number;
  /** The first ordinal whose term is not below `term`; `size` when all are. */
  lowerBound(term: string): number;
  docFreq(ordinal: number): number;
  totalTermFreq(ordinal: number): number;
  postings(ordinal: number, need: PostingsNeed): Postings;
}

/** Numbers by document. `valueAt` and `value` are nearest doubles; `exactAt` is for integers beyond 2^53. */
export interface NumberColumn {
  /** No document has more than one value. */
  readonly isSingle: boolean;
  /** Whether all values are integers kept exactly, perhaps beyond 2^53. */
  readonly hasBigIntegers: boolean;
  readonly docCount: number;
  readonly min: number;
  readonly max: number;
  /** How many values the document has. */
  count(doc: number): number;
  /** The document's first value; NaN without one. */
  value(doc: number): number;
  /** The `index`-th value of the document, ascending. */
  valueAt(doc: number, index: number): number;
  exactAt(doc: number, index: number): bigint;
  /**
   * The documents in [fromDoc, toDoc) with a value in [low, high], as bits of `into` (bit of document `doc`), blocks that
   * cannot match skipped by their bounds.
   */
  collectRange(range: { readonly low: number; readonly high: number }, into: Uint32Array): void;
}

export interface PairColumn {
  readonly docCount: number;
  count(doc: number): number;
  first(doc: number, index: number): number;
  second(doc: number, index: number): number;
}

/** Ordinals of the field's terms by document, ascending and distinct. */
export interface OrdinalColumn {
  readonly isSingle: boolean;
  readonly docCount: number;
  count(doc: number): number;
  /** The first ordinal; -1 without one. */
  ordinal(doc: number): number;
  ordinalAt(doc: number, index: number): number;
}

export interface BytesColumn {
  readonly docCount: number;
  count(doc: number): number;
  bytesAt(doc: number, index: number): Uint8Array;
}

export interface VectorColumn {
  readonly dimensions: number;
  readonly docCount: number;
  has(doc: number): boolean;
  /** A view that is good until the next call. */
  vector(doc: number): Float32Array;
}

/** An immutable part of an index; a reader is a list of them. Everything of a field that it has not is null. */
export interface SegmentReader {
  readonly name: string;
  /** Documents, deleted and nested ones included. */
  readonly maxDoc: number;
  /** Root documents that are alive. */
  readonly liveRootCount: number;
  /** Whether a document is alive; a nested one dies with its root. */
  isLive(doc: number): boolean;
  /** Bits of the live documents; null where all are. */
  readonly liveBits: Uint32Array | null;
  /** Bits of the root documents; null where there is no nested one. */
  readonly rootBits: Uint32Array | null;
  readonly fieldNames: readonly string[];
  terms(field: string): FieldTerms | null;
  /** A byte a document: the length of the field as Lucene's SmallFloat has it; null without norms. */
  norms(field: string): Uint8Array | null;
  numbers(field: string): NumberColumn | null;
  pairs(field: string): PairColumn | null;
  ordinals(field: string): OrdinalColumn | null;
  bytes(field: string): BytesColumn | null;
  vectors(field: string): VectorColumn | null;
  /** Of a root document. */
  stored(doc: number): StoredDocument;
}
