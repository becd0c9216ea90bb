import { implicitBoolean } from '../runtime/convert.ts';
import { compareValues, javaEquals } from '../runtime/equality.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type MapOrder, ScriptMap, ScriptSet } from '../runtime/script-map.ts';
import { ScriptEntry, ScriptFunction, ScriptList, type ScriptValue } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import { comparator } from './elements.ts';

const isMap = (value: ScriptValue): value is ScriptMap => value instanceof ScriptMap;
const truth = implicitBoolean;
const orders: Readonly<Record<string, MapOrder>> = { HashMap: 'hash', LinkedHashMap: 'insertion', TreeMap: 'sorted' };

const put = (map: ScriptMap, key: ScriptValue, value: ScriptValue, runtime: Runtime): void => {
  if (map.isReadOnly) throwJava('UnsupportedOperationException', null);
  runtime.grow(1);
  map.set(key, value);
};

const entrySet = (map: ScriptMap): ScriptSet => {
  // The set is of entries that write through: their order is that of the map.
  const set = new ScriptSet(new ScriptMap('insertion'));
  for (const entry of map.entries()) set.map.set(new LiveEntry(map, entry.key, entry.value), true);
  return set;
};

class LiveEntry extends ScriptEntry {
  constructor(map: ScriptMap, key: ScriptValue, value: ScriptValue) {
    super(key, value);
    let current = value;
    Object.defineProperty(this, 'value', {
      get: () => current,
      set: (next: ScriptValue) => {
        current = next;
        map.set(key, next);
      },
    });
  }
}

