/** Lucene's 32-bit encoding of latitudes and longitudes: what columns and points of geo fields hold. */

const latitudeStep = 180 / 2 ** 32;
const longitudeStep = 360 / 2 ** 32;
const largest = 2 ** 31 - 1;

/** The signed 32-bit cell of a latitude; 90 itself falls into the last. */
export const encodeLatitude = (latitude: number): number =>
  latitude === 90 ? largest : Math.floor(latitude / latitudeStep);

export const encodeLongitude = (longitude: number): number =>
  longitude === 180 ? largest : Math.floor(longitude / longitudeStep);

/** The lower edge of a cell. */
export const decodeLatitude = (encoded: number): number => encoded * latitudeStep;

export const decodeLongitude = (encoded: number): number => encoded * longitudeStep;

/** The cell at or above: for lower bounds. */
export const encodeLatitudeCeil = (latitude: number): number =>
  latitude === 90 ? largest : Math.ceil(latitude / latitudeStep);

export const encodeLongitudeCeil = (longitude: number): number =>
  longitude === 180 ? largest : Math.ceil(longitude / longitudeStep);

export const quantizeLatitude = (latitude: number): number => decodeLatitude(encodeLatitude(latitude));

export const quantizeLongitude = (longitude: number): number => decodeLongitude(encodeLongitude(longitude));
