import { createDateFormat } from '../../dates/date-format.ts';
import { parseDateMath } from '../../dates/date-math.ts';
import { parseTimeValueMs } from '../../dates/interval.ts';
import { haversineMeters, parseDistance } from '../../geo/distance.ts';
import { parsePoint } from '../../geo/parse-point.ts';
import type { ContextFunction } from '../compile/compiler.ts';
import { DocValuesObject } from '../doc-values.ts';
import { isNumeric, toDouble } from '../runtime/arithmetic.ts';
import { implicitDouble, implicitInt } from '../runtime/convert.ts';
import { hashCode } from '../runtime/equality.ts';
import type { ScriptValue } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import { isDate } from './date-values.ts';
import { isPoint } from './documents.ts';
import { elementsOf } from './elements.ts';

const plain = (arity: number, run: (...values: readonly number[]) => number): ContextFunction => ({
  arities: [arity],
  returns: 'double',
  run: (_, args) => run(...args.map(implicitDouble)),
});

type Shape = 'Linear' | 'Exp' | 'Gauss';

/** What remains of a score at `distance` when at `scale` it is `decay` (function_score's decay functions). */
const decayed = (shape: Shape, distance: number, scale: number, decay: number): number => {
  if (shape === 'Linear') {
    const reach = scale / (1 - decay);
    return Math.max(0, (reach - distance) / reach);
  }
  if (shape === 'Exp') return Math.exp((Math.log(decay) / scale) * distance);
  return Math.exp((0.5 * distance ** 2) / ((0.5 * scale ** 2) / Math.log(decay)));
};

const beyond = (distance: number, offset: number): number => Math.max(0, distance - offset);

const decays = (shape: Shape): readonly (readonly [string, ContextFunction])[] => [
  [
    `decayNumeric${shape}`,
    plain(5, (origin = 0, scale = 1, offset = 0, decay = 0.5, value = 0) =>
      decayed(shape, beyond(Math.abs(value - origin), offset), scale, decay),
    ),
  ],
  [
    `decayGeo${shape}`,
    {
      arities: [5],
      returns: 'double',
      run: (_, args) => {
        const [origin, scale, offset, decay, value] = args;
        if (
          !isPoint(value ?? null) ||
          typeof origin !== 'string' ||
          typeof scale !== 'string' ||
          typeof offset !== 'string'
        ) {
          return throwJava(
            'IllegalArgumentException',
            `decayGeo${shape} takes (String origin, String scale, String offset, double decay, GeoPoint value)`,
          );
        }
        const from = parsePoint(origin);
        const { latitude, longitude } = pointOf(value ?? null);
        const distance = beyond(haversineMeters(from.lat, from.lon, latitude, longitude), parseDistance(offset));
        return decayed(shape, distance, parseDistance(scale), implicitDouble(decay ?? null));
      },
    },
  ],
  [
    `decayDate${shape}`,
    {
      arities: [5],
      returns: 'double',
      run: (_, args) => {
        const [origin, scale, offset, decay, value] = args;
        if (
          !isDate(value ?? null) ||
          typeof origin !== 'string' ||
          typeof scale !== 'string' ||
          typeof offset !== 'string'
        ) {
          return throwJava(
            'IllegalArgumentException',
            `decayDate${shape} takes (String origin, String scale, String offset, double decay, ZonedDateTime value)`,
          );
        }
        if (origin.startsWith('now'))
          return throwJava('IllegalArgumentException', 'the origin of a decay function is a fixed date');
        const from = parseDateMath(origin, createDateFormat('strict_date_optional_time||epoch_millis'), { nowMs: 0 });
        const span = Math.abs(millisOf(value ?? null) - from.millis);
        const distance = beyond(span, parseTimeValueMs(offset, 'offset'));
        return decayed(shape, distance, parseTimeValueMs(scale, 'scale'), implicitDouble(decay ?? null));
      },
    },
  ],
];

