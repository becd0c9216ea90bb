import { fromEpochNanos } from '../../dates/instant.ts';
import { utc } from '../../dates/time-zone.ts';
import { haversineMeters, planeMeters } from '../../geo/distance.ts';
import { encodeGeohash } from '../../geo/geohash.ts';
import { DocObject, DocValuesObject, type ScriptDocValues } from '../doc-values.ts';
import { implicitInt } from '../runtime/convert.ts';
import { javaEquals } from '../runtime/equality.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import { Opaque, type ScriptValue, Small } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import { dateValue } from './date-values.ts';
import { defineIterable } from './iterable.ts';

/** A point as scripts hold it. */
export class PointState {
  readonly latitude: number;
  readonly longitude: number;

  constructor(latitude: number, longitude: number) {
    this.latitude = latitude;
    this.longitude = longitude;
  }

  toText(): string {
    return `${this.latitude}, ${this.longitude}`;
  }
}

export const pointValue = (latitude: number, longitude: number): Opaque<PointState> =>
  new Opaque('GeoPoint', new PointState(latitude, longitude));
export const isPoint = (value: ScriptValue): value is Opaque<PointState> =>
  value instanceof Opaque && value.state instanceof PointState;

/** One value of a field as a value of scripts. */
export const docValueAt = (values: ScriptDocValues, index: number): ScriptValue => {
  switch (values.kind) {
    case 'long':
      return values.longAt(index);
    case 'double':
      return values.numberAt(index);
    case 'float':
    case 'dense_vector':
      return new Small('Float', values.numberAt(index));
    case 'boolean':
      return values.booleanAt(index);
    case 'date':
      return dateValue(values.numberAt(index), 0, utc, 'document');
    case 'date_nanos': {
      const { millis, nanos } = fromEpochNanos(values.longAt(index));
      return dateValue(millis, nanos, utc, 'document');
    }
    case 'geo_point':
      return pointValue(values.latitudeAt(index), values.longitudeAt(index));
    case 'keyword':
    case 'ip':
    case 'version':
    case 'binary':
      return values.textAt(index);
  }
};

const noValue = (): never =>
  throwJava(
    'IllegalStateException',
    "A document doesn't have a value for a field! Use doc[<field>].size()==0 to check if a document is missing a field!",
  );

const first = (values: ScriptDocValues): ScriptValue => (values.length === 0 ? noValue() : docValueAt(values, 0));

export const allValues = (values: ScriptDocValues): ScriptValue[] =>
  Array.from({ length: values.length }, (_, index) => docValueAt(values, index));

/** `doc`, the values of its fields, and points. */
export const defineDocuments = (table: ClassTable): void => {
  const isDoc = (value: ScriptValue): value is DocObject => value instanceof DocObject;
  const isValues = (value: ScriptValue): value is DocValuesObject => value instanceof DocValuesObject;
  const field = (self: DocObject, name: ScriptValue): DocValuesObject =>
    typeof name === 'string' ? self.field(name) : throwJava('ClassCastException', 'the name of a field is a String');
  table.define('LeafDocLookup', ['Object'], isDoc, (c) => {
    c.method('def', 'get', ['def'], (self, [name]) => field(self, name));
    c.method(
      'boolean',
      'containsKey',
      ['def'],
      ({ doc }, [name]) => typeof name === 'string' && doc.get(name) !== undefined,
    );
    c.field((self, name) => field(self, name));
  });
  table.define('ScriptDocValues', ['Iterable'], isValues, (c) => {
    defineIterable(c, (self) => allValues(self.values));
    c.method('int', 'size', [], ({ values }) => values.length);
    c.method('int', 'getLength', [], ({ values }) => values.length);
    c.method('boolean', 'isEmpty', [], ({ values }) => values.length === 0);
    c.method('def', 'getValue', [], ({ values }) => first(values));
    c.method('def', 'getValues', [], (self) => self);
    c.method('def', 'get', ['int'], ({ values }, [index]) => {
      if (values.length === 0) return noValue();
      if (index < 0 || index >= values.length)
        return throwJava('IndexOutOfBoundsException', `Index ${index} out of bounds for length ${values.length}`);
      return docValueAt(values, index);
    });
    c.method('def', 'get', ['def', 'def'], ({ values }, [a, b]) => {
      // The newer fields API: get(default) and get(index, default).
      const index = implicitInt(a);
      return index < values.length ? docValueAt(values, index) : b;
    });
    c.method('boolean', 'contains', ['def'], ({ values }, [value]) =>
      allValues(values).some((item) => javaEquals(item, value)),
    );
    c.method('int', 'indexOf', ['def'], ({ values }, [value]) =>
      allValues(values).findIndex((item) => javaEquals(item, value)),
    );
    const point = (values: ScriptDocValues): Opaque<PointState> => {
      const value = first(values);
      return isPoint(value) ? value : throwJava('IllegalArgumentException', 'the field holds no points');
    };
    c.method('double', 'getLat', [], ({ values }) => point(values).state.latitude);
    c.method('double', 'getLon', [], ({ values }) => point(values).state.longitude);
    c.method(
      'def',
      'getLats',
      [],
      ({ values }) =>
        new Opaque('Stream', {
          items: Array.from({ length: values.length }, (_, index) => values.latitudeAt(index)),
          kind: 'double',
        }),
    );
    const distances = {
      arcDistance: (values: ScriptDocValues, lat: number, lon: number): number =>
        haversineMeters(point(values).state.latitude, point(values).state.longitude, lat, lon),
      planeDistance: (values: ScriptDocValues, lat: number, lon: number): number =>
        planeMeters(point(values).state.latitude, point(values).state.longitude, lat, lon),
    };
    for (const [name, distance] of Object.entries(distances)) {
      c.method('double', name, ['double', 'double'], ({ values }, [lat, lon]) => distance(values, lat, lon));
      c.method('double', `${name}WithDefault`, ['double', 'double', 'double'], ({ values }, [lat, lon, otherwise]) =>
        values.length === 0 ? otherwise : distance(values, lat, lon),
      );
    }
    c.method('double', 'geohashDistance', ['String'], () =>
      throwJava('UnsupportedOperationException', 'geohashDistance is not offered: use arcDistance'),
    );
  });
  table.define('GeoPoint', ['Object'], isPoint, (c) => {
    c.method('double', 'getLat', [], ({ state }) => state.latitude);
    c.method('double', 'getLon', [], ({ state }) => state.longitude);
    c.method('double', 'lat', [], ({ state }) => state.latitude);
    c.method('double', 'lon', [], ({ state }) => state.longitude);
    c.method('String', 'geohash', [], ({ state }) => encodeGeohash(state.latitude, state.longitude, 12));
  });
};
