import type { Token } from '../../analysis/token.ts';
import type { FieldStorage, SegmentField, StoredDocument, SegmentDocument } from '../../segment/segment-document.ts';
import { metadataStorage } from '../build-mapping.ts';

/** Gathers what one document (a root, or a nested object) gives to a segment. */
export interface FieldSink {
  /** The tokens of one more value; `gap` positions lie between values, and one unit of offset. */
  addTokens(storage: FieldStorage, tokens: readonly Token[], value: { readonly gap: number; readonly length: number }): void;
  addTerm(storage: FieldStorage, term: string): void;
  addWeighted(storage: FieldStorage, term: string, freq: number): void;
  addNumber(storage: FieldStorage, value: number | bigint): void;
  addPair(storage: FieldStorage, first: number, second: number): void;
  addBytes(storage: FieldStorage, bytes: Uint8Array): void;
  /** False where the document has one already. */
  setVector(storage: FieldStorage, vector: Float32Array): boolean;
  /** `exists` finds the document by it. */
  markPresent(field: string): void;
  markIgnored(field: string): void;
  finish(stored: StoredDocument | null): SegmentDocument;
}