const pointOf = (value: ScriptValue): { readonly latitude: number; readonly longitude: number } =>
  isPoint(value) ? value.state : { latitude: 0, longitude: 0 };
const millisOf = (value: ScriptValue): number => (isDate(value) ? value.state.millis : 0);

const vectorOf = (value: ScriptValue): readonly number[] => {
  if (value instanceof DocValuesObject) {
    const { values } = value;
    if (values.length === 0)
      return throwJava('IllegalArgumentException', `A document doesn't have a value for a vector field!`);
    return Array.from({ length: values.length }, (_, index) => values.numberAt(index));
  }
  return elementsOf(value).map((item) =>
    isNumeric(item) ? toDouble(item) : throwJava('ClassCastException', 'a vector holds numbers'),
  );
};

/** A distance between a vector of the query and the vector of a field, which is given by its values or its name. */
const vector = (measure: (a: readonly number[], b: readonly number[]) => number): ContextFunction => ({
  needs: ['doc'],
  arities: [2],
  returns: 'double',
  run: (runtime, args) => {
    const [query, given] = [args[0] ?? null, args[1] ?? null];
    const docObject = runtime.bindings.find(
      (binding) => typeof binding === 'object' && binding !== null && 'doc' in binding,
    );
    const field =
      typeof given === 'string' && typeof docObject === 'object' && docObject !== null && 'doc' in docObject
        ? fieldOf(docObject, given)
        : given;
    const [a, b] = [vectorOf(query), vectorOf(field)];
    if (a.length !== b.length) {
      return throwJava(
        'IllegalArgumentException',
        `The query vector has a different number of dimensions [${a.length}] than the document vectors [${b.length}].`,
      );
    }
    runtime.spend(a.length / 100);
    return measure(a, b);
  },
});

const fieldOf = (holder: object, field: string): ScriptValue => {
  if (
    !('doc' in holder) ||
    typeof holder.doc !== 'object' ||
    holder.doc === null ||
    !('get' in holder.doc) ||
    typeof holder.doc.get !== 'function'
  )
    return null;
  const values: unknown = holder.doc.get(field);
  if (values === undefined) return throwJava('IllegalArgumentException', `No field found for [${field}] in mapping`);
  // The port ScriptDoc says what `get` returns.
  return new DocValuesObject(field, values as DocValuesObject['values']);
};

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/** Mixes a seed and a salt into a number from 0 to 1: the same for the same document and seed. */
const randomFrom = (salt: number, seed: number): number => {
  let hash = Math.imul(salt ^ seed, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) & 0xffffff) / 0x1000000;
};

/** The functions that scripts of scores may call by their bare names. */
export const scoreFunctions: ReadonlyMap<string, ContextFunction> = new Map<string, ContextFunction>([
  ['saturation', plain(2, (value = 0, k = 0) => value / (k + value))],
  ['sigmoid', plain(3, (value = 0, k = 0, a = 0) => value ** a / (k ** a + value ** a))],
  ...(['Linear', 'Exp', 'Gauss'] as const).flatMap(decays),
  ['cosineSimilarity', vector((a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)))],
  ['dotProduct', vector(dot)],
  ['l1norm', vector((a, b) => a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0))],
  ['l2norm', vector((a, b) => Math.sqrt(a.reduce((sum, value, index) => sum + (value - (b[index] ?? 0)) ** 2, 0)))],
  [
    'randomScore',
    {
      needs: ['doc'],
      arities: [1, 2],
      returns: 'double',
      run: (runtime, args) => {
        const seed = implicitInt(args[0] ?? null);
        const field = args[1] ?? null;
        const holder = runtime.bindings.find(
          (binding) => typeof binding === 'object' && binding !== null && 'doc' in binding,
        );
        const values =
          typeof field === 'string' && typeof holder === 'object' && holder !== null ? fieldOf(holder, field) : null;
        const salt =
          values instanceof DocValuesObject && values.values.length > 0 ? hashCode(values.values.textAt(0)) : 0;
        return randomFrom(salt, seed);
      },
    },
  ],
]);
