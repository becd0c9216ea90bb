import { isNumeric, toDouble } from '../runtime/arithmetic.ts';
import { box, castNumber, implicitBoolean } from '../runtime/convert.ts';
import { compareValues } from '../runtime/equality.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import { ScriptMap, ScriptSet } from '../runtime/script-map.ts';
import { toText } from '../runtime/to-text.ts';
import {
  integer,
  Opaque,
  type ScriptFunction,
  ScriptIterator,
  ScriptList,
  type ScriptValue,
} from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import { comparator, createStream, elementsOf, isStream, type StreamState } from './elements.ts';

const any = (value: ScriptValue): value is ScriptValue => value !== undefined;

class OptionalState {
  readonly value: ScriptValue;
  constructor(value: ScriptValue) {
    this.value = value;
  }
  toText(): string {
    return this.value === null ? 'Optional.empty' : `Optional[${toText(this.value)}]`;
  }
}

const optional = (value: ScriptValue | undefined): Opaque<OptionalState> =>
  new Opaque('Optional', new OptionalState(value ?? null));
const isOptional = (value: ScriptValue): value is Opaque<OptionalState> =>
  value instanceof Opaque && value.state instanceof OptionalState;

/** A collector: what it makes of all elements. */
type Finish = (items: readonly ScriptValue[]) => ScriptValue;
const collector = (finish: Finish): Opaque<Finish> => new Opaque('Collector', finish);
const isCollector = (value: ScriptValue): value is Opaque<Finish> =>
  value instanceof Opaque && value.className === 'Collector';
const finishOf = (value: ScriptValue): Finish =>
  isCollector(value) ? value.state : throwJava('ClassCastException', 'the value is not a java.util.stream.Collector');

const total = (items: readonly ScriptValue[]): number =>
  items.reduce<number>((sum, item) => sum + (isNumeric(item) ? toDouble(item) : 0), 0);
const typed = (sum: number, kind: StreamState['kind']): ScriptValue =>
  kind === 'int' ? integer(sum | 0) : kind === 'long' ? BigInt(Math.trunc(sum)) : sum;
const exactTotal = ({ items, kind }: StreamState): ScriptValue => {
  if (kind !== 'long') return typed(total(items), kind);
  return items.reduce<bigint>((sum, item) => BigInt.asIntN(64, sum + (typeof item === 'bigint' ? item : 0n)), 0n);
};

const distinct = (items: readonly ScriptValue[]): ScriptValue[] =>
  new ScriptSet(new ScriptMap('insertion'), items).values();

const best = (
  items: readonly ScriptValue[],
  order: (a: ScriptValue, b: ScriptValue) => number,
  sign: 1 | -1,
): ScriptValue | undefined =>
  items.length === 0 ? undefined : items.reduce((chosen, item) => (order(item, chosen) * sign > 0 ? item : chosen));

const grouped = (items: readonly ScriptValue[], key: ScriptFunction, finish: Finish): ScriptMap => {
  const parts = new ScriptMap();
  for (const item of items) {
    const name = key.invoke(item);
    const part = parts.get(name);
    if (part instanceof ScriptList) part.items.push(item);
    else parts.set(name, new ScriptList([item]));
  }
  for (const entry of [...parts.entries()]) parts.set(entry.key, finish(elementsOf(entry.value)));
  return parts;
};

