import { compareValues, javaEquals } from '../runtime/equality.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import { ScriptMap, ScriptSet } from '../runtime/script-map.ts';
import { ScriptFunction, ScriptIterator, type ScriptValue } from '../runtime/value.ts';
import { comparator, elementsOf } from './elements.ts';
import { addTo, defineIterable, noElement, truth, writableSet } from './iterable.ts';

const isSet = (value: ScriptValue): value is ScriptSet => value instanceof ScriptSet;

const emptySet = (name: string): ScriptSet =>
  new ScriptSet(
    new ScriptMap(
      name === 'HashSet' || name === 'Set' ? 'hash' : name === 'TreeSet' ? 'sorted' : 'insertion',
      compareValues,
    ),
  );

/** `Set` and its kinds. */
export const defineSet = (table: ClassTable): void => {
  table.define('Set', ['Collection'], isSet, (c) => {
    defineIterable(c, (self) => self.values());
    c.method('int', 'size', [], (self) => self.map.size);
    c.method('boolean', 'isEmpty', [], (self) => self.map.size === 0);
    c.method('boolean', 'contains', ['def'], (self, [value]) => self.map.has(value));
    c.method('boolean', 'add', ['def'], (self, [value], runtime) => {
      const isNew = !self.map.has(value);
      runtime.grow(1);
      writableSet(self).set(value, true);
      return isNew;
    });
    c.method('boolean', 'addAll', ['def'], (self, [values], runtime) => {
      const before = self.map.size;
      for (const value of elementsOf(values)) addTo(self, value, runtime);
      return self.map.size > before;
    });
    c.method('boolean', 'remove', ['def'], (self, [value]) => {
      const had = self.map.has(value);
      writableSet(self).delete(value);
      return had;
    });
    const keepSet = (self: ScriptSet, test: (item: ScriptValue) => boolean): boolean => {
      const gone = self.values().filter((item) => !test(item));
      for (const item of gone) writableSet(self).delete(item);
      return gone.length > 0;
    };
    c.method('boolean', 'removeIf', ['Function'], (self, [test]) => keepSet(self, (item) => !truth(test.invoke(item))));
    c.method('boolean', 'removeAll', ['def'], (self, [others]) =>
      keepSet(self, (item) => !elementsOf(others).some((other) => javaEquals(item, other))),
    );
    c.method('boolean', 'retainAll', ['def'], (self, [others]) =>
      keepSet(self, (item) => elementsOf(others).some((other) => javaEquals(item, other))),
    );
    c.method('void', 'clear', [], (self) => writableSet(self).clear() ?? undefined);
    c.method(
      'Iterator',
      'iterator',
      [],
      (self) => new ScriptIterator(self.values(), (value) => writableSet(self).delete(value)),
    );
    c.method('def', 'first', [], (self) => self.values()[0] ?? noElement());
    c.method('def', 'last', [], (self) => self.values().at(-1) ?? noElement());
    c.static('def', 'of', [], () => new ScriptSet(new ScriptMap('hash', undefined, true)));
    for (let count = 1; count <= 10; count += 1) {
      c.static(
        'def',
        'of',
        new Array<'def'>(count).fill('def'),
        (items) => new ScriptSet(new ScriptMap('hash', undefined, true), [...items]),
      );
    }
  });
  for (const name of ['HashSet', 'LinkedHashSet', 'TreeSet']) {
    table.define(name, ['Set'], isSet, (c) => {
      c.create([], () => emptySet(name));
      c.create(['def'], ([from], runtime) => {
        const set = emptySet(name);
        if (typeof from === 'object' && from !== null && 'kind' in from) return set;
        if (from instanceof ScriptFunction) return new ScriptSet(new ScriptMap('sorted', comparator(from)));
        for (const value of elementsOf(from)) addTo(set, value, runtime);
        return set;
      });
    });
  }
};
