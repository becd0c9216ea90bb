import { EsError, illegalArgument } from '../error/es-error.ts';
import { javaDoubleText } from '../json/java-number.ts';
import type { Geometry, Position, Ring } from './geometry.ts';
import { checkLine, checkRing, closeRing } from './validate-shape.ts';

export interface ParseWktOptions {
  readonly ignoreZ?: boolean;
  /** Closes open rings. */
  readonly coerce?: boolean;
}

interface Scanner {
  readonly tokens: readonly string[];
  readonly options: ParseWktOptions;
  at: number;
  depth: number;
}

const maxNesting = 1000;

const parseError = (reason: string): EsError => new EsError({ type: 'parse_exception', status: 400, reason });

/** The geometry of well-known text; undefined for an EMPTY one. Refused with Elasticsearch's words. */
export function parseWkt(text: string, options: ParseWktOptions = {}): Geometry | undefined {
  const tokens = text.match(/[(),]|[^\s(),]+/g) ?? [];
  const scanner: Scanner = { tokens, options, at: 0, depth: 0 };
  return readGeometry(scanner);
}

function next(scanner: Scanner, wanted: string): string {
  const token = scanner.tokens[scanner.at++];
  if (token === undefined) throw parseError(`expected ${wanted} but found: END-OF-STREAM`);
  return token;
}

function readGeometry(scanner: Scanner): Geometry | undefined {
  const type = next(scanner, 'word').toLowerCase();
  const isEmpty = scanner.tokens[scanner.at]?.toLowerCase() === 'empty';
  switch (type) {
    case 'point':
    case 'multipoint':
    case 'linestring':
    case 'multilinestring':
    case 'polygon':
    case 'multipolygon':
    case 'geometrycollection':
    case 'bbox':
    case 'circle':
      if (isEmpty) {
        scanner.at++;
        return undefined;
      }
      return readBody(scanner, type);
    default:
      throw illegalArgument(`Unknown geometry type: ${type}`);
  }
}

type WktType = Exclude<Geometry['type'], 'envelope'> | 'bbox';

function readBody(scanner: Scanner, type: WktType): Geometry {
  switch (type) {
    case 'point': {
      expect(scanner, '(');
      const at = readPosition(scanner);
      expect(scanner, ')');
      return { type, at };
    }
    case 'multipoint':
      return { type, points: readPoints(scanner) };
    case 'linestring':
      return { type, points: checkLine(readList(scanner, readPosition)) };
    case 'multilinestring':
      return { type, lines: readList(scanner, (inner) => checkLine(readList(inner, readPosition))) };
    case 'polygon':
      return { type, rings: readList(scanner, readRing) };
    case 'multipolygon':
      return { type, polygons: readList(scanner, (inner) => readList(inner, readRing)) };
    case 'geometrycollection': {
      if (++scanner.depth > maxNesting)
        throw parseError(`geometry collections are nested more than ${maxNesting} deep`);
      const geometries = readList(scanner, readGeometry).filter((one) => one !== undefined);
      scanner.depth--;
      return { type, geometries };
    }
    case 'bbox': {
      const [minLon = 0, maxLon = 0, maxLat = 0, minLat = 0] = readList(scanner, readNumber);
      return { type: 'envelope', minLon, maxLon, maxLat, minLat };
    }
    case 'circle': {
      expect(scanner, '(');
      const lon = readNumber(scanner);
      const lat = readNumber(scanner);
      const radiusMeters = readNumber(scanner);
      while (scanner.tokens[scanner.at] !== ')') readNumber(scanner);
      expect(scanner, ')');
      return { type, center: [lon, lat], radiusMeters };
    }
  }
}

function expect(scanner: Scanner, token: string): void {
  const found = next(scanner, 'word');
  if (found !== token) throw parseError(`expected ${token} but found: ${found}`);
}

function readNumber(scanner: Scanner): number {
  const token = next(scanner, 'number');
  const value = /^[+-]?(\d|\.\d|NaN)/.test(token) ? Number(token) : Number.NaN;
  if (Number.isNaN(value)) throw parseError(`expected number but found: '${token}'`);
  return value;
}

function readPosition(scanner: Scanner): Position {
  const lon = readNumber(scanner);
  const lat = readNumber(scanner);
  const after = scanner.tokens[scanner.at];
  if (after !== undefined && after !== ',' && after !== ')') {
    const z = readNumber(scanner);
    if (scanner.options.ignoreZ === false) {
      throw illegalArgument(`found Z value [${javaDoubleText(z)}] but [ignore_z_value] parameter is [false]`);
    }
  }
  return [lon, lat];
}

/** `(1 2, 3 4)`; the other spelling, `((1 2), (3 4))`, is read as well. */
function readPoints(scanner: Scanner): readonly Position[] {
  return readList(scanner, (inner) => {
    if (inner.tokens[inner.at] !== '(') return readPosition(inner);
    inner.at++;
    const at = readPosition(inner);
    expect(inner, ')');
    return at;
  });
}

function readRing(scanner: Scanner): Ring {
  const positions = readList(scanner, readPosition);
  return checkRing(scanner.options.coerce === true ? closeRing(positions) : positions);
}

function readList<T>(scanner: Scanner, read: (scanner: Scanner) => T): T[] {
  expect(scanner, '(');
  const items = [read(scanner)];
  while (scanner.tokens[scanner.at] === ',') {
    scanner.at++;
    items.push(read(scanner));
  }
  expect(scanner, ')');
  return items;
}

/** Well-known text as Elasticsearch prints it: `POINT (1.0 2.0)`. */
export function printWkt(geometry: Geometry): string {
  const position = ([lon, lat]: Position): string => `${javaDoubleText(lon)} ${javaDoubleText(lat)}`;
  const list = (positions: readonly Position[]): string => `(${positions.map(position).join(', ')})`;
  const rings = (parts: readonly (readonly Position[])[]): string => `(${parts.map(list).join(', ')})`;
  switch (geometry.type) {
    case 'point':
      return `POINT (${position(geometry.at)})`;
    case 'multipoint':
      return `MULTIPOINT ${list(geometry.points)}`;
    case 'linestring':
      return `LINESTRING ${list(geometry.points)}`;
    case 'multilinestring':
      return `MULTILINESTRING (${geometry.lines.map(list).join(',')})`;
    case 'polygon':
      return `POLYGON ${rings(geometry.rings)}`;
    case 'multipolygon':
      return `MULTIPOLYGON (${geometry.polygons.map(rings).join(',')})`;
    case 'geometrycollection':
      return `GEOMETRYCOLLECTION (${geometry.geometries.map(printWkt).join(',')})`;
    case 'envelope': {
      const { minLon, maxLon, maxLat, minLat } = geometry;
      return `BBOX (${[minLon, maxLon, maxLat, minLat].map(javaDoubleText).join(', ')})`;
    }
    case 'circle':
      return `CIRCLE (${position(geometry.center)} ${javaDoubleText(geometry.radiusMeters)})`;
  }
}