/** Streams, `Optional` and `Collectors`. */
export const defineStreams = (table: ClassTable): void => {
  const make = (items: readonly ScriptValue[], kind: StreamState['kind']): Opaque<StreamState> =>
    createStream(items, kind);
  table.define('Stream', ['Object'], isStream, (c) => {
    const mapped = (self: Opaque<StreamState>, run: ScriptFunction, kind: StreamState['kind']): Opaque<StreamState> =>
      make(
        self.state.items.map((item) => (kind === 'object' ? run.invoke(item) : castNumber(run.invoke(item), kind))),
        kind,
      );
    c.method('def', 'filter', ['Function'], (self, [test], runtime) => {
      runtime.spend(self.state.items.length);
      return make(
        self.state.items.filter((item) => implicitBoolean(test.invoke(item))),
        self.state.kind,
      );
    });
    c.method('def', 'map', ['Function'], (self, [run], runtime) => {
      runtime.spend(self.state.items.length);
      return mapped(self, run, self.state.kind);
    });
    c.method('def', 'mapToInt', ['Function'], (self, [run]) => mapped(self, run, 'int'));
    c.method('def', 'mapToLong', ['Function'], (self, [run]) => mapped(self, run, 'long'));
    c.method('def', 'mapToDouble', ['Function'], (self, [run]) => mapped(self, run, 'double'));
    c.method('def', 'mapToObj', ['Function'], (self, [run]) => mapped(self, run, 'object'));
    c.method('def', 'boxed', [], (self) => make(self.state.items, 'object'));
    c.method('def', 'asDoubleStream', [], (self) =>
      make(
        self.state.items.map((item) => castNumber(item, 'double')),
        'double',
      ),
    );
    c.method('def', 'asLongStream', [], (self) =>
      make(
        self.state.items.map((item) => castNumber(item, 'long')),
        'long',
      ),
    );
    c.method('def', 'flatMap', ['Function'], (self, [run], runtime) => {
      const items = self.state.items.flatMap((item) => elementsOf(run.invoke(item)));
      runtime.grow(items.length);
      return make(items, self.state.kind);
    });
    c.method('def', 'distinct', [], (self) => make(distinct(self.state.items), self.state.kind));
    c.method('def', 'sorted', [], (self) => make(self.state.items.toSorted(compareValues), self.state.kind));
    c.method('def', 'sorted', ['def'], (self, [order]) =>
      make(self.state.items.toSorted(comparator(order)), self.state.kind),
    );
    c.method('def', 'limit', ['long'], (self, [count]) =>
      make(self.state.items.slice(0, Number(count)), self.state.kind),
    );
    c.method('def', 'skip', ['long'], (self, [count]) => make(self.state.items.slice(Number(count)), self.state.kind));
    c.method('def', 'peek', ['Function'], (self, [run]) => {
      for (const item of self.state.items) run.invoke(item);
      return self;
    });
    c.method('void', 'forEach', ['Function'], (self, [run], runtime) => {
      for (const item of self.state.items) {
        runtime.spend(1);
        run.invoke(item);
      }
      return undefined;
    });
    c.method('boolean', 'anyMatch', ['Function'], (self, [test]) =>
      self.state.items.some((item) => implicitBoolean(test.invoke(item))),
    );
    c.method('boolean', 'allMatch', ['Function'], (self, [test]) =>
      self.state.items.every((item) => implicitBoolean(test.invoke(item))),
    );
    c.method(
      'boolean',
      'noneMatch',
      ['Function'],
      (self, [test]) => !self.state.items.some((item) => implicitBoolean(test.invoke(item))),
    );
    c.method('long', 'count', [], (self) => BigInt(self.state.items.length));
    c.method('def', 'sum', [], (self) => exactTotal(self.state));
    c.method('def', 'average', [], (self) =>
      optional(self.state.items.length === 0 ? undefined : total(self.state.items) / self.state.items.length),
    );
    c.method('def', 'max', [], (self) => optional(best(self.state.items, compareValues, 1)));
    c.method('def', 'min', [], (self) => optional(best(self.state.items, compareValues, -1)));
    c.method('def', 'max', ['def'], (self, [order]) => optional(best(self.state.items, comparator(order), 1)));
    c.method('def', 'min', ['def'], (self, [order]) => optional(best(self.state.items, comparator(order), -1)));
    c.method('def', 'findFirst', [], (self) => optional(self.state.items[0]));
    c.method('def', 'findAny', [], (self) => optional(self.state.items[0]));
    c.method('def', 'reduce', ['Function'], (self, [join]) =>
      optional(self.state.items.length === 0 ? undefined : self.state.items.reduce((a, b) => join.invoke(a, b))),
    );
    c.method('def', 'reduce', ['def', 'Function'], (self, [start, join]) =>
      self.state.items.reduce<ScriptValue>((a, b) => join.invoke(a, b), start),
    );
    c.method('def', 'collect', ['def'], (self, [into]) => finishOf(into)(self.state.items));
    c.method('def', 'toList', [], (self) => new ScriptList([...self.state.items], 'ImmutableList', true));
    c.method(
      'def',
      'toArray',
      [],
      (self) =>
        new ScriptList([...self.state.items], self.state.kind === 'object' ? 'Object[]' : `${self.state.kind}[]`),
    );
    c.method('def', 'toArray', ['Function'], (self) => new ScriptList([...self.state.items], 'Object[]'));
    c.method(
      'Iterator',
      'iterator',
      [],
      (self) => new ScriptIterator(self.state.items, () => throwJava('UnsupportedOperationException', 'remove')),
    );
    c.static('def', 'of', ['def'], ([value]) =>
      make(value instanceof ScriptList && value.className.endsWith('[]') ? value.items : [value], 'object'),
    );
    c.static('def', 'empty', [], () => make([], 'object'));
    c.static('def', 'concat', ['def', 'def'], ([a, b]) => make([...elementsOf(a), ...elementsOf(b)], 'object'));
  });
  for (const [name, kind] of [
    ['IntStream', 'int'],
    ['LongStream', 'long'],
    ['DoubleStream', 'double'],
  ] as const) {
    table.define(name, ['Stream'], isStream, (c) => {
      const range = (from: number, to: number): Opaque<StreamState> =>
        make(
          Array.from({ length: Math.max(0, to - from) }, (_, index) =>
            box(kind === 'double' ? 'double' : 'int', from + index),
          ).map((item) => castNumber(item, kind)),
          kind,
        );
      c.static('def', 'range', ['int', 'int'], ([from, to], runtime) => {
        runtime.grow(Math.max(0, to - from));
        return range(from, to);
      });
      c.static('def', 'rangeClosed', ['int', 'int'], ([from, to], runtime) => {
        runtime.grow(Math.max(0, to - from + 1));
        return range(from, to + 1);
      });
      c.static('def', 'of', ['def'], ([value]) => make(value instanceof ScriptList ? value.items : [value], kind));
    });
  }
  table.define('Optional', ['Object'], isOptional, (c) => {
    c.static('def', 'of', ['def'], ([value]) => optional(value ?? throwJava('NullPointerException', null)));
    c.static('def', 'ofNullable', ['def'], ([value]) => optional(value));
    c.static('def', 'empty', [], () => optional(null));
    c.method('boolean', 'isPresent', [], (self) => self.state.value !== null);
    c.method('boolean', 'isEmpty', [], (self) => self.state.value === null);
    for (const name of ['get', 'getAsInt', 'getAsLong', 'getAsDouble', 'orElseThrow']) {
      c.method('def', name, [], (self) => self.state.value ?? throwJava('NoSuchElementException', 'No value present'));
    }
    c.method('def', 'orElse', ['def'], (self, [other]) => self.state.value ?? other);
    c.method('def', 'orElseGet', ['Function'], (self, [make_]) => self.state.value ?? make_.invoke());
    c.method('void', 'ifPresent', ['Function'], (self, [run]) => {
      if (self.state.value !== null) run.invoke(self.state.value);
      return undefined;
    });
    c.method('def', 'map', ['Function'], (self, [run]) =>
      self.state.value === null ? self : optional(run.invoke(self.state.value)),
    );
    c.method('def', 'flatMap', ['Function'], (self, [run]) =>
      self.state.value === null ? self : run.invoke(self.state.value),
    );
    c.method('def', 'filter', ['Function'], (self, [test]) =>
      self.state.value !== null && implicitBoolean(test.invoke(self.state.value)) ? self : optional(null),
    );
  });
  for (const name of ['OptionalInt', 'OptionalLong', 'OptionalDouble'])
    table.define(name, ['Optional'], isOptional, () => undefined);
  table.define('Collector', ['Object'], isCollector, () => undefined);
  defineCollectors(table);
};

