/** Longitude first, as in GeoJSON. */
export type Position = readonly [lon: number, lat: number];

/** The first and last position of a ring are the same; the first ring is the outer one, the others are holes. */
export type Ring = readonly Position[];

export type Geometry =
  | { readonly type: 'point'; readonly at: Position }
  | { readonly type: 'multipoint'; readonly points: readonly Position[] }
  | { readonly type: 'linestring'; readonly points: readonly Position[] }
  | { readonly type: 'multilinestring'; readonly lines: readonly (readonly Position[])[] }
  | { readonly type: 'polygon'; readonly rings: readonly Ring[] }
  | { readonly type: 'multipolygon'; readonly polygons: readonly (readonly Ring[])[] }
  | { readonly type: 'geometrycollection'; readonly geometries: readonly Geometry[] }
  /** Crosses the date line when `minLon` is greater than `maxLon`. */
  | {
      readonly type: 'envelope';
      readonly minLon: number;
      readonly maxLon: number;
      readonly maxLat: number;
      readonly minLat: number;
    }
  | { readonly type: 'circle'; readonly center: Position; readonly radiusMeters: number };

export type Orientation = 'left' | 'right';

/** Twice the area, positive when the ring runs counter-clockwise. */
export function signedArea(ring: Ring): number {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1 = 0, y1 = 0] = ring[i] ?? [];
    const [x2 = 0, y2 = 0] = ring[i + 1] ?? [];
    sum += x1 * y2 - x2 * y1;
  }
  return sum;
}
