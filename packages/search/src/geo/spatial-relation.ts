import { illegalArgument } from '../error/es-error.ts';
import { type Bounds, boundsMeet, type PreparedPolygon, type PreparedShape, side } from './prepared-shape.ts';

export type SpatialRelation = 'intersects' | 'disjoint' | 'within' | 'contains';

/** True when the shape of a document stands in the relation to the shape of a query; borders belong to shapes. */
export function relates(document: PreparedShape, query: PreparedShape, relation: SpatialRelation): boolean {
  switch (relation) {
    case 'intersects':
      return intersects(document, query);
    case 'disjoint':
      return !intersects(document, query);
    case 'within':
      return covers(query, document);
    case 'contains':
      return !bordersMeet(document, query) && covers(document, query);
  }
}

/** Refuses `within` a line, which Lucene does not know: no shape of a document has room there. */
export function checkRelation(query: PreparedShape, relation: SpatialRelation): void {
  if (relation === 'within' && query.segments.length > 0) {
    throw illegalArgument('LatLonShapeQuery does not support WITHIN queries with line geometries');
  }
}

/** 1 inside, 0 on the border, −1 outside a polygon; holes count as outside. */
function locateInPolygon({ edges, bounds }: PreparedPolygon, x: number, y: number): -1 | 0 | 1 {
  if (x < bounds.minX || x > bounds.maxX || y < bounds.minY || y > bounds.maxY) return -1;
  let isInside = false;
  for (let i = 0; i < edges.length; i += 4) {
    const x1 = edges[i] ?? 0;
    const y1 = edges[i + 1] ?? 0;
    const x2 = edges[i + 2] ?? 0;
    const y2 = edges[i + 3] ?? 0;
    if (isOnSegment(x1, y1, x2, y2, x, y)) return 0;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) isInside = !isInside;
  }
  return isInside ? 1 : -1;
}

/** A tenth of a millimetre, below the grid on which all shapes lie. */
const nearby = 1e-9;

function isOnSegment(x1: number, y1: number, x2: number, y2: number, x: number, y: number): boolean {
  if (x < Math.min(x1, x2) - nearby || x > Math.max(x1, x2) + nearby) return false;
  if (y < Math.min(y1, y2) - nearby || y > Math.max(y1, y2) + nearby) return false;
  return side(x1, y1, x2, y2, x, y) === 0;
}

/** Where a point lies to the polygons of a shape: 1 inside one, 0 on a border, −1 outside all. */
export function locatePoint(shape: PreparedShape, x: number, y: number): -1 | 0 | 1 {
  let best: -1 | 0 | 1 = -1;
  for (const polygon of shape.polygons) {
    const found = locateInPolygon(polygon, x, y);
    if (found === 1) return 1;
    if (found === 0) best = 0;
  }
  return best;
}

/** True when the point belongs to the shape. */
export function coversPoint(shape: PreparedShape, x: number, y: number): boolean {
  const { minX, minY, maxX, maxY } = shape.bounds;
  if (x < minX - nearby || x > maxX + nearby || y < minY - nearby || y > maxY + nearby) return false;
  if (locatePoint(shape, x, y) >= 0 || isOnLines(shape, x, y)) return true;
  const { points } = shape;
  for (let i = 0; i < points.length; i += 2) {
    if (Math.abs((points[i] ?? 0) - x) <= nearby && Math.abs((points[i + 1] ?? 0) - y) <= nearby) return true;
  }
  return false;
}

function isOnLines({ segments }: PreparedShape, x: number, y: number): boolean {
  for (let i = 0; i < segments.length; i += 4) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = segments.subarray(i, i + 4);
    if (isOnSegment(x1, y1, x2, y2, x, y)) return true;
  }
  return false;
}

const edgeArrays = (shape: PreparedShape): Float64Array[] => [
  shape.segments,
  ...shape.polygons.map(({ edges }) => edges),
];

function intersects(a: PreparedShape, b: PreparedShape): boolean {
  if (!boundsMeet(a.bounds, b.bounds)) return false;
  if (hasPointIn(a.points, b) || hasPointIn(b.points, a)) return true;
  for (const edges of edgeArrays(a)) {
    const near = edgesNear(edges, b.bounds);
    if (near.length > 0 && edgeArrays(b).some((others) => edgesMeet(near, edgesNear(others, a.bounds)))) return true;
  }
  // No borders meet: a part lies in a polygon of the other whole or not at all.
  return hasStartIn(a, b) || hasStartIn(b, a);
}

function hasPointIn(points: Float64Array, shape: PreparedShape): boolean {
  for (let i = 0; i < points.length; i += 2) if (coversPoint(shape, points[i] ?? 0, points[i + 1] ?? 0)) return true;
  return false;
}

function hasStartIn(inner: PreparedShape, outer: PreparedShape): boolean {
  if (outer.polygons.length === 0) return false;
  for (const { edges } of inner.polygons) if (locatePoint(outer, edges[0] ?? 0, edges[1] ?? 0) >= 0) return true;
  // Each segment, for a line may have been cut into several.
  const { segments } = inner;
  for (let i = 0; i < segments.length; i += 4)
    if (locatePoint(outer, segments[i] ?? 0, segments[i + 1] ?? 0) >= 0) return true;
  return false;
}

