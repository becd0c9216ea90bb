import { EsError, illegalArgument } from '../error/es-error.ts';
import { isJsonArray, isJsonObject } from '../json/json-kinds.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { parseDistance } from './distance.ts';
import type { Geometry, Orientation, Position, Ring } from './geometry.ts';
import { signedArea } from './geometry.ts';
import { geoParseError } from './parse-point.ts';
import { checkLine, checkRing, closeRing } from './validate-shape.ts';
import { parseWkt } from './wkt.ts';

export interface ParseShapeOptions {
  readonly ignoreZ?: boolean;
  /** Closes open rings. */
  readonly coerce?: boolean;
  /** How outer rings run; a shape may say so itself. Counter-clockwise (`right`) unless told. */
  readonly orientation?: Orientation;
}

/** A shape as GeoJSON or well-known text; undefined for null and EMPTY. Refused with Elasticsearch's words. */
export function parseShape(value: JsonValue, options: ParseShapeOptions = {}): Geometry | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return parseWkt(value, options);
  if (isJsonObject(value)) return parseGeoJson(value, options);
  throw geoParseError('shape must be an object consisting of type and coordinates');
}

const types: ReadonlySet<string> = new Set([
  'point',
  'multipoint',
  'linestring',
  'multilinestring',
  'polygon',
  'multipolygon',
  'geometrycollection',
  'envelope',
  'circle',
] satisfies Geometry['type'][]);

const isGeometryType = (text: string): text is Geometry['type'] => types.has(text);

function parseGeoJson(object: JsonObject, options: ParseShapeOptions): Geometry {
  const { type } = object;
  if (type === undefined) throw illegalArgument('Required [type]');
  const name = typeof type === 'string' ? type.toLowerCase() : '';
  try {
    if (name === 'bbox') return build('envelope', object, options);
    if (!isGeometryType(name)) {
      throw illegalArgument(`No enum constant org.opensearch.geometry.ShapeType.${String(type).toUpperCase()}`);
    }
    return build(name, object, options);
  } catch (error) {
    if (!(error instanceof EsError)) throw error;
    throw new EsError({
      type: 'x_content_parse_exception',
      status: 400,
      reason: 'Failed to build [geojson] after last required field arrived',
      causedBy: error.details,
    });
  }
}

function build(type: Geometry['type'], object: JsonObject, options: ParseShapeOptions): Geometry {
  if (type === 'geometrycollection') {
    const { geometries } = object;
    if (!isJsonArray(geometries)) throw geoParseError('geometries not included');
    return { type, geometries: geometries.map((one) => parseShape(one, options)).filter((one) => one !== undefined) };
  }
  const { coordinates } = object;
  if (coordinates === undefined || coordinates === null) throw geoParseError('coordinates not included');
  const read = (value: JsonValue): Position => readPosition(value, options);
  const orientation = readOrientation(object['orientation']) ?? options.orientation ?? 'right';
  const ring = (value: JsonValue): Ring => {
    const positions = readAll(value, read);
    return checkRing(options.coerce === true ? closeRing(positions) : positions);
  };
  switch (type) {
    case 'point':
      return { type, at: read(coordinates) };
    case 'multipoint':
      return { type, points: readAll(coordinates, read) };
    case 'linestring':
      return { type, points: checkLine(readAll(coordinates, read)) };
    case 'multilinestring':
      return { type, lines: readAll(coordinates, (line) => checkLine(readAll(line, read))) };
    case 'polygon':
      return { type, rings: orient(readAll(coordinates, ring), orientation) };
    case 'multipolygon':
      return { type, polygons: readAll(coordinates, (polygon) => orient(readAll(polygon, ring), orientation)) };
    case 'envelope':
      return buildEnvelope(readAll(coordinates, read));
    case 'circle': {
      const { radius } = object;
      if (radius === undefined) throw geoParseError('radius is not specified');
      const text = typeof radius === 'string' ? radius : String(radius instanceof ExactNumber ? radius.text : radius);
      return { type, center: read(coordinates), radiusMeters: parseDistance(text) };
    }
  }
}

