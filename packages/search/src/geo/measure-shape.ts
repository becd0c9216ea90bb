import type { Box } from './geohash.ts';
import { type Geometry, type Position, signedArea } from './geometry.ts';
import { splitShape } from './split-shape.ts';

/** A weighted mean place; of several shapes only those of the highest dimension count. */
export interface ShapeCentroid {
  /** 0 for points, 1 for lines, 2 for areas. */
  readonly dimension: 0 | 1 | 2;
  /** Number of points, length or area, in degrees. */
  readonly weight: number;
  readonly lon: number;
  readonly lat: number;
}

/** The centroid of the parts of the highest dimension: areas before lines before points. Undefined for an empty geometry. */
export function shapeCentroid(geometry: Geometry): ShapeCentroid | undefined {
  const { points, lines, polygons } = splitShape(geometry);
  let sumX = 0;
  let sumY = 0;
  let weight = 0;
  for (const rings of polygons) {
    rings.forEach((ring, index) => {
      // Holes take away, whichever way their rings run.
      const sign = Math.sign(signedArea(ring)) * (index === 0 ? 1 : -1);
      for (let i = 0; i + 1 < ring.length; i++) {
        const [x1 = 0, y1 = 0] = ring[i] ?? [];
        const [x2 = 0, y2 = 0] = ring[i + 1] ?? [];
        const cross = (x1 * y2 - x2 * y1) * sign;
        sumX += (x1 + x2) * cross;
        sumY += (y1 + y2) * cross;
        weight += cross;
      }
    });
  }
  if (weight > 0) return { dimension: 2, weight: weight / 2, lon: sumX / (3 * weight), lat: sumY / (3 * weight) };
  [sumX, sumY, weight] = [0, 0, 0];
  for (const line of [...lines, ...polygons.flat()]) {
    for (let i = 0; i + 1 < line.length; i++) {
      const [x1 = 0, y1 = 0] = line[i] ?? [];
      const [x2 = 0, y2 = 0] = line[i + 1] ?? [];
      const length = Math.hypot(x2 - x1, y2 - y1);
      sumX += ((x1 + x2) / 2) * length;
      sumY += ((y1 + y2) / 2) * length;
      weight += length;
    }
  }
  if (weight > 0) return { dimension: 1, weight, lon: sumX / weight, lat: sumY / weight };
  const all: readonly Position[] = [...points, ...lines.flat()];
  if (all.length === 0) return undefined;
  for (const [x, y] of all) {
    sumX += x;
    sumY += y;
  }
  return { dimension: 0, weight: all.length, lon: sumX / all.length, lat: sumY / all.length };
}

/** Collects points for `geo_bounds`; no object is made per point. */
export interface BoundsCollector {
  add(lat: number, lon: number): void;
  merge(other: BoundsCollector): void;
  /** The edges, over the date line where that is narrower and allowed; undefined without a point. */
  result(wrapsLongitude: boolean): Box | undefined;
  /** Top, bottom, and the ends west and east on the positive and negative side. */
  readonly state: Float64Array;
}

export function createBoundsCollector(): BoundsCollector {
  const state = Float64Array.of(-Infinity, Infinity, Infinity, -Infinity, Infinity, -Infinity);
  const widen = (index: number, value: number, isMax: boolean): void => {
    const own = state[index] ?? 0;
    if (isMax ? value > own : value < own) state[index] = value;
  };
  return {
    state,
    add(lat, lon) {
      widen(0, lat, true);
      widen(1, lat, false);
      const side = lon >= 0 ? 2 : 4;
      widen(side, lon, false);
      widen(side + 1, lon, true);
    },
    merge(other) {
      other.state.forEach((value, index) => {
        widen(index, value, index === 0 || index === 3 || index === 5);
      });
    },
    result(wrapsLongitude) {
      const [maxLat = 0, minLat = 0, posLeft = 0, posRight = 0, negLeft = 0, negRight = 0] = state;
      if (posLeft === Infinity && negLeft === Infinity) return undefined;
      if (posLeft === Infinity) return { minLat, maxLat, minLon: negLeft, maxLon: negRight };
      if (negLeft === Infinity) return { minLat, maxLat, minLon: posLeft, maxLon: posRight };
      const isNarrowerAround = wrapsLongitude && posRight - negLeft > 180 - posLeft + (180 + negRight);
      return isNarrowerAround
        ? { minLat, maxLat, minLon: posLeft, maxLon: negRight }
        : { minLat, maxLat, minLon: negLeft, maxLon: posRight };
    },
  };
}

/** Adds all positions of a shape to a collector. */
export function addShapeBounds(geometry: Geometry, collector: BoundsCollector): void {
  const { points, lines, polygons } = splitShape(geometry);
  for (const [lon, lat] of [...points, ...lines.flat(), ...polygons.flat(2)]) collector.add(lat, lon);
}

/** True when the point lies in the box, edges included; a box with `minLon` above `maxLon` goes over the date line. */
export function boxContains(box: Box, lat: number, lon: number): boolean {
  if (lat < box.minLat || lat > box.maxLat) return false;
  return box.minLon <= box.maxLon ? lon >= box.minLon && lon <= box.maxLon : lon >= box.minLon || lon <= box.maxLon;
}
