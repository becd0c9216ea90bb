import { EsError, illegalArgument } from '../error/es-error.ts';
import { javaDoubleText } from '../json/java-number.ts';
import { earthRadius } from './distance.ts';
import { type Geometry, type Position, type Ring, signedArea } from './geometry.ts';
import { normalizePoint } from './parse-point.ts';

/** A geometry as parts that lie between −180 and 180 degrees, each on one side of the date line. */
export interface SimpleParts {
  readonly points: Position[];
  readonly lines: (readonly Position[])[];
  readonly polygons: (readonly Ring[])[];
}

/**
 * Takes a geometry apart and cuts it at the date line. A polygon wider than half the earth whose ring runs clockwise is the one across
 * the date line; a line or ring may also go on beyond 180 degrees.
 */
export function splitShape(geometry: Geometry): SimpleParts {
  const parts: SimpleParts = { points: [], lines: [], polygons: [] };
  addParts(geometry, parts);
  return parts;
}

function addParts(geometry: Geometry, parts: SimpleParts): void {
  switch (geometry.type) {
    case 'point':
      parts.points.push(normalized(geometry.at));
      return;
    case 'multipoint':
      for (const point of geometry.points) parts.points.push(normalized(point));
      return;
    case 'linestring':
      addLine(geometry.points, parts);
      return;
    case 'multilinestring':
      for (const line of geometry.lines) addLine(line, parts);
      return;
    case 'polygon':
      addPolygon(geometry.rings, parts);
      return;
    case 'multipolygon':
      for (const rings of geometry.polygons) addPolygon(rings, parts);
      return;
    case 'geometrycollection':
      for (const one of geometry.geometries) addParts(one, parts);
      return;
    case 'envelope':
      addEnvelope(geometry, parts);
      return;
    case 'circle':
      addPolygon([circleRing(geometry.center, geometry.radiusMeters)], parts);
  }
}

function normalized([lon, lat]: Position): Position {
  const point = normalizePoint({ lat, lon });
  return [point.lon, point.lat];
}

function checkLatitudes(positions: readonly Position[]): void {
  for (const [, lat] of positions) {
    if (!(lat >= -90 && lat <= 90)) {
      throw illegalArgument(`invalid latitude ${javaDoubleText(lat)}; must be between -90.0 and 90.0`);
    }
  }
}

/** The numbers of the turns of the earth that longitudes reach: 0 alone where all are within ±180. */
function turnsOf(positions: readonly Position[]): [first: number, last: number] {
  let min = Infinity;
  let max = -Infinity;
  for (const [lon] of positions) {
    if (lon < min) min = lon;
    if (lon > max) max = lon;
  }
  const first = min >= -180 ? 0 : Math.floor((min + 180) / 360);
  const last = max <= 180 ? Math.min(0, Math.ceil((max - 180) / 360)) : Math.ceil((max - 180) / 360);
  return [Math.min(first, last), Math.max(first, last)];
}

function addLine(points: readonly Position[], parts: SimpleParts): void {
  checkLatitudes(points);
  const [first, last] = turnsOf(points);
  if (first === 0 && last === 0) {
    parts.lines.push(points);
    return;
  }
  for (let turn = first; turn <= last; turn++) {
    const low = -180 + 360 * turn;
    let line: Position[] = [];
    const flush = (): void => {
      if (line.length > 1) parts.lines.push(line);
      line = [];
    };
    for (let i = 0; i + 1 < points.length; i++) {
      const piece = clipSegment(points[i] ?? [0, 0], points[i + 1] ?? [0, 0], low, low + 360);
      if (piece === undefined) {
        flush();
        continue;
      }
      const [from, to, isCut] = piece;
      if (line.length === 0) line.push(shift(from, turn));
      line.push(shift(to, turn));
      if (isCut) flush();
    }
    flush();
  }
}

const shift = ([lon, lat]: Position, turn: number): Position => [lon - 360 * turn, lat];

/** The piece of a segment between two meridians, and whether its end was cut off. */
function clipSegment(a: Position, b: Position, low: number, high: number): [Position, Position, boolean] | undefined {
  const [from, to] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  if (to < low || from > high || (from !== to && (to === low || from === high))) return undefined;
  const start = a[0] < low ? at(a, b, low) : a[0] > high ? at(a, b, high) : a;
  const end = b[0] < low ? at(a, b, low) : b[0] > high ? at(a, b, high) : b;
  return [start, end, end !== b];
}

