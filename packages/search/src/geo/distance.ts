import { numberFormat, parseJavaDouble } from '../numbers/java-double.ts';

/** The mean radius of the earth in metres, as Lucene has it. */
export const earthRadius = 6_371_008.7714;

const radians = Math.PI / 180;

/** The great-circle distance in metres. */
export function haversineMeters(latitude1: number, longitude1: number, latitude2: number, longitude2: number): number {
  return (
    2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(haversineSortKey(latitude1, longitude1, latitude2, longitude2))))
  );
}

/** Grows with the distance, at less cost: (sin of half the angle)². */
export function haversineSortKey(latitude1: number, longitude1: number, latitude2: number, longitude2: number): number {
  const phi1 = latitude1 * radians;
  const phi2 = latitude2 * radians;
  const sinPhi = Math.sin((phi1 - phi2) / 2);
  const sinLambda = Math.sin(((longitude1 - longitude2) * radians) / 2);
  return sinPhi * sinPhi + Math.cos(phi1) * Math.cos(phi2) * sinLambda * sinLambda;
}

/** The sort key of a distance, to compare many points with one radius. */
export function sortKeyOfMeters(meters: number): number {
  const half = meters / (2 * earthRadius);
  return half >= Math.PI / 2 ? Infinity : Math.sin(half) ** 2;
}

/** The distance on a plane chart, `distance_type: plane`: it does not look over the date line. */
export function planeMeters(latitude1: number, longitude1: number, latitude2: number, longitude2: number): number {
  const x = (longitude2 - longitude1) * radians * Math.cos(((latitude2 + latitude1) / 2) * radians);
  const y = (latitude2 - latitude1) * radians;
  return Math.sqrt(x * x + y * y) * earthRadius;
}

export type DistanceUnit = 'in' | 'yd' | 'ft' | 'km' | 'nmi' | 'mm' | 'cm' | 'mi' | 'm';

const units: readonly (readonly [unit: DistanceUnit, meters: number, names: readonly string[]])[] = [
  ['in', 0.0254, ['in', 'inch']],
  ['yd', 0.9144, ['yd', 'yards']],
  ['ft', 0.3048, ['ft', 'feet']],
  ['km', 1000, ['km', 'kilometers']],
  ['nmi', 1852, ['NM', 'nmi', 'nauticalmiles']],
  ['mm', 0.001, ['mm', 'millimeters']],
  ['cm', 0.01, ['cm', 'centimeters']],
  ['mi', 1609.344, ['mi', 'miles']],
  ['m', 1, ['m', 'meters']],
];

export const metersPerUnit = (unit: DistanceUnit): number => units.find(([name]) => name === unit)?.[1] ?? 1;

/** The unit of a name such as `km` or `miles`; undefined for others. */
export const parseDistanceUnit = (text: string): DistanceUnit | undefined =>
  units.find(([, , names]) => names.includes(text))?.[0];

/** Metres of `5km`, `3 mi` or a bare number in `defaultUnit`; refused with Elasticsearch's words. */
export function parseDistance(text: string, defaultUnit: DistanceUnit = 'm'): number {
  for (const [, meters, names] of units) {
    const name = names.find((one) => text.endsWith(one));
    if (name !== undefined) return numberOf(text.slice(0, -name.length)) * meters;
  }
  return numberOf(text) * metersPerUnit(defaultUnit);
}

function numberOf(text: string): number {
  const value = parseJavaDouble(text);
  if (Number.isNaN(value)) throw numberFormat(`For input string: "${text}"`);
  return value;
}
