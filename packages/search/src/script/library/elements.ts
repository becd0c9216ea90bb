import { compareValues } from '../runtime/equality.ts';
import { ScriptMap, ScriptSet } from '../runtime/script-map.ts';
import { Opaque, ScriptEntry, ScriptFunction, ScriptList, type ScriptValue, Small } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';

/** A stream that is evaluated step by step: `kind` is that of IntStream, LongStream, DoubleStream or Stream. */
export interface StreamState {
  readonly items: readonly ScriptValue[];
  readonly kind: 'object' | 'int' | 'long' | 'double';
}

export const isStream = (value: ScriptValue): value is Opaque<StreamState> =>
  value instanceof Opaque && value.className === 'Stream';

export const createStream = (
  items: readonly ScriptValue[],
  kind: StreamState['kind'] = 'object',
): Opaque<StreamState> => new Opaque('Stream', { items, kind });

/** What a collection, an array, a stream or a map (its entries) holds. */
export const elementsOf = (value: ScriptValue): readonly ScriptValue[] => {
  if (value instanceof ScriptList) return value.items;
  if (value instanceof ScriptSet) return value.values();
  if (value instanceof ScriptMap) return value.entries().map((entry) => new ScriptEntry(entry.key, entry.value));
  if (isStream(value)) return value.state.items;
  if (value === null) return throwJava('NullPointerException', null);
  return throwJava('ClassCastException', 'the value is not a collection');
};

/** A comparator of Java as one of JavaScript; null stands for the natural order. */
export const comparator = (value: ScriptValue): ((a: ScriptValue, b: ScriptValue) => number) => {
  if (value === null) return compareValues;
  if (!(value instanceof ScriptFunction))
    return throwJava('ClassCastException', 'the value is not a java.util.Comparator');
  return (a, b) => {
    const order = value.invoke(a, b);
    return order instanceof Small ? order.value : Number(order);
  };
};
