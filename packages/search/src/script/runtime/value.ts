export type SmallKind = 'Integer' | 'Short' | 'Byte' | 'Character' | 'Float';

/** A boxed number of Java other than Double (a JavaScript number) and Long (a bigint). */
export class Small {
  readonly kind: SmallKind;
  readonly value: number;

  constructor(kind: SmallKind, value: number) {
    this.kind = kind;
    this.value = value;
  }
}

/** Anything a script may hold that is not a primitive. */
export abstract class ScriptObject {
  /** The class by which members are looked up. */
  abstract readonly className: string;
}

/**
 * A value of a script. A number is a Double, a bigint is a Long, a string is a String; the smaller numbers are `Small`.
 */
export type ScriptValue = null | boolean | number | bigint | string | Small | ScriptObject;

const smallest = -128;
const cache: readonly Small[] = Array.from({ length: 1_152 }, (_, index) => new Small('Integer', index + smallest));

/** An Integer; the common ones are shared. */
export const integer = (value: number): Small => cache[value - smallest] ?? new Small('Integer', value);

export const character = (code: number): Small => new Small('Character', code);

/** A lambda or a method reference. */
export class ScriptFunction extends ScriptObject {
  readonly className = 'Function';
  /** The parameters it takes; -1 when a method reference takes what it is given. */
  readonly arity: number;
  readonly invoke: (...args: readonly ScriptValue[]) => ScriptValue;

  constructor(arity: number, invoke: (...args: readonly ScriptValue[]) => ScriptValue) {
    super();
    this.arity = arity;
    this.invoke = invoke;
  }
}

/** `ArrayList`, what else is a List, and arrays (`className` ends with `[]`). */
export class ScriptList extends ScriptObject {
  readonly className: string;
  readonly items: ScriptValue[];
  readonly isReadOnly: boolean;

  constructor(items: ScriptValue[], className = 'ArrayList', isReadOnly = false) {
    super();
    this.items = items;
    this.className = className;
    this.isReadOnly = isReadOnly;
  }
}

export class ScriptStringBuilder extends ScriptObject {
  readonly className = 'StringBuilder';
  text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** An exception that a `catch` has caught or `new` has made. */
export class ScriptException extends ScriptObject {
  readonly className: string;
  readonly message: string | null;

  constructor(className: string, message: string | null) {
    super();
    this.className = className;
    this.message = message;
  }
}

/** A map entry that is seen by scripts. */
export class ScriptEntry extends ScriptObject {
  readonly className = 'Map.Entry';
  readonly key: ScriptValue;
  value: ScriptValue;

  constructor(key: ScriptValue, value: ScriptValue) {
    super();
    this.key = key;
    this.value = value;
  }
}

/** An iterator over anything; read with one value of advance. */
export class ScriptIterator extends ScriptObject {
  readonly className = 'Iterator';
  readonly #values: readonly ScriptValue[];
  readonly #remove: (value: ScriptValue, index: number) => void;
  #next = 0;
  #removed = 0;

  constructor(values: readonly ScriptValue[], remove: (value: ScriptValue, index: number) => void) {
    super();
    this.#values = values;
    this.#remove = remove;
  }

  get hasNext(): boolean {
    return this.#next < this.#values.length;
  }

  next(): ScriptValue | undefined {
    const value = this.#values[this.#next];
    this.#next += 1;
    return value;
  }

  remove(): void {
    const value = this.#values[this.#next - 1];
    if (value === undefined) return;
    this.#remove(value, this.#next - 1 - this.#removed);
    this.#removed += 1;
  }
}

/** A value of a library class that has no parts which scripts can change: dates, patterns, optionals, streams … */
export class Opaque<T> extends ScriptObject {
  readonly className: string;
  readonly state: T;

  constructor(className: string, state: T) {
    super();
    this.className = className;
    this.state = state;
  }
}
