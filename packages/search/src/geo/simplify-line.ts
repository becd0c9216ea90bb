import type { Position } from './geometry.ts';

/**
 * Thins a line to at most `size` positions, keeping its ends: again and again the position that spans the smallest triangle with its
 * neighbours goes (Visvalingam and Whyatt), as `geo_line` does over time series.
 */
export function simplifyLine(points: readonly Position[], size: number): readonly Position[] {
  if (points.length <= size) return points;
  const count = points.length;
  const previous = Int32Array.from({ length: count }, (_, i) => i - 1);
  const next = Int32Array.from({ length: count }, (_, i) => i + 1);
  const areas = new Float64Array(count).fill(Infinity);
  const heap: number[] = [];
  const place = new Int32Array(count).fill(-1);

  const areaOf = (i: number): number => {
    const [ax = 0, ay = 0] = points[previous[i] ?? 0] ?? [];
    const [bx = 0, by = 0] = points[i] ?? [];
    const [cx = 0, cy = 0] = points[next[i] ?? 0] ?? [];
    return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
  };
  const isLess = (a: number, b: number): boolean => {
    const difference = (areas[a] ?? 0) - (areas[b] ?? 0);
    return difference < 0 || (difference === 0 && a < b);
  };
  const put = (at: number, item: number): void => {
    heap[at] = item;
    place[item] = at;
  };
  const sift = (from: number): void => {
    let at = from;
    const item = heap[at] ?? 0;
    while (at > 0 && isLess(item, heap[(at - 1) >> 1] ?? 0)) {
      put(at, heap[(at - 1) >> 1] ?? 0);
      at = (at - 1) >> 1;
    }
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && isLess(heap[child + 1] ?? 0, heap[child] ?? 0)) child++;
      if (child >= heap.length || !isLess(heap[child] ?? 0, item)) break;
      put(at, heap[child] ?? 0);
      at = child;
    }
    put(at, item);
  };

  for (let i = 1; i < count - 1; i++) {
    areas[i] = areaOf(i);
    put(heap.length, i);
    sift(heap.length - 1);
  }
  for (let left = count; left > Math.max(2, size); left--) {
    const gone = heap[0] ?? 0;
    const last = heap.pop() ?? 0;
    if (heap.length > 0) {
      put(0, last);
      sift(0);
    }
    place[gone] = -1;
    const before = previous[gone] ?? 0;
    const after = next[gone] ?? 0;
    next[before] = after;
    previous[after] = before;
    for (const neighbor of [before, after]) {
      if (neighbor <= 0 || neighbor >= count - 1) continue;
      // A position never becomes less weighty than one already gone.
      areas[neighbor] = Math.max(areaOf(neighbor), areas[gone] ?? 0);
      sift(place[neighbor] ?? 0);
    }
  }
  const kept: Position[] = [];
  for (let i = 0; i < count; i = next[i] ?? count) {
    const point = points[i];
    if (point !== undefined) kept.push(point);
  }
  return kept;
}
