import { compareValues, javaEquals } from '../runtime/equality.ts';
import type { ClassBuilder, ClassTable } from '../runtime/java-class.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { ScriptMap, ScriptSet } from '../runtime/script-map.ts';
import { toText } from '../runtime/to-text.ts';
import {
  integer,
  ScriptEntry,
  ScriptFunction,
  ScriptIterator,
  ScriptList,
  type ScriptValue,
} from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import { comparator, createStream, elementsOf } from './elements.ts';
import { addTo, defineIterable, noElement, truth, writable } from './iterable.ts';
import { defineSet } from './sets.ts';

const any = (value: ScriptValue): value is ScriptValue => value !== undefined;
const isList = (value: ScriptValue): value is ScriptList => value instanceof ScriptList;

const place = (list: ScriptList, index: number, limit = list.items.length): number =>
  index >= 0 && index < limit
    ? index
    : throwJava('IndexOutOfBoundsException', `Index ${index} out of bounds for length ${list.items.length}`);

const defineList = (table: ClassTable): void => {
  table.define('List', ['Collection'], isList, (c) => {
    defineIterable(c, (self) => self.items);
    c.method('int', 'size', [], (self) => self.items.length);
    c.method('int', 'getLength', [], (self) => self.items.length);
    c.method('boolean', 'isEmpty', [], (self) => self.items.length === 0);
    c.method('def', 'get', ['int'], (self, [index]) => self.items[place(self, index)] ?? null);
    c.method(
      'def',
      'getAt',
      ['int'],
      (self, [index]) => self.items[place(self, index < 0 ? index + self.items.length : index)] ?? null,
    );
    c.method('def', 'set', ['int', 'def'], (self, [index, value]) => {
      const items = writable(self);
      const old = items[place(self, index)] ?? null;
      items[index] = value;
      return old;
    });
    c.method('boolean', 'add', ['def'], (self, [value], runtime) => {
      runtime.grow(1);
      writable(self).push(value);
      return true;
    });
    c.method('void', 'add', ['int', 'def'], (self, [index, value], runtime) => {
      runtime.grow(1);
      writable(self).splice(place(self, index, self.items.length + 1), 0, value);
      return undefined;
    });
    c.method('boolean', 'addAll', ['def'], (self, [values], runtime) => {
      const added = [...elementsOf(values)];
      runtime.grow(added.length);
      for (const value of added) writable(self).push(value);
      return added.length > 0;
    });
    c.method('def', 'remove', ['def'], (self, [what]) => {
      const items = writable(self);
      if (typeof what === 'object' && what !== null && 'kind' in what && what.kind === 'Integer')
        return items.splice(place(self, what.value), 1)[0] ?? null;
      const index = items.findIndex((item) => javaEquals(item, what));
      if (index >= 0) items.splice(index, 1);
      return index >= 0;
    });
    c.method('boolean', 'removeIf', ['Function'], (self, [test], runtime) =>
      keep(self, (item) => !truth(test.invoke(item)), runtime),
    );
    c.method('boolean', 'removeAll', ['def'], (self, [others], runtime) =>
      keep(self, (item) => !elementsOf(others).some((other) => javaEquals(item, other)), runtime),
    );
    c.method('boolean', 'retainAll', ['def'], (self, [others], runtime) =>
      keep(self, (item) => elementsOf(others).some((other) => javaEquals(item, other)), runtime),
    );
    c.method('void', 'replaceAll', ['Function'], (self, [run]) => {
      self.items.forEach((item, index) => {
        writable(self)[index] = run.invoke(item);
      });
      return undefined;
    });
    c.method('void', 'clear', [], (self) => {
      writable(self).length = 0;
      return undefined;
    });
    c.method('boolean', 'contains', ['def'], (self, [value]) => self.items.some((item) => javaEquals(item, value)));
    c.method('int', 'indexOf', ['def'], (self, [value]) => self.items.findIndex((item) => javaEquals(item, value)));
    c.method('int', 'lastIndexOf', ['def'], (self, [value]) =>
      self.items.findLastIndex((item) => javaEquals(item, value)),
    );
    c.method('void', 'sort', ['def'], (self, [order], runtime) => {
      runtime.spend(self.items.length);
      writable(self).sort(comparator(order));
      return undefined;
    });
    c.method('def', 'subList', ['int', 'int'], (self, [from, to]) => {
      if (from < 0) return throwJava('IndexOutOfBoundsException', `fromIndex = ${from}`);
      if (to > self.items.length) return throwJava('IndexOutOfBoundsException', `toIndex = ${to}`);
      return new ScriptList(self.items.slice(from, to));
    });
    c.method(
      'Iterator',
      'iterator',
      [],
      (self) => new ScriptIterator([...self.items], (_, index) => void writable(self).splice(index, 1)),
    );
    c.method(
      'Iterator',
      'listIterator',
      [],
      (self) => new ScriptIterator([...self.items], (_, index) => void writable(self).splice(index, 1)),
    );
    c.static('def', 'of', [], () => new ScriptList([], 'ImmutableList', true));
    for (let count = 1; count <= 10; count += 1) {
      c.static(
        'def',
        'of',
        new Array<'def'>(count).fill('def'),
        (items) => new ScriptList([...items], 'ImmutableList', true),
      );
    }
    c.static('def', 'copyOf', ['def'], ([values]) => new ScriptList([...elementsOf(values)], 'ImmutableList', true));
  });
  for (const name of ['ArrayList', 'LinkedList', 'ImmutableList', 'Stack', 'Deque', 'ArrayDeque', 'Queue']) {
    table.define(name, ['List'], isList, (c) => {
      c.create([], () => new ScriptList([], name));
      c.create(['def'], ([from], runtime) => {
        if (typeof from === 'object' && from !== null && 'kind' in from) return new ScriptList([], name);
        const items = [...elementsOf(from)];
        runtime.grow(items.length);
        return new ScriptList(items, name);
      });
      if (name !== 'ArrayList' && name !== 'ImmutableList') defineEnds(c, name === 'Stack');
    });
  }
};

