/** A segment as the merge policy sees it. */
export interface MergeCandidate {
  readonly name: string;
  readonly bytes: number;
  readonly docs: number;
  readonly liveDocs: number;
}

const SEGMENTS_A_TIER = 10;
const FLOOR_BYTES = 2 * 1024 * 1024;
const MAX_MERGED_BYTES = 5 * 1024 * 1024 * 1024;
const MAX_DELETED_SHARE = 0.33;

/** Groups of segments to be merged now: ten of about one size, or one that is a third deleted. */
export const planMerges = (segments: readonly MergeCandidate[]): readonly (readonly string[])[] => {
  const tiers = new Map<number, MergeCandidate[]>();
  const groups: string[][] = [];
  for (const segment of segments) {
    const live = liveBytes(segment);
    if (live > MAX_MERGED_BYTES / 2) continue;
    const tier = Math.floor(Math.log10(Math.max(live, FLOOR_BYTES) / FLOOR_BYTES));
    const own = tiers.get(tier);
    if (own === undefined) tiers.set(tier, [segment]);
    else own.push(segment);
  }
  for (const tier of tiers.values()) {
    if (tier.length >= SEGMENTS_A_TIER) {
      const smallest = new Set(
        [...tier].sort((left, right) => liveBytes(left) - liveBytes(right)).slice(0, SEGMENTS_A_TIER),
      );
      groups.push(tier.filter((segment) => smallest.has(segment)).map(({ name }) => name));
      continue;
    }
    for (const segment of tier) {
      if (segment.docs - segment.liveDocs > segment.docs * MAX_DELETED_SHARE) groups.push([segment.name]);
    }
  }
  return groups;
};

/** The one group that leaves at most `maxSegments`; null where there is nothing to do. */
export const planForceMerge = (segments: readonly MergeCandidate[], maxSegments: number): readonly string[] | null => {
  const hasDeletes = segments.some((segment) => segment.liveDocs < segment.docs);
  if (segments.length <= maxSegments && !(maxSegments === 1 && hasDeletes)) return null;
  const count = Math.max(1, segments.length - maxSegments + 1);
  const smallest = new Set([...segments].sort((left, right) => liveBytes(left) - liveBytes(right)).slice(0, count));
  return segments.filter((segment) => smallest.has(segment)).map(({ name }) => name);
};

const liveBytes = ({ bytes, docs, liveDocs }: MergeCandidate): number => (docs === 0 ? 0 : (bytes * liveDocs) / docs);
