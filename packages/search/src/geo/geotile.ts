import { illegalArgument } from '../error/es-error.ts';
import type { Box } from './geohash.ts';

export const maxGeotileZoom = 29;

/** The column of a longitude among `2 ** zoom` map tiles. */
export function tileColumn(longitude: number, zoom: number): number {
  const tiles = 2 ** zoom;
  const column = Math.floor(((normalizeLongitude(longitude) + 180) / 360) * tiles);
  return Math.max(0, Math.min(tiles - 1, column));
}

/** The row of a latitude, from the north; the tiles end at ±85.05 degrees. */
export function tileRow(latitude: number, zoom: number): number {
  const tiles = 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const row = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tiles);
  return Math.max(0, Math.min(tiles - 1, row));
}

/** The key of the tile of a point, `zoom/column/row`. */
export const encodeGeotile = (latitude: number, longitude: number, zoom: number): string =>
  `${zoom}/${tileColumn(longitude, zoom)}/${tileRow(latitude, zoom)}`;

/** The edges of the tile with this key; refused with Elasticsearch's words. */
export function geotileBox(key: string): Box {
  const parts = key.split('/');
  const [zoom = -1, column = -1, row = -1] = parts.map(Number);
  const bad = parts.find((part) => !/^-?\d+$/.test(part));
  if (parts.length !== 3 || bad !== undefined) {
    throw illegalArgument(
      `Invalid geotile_grid hash string of ${key}. Must be three integers in a form "zoom/x/y".`,
      bad === undefined || parts.length !== 3
        ? {}
        : { causedBy: { type: 'number_format_exception', status: 400, reason: `For input string: "${bad}"` } },
    );
  }
  if (zoom < 0 || zoom > maxGeotileZoom) {
    throw illegalArgument(`Invalid geotile_grid precision of ${zoom}. Must be between 0 and ${maxGeotileZoom}.`);
  }
  const tiles = 2 ** zoom;
  if (column < 0 || row < 0 || column >= tiles || row >= tiles) {
    throw illegalArgument(`Zoom/X/Y combination is not valid: ${key}`);
  }
  return {
    minLon: (column / tiles) * 360 - 180,
    maxLon: ((column + 1) / tiles) * 360 - 180,
    minLat: latitudeOfRow(row + 1, tiles),
    maxLat: latitudeOfRow(row, tiles),
  };
}

const latitudeOfRow = (row: number, tiles: number): number =>
  (Math.atan(Math.sinh(Math.PI - (2 * Math.PI * row) / tiles)) * 180) / Math.PI;

/** The same meridian between −180 and 180. */
export function normalizeLongitude(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  const turned = ((longitude % 360) + 360) % 360;
  return turned > 180 ? turned - 360 : turned;
}
