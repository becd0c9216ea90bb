import type { ColumnPlace } from './column-writer.ts';
import type { FieldStorage } from './segment-document.ts';
import type { StoredPlace } from './stored-fields.ts';

/** Where a field's terms stand in the file. */
export interface TermsPlace {
  readonly blocksAt: number;
  readonly blocksLength: number;
  readonly startsAt: number;
  readonly startsLength: number;
  readonly size: number;
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
}

export interface FieldPlace {
  readonly storage: FieldStorage;
  readonly terms: TermsPlace | null;
  /** A byte a document. */
  readonly normsAt: number | null;
  /** `numbers` and `ordinals` have one column, `pairs` two, `bytes` those of starts and lengths. */
  readonly columns: readonly ColumnPlace[];
  /** Starts of the vectors. */
  readonly vectors: ColumnPlace | null;
}

/** What a segment's file says of itself: JSON at its end. */
export interface SegmentMeta {
  readonly version: 1;
  readonly maxDoc: number;
  /** Bits of the root documents; null where all are roots. */
  readonly rootBitsAt: number | null;
  readonly stored: StoredPlace;
  readonly fields: readonly FieldPlace[];
}

export const encodeMeta = (meta: SegmentMeta): Uint8Array => new TextEncoder().encode(JSON.stringify(meta));

export const decodeMeta = (bytes: Uint8Array): SegmentMeta =>
  // The bytes passed their checksum: they are what encodeMeta made.
  JSON.parse(new TextDecoder().decode(bytes)) as SegmentMeta;

export const segmentFileName = (name: string): string => `${name}.seg`;
