import type { Directory } from '../segment/directory.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { IndexView } from './index-snapshot.ts';
import { loadLiveBits, loadManifest } from './manifest.ts';
import { openShared, type SegmentFiles, type SharedSegment } from './segment-files.ts';

/** Reads an index that another thread or process writes: it takes no lock and changes nothing. */
export interface IndexReader {
  /**
   * The segments of a view. They stay readable until the reader is closed or `open` was called with a view that has not
   * their files. Throws `no_such_file_exception` for a view so old that its files are gone.
   */
  open(view: IndexView): readonly SegmentReader[];
  close(): void;
}

export const createIndexReader = (files: SegmentFiles): IndexReader => {
  const open = new Map<string, SharedSegment>();
  const closeOthers = (wanted: ReadonlySet<string>): void => {
    for (const [name, shared] of open) {
      if (wanted.has(name)) continue;
      open.delete(name);
      shared.release();
    }
  };
  return {
    open(view) {
      const readers = view.segments.map(({ name, liveBits }) => {
        const shared = open.get(name) ?? openShared(files, name);
        open.set(name, shared);
        return shared.core.reader(liveBits);
      });
      closeOthers(new Set(view.segments.map(({ name }) => name)));
      return readers;
    },
    close: () => closeOthers(new Set()),
  };
};

/** What the folder holds durably: without what was written since the last flush. */
export const durableView = (directory: Directory): IndexView => {
  const manifest = loadManifest(directory);
  return {
    generation: manifest?.generation ?? 0,
    segments: (manifest?.segments ?? []).map(({ name, liveFile }) => ({
      name,
      liveBits: liveFile === null ? null : loadLiveBits(directory, liveFile),
    })),
  };
};
