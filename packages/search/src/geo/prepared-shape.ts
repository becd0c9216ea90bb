import { illegalArgument } from '../error/es-error.ts';
import { javaDoubleText } from '../json/java-number.ts';
import type { Geometry, Position, Ring } from './geometry.ts';
import {
  decodeLatitude,
  decodeLongitude,
  encodeLatitudeCeil,
  encodeLongitudeCeil,
  quantizeLatitude,
  quantizeLongitude,
} from './quantize.ts';
import { splitShape } from './split-shape.ts';

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Edges lie one after another as x1, y1, x2, y2. */
export interface PreparedPolygon {
  readonly edges: Float64Array;
  readonly bounds: Bounds;
}

/** A geometry made ready for spatial relations: cut at the date line. */
export interface PreparedShape {
  /** x, y, x, y … */
  readonly points: Float64Array;
  /** The segments of lines. */
  readonly segments: Float64Array;
  readonly polygons: readonly PreparedPolygon[];
  readonly bounds: Bounds;
}

/**
 * The shape of a document lies on Lucene's grid of 32 bits, that of a query as it was given (but its points on the grid too, and an envelope alone on the cells
 * within it):
 * so shapes that only touch meet or miss each other as in Lucene. Refuses latitudes beyond the poles, and a document's rings that cross themselves.
 */
export function prepareShape(geometry: Geometry, use: 'document' | 'query'): PreparedShape {
  const isDocument = use === 'document';
  const parts = splitShape(!isDocument && geometry.type === 'envelope' ? innerCells(geometry) : geometry);
  const place = isDocument ? onGrid : (position: Position): Position => position;
  const points = parts.points.map(onGrid);
  const lines = parts.lines.map((line) => line.map(place));
  const polygons = parts.polygons.map((rings) => {
    const own = rings.map((ring) => ring.map(place));
    const edges = Float64Array.from(own.flatMap(edgesOf));
    if (isDocument) refuseCrossing(edges);
    return { edges, bounds: boundsOf([edges]) };
  });
  const pointArray = Float64Array.from(points.flat());
  const segments = Float64Array.from(lines.flatMap(edgesOf));
  const bounds = boundsOf([pointArray, segments, ...polygons.map(({ edges }) => edges)]);
  return { points: pointArray, segments, polygons, bounds };
}

function innerCells(box: Extract<Geometry, { type: 'envelope' }>): Geometry {
  return {
    type: 'envelope',
    minLon: decodeLongitude(encodeLongitudeCeil(box.minLon)),
    maxLon: quantizeLongitude(box.maxLon),
    minLat: decodeLatitude(encodeLatitudeCeil(box.minLat)),
    maxLat: quantizeLatitude(box.maxLat),
  };
}

const onGrid = ([lon, lat]: Position): Position => [quantizeLongitude(lon), quantizeLatitude(lat)];

function edgesOf(positions: Ring): number[] {
  const edges: number[] = [];
  for (let i = 0; i + 1 < positions.length; i++) {
    const [x1 = 0, y1 = 0] = positions[i] ?? [];
    const [x2 = 0, y2 = 0] = positions[i + 1] ?? [];
    // Positions that fall together on the grid make no edge, unless they are all there is.
    if (x1 !== x2 || y1 !== y2 || positions.length === 2) edges.push(x1, y1, x2, y2);
  }
  return edges;
}

function boundsOf(arrays: readonly Float64Array[]): Bounds {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const array of arrays) {
    for (let i = 0; i < array.length; i += 2) {
      const x = array[i] ?? 0;
      const y = array[i + 1] ?? 0;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  return { minX, minY, maxX, maxY };
}

export const boundsMeet = (a: Bounds, b: Bounds): boolean =>
  a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;

const maxComparisons = 10_000_000;

/** Looks for two edges that cross properly, sweeping from west to east. */
function refuseCrossing(edges: Float64Array): void {
  const order = Array.from({ length: edges.length / 4 }, (_, index) => index * 4);
  const west = (at: number): number => Math.min(edges[at] ?? 0, edges[at + 2] ?? 0);
  const east = (at: number): number => Math.max(edges[at] ?? 0, edges[at + 2] ?? 0);
  order.sort((a, b) => west(a) - west(b));
  let open: number[] = [];
  let compared = 0;
  for (const at of order) {
    const from = west(at);
    open = open.filter((other) => east(other) >= from);
    // A comb of long teeth would take the square of its edges: such a shape is taken unchecked.
    compared += open.length;
    if (compared > maxComparisons) return;
    for (const other of open) {
      const place = crossing(edges, at, other);
      if (place !== undefined) {
        const [x, y] = place;
        throw illegalArgument(
          `Unable to Tessellate shape. Possible malformed shape detected. Polygon self-intersection at lat=${javaDoubleText(y)} lon=${javaDoubleText(x)}`,
        );
      }
    }
    open.push(at);
  }
}

/** The point where two edges cross within both; undefined when they only touch. */
function crossing(edges: Float64Array, a: number, b: number): Position | undefined {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = edges.subarray(a, a + 4);
  const [x3 = 0, y3 = 0, x4 = 0, y4 = 0] = edges.subarray(b, b + 4);
  const d1 = side(x1, y1, x2, y2, x3, y3);
  const d2 = side(x1, y1, x2, y2, x4, y4);
  const d3 = side(x3, y3, x4, y4, x1, y1);
  const d4 = side(x3, y3, x4, y4, x2, y2);
  if (d1 * d2 >= 0 || d3 * d4 >= 0) return undefined;
  const t = d3 / (d3 - d4);
  return [x1 + t * (x2 - x1), y1 + t * (y2 - y1)];
}

/** Positive when the point lies to the left of the way from 1 to 2; zero within rounding. */
export function side(x1: number, y1: number, x2: number, y2: number, x: number, y: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const cross = dx * (y - y1) - dy * (x - x1);
  const tolerance = 1e-10 * (Math.abs(dx) + Math.abs(dy));
  return cross > tolerance || cross < -tolerance ? cross : 0;
}