const keep = (list: ScriptList, test: (item: ScriptValue) => boolean, runtime: Runtime): boolean => {
  const items = writable(list);
  runtime.spend(items.length);
  const kept = items.filter(test);
  const isChanged = kept.length !== items.length;
  items.length = 0;
  for (const item of kept) items.push(item);
  return isChanged;
};

/** Queues, deques and stacks: `isStack` says that the top is the end. */
const defineEnds = (c: ClassBuilder<ScriptList>, isStack: boolean): void => {
  const add = (self: ScriptList, value: ScriptValue, atEnd: boolean, runtime: Runtime): void => {
    runtime.grow(1);
    if (atEnd) self.items.push(value);
    else self.items.unshift(value);
  };
  const firstOf = (self: ScriptList): ScriptValue | undefined => self.items[0];
  const lastOf = (self: ScriptList): ScriptValue | undefined => self.items[self.items.length - 1];
  c.method('def', 'push', ['def'], (self, [value], runtime) => {
    add(self, value, isStack, runtime);
    return value;
  });
  c.method(
    'def',
    'pop',
    [],
    (self) =>
      (isStack ? self.items.pop() : self.items.shift()) ??
      (isStack ? throwJava('EmptyStackException', null) : noElement()),
  );
  c.method('def', 'peek', [], (self) =>
    isStack ? (lastOf(self) ?? throwJava('EmptyStackException', null)) : (firstOf(self) ?? null),
  );
  c.method('boolean', 'empty', [], (self) => self.items.length === 0);
  c.method('void', 'addFirst', ['def'], (self, [value], runtime) => add(self, value, false, runtime) ?? undefined);
  c.method('void', 'addLast', ['def'], (self, [value], runtime) => add(self, value, true, runtime) ?? undefined);
  c.method('boolean', 'offer', ['def'], (self, [value], runtime) => {
    add(self, value, true, runtime);
    return true;
  });
  c.method('def', 'poll', [], (self) => self.items.shift() ?? null);
  c.method('def', 'pollFirst', [], (self) => self.items.shift() ?? null);
  c.method('def', 'pollLast', [], (self) => self.items.pop() ?? null);
  c.method('def', 'peekFirst', [], (self) => firstOf(self) ?? null);
  c.method('def', 'peekLast', [], (self) => lastOf(self) ?? null);
  c.method('def', 'getFirst', [], (self) => firstOf(self) ?? noElement());
  c.method('def', 'getLast', [], (self) => lastOf(self) ?? noElement());
  c.method('def', 'removeFirst', [], (self) => self.items.shift() ?? noElement());
  c.method('def', 'removeLast', [], (self) => self.items.pop() ?? noElement());
};

