import { illegalArgument } from '../error/es-error.ts';
import { encodeLatitude, encodeLongitude } from './quantize.ts';

const alphabet = '0123456789bcdefghjkmnpqrstuvwxyz';
export const maxGeohashPrecision = 12;

/** The edges of a cell, in degrees. */
export interface Box {
  readonly minLon: number;
  readonly minLat: number;
  readonly maxLon: number;
  readonly maxLat: number;
}

/** The geohash of a point with 1 to 12 characters. */
export function encodeGeohash(latitude: number, longitude: number, precision: number): string {
  const lat = encodeLatitude(latitude) + 2 ** 31;
  const lon = encodeLongitude(longitude) + 2 ** 31;
  let hash = '';
  let lonBit = 31;
  let latBit = 31;
  for (let i = 0; i < precision; i++) {
    let value = 0;
    for (let bit = 0; bit < 5; bit++) {
      // Bits alternate, longitude first; each character has five.
      const isLon = (i * 5 + bit) % 2 === 0;
      value = (value << 1) | (((isLon ? lon : lat) >>> (isLon ? lonBit-- : latBit--)) & 1);
    }
    hash += alphabet[value];
  }
  return hash;
}

/** The cell of a geohash; refused with Elasticsearch's words. */
export function geohashBox(hash: string): Box {
  const { column, row, lonBits, latBits } = cellOf(hash);
  const width = 360 / 2 ** lonBits;
  const height = 180 / 2 ** latBits;
  return {
    minLon: column * width - 180,
    minLat: row * height - 90,
    maxLon: (column + 1) * width - 180,
    maxLat: (row + 1) * height - 90,
  };
}

/** The point that a geohash stands for: the lower left corner of its cell. */
export function geohashPoint(hash: string): { readonly lat: number; readonly lon: number } {
  const { minLat, minLon } = geohashBox(hash);
  return { lat: minLat, lon: minLon };
}

/** The eight cells around, row by row from the north-west; over the date line, but not over a pole. */
export function geohashNeighbors(hash: string): readonly string[] {
  const { column, row, lonBits, latBits } = cellOf(hash);
  const columns = 2 ** lonBits;
  const neighbors: string[] = [];
  for (const [dx, dy] of [
    [-1, 1],
    [0, 1],
    [1, 1],
    [-1, 0],
    [1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
  ] as const) {
    const y = row + dy;
    if (y < 0 || y >= 2 ** latBits) continue;
    neighbors.push(hashOfCell((column + dx + columns) % columns, y, hash.length));
  }
  return neighbors;
}

interface Cell {
  readonly column: number;
  readonly row: number;
  readonly lonBits: number;
  readonly latBits: number;
}

function cellOf(hash: string): Cell {
  if (hash === '') throw illegalArgument('empty geohash');
  let column = 0;
  let row = 0;
  let bits = 0;
  for (const character of hash.slice(0, maxGeohashPrecision)) {
    const value = alphabet.indexOf(character);
    if (value < 0) throw illegalArgument(`unsupported symbol [${character}] in geohash [${hash}]`);
    for (let bit = 4; bit >= 0; bit--) {
      const one = (value >> bit) & 1;
      if (bits++ % 2 === 0) column = column * 2 + one;
      else row = row * 2 + one;
    }
  }
  return { column, row, lonBits: Math.ceil(bits / 2), latBits: Math.floor(bits / 2) };
}

function hashOfCell(column: number, row: number, length: number): string {
  let hash = '';
  let lonBit = Math.ceil((length * 5) / 2);
  let latBit = Math.floor((length * 5) / 2);
  for (let i = 0; i < length; i++) {
    let value = 0;
    for (let bit = 0; bit < 5; bit++) {
      const isLon = (i * 5 + bit) % 2 === 0;
      const one = isLon ? Math.floor(column / 2 ** --lonBit) % 2 : Math.floor(row / 2 ** --latBit) % 2;
      value = (value << 1) | one;
    }
    hash += alphabet[value];
  }
  return hash;
}
