import { hashCode, type Key, keyOf } from './equality.ts';
import { ScriptObject, type ScriptValue } from './value.ts';

interface Entry {
  readonly key: ScriptValue;
  value: ScriptValue;
}

/** The bucket order of Java's HashMap for a table of `capacity` places; equal places keep the order of insertion. */
const hashOrder = (entries: readonly Entry[], capacity: number): Entry[] => {
  const places = entries.map((entry, index) => {
    const hash = hashCode(entry.key);
    return { entry, index, place: (hash ^ (hash >>> 16)) & (capacity - 1) };
  });
  places.sort((a, b) => a.place - b.place || a.index - b.index);
  return places.map(({ entry }) => entry);
};

export type MapOrder = 'hash' | 'insertion' | 'sorted';

/** Java's maps. A HashMap is read in the order in which Java reads it, so that results print alike. */
export class ScriptMap extends ScriptObject {
  readonly className: string;
  readonly order: MapOrder;
  readonly isReadOnly: boolean;
  readonly #entries = new Map<Key, Entry>();
  readonly #compare: ((a: ScriptValue, b: ScriptValue) => number) | undefined;
  #capacity = 16;
  #sorted: readonly Entry[] | undefined;

  constructor(order: MapOrder = 'hash', compare?: (a: ScriptValue, b: ScriptValue) => number, isReadOnly = false) {
    super();
    this.order = order;
    this.className = order === 'hash' ? 'HashMap' : order === 'insertion' ? 'LinkedHashMap' : 'TreeMap';
    this.#compare = compare;
    this.isReadOnly = isReadOnly;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: ScriptValue): ScriptValue | undefined {
    return this.#entries.get(keyOf(key))?.value;
  }

  has(key: ScriptValue): boolean {
    return this.#entries.has(keyOf(key));
  }

  set(key: ScriptValue, value: ScriptValue): void {
    const id = keyOf(key);
    const known = this.#entries.get(id);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    this.#entries.set(id, { key, value });
    this.#sorted = undefined;
    while (this.#entries.size > this.#capacity * 0.75) this.#capacity *= 2;
  }

  delete(key: ScriptValue): void {
    if (this.#entries.delete(keyOf(key))) this.#sorted = undefined;
  }

  clear(): void {
    this.#entries.clear();
    this.#sorted = undefined;
  }

  /** The entries in the order of the class. Changes of `value` are changes of the map. */
  entries(): readonly Entry[] {
    if (this.#sorted === undefined) {
      const all = [...this.#entries.values()];
      const compare = this.#compare;
      if (this.order === 'hash') this.#sorted = hashOrder(all, this.#capacity);
      else if (this.order === 'sorted' && compare !== undefined)
        this.#sorted = all.sort((a, b) => compare(a.key, b.key));
      else this.#sorted = all;
    }
    return this.#sorted;
  }
}

/** Java's sets: the keys of a map. */
export class ScriptSet extends ScriptObject {
  readonly className: string;
  readonly map: ScriptMap;

  constructor(map: ScriptMap, values: Iterable<ScriptValue> = []) {
    super();
    this.map = map;
    this.className = map.order === 'hash' ? 'HashSet' : map.order === 'insertion' ? 'LinkedHashSet' : 'TreeSet';
    for (const value of values) map.set(value, true);
  }

  values(): ScriptValue[] {
    return this.map.entries().map((entry) => entry.key);
  }
}
