import { EsError, illegalArgument } from '../error/es-error.ts';
import { isJsonArray, isJsonObject } from '../json/json-kinds.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { parseJavaDouble } from '../numbers/java-double.ts';
import { geohashBox, geohashPoint } from './geohash.ts';
import { normalizeLongitude } from './geotile.ts';
import { parseWkt } from './wkt.ts';

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

export interface ParsePointOptions {
  /** A third value is dropped unless this is false; then it is refused. */
  readonly ignoreZ?: boolean;
  /** The corner of its cell that a geohash stands for: the lower left one unless told. */
  readonly corner?: 'top_left' | 'top_right' | 'bottom_left' | 'bottom_right';
}

/** A refusal of the parser of points and shapes. */
export const geoParseError = (reason: string, causedBy?: EsError): EsError =>
  new EsError({
    type: 'parse_exception',
    status: 400,
    reason,
    ...(causedBy === undefined ? {} : { causedBy: causedBy.details }),
  });

/**
 * A point in any form that Elasticsearch takes: `{lat, lon}`, `[lon, lat]`, `"lat,lon"`, WKT, geohash, `{geohash}`, GeoJSON.
 * Bounds are not checked: `checkPoint` does.
 */
export function parsePoint(value: JsonValue, options: ParsePointOptions = {}): GeoPoint {
  if (typeof value === 'string') return parsePointText(value, options);
  if (isJsonArray(value)) return pointOfArray(value, options);
  if (isJsonObject(value)) return pointOfObject(value, options);
  throw geoParseError('geo_point expected');
}

/** True for an array that is one point `[lon, lat]` rather than several. */
export const isPointArray = (value: readonly JsonValue[]): boolean =>
  value.length > 0 && numberOf(value[0]) !== undefined;

function parsePointText(text: string, options: ParsePointOptions): GeoPoint {
  if (/^point/i.test(text)) {
    try {
      const geometry = parseWkt(text, { ignoreZ: options.ignoreZ !== false });
      if (geometry === undefined) return { lat: 0, lon: 0 };
      if (geometry.type === 'point') return { lat: geometry.at[1], lon: geometry.at[0] };
    } catch (error) {
      if (error instanceof EsError) throw geoParseError('Invalid WKT format', error);
      throw error;
    }
  }
  if (!text.includes(',')) return pointOfGeohash(text, options);
  const parts = text.split(',');
  if (parts.length > 3 || (parts.length === 2 && parts[1] === '')) {
    const found = parts.filter((part) => part !== '').length;
    throw geoParseError(`failed to parse [${text}], expected 2 or 3 coordinates but found: [${found}]`);
  }
  const [lat = '', lon = '', z] = parts;
  const read = (part: string, name: string): number => {
    try {
      return parseJavaDouble(part);
    } catch {
      // The message names the coordinate, not the text.
      throw geoParseError(`${name} must be a number`);
    }
  };
  const point = { lat: read(lat, 'latitude'), lon: read(lon, 'longitude') };
  if (z !== undefined) checkZ(read(z, 'altitude'), options);
  return point;
}

function checkZ(z: number, options: ParsePointOptions): void {
  if (options.ignoreZ === false) {
    const shown = Number.isInteger(z) ? `${z}.0` : String(z);
    throw geoParseError(
      `Exception parsing coordinates: found Z value [${shown}] but [ignore_z_value] parameter is [false]`,
    );
  }
}

function pointOfGeohash(hash: string, { corner }: ParsePointOptions): GeoPoint {
  try {
    if (corner === undefined) return geohashPoint(hash);
    const box = geohashBox(hash);
    return {
      lat: corner.startsWith('top') ? box.maxLat : box.minLat,
      lon: corner.endsWith('right') ? box.maxLon : box.minLon,
    };
  } catch (error) {
    if (error instanceof EsError) throw geoParseError(error.details.reason, error);
    throw error;
  }
}

function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof ExactNumber) return value.value;
  return typeof value === 'bigint' ? Number(value) : undefined;
}

function pointOfArray(values: readonly JsonValue[], options: ParsePointOptions): GeoPoint {
  const numbers = values.map((value) => {
    const number = numberOf(value);
    if (number === undefined) throw geoParseError('numeric value expected');
    return number;
  });
  const [lon, lat, z] = numbers;
  if (z !== undefined) checkZ(z, options);
  if (numbers.length > 3) throw geoParseError('[geo_point] field type does not accept more than 3 values');
  if (lon === undefined || lat === undefined) {
    throw geoParseError('[geo_point] field type should have at least two dimensions');
  }
  return { lat, lon };
}

function pointOfObject(object: JsonObject, options: ParsePointOptions): GeoPoint {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  const isOf = (...names: readonly string[]): boolean => keys.every((key) => names.includes(key));
  if (keys.length === 0) throw geoParseError('token [END_OBJECT] not allowed');
  if (isOf('lat', 'lon')) {
    return { lat: coordinate(object, 'lat'), lon: coordinate(object, 'lon') };
  }
  if (isOf('geohash')) {
    const hash = object['geohash'];
    if (typeof hash !== 'string') throw geoParseError('geohash must be a string');
    return pointOfGeohash(hash, options);
  }
  if (isOf('type', 'coordinates')) {
    const { type, coordinates } = object;
    if (type !== undefined && (typeof type !== 'string' || type.toLowerCase() !== 'point')) {
      throw geoParseError('type must be Point');
    }
    if (type === undefined) throw geoParseError('field [type] missing');
    if (coordinates === undefined) throw geoParseError('field [coordinates] missing');
    if (!isJsonArray(coordinates)) throw geoParseError('coordinates must be an array');
    return pointOfArray(coordinates, options);
  }
  throw geoParseError('field must be either [lon|lat], [type|coordinates], or [geohash]');
}

function coordinate(object: JsonObject, name: 'lat' | 'lon'): number {
  const value = object[name];
  if (value === undefined) throw geoParseError(`field [${name}] missing`);
  const number = numberOf(value);
  if (number !== undefined) return number;
  if (typeof value !== 'string') throw geoParseError(`${name} must be a number`);
  try {
    return parseJavaDouble(value);
  } catch (error) {
    if (error instanceof EsError) throw geoParseError('[lon] and [lat] must be valid double values', error);
    throw error;
  }
}

/** Refuses a point beyond ±90 or ±180 degrees; `where` names the field or clause. */
export function checkPoint({ lat, lon }: GeoPoint, where: string): void {
  if (!(lat >= -90 && lat <= 90)) throw illegalArgument(`illegal latitude value [${shown(lat)}] for ${where}`);
  if (!(lon >= -180 && lon <= 180)) throw illegalArgument(`illegal longitude value [${shown(lon)}] for ${where}`);
}

const shown = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

/** The same place within bounds: over a pole to the other side, around the earth (`validation_method: coerce`, `ignore_malformed`). */
export function normalizePoint({ lat, lon }: GeoPoint): GeoPoint {
  if (lat >= -90 && lat <= 90) return { lat, lon: normalizeLongitude(lon) };
  const turned = (((lat + 180) % 360) + 360) % 360;
  const folded = turned - 180;
  if (folded > 90) return { lat: 180 - folded, lon: normalizeLongitude(lon + 180) };
  if (folded < -90) return { lat: -180 - folded, lon: normalizeLongitude(lon + 180) };
  return { lat: folded, lon: normalizeLongitude(lon) };
}