function edgesNear(edges: Float64Array, bounds: Bounds): Float64Array {
  const near: number[] = [];
  for (let i = 0; i < edges.length; i += 4) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = edges.subarray(i, i + 4);
    if (Math.max(x1, x2) < bounds.minX || Math.min(x1, x2) > bounds.maxX) continue;
    if (Math.max(y1, y2) < bounds.minY || Math.min(y1, y2) > bounds.maxY) continue;
    near.push(x1, y1, x2, y2);
  }
  return near.length === edges.length ? edges : Float64Array.from(near);
}

function edgesMeet(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i += 4) {
    const x1 = a[i] ?? 0;
    const y1 = a[i + 1] ?? 0;
    const x2 = a[i + 2] ?? 0;
    const y2 = a[i + 3] ?? 0;
    for (let j = 0; j < b.length; j += 4) {
      if (segmentsMeet(x1, y1, x2, y2, b[j] ?? 0, b[j + 1] ?? 0, b[j + 2] ?? 0, b[j + 3] ?? 0)) return true;
    }
  }
  return false;
}

function segmentsMeet(
  ...[x1, y1, x2, y2, x3, y3, x4, y4]: [number, number, number, number, number, number, number, number]
): boolean {
  if (Math.max(x1, x2) < Math.min(x3, x4) || Math.max(x3, x4) < Math.min(x1, x2)) return false;
  if (Math.max(y1, y2) < Math.min(y3, y4) || Math.max(y3, y4) < Math.min(y1, y2)) return false;
  const d1 = side(x1, y1, x2, y2, x3, y3);
  const d2 = side(x1, y1, x2, y2, x4, y4);
  if (d1 * d2 > 0) return false;
  const d3 = side(x3, y3, x4, y4, x1, y1);
  const d4 = side(x3, y3, x4, y4, x2, y2);
  return d3 * d4 <= 0;
}

/** True when lines or borders of the query touch a border of the document, which then does not contain it, as Lucene has it. */
function bordersMeet(document: PreparedShape, query: PreparedShape): boolean {
  const own = edgeArrays(query);
  return document.polygons.some(({ edges }) => own.some((others) => edgesMeet(edgesNear(edges, query.bounds), others)));
}

/** True when every point of `inner` belongs to `outer`; each edge must lie in one polygon, be it that two adjoin. */
function covers(outer: PreparedShape, inner: PreparedShape): boolean {
  const { points } = inner;
  for (let i = 0; i < points.length; i += 2) if (!coversPoint(outer, points[i] ?? 0, points[i + 1] ?? 0)) return false;
  const borders = edgeArrays(outer);
  for (const edges of edgeArrays(inner)) {
    for (let i = 0; i < edges.length; i += 4) {
      const places = middles(edges, i, borders);
      const isInOne = outer.polygons.some((polygon) => places.every(([x, y]) => locateInPolygon(polygon, x, y) >= 0));
      if (!isInOne && !places.every(([x, y]) => isOnLines(outer, x, y))) return false;
    }
  }
  if (inner.points.length + inner.segments.length + inner.polygons.length === 0) return false;
  return inner.polygons.every((polygon) => !hasGapIn(outer, polygon));
}

/** How far beside a border to look: more than the tolerance of being on it, less than the grid. */
const beside = 1e-8;

/** True when a border of `outer` runs within the polygon and has the outside of `outer` at one hand: a hole or the end of a part. */
function hasGapIn(outer: PreparedShape, polygon: PreparedPolygon): boolean {
  for (const { edges } of outer.polygons) {
    for (let i = 0; i < edges.length; i += 4) {
      const dx = (edges[i + 2] ?? 0) - (edges[i] ?? 0);
      const dy = (edges[i + 3] ?? 0) - (edges[i + 1] ?? 0);
      const length = Math.hypot(dx, dy);
      for (const [x, y] of middles(edges, i, [polygon.edges])) {
        if (locateInPolygon(polygon, x, y) < 1) continue;
        const nx = (-dy / length) * beside;
        const ny = (dx / length) * beside;
        if (locatePoint(outer, x + nx, y + ny) < 0 || locatePoint(outer, x - nx, y - ny) < 0) return true;
      }
    }
  }
  return false;
}

/** The middles of the pieces into which other edges cut the edge at `at`, and its ends. */
function middles(edges: Float64Array, at: number, others: readonly Float64Array[]): [number, number][] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = edges.subarray(at, at + 4);
  const dx = x2 - x1;
  const dy = y2 - y1;
  const square = dx * dx + dy * dy;
  const cuts = [0, 1];
  const addFoot = (x: number, y: number): void => {
    if (isOnSegment(x1, y1, x2, y2, x, y) && square > 0) cuts.push(((x - x1) * dx + (y - y1) * dy) / square);
  };
  for (const other of others) {
    for (let i = 0; i < other.length; i += 4) {
      const [x3 = 0, y3 = 0, x4 = 0, y4 = 0] = other.subarray(i, i + 4);
      if (!segmentsMeet(x1, y1, x2, y2, x3, y3, x4, y4)) continue;
      addFoot(x3, y3);
      addFoot(x4, y4);
      const d1 = side(x3, y3, x4, y4, x1, y1);
      const d2 = side(x3, y3, x4, y4, x2, y2);
      if (d1 * d2 < 0) cuts.push(d1 / (d1 - d2));
    }
  }
  cuts.sort((a, b) => a - b);
  const result: [number, number][] = [
    [x1, y1],
    [x2, y2],
  ];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const from = cuts[i] ?? 0;
    const to = cuts[i + 1] ?? 0;
    if (to - from > 1e-12) {
      const t = (from + to) / 2;
      result.push([x1 + t * dx, y1 + t * dy]);
    }
  }
  return result;
}