const defineCollectors = (table: ClassTable): void => {
  table.define('Collectors', ['Object'], any, (c) => {
    const toList: Finish = (items) => new ScriptList([...items]);
    const texts = (items: readonly ScriptValue[]): string[] => items.map((item) => toText(item));
    c.static('def', 'toList', [], () => collector(toList));
    c.static('def', 'toSet', [], () => collector((items) => new ScriptSet(new ScriptMap(), items)));
    c.static('def', 'toCollection', ['Function'], ([make]) =>
      collector((items) => {
        const into = make.invoke();
        if (into instanceof ScriptSet) for (const item of items) into.map.set(item, true);
        else if (into instanceof ScriptList) for (const item of items) into.items.push(item);
        return into;
      }),
    );
    c.static('def', 'joining', [], () => collector((items) => texts(items).join('')));
    c.static('def', 'joining', ['String'], ([separator]) => collector((items) => texts(items).join(separator)));
    c.static('def', 'joining', ['String', 'String', 'String'], ([separator, before, after]) =>
      collector((items) => before + texts(items).join(separator) + after),
    );
    c.static('def', 'counting', [], () => collector((items) => BigInt(items.length)));
    for (const [name, kind] of [
      ['summingInt', 'int'],
      ['summingLong', 'long'],
      ['summingDouble', 'double'],
    ] as const) {
      c.static('def', name, ['Function'], ([run]) =>
        collector((items) => typed(total(items.map((item) => run.invoke(item))), kind)),
      );
    }
    for (const name of ['averagingInt', 'averagingLong', 'averagingDouble']) {
      c.static('def', name, ['Function'], ([run]) =>
        collector((items) => (items.length === 0 ? 0 : total(items.map((item) => run.invoke(item))) / items.length)),
      );
    }
    c.static('def', 'mapping', ['Function', 'def'], ([run, next]) =>
      collector((items) => finishOf(next)(items.map((item) => run.invoke(item)))),
    );
    c.static('def', 'maxBy', ['def'], ([order]) => collector((items) => optional(best(items, comparator(order), 1))));
    c.static('def', 'minBy', ['def'], ([order]) => collector((items) => optional(best(items, comparator(order), -1))));
    c.static('def', 'groupingBy', ['Function'], ([key]) => collector((items) => grouped(items, key, toList)));
    c.static('def', 'groupingBy', ['Function', 'def'], ([key, next]) =>
      collector((items) => grouped(items, key, finishOf(next))),
    );
    c.static('def', 'partitioningBy', ['Function'], ([test]) =>
      collector((items) => {
        const parts = new ScriptMap('insertion');
        for (const side of [false, true])
          parts.set(side, new ScriptList(items.filter((item) => implicitBoolean(test.invoke(item)) === side)));
        return parts;
      }),
    );
    c.static('def', 'toMap', ['Function', 'Function'], ([key, value]) =>
      collector((items) => {
        const map = new ScriptMap();
        for (const item of items) {
          const name = key.invoke(item);
          if (map.has(name)) return throwJava('IllegalStateException', `Duplicate key ${toText(name)}`);
          map.set(name, value.invoke(item));
        }
        return map;
      }),
    );
    c.static('def', 'toMap', ['Function', 'Function', 'Function'], ([key, value, join]) =>
      collector((items) => {
        const map = new ScriptMap();
        for (const item of items) {
          const name = key.invoke(item);
          const next = value.invoke(item);
          map.set(name, map.has(name) ? join.invoke(map.get(name) ?? null, next) : next);
        }
        return map;
      }),
    );
  });
};
