import { isNumeric, toDouble } from '../runtime/arithmetic.ts';
import { implicitBoolean } from '../runtime/convert.ts';
import { javaEquals } from '../runtime/equality.ts';
import type { ClassBuilder } from '../runtime/java-class.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { ScriptMap, ScriptSet } from '../runtime/script-map.ts';
import { toText } from '../runtime/to-text.ts';
import { integer, type ScriptFunction, ScriptList, type ScriptValue } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import { createStream, elementsOf } from './elements.ts';

export const writable = (list: ScriptList): ScriptValue[] =>
  list.isReadOnly ? throwJava('UnsupportedOperationException', null) : list.items;
export const writableSet = (set: ScriptSet): ScriptMap =>
  set.map.isReadOnly ? throwJava('UnsupportedOperationException', null) : set.map;

export const truth = (value: ScriptValue): boolean => implicitBoolean(value);

export const noElement = (): never => throwJava('NoSuchElementException', null);

/** What every Iterable has, for lists, sets and documents' values alike. */
export const defineIterable = <Self extends ScriptValue>(
  c: ClassBuilder<Self>,
  items: (self: Self) => readonly ScriptValue[],
): void => {
  const visit = function* (self: Self, runtime: Runtime): Generator<ScriptValue, void, void> {
    for (const item of items(self)) {
      runtime.spend(1);
      yield item;
    }
  };
  const find = (self: Self, test: ScriptFunction, runtime: Runtime): ScriptValue | undefined => {
    for (const item of visit(self, runtime)) if (truth(test.invoke(item))) return item;
    return undefined;
  };
  c.method('void', 'forEach', ['Function'], (self, [run], runtime) => {
    for (const item of visit(self, runtime)) run.invoke(item);
    return undefined;
  });
  c.method('def', 'each', ['Function'], (self, [run], runtime) => {
    for (const item of visit(self, runtime)) run.invoke(item);
    return self;
  });
  c.method('def', 'eachWithIndex', ['Function'], (self, [run], runtime) => {
    let index = 0;
    for (const item of visit(self, runtime)) {
      run.invoke(item, integer(index));
      index += 1;
    }
    return self;
  });
  c.method('boolean', 'any', ['Function'], (self, [test], runtime) => find(self, test, runtime) !== undefined);
  c.method('boolean', 'every', ['Function'], (self, [test], runtime) => {
    for (const item of visit(self, runtime)) if (!truth(test.invoke(item))) return false;
    return true;
  });
  c.method('def', 'find', ['Function'], (self, [test], runtime) => find(self, test, runtime) ?? null);
  c.method(
    'def',
    'findAll',
    ['Function'],
    (self, [test], runtime) => new ScriptList([...visit(self, runtime)].filter((item) => truth(test.invoke(item)))),
  );
  c.method('def', 'findResult', ['Function'], (self, [run], runtime) => {
    for (const item of visit(self, runtime)) {
      const result = run.invoke(item);
      if (result !== null) return result;
    }
    return null;
  });
  c.method('def', 'findResult', ['def', 'Function'], (self, [otherwise, run], runtime) => {
    for (const item of visit(self, runtime)) {
      const result = run.invoke(item);
      if (result !== null) return result;
    }
    return otherwise;
  });
  c.method(
    'def',
    'findResults',
    ['Function'],
    (self, [run], runtime) =>
      new ScriptList([...visit(self, runtime)].map((item) => run.invoke(item)).filter((item) => item !== null)),
  );
  c.method('def', 'collect', ['Function'], (self, [run], runtime) => {
    const made = [...visit(self, runtime)].map((item) => run.invoke(item));
    runtime.grow(made.length);
    return new ScriptList(made);
  });
  c.method('def', 'collect', ['def', 'Function'], (self, [into, run], runtime) => {
    for (const item of visit(self, runtime)) addTo(into, run.invoke(item), runtime);
    return into;
  });
  c.method('double', 'sum', [], (self, _, runtime) =>
    [...visit(self, runtime)].reduce<number>(
      (sum, item) =>
        sum +
        (isNumeric(item)
          ? toDouble(item)
          : throwJava('ClassCastException', 'cannot be cast to class java.lang.Number')),
      0,
    ),
  );
  c.method('double', 'sum', ['Function'], (self, [run], runtime) =>
    [...visit(self, runtime)].reduce<number>((sum, item) => {
      const value = run.invoke(item);
      return sum + (isNumeric(value) ? toDouble(value) : 0);
    }, 0),
  );
  c.method('String', 'join', ['String'], (self, [separator], runtime) => {
    const text = [...visit(self, runtime)].map((item) => toText(item)).join(separator);
    runtime.grow(text.length);
    return text;
  });
  c.method('def', 'asList', [], (self) => new ScriptList([...items(self)]));
  c.method('def', 'asCollection', [], (self) => new ScriptList([...items(self)]));
  c.method('def', 'groupBy', ['Function'], (self, [run], runtime) => {
    const groups = new ScriptMap('insertion');
    for (const item of visit(self, runtime)) {
      const key = run.invoke(item);
      const group = groups.get(key);
      if (group instanceof ScriptList) group.items.push(item);
      else groups.set(key, new ScriptList([item]));
    }
    return groups;
  });
  c.method('def', 'split', ['Function'], (self, [test], runtime) => {
    const [yes, no]: ScriptValue[][] = [[], []];
    for (const item of visit(self, runtime)) (truth(test.invoke(item)) ? yes : no)?.push(item);
    return new ScriptList([new ScriptList(yes ?? []), new ScriptList(no ?? [])]);
  });
  c.method('def', 'stream', [], (self) => createStream(items(self)));
  c.method('def', 'toArray', [], (self) => new ScriptList([...items(self)], 'Object[]'));
  c.method('def', 'toArray', ['def'], (self) => new ScriptList([...items(self)], 'Object[]'));
  c.method('boolean', 'containsAll', ['def'], (self, [others]) =>
    elementsOf(others).every((other) => items(self).some((item) => javaEquals(item, other))),
  );
};

/** Adds to a list or a set. */
export const addTo = (into: ScriptValue, value: ScriptValue, runtime: Runtime): void => {
  runtime.grow(1);
  if (into instanceof ScriptList) writable(into).push(value);
  else if (into instanceof ScriptSet) writableSet(into).set(value, true);
  else throwJava('ClassCastException', 'the value is not a java.util.Collection');
};
