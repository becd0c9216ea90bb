import { countBits, hasBit } from '../segment/bit-set.ts';
import { mergeSegments } from '../segment/merge-segments.ts';
import { openShared, type SegmentFiles } from './segment-files.ts';
import type { WriterSegment } from './writer-segment.ts';

/** A merge that is to be run, in any thread: plain data. */
export interface MergePlan {
  /** Name of the segment that it makes. */
  readonly target: string;
  readonly sources: readonly {
    readonly name: string;
    readonly maxDoc: number;
    readonly liveBits: Uint32Array | null;
  }[];
}

export const liveDocsOf = (plan: MergePlan): number =>
  plan.sources.reduce((sum, { liveBits, maxDoc }) => sum + (liveBits === null ? maxDoc : countBits(liveBits)), 0);

/** Writes the plan's segment, durably; makes none where no document is left. */
export const runMerge = (files: SegmentFiles, plan: MergePlan): void => {
  if (liveDocsOf(plan) === 0) return;
  const open = plan.sources.map(({ name, liveBits }) => ({ shared: openShared(files, name), liveBits }));
  try {
    mergeSegments({
      sources: open.map(({ shared, liveBits }) => ({ core: shared.core, liveBits })),
      directory: files.directory,
      name: plan.target,
      compression: files.compression,
    });
  } finally {
    for (const { shared } of open) shared.release();
  }
};

/** Deletes in the merged segment what was deleted in its sources since the plan was made. */
export const carryDeletes = (plan: MergePlan, sources: readonly WriterSegment[], merged: WriterSegment): void => {
  let target = 0;
  for (const [index, { liveBits, maxDoc }] of plan.sources.entries()) {
    const source = sources[index];
    for (let doc = 0; doc < maxDoc; doc++) {
      if (liveBits !== null && !hasBit(liveBits, doc)) continue;
      if (source?.isLive(doc) === false && merged.isRoot(target)) merged.kill(target);
      target++;
    }
  }
};