/** `Map` and its kinds. */
export const defineMaps = (table: ClassTable): void => {
  table.define('Map', ['Object'], isMap, (c) => {
    c.field(
      (self, name) => self.get(name) ?? null,
      (self, name, value, runtime) => put(self, name, value, runtime),
    );
    c.method('int', 'size', [], (self) => self.size);
    c.method('boolean', 'isEmpty', [], (self) => self.size === 0);
    c.method('def', 'get', ['def'], (self, [key]) => self.get(key) ?? null);
    c.method('def', 'getOrDefault', ['def', 'def'], (self, [key, otherwise]) =>
      self.has(key) ? (self.get(key) ?? null) : otherwise,
    );
    c.method('boolean', 'containsKey', ['def'], (self, [key]) => self.has(key));
    c.method('boolean', 'containsValue', ['def'], (self, [value]) =>
      self.entries().some((entry) => javaEquals(entry.value, value)),
    );
    c.method('def', 'put', ['def', 'def'], (self, [key, value], runtime) => {
      const old = self.get(key) ?? null;
      put(self, key, value, runtime);
      return old;
    });
    c.method('def', 'putIfAbsent', ['def', 'def'], (self, [key, value], runtime) => {
      const old = self.get(key) ?? null;
      if (old === null) put(self, key, value, runtime);
      return old;
    });
    c.method('void', 'putAll', ['Map'], (self, [other], runtime) => {
      for (const entry of other.entries()) put(self, entry.key, entry.value, runtime);
      return undefined;
    });
    c.method('def', 'remove', ['def'], (self, [key]) => {
      if (self.isReadOnly) return throwJava('UnsupportedOperationException', null);
      const old = self.get(key) ?? null;
      self.delete(key);
      return old;
    });
    c.method('boolean', 'remove', ['def', 'def'], (self, [key, value]) => {
      if (!self.has(key) || !javaEquals(self.get(key) ?? null, value)) return false;
      self.delete(key);
      return true;
    });
    c.method('def', 'replace', ['def', 'def'], (self, [key, value], runtime) => {
      if (!self.has(key)) return null;
      const old = self.get(key) ?? null;
      put(self, key, value, runtime);
      return old;
    });
    c.method('void', 'clear', [], (self) => self.clear() ?? undefined);
    c.method('Set', 'keySet', [], (self) => {
      const keys = new ScriptSet(
        new ScriptMap('insertion'),
        self.entries().map((entry) => entry.key),
      );
      return keys;
    });
    c.method('def', 'values', [], (self) => new ScriptList(self.entries().map((entry) => entry.value)));
    c.method('Set', 'entrySet', [], entrySet);
    const visit = function* (
      self: ScriptMap,
      runtime: Runtime,
    ): Generator<{ readonly key: ScriptValue; readonly value: ScriptValue }, void, void> {
      for (const entry of [...self.entries()]) {
        runtime.spend(1);
        yield entry;
      }
    };
    c.method('void', 'forEach', ['Function'], (self, [run], runtime) => {
      for (const { key, value } of visit(self, runtime)) run.invoke(key, value);
      return undefined;
    });
    c.method('def', 'each', ['Function'], (self, [run], runtime) => {
      for (const { key, value } of visit(self, runtime)) run.invoke(key, value);
      return self;
    });
    c.method('boolean', 'every', ['Function'], (self, [test], runtime) =>
      [...visit(self, runtime)].every(({ key, value }) => truth(test.invoke(key, value))),
    );
    c.method(
      'int',
      'count',
      ['Function'],
      (self, [test], runtime) =>
        [...visit(self, runtime)].filter(({ key, value }) => truth(test.invoke(key, value))).length,
    );
    c.method('def', 'find', ['Function'], (self, [test], runtime) => {
      for (const { key, value } of visit(self, runtime))
        if (truth(test.invoke(key, value))) return new ScriptEntry(key, value);
      return null;
    });
    c.method('def', 'findAll', ['Function'], (self, [test], runtime) => {
      const found = new ScriptMap(self.order === 'sorted' ? 'sorted' : self.order, compareValues);
      for (const { key, value } of visit(self, runtime))
        if (truth(test.invoke(key, value))) put(found, key, value, runtime);
      return found;
    });
    c.method('def', 'findResult', ['Function'], (self, [run], runtime) => {
      for (const { key, value } of visit(self, runtime)) {
        const result = run.invoke(key, value);
        if (result !== null) return result;
      }
      return null;
    });
    c.method(
      'def',
      'findResults',
      ['Function'],
      (self, [run], runtime) =>
        new ScriptList(
          [...visit(self, runtime)].map(({ key, value }) => run.invoke(key, value)).filter((item) => item !== null),
        ),
    );
    c.method(
      'def',
      'collect',
      ['Function'],
      (self, [run], runtime) =>
        new ScriptList([...visit(self, runtime)].map(({ key, value }) => run.invoke(key, value))),
    );
    c.method('def', 'groupBy', ['Function'], (self, [run], runtime) => {
      const groups = new ScriptMap();
      for (const { key, value } of visit(self, runtime)) {
        const name = run.invoke(key, value);
        const group = groups.get(name);
        if (group instanceof ScriptMap) put(group, key, value, runtime);
        else {
          const made = new ScriptMap(self.order, compareValues);
          put(made, key, value, runtime);
          put(groups, name, made, runtime);
        }
      }
      return groups;
    });
    c.method('def', 'computeIfAbsent', ['def', 'Function'], (self, [key, make], runtime) => {
      const known = self.get(key) ?? null;
      if (known !== null) return known;
      const made = make.invoke(key);
      if (made !== null) put(self, key, made, runtime);
      return made;
    });
    c.method('def', 'computeIfPresent', ['def', 'Function'], (self, [key, make], runtime) => {
      const known = self.get(key) ?? null;
      return known === null ? null : store(self, key, make.invoke(key, known), runtime);
    });
    c.method('def', 'compute', ['def', 'Function'], (self, [key, make], runtime) =>
      store(self, key, make.invoke(key, self.get(key) ?? null), runtime),
    );
    c.method('def', 'merge', ['def', 'def', 'Function'], (self, [key, value, join], runtime) => {
      const known = self.get(key) ?? null;
      return store(self, key, known === null ? value : join.invoke(known, value), runtime);
    });
    c.method('void', 'replaceAll', ['Function'], (self, [run], runtime) => {
      for (const { key, value } of visit(self, runtime)) put(self, key, run.invoke(key, value), runtime);
      return undefined;
    });
    c.method('def', 'firstKey', [], (self) => self.entries()[0]?.key ?? throwJava('NoSuchElementException', null));
    c.method('def', 'lastKey', [], (self) => self.entries().at(-1)?.key ?? throwJava('NoSuchElementException', null));
    c.static('def', 'of', [], () => new ScriptMap('hash', undefined, true));
    for (let pairs = 1; pairs <= 5; pairs += 1) {
      c.static('def', 'of', new Array<'def'>(pairs * 2).fill('def'), (items) => {
        const values: readonly ScriptValue[] = [...items];
        const map = new ScriptMap('hash', undefined, true);
        for (let index = 0; index < values.length; index += 2)
          map.set(values[index] ?? null, values[index + 1] ?? null);
        return map;
      });
    }
  });
  for (const [name, order] of Object.entries(orders)) {
    table.define(name, ['Map'], isMap, (c) => {
      c.create([], () => new ScriptMap(order, order === 'sorted' ? compareValues : undefined));
      c.create(['def'], ([from], runtime) => {
        if (from instanceof ScriptFunction) return new ScriptMap('sorted', comparator(from));
        const map = new ScriptMap(order, order === 'sorted' ? compareValues : undefined);
        if (from instanceof ScriptMap) for (const entry of from.entries()) put(map, entry.key, entry.value, runtime);
        return map;
      });
    });
  }
};

const store = (map: ScriptMap, key: ScriptValue, value: ScriptValue, runtime: Runtime): ScriptValue => {
  if (value === null) map.delete(key);
  else put(map, key, value, runtime);
  return value;
};