const at = (a: Position, b: Position, lon: number): Position => [
  lon,
  a[1] + ((b[1] - a[1]) * (lon - a[0])) / (b[0] - a[0]),
];

function addPolygon(rings: readonly Ring[], parts: SimpleParts): void {
  const [outer] = rings;
  if (outer === undefined) return;
  for (const ring of rings) checkLatitudes(ring);
  checkArea(outer);
  let [west, east] = [Infinity, -Infinity];
  for (const [lon] of outer) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
  }
  const width = east - west;
  const isAcross = signedArea(outer) < 0 && width > 180 && width !== 360;
  const moved = isAcross
    ? rings.map((ring) => ring.map(([lon, lat]): Position => [lon < 0 ? lon + 360 : lon, lat]))
    : rings;
  const [first, last] = turnsOf(moved[0] ?? []);
  if (first === 0 && last === 0) {
    parts.polygons.push(moved);
    return;
  }
  for (let turn = first; turn <= last; turn++) {
    const low = -180 + 360 * turn;
    const cut = moved
      .map((ring) => clipRing(clipRing(ring, low, true), low + 360, false).map((position) => shift(position, turn)))
      .filter((ring) => ring.length > 3);
    if (cut.length > 0 && signedArea(cut[0] ?? []) !== 0) parts.polygons.push(cut);
  }
}

function checkArea(ring: Ring): void {
  const [x = 0, y = 0] = ring[0] ?? [];
  if (ring.every(([lon, lat]) => lon === x && lat === y)) {
    throw new EsError({
      type: 'invalid_shape_exception',
      status: 400,
      reason: `Cannot determine orientation: edges adjacent to (${javaDoubleText(x)},${javaDoubleText(y)}) coincide`,
    });
  }
}

/** The part of a ring on one side of a meridian (Sutherland and Hodgman); what is cut off runs back along the meridian. */
function clipRing(ring: Ring, lon: number, keepsEast: boolean): Ring {
  const isKept = (position: Position): boolean => (keepsEast ? position[0] >= lon : position[0] <= lon);
  const result: Position[] = [];
  for (let i = 0; i + 1 < ring.length; i++) {
    const a = ring[i] ?? [0, 0];
    const b = ring[i + 1] ?? [0, 0];
    if (isKept(a)) result.push(a);
    if (isKept(a) !== isKept(b)) result.push(at(a, b, lon));
  }
  const first = result[0];
  return first === undefined ? [] : [...result, first];
}

function addEnvelope(box: Extract<Geometry, { type: 'envelope' }>, parts: SimpleParts): void {
  const { minLon, maxLon, minLat, maxLat } = box;
  checkLatitudes([
    [0, minLat],
    [0, maxLat],
  ]);
  const boxes =
    minLon <= maxLon
      ? [[minLon, maxLon] as const]
      : [[minLon, 180] as const, [-180, maxLon] as const].filter(([from, to]) => from < to);
  for (const [west, east] of boxes) {
    if (west === east && minLat === maxLat) parts.points.push([west, minLat]);
    else if (west === east || minLat === maxLat) {
      parts.lines.push([
        [west, minLat],
        [east, maxLat],
      ]);
    } else {
      parts.polygons.push([
        [
          [west, minLat],
          [east, minLat],
          [east, maxLat],
          [west, maxLat],
          [west, minLat],
        ],
      ]);
    }
  }
}

const circleCorners = 256;

/** A circle on the sphere as a ring of 256 corners. */
function circleRing([lon, lat]: Position, radiusMeters: number): Ring {
  const radians = Math.PI / 180;
  const angle = radiusMeters / earthRadius;
  const phi = lat * radians;
  const ring: Position[] = [];
  for (let i = 0; i < circleCorners; i++) {
    const bearing = (-2 * Math.PI * i) / circleCorners;
    const sinPhi = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
    const lambda = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
      Math.cos(angle) - Math.sin(phi) * sinPhi,
    );
    ring.push([lon + lambda / radians, Math.asin(Math.max(-1, Math.min(1, sinPhi))) / radians]);
  }
  const first = ring[0];
  return first === undefined ? ring : [...ring, first];
}