/** `Collection` and its kinds, arrays, iterators, `Collections` and `Arrays`. */
export const defineCollections = (table: ClassTable): void => {
  table.define('Iterable', ['Object'], any, () => undefined);
  table.define('Collection', ['Iterable'], any, () => undefined);
  defineList(table);
  defineSet(table);
  table.define('array', ['List'], isList, () => undefined);
  table.define(
    'Iterator',
    ['Object'],
    (value) => value instanceof ScriptIterator,
    (c) => {
      c.method('boolean', 'hasNext', [], (self) => self.hasNext);
      c.method('def', 'next', [], (self) => {
        const value = self.next();
        return value === undefined ? noElement() : value;
      });
      c.method('void', 'remove', [], (self) => self.remove() ?? undefined);
    },
  );
  table.define(
    'ListIterator',
    ['Iterator'],
    (value) => value instanceof ScriptIterator,
    () => undefined,
  );
  table.define('Collections', ['Object'], any, (c) => {
    c.static('void', 'sort', ['List'], ([list]) => void writable(list).sort(compareValues));
    c.static('void', 'sort', ['List', 'def'], ([list, order]) => void writable(list).sort(comparator(order)));
    c.static('void', 'reverse', ['List'], ([list]) => void writable(list).reverse());
    c.static('def', 'max', ['def'], ([values]) => extreme(values, compareValues, 1));
    c.static('def', 'min', ['def'], ([values]) => extreme(values, compareValues, -1));
    c.static('def', 'max', ['def', 'def'], ([values, order]) => extreme(values, comparator(order), 1));
    c.static('def', 'min', ['def', 'def'], ([values, order]) => extreme(values, comparator(order), -1));
    c.static('def', 'emptyList', [], () => new ScriptList([], 'ImmutableList', true));
    c.static('def', 'emptyMap', [], () => new ScriptMap('hash', undefined, true));
    c.static('def', 'emptySet', [], () => new ScriptSet(new ScriptMap('hash', undefined, true)));
    c.static('def', 'singletonList', ['def'], ([value]) => new ScriptList([value], 'ImmutableList', true));
    c.static('def', 'singleton', ['def'], ([value]) => new ScriptSet(new ScriptMap('hash', undefined, true), [value]));
    c.static('def', 'unmodifiableList', ['List'], ([list]) => new ScriptList(list.items, 'ImmutableList', true));
    c.static(
      'def',
      'unmodifiableCollection',
      ['def'],
      ([value]) => new ScriptList([...elementsOf(value)], 'ImmutableList', true),
    );
    c.static('def', 'unmodifiableMap', ['Map'], ([map]) => map);
    c.static('def', 'unmodifiableSet', ['Set'], ([set]) => set);
    c.static('def', 'nCopies', ['int', 'def'], ([count, value], runtime) => {
      runtime.grow(count);
      return new ScriptList(
        Array.from({ length: Math.max(0, count) }, () => value),
        'ImmutableList',
        true,
      );
    });
    c.static(
      'int',
      'frequency',
      ['def', 'def'],
      ([values, value]) => elementsOf(values).filter((item) => javaEquals(item, value)).length,
    );
    c.static('void', 'swap', ['List', 'int', 'int'], ([list, a, b]) => {
      const items = writable(list);
      const [x, y] = [items[place(list, a)] ?? null, items[place(list, b)] ?? null];
      items[a] = y;
      items[b] = x;
      return undefined;
    });
    c.static(
      'Function',
      'reverseOrder',
      [],
      () => new ScriptFunction(2, (a, b) => integer(compareValues(b ?? null, a ?? null))),
    );
    c.static('boolean', 'addAll', ['def', 'def'], ([into, values], runtime) => {
      for (const value of elementsOf(values)) addTo(into, value, runtime);
      return true;
    });
  });
  table.define('Arrays', ['Object'], any, (c) => {
    c.static('def', 'asList', ['def'], ([value]) =>
      value instanceof ScriptList ? new ScriptList(value.items) : new ScriptList([value]),
    );
    for (let count = 2; count <= 6; count += 1)
      c.static('def', 'asList', new Array<'def'>(count).fill('def'), (items) => new ScriptList([...items]));
    c.static('void', 'sort', ['List'], ([list]) => void list.items.sort(compareValues));
    c.static('void', 'sort', ['List', 'def'], ([list, order]) => void list.items.sort(comparator(order)));
    c.static('void', 'fill', ['List', 'def'], ([list, value]) => void list.items.fill(value));
    c.static('String', 'toString', ['List'], ([list]) => `[${list.items.map((item) => toText(item)).join(', ')}]`);
    c.static(
      'boolean',
      'equals',
      ['List', 'List'],
      ([a, b]) =>
        a.items.length === b.items.length && a.items.every((item, index) => javaEquals(item, b.items[index] ?? null)),
    );
    c.static('def', 'stream', ['List'], ([list]) => createStream(list.items, streamKind(list.className)));
    c.static(
      'def',
      'copyOf',
      ['List', 'int'],
      ([list, length]) =>
        new ScriptList(
          Array.from({ length }, (_, index) => list.items[index] ?? null),
          list.className,
        ),
    );
    c.static(
      'def',
      'copyOfRange',
      ['List', 'int', 'int'],
      ([list, from, to]) => new ScriptList(list.items.slice(from, to), list.className),
    );
  });
  table.define(
    'Comparator',
    ['Function'],
    (value) => value instanceof ScriptFunction,
    (c) => {
      const natural = new ScriptFunction(2, (a, b) => integer(compareValues(a ?? null, b ?? null)));
      c.static('Function', 'naturalOrder', [], () => natural);
      c.static(
        'Function',
        'reverseOrder',
        [],
        () => new ScriptFunction(2, (a, b) => integer(compareValues(b ?? null, a ?? null))),
      );
      for (const name of ['comparing', 'comparingInt', 'comparingLong', 'comparingDouble']) {
        c.static(
          'Function',
          name,
          ['Function'],
          ([key]) =>
            new ScriptFunction(2, (a, b) => integer(compareValues(key.invoke(a ?? null), key.invoke(b ?? null)))),
        );
      }
      c.static(
        'Function',
        'comparing',
        ['Function', 'def'],
        ([key, order]) =>
          new ScriptFunction(2, (a, b) => integer(comparator(order)(key.invoke(a ?? null), key.invoke(b ?? null)))),
      );
      c.static(
        'Function',
        'nullsFirst',
        ['def'],
        ([order]) =>
          new ScriptFunction(2, (a, b) =>
            integer(
              (a ?? null) === null
                ? (b ?? null) === null
                  ? 0
                  : -1
                : (b ?? null) === null
                  ? 1
                  : comparator(order)(a ?? null, b ?? null),
            ),
          ),
      );
    },
  );
  table.define(
    'Map.Entry',
    ['Object'],
    (value) => value instanceof ScriptEntry,
    (c) => {
      c.method('def', 'getKey', [], (self) => self.key);
      c.method('def', 'getValue', [], (self) => self.value);
      c.method('def', 'setValue', ['def'], (self, [value]) => {
        const old = self.value;
        self.value = value;
        return old;
      });
      c.static(
        'Function',
        'comparingByKey',
        [],
        () => new ScriptFunction(2, (a, b) => integer(compareValues(entryOf(a).key, entryOf(b).key))),
      );
      c.static(
        'Function',
        'comparingByValue',
        [],
        () => new ScriptFunction(2, (a, b) => integer(compareValues(entryOf(a).value, entryOf(b).value))),
      );
    },
  );
};

const entryOf = (value: ScriptValue | undefined): ScriptEntry =>
  value instanceof ScriptEntry ? value : throwJava('ClassCastException', 'the value is not a java.util.Map$Entry');

export const streamKind = (type: string): 'int' | 'long' | 'double' | 'object' =>
  type === 'int[]' ? 'int' : type === 'long[]' ? 'long' : type === 'double[]' ? 'double' : 'object';

const extreme = (values: ScriptValue, order: (a: ScriptValue, b: ScriptValue) => number, sign: 1 | -1): ScriptValue => {
  const items = elementsOf(values);
  const [first] = items;
  if (first === undefined) return noElement();
  return items.reduce((best, item) => (order(item, best) * sign > 0 ? item : best), first);
};
