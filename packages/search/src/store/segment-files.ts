import { ChunkCache } from '../segment/chunk-cache.ts';
import type { Compression } from '../segment/compression.ts';
import type { Directory } from '../segment/directory.ts';
import { PageCache } from '../segment/page-cache.ts';
import { openSegment, type SegmentCore } from '../segment/segment-file.ts';

/** The folder of an index with what reading its segments takes. Caches may be shared by several folders. */
export interface SegmentFiles {
  readonly directory: Directory;
  readonly compression: Compression;
  readonly pages: PageCache;
  readonly chunks: ChunkCache;
}

export const createSegmentFiles = (
  directory: Directory,
  compression: Compression,
  caches: { readonly pages?: PageCache; readonly chunks?: ChunkCache } = {},
): SegmentFiles => ({
  directory,
  compression,
  pages: caches.pages ?? new PageCache(),
  chunks: caches.chunks ?? new ChunkCache(),
});

/** An open segment that closes when the last of its users lets go of it. */
export interface SharedSegment {
  readonly core: SegmentCore;
  retain(): void;
  release(): void;
}

/** The caller is its first user. */
export const openShared = (files: SegmentFiles, name: string): SharedSegment => {
  const core = openSegment(files.directory, name, files);
  let users = 1;
  return {
    core,
    retain() {
      users++;
    },
    release() {
      users--;
      if (users === 0) core.close();
    },
  };
};
