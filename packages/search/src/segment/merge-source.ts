import type { FieldStorage } from './segment-document.ts';
import type { SegmentCore } from './segment-file.ts';

/** A source with the numbers that its documents get: -1 for those that are left out. */
export interface MappedSource {
  readonly core: SegmentCore;
  readonly newDocs: Int32Array;
}

/** One field of the sources, on its way into their merge. */
export interface FieldMerge {
  readonly storage: FieldStorage;
  readonly sources: readonly MappedSource[];
  readonly maxDoc: number;
  readonly checkStop: () => void;
}
