import { throwJava } from '../script-error.ts';
import { toText } from './to-text.ts';
import { Opaque, ScriptEntry, ScriptList, ScriptObject, type ScriptValue, Small } from './value.ts';

export type Key = string | number | bigint | boolean | null | ScriptObject;

/** A value of JavaScript that is the same for values that Java calls equal, and for no others. */
export const keyOf = (value: ScriptValue): Key => {
  if (value instanceof Small) return `\u0000${value.kind}:${value.value}`;
  if (typeof value === 'string') return value.startsWith('\u0000') ? `\u0000String:${value}` : value;
  if (!(value instanceof ScriptObject)) return value;
  if (value instanceof ScriptList) {
    return value.className.endsWith('[]') ? value : `\u0000List:${value.items.map((item) => partOf(item)).join()}`;
  }
  if (value instanceof Opaque) return `\u0000${value.className}:${toText(value)}`;
  if (value instanceof ScriptEntry) return `\u0000Entry:${partOf(value.key)}=${partOf(value.value)}`;
  return isContainer(value) ? `\u0000${containerKey(value)}` : value;
};

/** Maps and sets: named by what they hold, whatever their order. */
interface Container extends ScriptObject {
  entries?(): readonly { readonly key: ScriptValue; readonly value: ScriptValue }[];
  values?(): readonly ScriptValue[];
}

const isContainer = (value: ScriptObject): value is Container => /(Map|Set)$/.test(value.className);

const containerKey = (value: Container): string => {
  if (value.entries !== undefined) {
    return `Map:${value
      .entries()
      .map((entry) => `${partOf(entry.key)}=${partOf(entry.value)}`)
      .sort()
      .join()}`;
  }
  return `Set:${(value.values?.() ?? []).map(partOf).sort().join()}`;
};

/** A key as part of a longer one: with its length, so that no two lists share one. */
const partOf = (value: ScriptValue): string => {
  const key = keyOf(value);
  const text = `${typeof key}:${key instanceof ScriptObject ? key.className : String(key)}`;
  return `${text.length}:${text}`;
};

/** Java's `equals`: a Long never equals an Integer. */
export const javaEquals = (a: ScriptValue, b: ScriptValue): boolean => {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a !== 'object' && typeof b !== 'object') return typeof a === 'number' && Object.is(a, b);
  return keyOf(a) === keyOf(b);
};

/** `==` of Painless between values of type def: numbers by value after promotion, everything else by `equals`. */
export const looselyEqual = (a: ScriptValue, b: ScriptValue): boolean => {
  if (typeof a === 'string' || typeof b === 'string' || a === null || b === null) return a === b;
  if (isNumeric(a) && isNumeric(b)) {
    if (typeof a === 'bigint' || typeof b === 'bigint') {
      // A bigint and a number compare by exact value; Java would first round the long to a double.
      if (typeof a === 'number' || typeof b === 'number' || isFloat(a) || isFloat(b))
        return asNumber(a) === asNumber(b);
      return asBig(a) === asBig(b);
    }
    return asNumber(a) === asNumber(b);
  }
  return javaEquals(a, b);
};

const isNumeric = (value: ScriptValue): value is number | bigint | Small =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Small;
const isFloat = (value: number | bigint | Small): boolean => value instanceof Small && value.kind === 'Float';
const asNumber = (value: number | bigint | Small): number => (value instanceof Small ? value.value : Number(value));
const asBig = (value: number | bigint | Small): bigint =>
  typeof value === 'bigint' ? value : BigInt(value instanceof Small ? value.value : value);

const hashText = (text: string): number => {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
};

const hashLong = (value: bigint): number => {
  const bits = BigInt.asUintN(64, value);
  return Number(BigInt.asIntN(32, bits ^ (bits >> 32n)));
};

const doubleBits = new DataView(new ArrayBuffer(8));

/** Java's `hashCode` of what has one that does not depend on an address. */
export const hashCode = (value: ScriptValue): number => {
  if (typeof value === 'string') return hashText(value);
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1231 : 1237;
  if (typeof value === 'bigint') return hashLong(value);
  if (typeof value === 'number') {
    doubleBits.setFloat64(0, value === 0 && !Object.is(value, -0) ? 0 : value);
    return doubleBits.getInt32(0) ^ doubleBits.getInt32(4);
  }
  if (value instanceof Small) {
    if (value.kind !== 'Float') return value.value;
    doubleBits.setFloat32(0, value.value);
    return doubleBits.getInt32(0);
  }
  if (value instanceof ScriptList)
    return value.items.reduce<number>((hash, item) => (Math.imul(31, hash) + hashCode(item)) | 0, 1);
  if (value instanceof ScriptEntry) return hashCode(value.key) ^ hashCode(value.value);
  if (isContainer(value)) {
    if (value.entries !== undefined) {
      return value.entries().reduce((sum, entry) => (sum + (hashCode(entry.key) ^ hashCode(entry.value))) | 0, 0);
    }
    return (value.values?.() ?? []).reduce<number>((sum, item) => (sum + hashCode(item)) | 0, 0);
  }
  return hashText(toText(value));
};

/** Java's `compareTo` between values of one kind. */
export const compareValues = (a: ScriptValue, b: ScriptValue): number => {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'number' && typeof b === 'number') return compareDoubles(a, b);
  if (a instanceof Small && b instanceof Small && a.kind === b.kind) return compareDoubles(a.value, b.value);
  if (a instanceof Opaque && b instanceof Opaque && a.className === b.className) {
    const [x, y] = [orderOf(a.state), orderOf(b.state)];
    if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : 0;
  }
  if (a === null || b === null) return throwJava('NullPointerException', null);
  return throwJava('ClassCastException', `class ${nameOf(a)} cannot be cast to class ${nameOf(b)}`);
};

/** Library values that have an order carry it in `order`. */
const orderOf = (state: unknown): bigint | number | undefined => {
  if (typeof state === 'number' || typeof state === 'bigint') return state;
  if (typeof state !== 'object' || state === null || !('order' in state)) return undefined;
  return typeof state.order === 'bigint' || typeof state.order === 'number' ? state.order : undefined;
};

export const compareDoubles = (a: number, b: number): number => {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b && a !== 0) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return Object.is(a, b) ? 0 : Object.is(a, -0) ? -1 : 1;
};

/** The full Java name of a value's class, for messages. */
export const nameOf = (value: ScriptValue): string => {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (typeof value === 'number') return 'java.lang.Double';
  if (typeof value === 'bigint') return 'java.lang.Long';
  if (value instanceof Small) return `java.lang.${value.kind}`;
  if (/(Map|Set|List|Iterator)$/.test(value.className)) return `java.util.${value.className}`;
  if (value.className === 'StringBuilder' || value.className.endsWith('Exception'))
    return `java.lang.${value.className}`;
  return value.className;
};
