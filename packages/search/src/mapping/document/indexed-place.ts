import type { IndexMapping } from '../index-mapping.ts';
import type { FieldSink } from './field-sink.ts';

export interface SourceDocument {
  readonly id: string;
  readonly routing: string | null;
  /** UTF-8 JSON text. */
  readonly source: Uint8Array;
}

/** Where a field's value goes and what it belongs to. */
export interface IndexedPlace {
  readonly sinks: readonly FieldSink[];
  readonly document: SourceDocument;
  readonly index: IndexMapping;
}
