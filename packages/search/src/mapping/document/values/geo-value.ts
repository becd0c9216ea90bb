import { illegalArgument } from '../../../error/es-error.ts';
import { checkPoint, isPointArray, parsePoint } from '../../../geo/parse-point.ts';
import { parseShape, printGeoJson } from '../../../geo/parse-shape.ts';
import { quantizeLatitude, quantizeLongitude } from '../../../geo/quantize.ts';
import type { JsonValue } from '../../../json/json-value.ts';
import { printJson } from '../../../json/print-json.ts';
import type { GeoPointField, GeoShapeField } from '../../field-type.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { unlessMalformed } from './value-text.ts';

export const indexGeoPoint = (field: GeoPointField, value: JsonValue, place: IndexedPlace): void => {
  if (Array.isArray(value) && !isPointArray(value)) {
    for (const entry of value) indexGeoPoint(field, entry, place);
    return;
  }
  const given = value === null ? field.nullValue : value;
  if (given === null) return;
  const point = unlessMalformed(field, place, () => {
    const parsed = parsePoint(given, { ignoreZ: field.ignoreZValue });
    checkPoint(parsed, field.name);
    return parsed;
  });
  if (point === undefined || field.storage === null) return;
  for (const sink of place.sinks) {
    sink.addPair(field.storage, quantizeLatitude(point.lat), quantizeLongitude(point.lon));
  }
};

export const indexGeoShape = (field: GeoShapeField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null) return;
  const text = unlessMalformed(field, place, () => {
    const shape = parseShape(value, {
      coerce: field.coerce,
      orientation: field.orientation,
      ignoreZ: field.ignoreZValue,
    });
    if (shape?.type === 'circle') throw illegalArgument('CIRCLE geometry is not supported');
    return shape === undefined ? undefined : new TextEncoder().encode(printJson(printGeoJson(shape)));
  });
  if (text === undefined || field.storage === null) return;
  for (const sink of place.sinks) sink.addBytes(field.storage, text);
};
