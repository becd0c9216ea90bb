import { ExactNumber, type JsonObject, type JsonValue, RawJson } from '../json/json-value.ts';
import { DocValuesObject } from './doc-values.ts';
import { allValues, isPoint } from './library/documents.ts';
import { ScriptMap, ScriptSet } from './runtime/script-map.ts';
import { doubleText, toText } from './runtime/to-text.ts';
import { integer, ScriptList, type ScriptValue, Small } from './runtime/value.ts';
import { throwJava } from './script-error.ts';

const isInt = (value: number): boolean => Number.isInteger(value) && value >= -2147483648 && value <= 2147483647;

/**
 * JSON as a value of scripts: whole numbers are Integer or Long, all others Double. Objects become maps in the order of
 * their keys (`ctx._source`) unless `order` is `hash` (`params`).
 */
export const fromJson = (value: JsonValue | undefined, order: 'insertion' | 'hash' = 'insertion'): ScriptValue => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return isInt(Number(value)) ? integer(Number(value)) : BigInt.asIntN(64, value);
  if (typeof value === 'number') {
    if (isInt(value) && !Object.is(value, -0)) return integer(value);
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (value instanceof ExactNumber) {
    if (!/^-?\d+$/.test(value.text)) return value.value;
    const whole = BigInt(value.text);
    if (BigInt.asIntN(64, whole) !== whole) return value.value;
    return isInt(Number(whole)) ? integer(Number(whole)) : whole;
  }
  if (value instanceof RawJson) return value.text;
  if (isArray(value)) return new ScriptList(value.map((item) => fromJson(item, order)));
  const map = new ScriptMap(order);
  for (const [key, item] of Object.entries(value)) map.set(key, fromJson(item, order));
  return map;
};

const isArray = (value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] => Array.isArray(value);

const maxDepth = 200;

/** The result of a script as JSON: a Double keeps its fraction (`2.0`), a Long all its digits. */
export const toJson = (value: ScriptValue, depth = 0): JsonValue => {
  if (depth > maxDepth) return throwJava('IllegalArgumentException', 'Iterable object is self-referencing itself');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return doubleText(value);
    return Number.isInteger(value) ? new ExactNumber(doubleText(value)) : value;
  }
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Small) {
    if (value.kind === 'Character') return toText(value);
    if (value.kind !== 'Float') return value.value;
    return Number.isFinite(value.value) ? new ExactNumber(toText(value)) : toText(value);
  }
  if (value instanceof ScriptList) return value.items.map((item) => toJson(item, depth + 1));
  if (value instanceof ScriptSet) return value.values().map((item) => toJson(item, depth + 1));
  if (value instanceof DocValuesObject) return allValues(value.values).map((item) => toJson(item, depth + 1));
  if (isPoint(value)) return { lat: value.state.latitude, lon: value.state.longitude };
  if (value instanceof ScriptMap) {
    return Object.fromEntries(value.entries().map((entry) => [toText(entry.key), toJson(entry.value, depth + 1)]));
  }
  return toText(value);
};
