import type { Token } from '../analysis/token.ts';

/** How much an inverted field keeps of each term's occurrences; each includes what stands before it. */
export type IndexOptions = 'docs' | 'freqs' | 'positions' | 'offsets';

/**
 * How the values of a column are kept:
 * `numbers`: any count a document, ascending; integers exact within 64 bits, or doubles;
 * `pairs`: two doubles a value, in the order given (geo points as latitude and longitude, ranges as from and to);
 * `ordinals`: the distinct terms of the inverted field of the same name, ascending;
 * `bytes`: byte strings in the order given.
 */
export type ColumnKind = 'numbers' | 'pairs' | 'ordinals' | 'bytes';

/** What a segment keeps of a field; all documents of an index agree on it. */
export interface FieldStorage {
  readonly name: string;
  readonly inverted: { readonly options: IndexOptions; readonly hasNorms: boolean } | null;
  /** An `ordinals` column needs `inverted`. */
  readonly column: ColumnKind | null;
  /** Dimensions of the field's vector, at most one a document. */
  readonly vectorDimensions: number | null;
}

/** One value set of one field of one document; a field occurs at most once in a document. */
export type SegmentField =
  /** Tokens in order of position; those of several values follow one another, with the gap in their positions. */
  | { readonly kind: 'tokens'; readonly storage: FieldStorage; readonly tokens: readonly Token[] }
  /** Whole terms without positions (keywords); each also enters the `ordinals` column where the storage has one. */
  | { readonly kind: 'terms'; readonly storage: FieldStorage; readonly terms: readonly string[] }
  /** Terms whose frequency is given, such as a feature's or a suggestion's weight: whole numbers from 1 to 2^31 - 1. */
  | {
      readonly kind: 'weighted';
      readonly storage: FieldStorage;
      readonly terms: readonly { readonly term: string; readonly freq: number }[];
    }
  | { readonly kind: 'numbers'; readonly storage: FieldStorage; readonly values: readonly (number | bigint)[] }
  | { readonly kind: 'pairs'; readonly storage: FieldStorage; readonly values: readonly (readonly [number, number])[] }
  | { readonly kind: 'bytes'; readonly storage: FieldStorage; readonly values: readonly Uint8Array[] }
  | { readonly kind: 'vector'; readonly storage: FieldStorage; readonly vector: Float32Array };

/** A document as a segment takes it. Nested objects are documents of their own that stand before their root, innermost first. */
export interface SegmentDocument {
  readonly fields: readonly SegmentField[];
  /** What is given back; null for a nested document. */
  readonly stored: StoredDocument | null;
}

export interface StoredDocument {
  readonly id: string;
  readonly routing: string | null;
  /** The JSON text as it came; null where `_source` is disabled. */
  readonly source: Uint8Array | null;
}

/** A root document with its nested ones before it; they live and die together. */
export type DocumentBlock = readonly SegmentDocument[];
