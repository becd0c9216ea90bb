import { throwJava } from '../script-error.ts';
import { doubleToInt, doubleToLong, isNumeric } from './arithmetic.ts';
import { nameOf } from './equality.ts';
import type { RawTypes, SignatureType } from './java-class.ts';
import { ScriptMap, ScriptSet } from './script-map.ts';
import {
  integer,
  ScriptFunction,
  ScriptIterator,
  ScriptList,
  ScriptStringBuilder,
  type ScriptValue,
  Small,
} from './value.ts';

const primitiveNames: Readonly<Record<string, string>> = {
  'java.lang.Integer': 'int',
  'java.lang.Character': 'char',
};

/** Messages of Painless name a boxed value by its primitive. */
const castName = (value: ScriptValue): string => {
  const name = nameOf(value);
  const isBox =
    typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' || value instanceof Small;
  return isBox ? (primitiveNames[name] ?? name.slice('java.lang.'.length).toLowerCase()) : name;
};

const refuse = (value: ScriptValue, type: string, manner = 'implicitly '): never => {
  if (value === null) return throwJava('NullPointerException', null);
  return throwJava(
    'ClassCastException',
    `cannot ${type === 'boolean' ? '' : manner}cast def [${castName(value)}] to ${type}`,
  );
};

/** An int without loss: what Java converts by itself. */
export const implicitInt = (value: ScriptValue): number => {
  if (value instanceof Small && value.kind !== 'Float') return value.value;
  return refuse(value, 'int');
};

export const implicitLong = (value: ScriptValue): bigint => {
  if (typeof value === 'bigint') return value;
  if (value instanceof Small && value.kind !== 'Float') return BigInt(value.value);
  return refuse(value, 'long');
};

export const implicitDouble = (value: ScriptValue): number => {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Small) return value.value;
  return refuse(value, 'double');
};

export const implicitBoolean = (value: ScriptValue): boolean =>
  typeof value === 'boolean' ? value : refuse(value, 'boolean');

const instance = <T>(value: ScriptValue, type: string, guard: (value: ScriptValue) => value is T & ScriptValue): T =>
  guard(value) ? value : refuse(value, type);

/** The conversions that Java makes when a value of type def is passed to a parameter. */
export const implicit: { readonly [T in SignatureType]: (value: ScriptValue) => RawTypes[T] } = {
  int: implicitInt,
  short: (value) =>
    value instanceof Small && (value.kind === 'Short' || value.kind === 'Byte') ? value.value : refuse(value, 'short'),
  byte: (value) => (value instanceof Small && value.kind === 'Byte' ? value.value : refuse(value, 'byte')),
  char: (value) => {
    if (value instanceof Small && value.kind === 'Character') return value.value;
    if (typeof value === 'string' && value.length === 1) return value.charCodeAt(0);
    return refuse(value, 'char');
  },
  long: implicitLong,
  float: (value) =>
    value instanceof Small
      ? value.value
      : typeof value === 'bigint'
        ? Math.fround(Number(value))
        : refuse(value, 'float'),
  double: implicitDouble,
  boolean: implicitBoolean,
  void: () => undefined,
  String: (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Small && value.kind === 'Character') return String.fromCharCode(value.value);
    if (value instanceof ScriptStringBuilder) return value.text;
    return refuse(value, 'java.lang.String');
  },
  def: (value) => value,
  Object: (value) => value,
  List: (value) => {
    if (value instanceof ScriptSet) return new ScriptList(value.values());
    return instance(value, 'java.util.Collection', (given): given is ScriptList => given instanceof ScriptList);
  },
  Map: (value) => instance(value, 'java.util.Map', (given): given is ScriptMap => given instanceof ScriptMap),
  Set: (value) => instance(value, 'java.util.Set', (given): given is ScriptSet => given instanceof ScriptSet),
  Iterator: (value) =>
    instance(value, 'java.util.Iterator', (given): given is ScriptIterator => given instanceof ScriptIterator),
  Function: (value) =>
    instance(value, 'java.util.function.Function', (given): given is ScriptFunction => given instanceof ScriptFunction),
  StringBuilder: (value) =>
    instance(
      value,
      'java.lang.StringBuilder',
      (given): given is ScriptStringBuilder => given instanceof ScriptStringBuilder,
    ),
};

/** The value of type def for a result in raw form. */
export const box = (type: SignatureType, raw: unknown): ScriptValue => {
  switch (type) {
    case 'int':
      return integer(Number(raw));
    case 'short':
      return new Small('Short', Number(raw));
    case 'byte':
      return new Small('Byte', Number(raw));
    case 'char':
      return new Small('Character', Number(raw));
    case 'float':
      return new Small('Float', Number(raw));
    case 'void':
      return null;
    default:
      // All other raw forms are values of scripts as they are (see RawTypes).
      return raw as ScriptValue;
  }
};

const wrap = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits);

/** An explicit cast of a value of type def to a type of numbers, with loss where Java loses. */
export const castNumber = (value: ScriptValue, type: string): ScriptValue => {
  if (type === 'char') {
    if (typeof value === 'string' && value.length === 1) return new Small('Character', value.charCodeAt(0));
    if (typeof value === 'string') {
      return throwJava('ClassCastException', 'Cannot cast [String] with length not equal to one to [char].');
    }
  }
  if (!isNumeric(value)) return refuse(value, type, 'explicitly ');
  if (type === 'double') return value instanceof Small ? value.value : Number(value);
  if (type === 'float') return new Small('Float', Math.fround(value instanceof Small ? value.value : Number(value)));
  if (type === 'long') {
    if (typeof value === 'bigint') return value;
    return doubleToLong(value instanceof Small ? value.value : value);
  }
  const int =
    typeof value === 'bigint'
      ? Number(BigInt.asIntN(32, value))
      : doubleToInt(value instanceof Small ? value.value : value);
  if (type === 'int') return integer(int);
  if (type === 'short') return new Small('Short', wrap(int, 16));
  if (type === 'byte') return new Small('Byte', wrap(int, 8));
  return new Small('Character', int & 0xffff);
};