function buildEnvelope(corners: readonly Position[]): Geometry {
  const [topLeft, bottomRight] = corners;
  if (topLeft === undefined || bottomRight === undefined || corners.length !== 2) {
    throw geoParseError(
      `invalid number of points [${corners.length}] provided for geo_shape [ENVELOPE] when expecting an array of 2 coordinates`,
    );
  }
  const [minLon, maxLat] = topLeft;
  const [maxLon, minLat] = bottomRight;
  if (maxLat < minLat) throw illegalArgument('max y cannot be less than min x');
  return { type: 'envelope', minLon, maxLon, maxLat, minLat };
}

const expectedList = (): EsError =>
  new EsError({ type: 'exception', status: 400, reason: 'expected a list of points but got a point' });

function readAll<T>(value: JsonValue, read: (item: JsonValue) => T): T[] {
  if (!isJsonArray(value)) throw expectedList();
  if (value.length > 0 && value.every((item) => !isJsonArray(item))) throw expectedList();
  return value.map(read);
}

function readPosition(value: JsonValue, options: ParseShapeOptions): Position {
  if (!isJsonArray(value)) throw expectedList();
  if (value.some(isJsonArray)) {
    throw new EsError({ type: 'exception', status: 400, reason: 'expected a single points but got a list' });
  }
  const numbers = value.map((item) => {
    if (typeof item === 'number' || typeof item === 'bigint') return Number(item);
    if (item instanceof ExactNumber) return item.value;
    throw geoParseError('geo coordinates must be numbers');
  });
  const [lon, lat, z] = numbers;
  if (lon === undefined || lat === undefined) throw geoParseError('coordinates must have at least two values');
  if (z !== undefined && options.ignoreZ === false) {
    throw geoParseError(
      `Exception parsing coordinates: found Z value [${z}] but [ignore_z_value] parameter is [false]`,
    );
  }
  return [lon, lat];
}

function readOrientation(value: JsonValue | undefined): Orientation | undefined {
  if (value === undefined || value === null) return undefined;
  switch (String(value).toLowerCase()) {
    case 'right':
    case 'counterclockwise':
    case 'ccw':
      return 'right';
    case 'left':
    case 'clockwise':
    case 'cw':
      return 'left';
    default:
      throw illegalArgument(`Unknown orientation [${String(value)}]`);
  }
}

/** A polygon whose outer ring is said to run clockwise is turned; the ring of the other way means the far side of the date line. */
function orient(rings: Ring[], orientation: Orientation): readonly Ring[] {
  return orientation === 'right' ? rings : rings.map((ring) => ring.toReversed());
}

/** True when the outer ring, as drawn on a plane chart, runs counter-clockwise. */
export const isCounterClockwise = (ring: Ring): boolean => signedArea(ring) > 0;

/** GeoJSON as Elasticsearch prints it in `fields` (type names in CamelCase). */
export function printGeoJson(geometry: Geometry): JsonObject {
  switch (geometry.type) {
    case 'point':
      return { type: 'Point', coordinates: geometry.at };
    case 'multipoint':
      return { type: 'MultiPoint', coordinates: geometry.points };
    case 'linestring':
      return { type: 'LineString', coordinates: geometry.points };
    case 'multilinestring':
      return { type: 'MultiLineString', coordinates: geometry.lines };
    case 'polygon':
      return { type: 'Polygon', coordinates: geometry.rings };
    case 'multipolygon':
      return { type: 'MultiPolygon', coordinates: geometry.polygons };
    case 'geometrycollection':
      return { type: 'GeometryCollection', geometries: geometry.geometries.map(printGeoJson) };
    case 'envelope': {
      const { minLon, maxLon, maxLat, minLat } = geometry;
      return {
        type: 'Envelope',
        coordinates: [
          [minLon, maxLat],
          [maxLon, minLat],
        ],
      };
    }
    case 'circle':
      return { type: 'Circle', coordinates: geometry.center, radius: `${geometry.radiusMeters}m` };
  }
}
