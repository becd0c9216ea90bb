import type { SegmentReader } from '../segment/segment-reader.ts';
import type { WriterSegment } from './writer-segment.ts';

/** An index at one moment, as another thread can open it; see `createIndexReader`. */
export interface IndexView {
  readonly generation: number;
  readonly segments: readonly { readonly name: string; readonly liveBits: Uint32Array | null }[];
}

/** An index at one moment: whatever is written later, it stays as it is until it is released. */
export interface IndexSnapshot {
  readonly segments: readonly SegmentReader[];
  readonly view: IndexView;
  /** One more user; each releases once. */
  retain(): void;
  release(): void;
}

/** The caller is its first user. */
export const takeSnapshot = (segments: readonly WriterSegment[], generation: number): IndexSnapshot => {
  const parts = segments.map((segment) => ({ shared: segment.shared, liveBits: segment.shareLive() }));
  for (const { shared } of parts) shared.retain();
  let users = 1;
  return {
    segments: parts.map(({ shared, liveBits }) => shared.core.reader(liveBits)),
    view: { generation, segments: parts.map(({ shared, liveBits }) => ({ name: shared.core.name, liveBits })) },
    retain() {
      users++;
    },
    release() {
      users--;
      if (users === 0) for (const { shared } of parts) shared.release();
    },
  };
};
