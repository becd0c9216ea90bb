import { doubleToInt, doubleToLong, isNumeric, toDouble } from '../runtime/arithmetic.ts';
import { compareValues, hashCode, javaEquals } from '../runtime/equality.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import { toText } from '../runtime/to-text.ts';
import { integer, ScriptFunction, ScriptList, type ScriptValue, Small } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import { defineExceptions } from './exceptions.ts';
import { defineCharacter, defineMath } from './math.ts';
import { defineFloats, defineIntegers } from './numbers.ts';

const any = (value: ScriptValue): value is ScriptValue => value !== undefined;

/** `Object`, the boxes of numbers, `Boolean`, `Character`, `Math`, `Objects` and the exceptions. */
export const defineLang = (table: ClassTable): void => {
  table.define('Object', [], any, (c) => {
    c.method('boolean', 'equals', ['def'], (self, [other]) => javaEquals(self, other));
    c.method('int', 'hashCode', [], (self) => hashCode(self));
    c.method('String', 'toString', [], (self) => toText(self));
    c.create([], () => new ScriptList([], 'Object'));
  });
  table.define('Comparable', ['Object'], any, (c) => {
    c.method('int', 'compareTo', ['def'], (self, [other]) => compareValues(self, other));
  });
  table.define('Number', ['Comparable'], isNumeric, (c) => {
    c.method('int', 'intValue', [], (self) =>
      typeof self === 'bigint' ? Number(BigInt.asIntN(32, self)) : doubleToInt(toDouble(self)),
    );
    c.method('long', 'longValue', [], (self) => (typeof self === 'bigint' ? self : doubleToLong(toDouble(self))));
    c.method('double', 'doubleValue', [], (self) => toDouble(self));
    c.method('float', 'floatValue', [], (self) => Math.fround(toDouble(self)));
    c.method('short', 'shortValue', [], (self) => (doubleToInt(toDouble(self)) << 16) >> 16);
    c.method('byte', 'byteValue', [], (self) => (doubleToInt(toDouble(self)) << 24) >> 24);
  });
  defineIntegers(table);
  defineFloats(table);
  table.define(
    'Boolean',
    ['Comparable'],
    (value) => typeof value === 'boolean',
    (c) => {
      c.method('boolean', 'booleanValue', [], (self) => self);
      c.static('boolean', 'parseBoolean', ['String'], ([text]) => text.toLowerCase() === 'true');
      c.static('boolean', 'valueOf', ['def'], ([value]) =>
        typeof value === 'boolean' ? value : toText(value).toLowerCase() === 'true',
      );
      c.static('String', 'toString', ['boolean'], ([value]) => String(value));
      c.static('int', 'compare', ['boolean', 'boolean'], ([a, b]) => Number(a) - Number(b));
      c.static('boolean', 'logicalAnd', ['boolean', 'boolean'], ([a, b]) => a && b);
      c.static('boolean', 'logicalOr', ['boolean', 'boolean'], ([a, b]) => a || b);
      c.static('boolean', 'logicalXor', ['boolean', 'boolean'], ([a, b]) => a !== b);
      c.constant('TRUE', true);
      c.constant('FALSE', false);
    },
  );
  defineCharacter(table);
  defineMath(table);
  table.define('Objects', ['Object'], any, (c) => {
    c.static('boolean', 'equals', ['def', 'def'], ([a, b]) => javaEquals(a, b));
    c.static('int', 'hashCode', ['def'], ([value]) => hashCode(value));
    c.static('String', 'toString', ['def'], ([value]) => toText(value));
    c.static('String', 'toString', ['def', 'String'], ([value, other]) => (value === null ? other : toText(value)));
    c.static('boolean', 'isNull', ['def'], ([value]) => value === null);
    c.static('boolean', 'nonNull', ['def'], ([value]) => value !== null);
    c.static('def', 'requireNonNull', ['def'], ([value]) => value ?? throwJava('NullPointerException', null));
    c.static(
      'def',
      'requireNonNull',
      ['def', 'String'],
      ([value, message]) => value ?? throwJava('NullPointerException', message),
    );
  });
  table.define('Debug', ['Object'], any, (c) => {
    c.static('void', 'explain', ['def'], ([value]) => throwJava('PainlessExplainError', toText(value)));
  });
  table.define(
    'Function',
    ['Object'],
    (value) => value instanceof ScriptFunction,
    (c) => {
      for (const name of [
        'apply',
        'test',
        'accept',
        'applyAsInt',
        'applyAsLong',
        'applyAsDouble',
        'get',
        'run',
        'compare',
      ]) {
        c.method('def', name, [], (self) => self.invoke());
        c.method('def', name, ['def'], (self, [a]) => self.invoke(a));
        c.method('def', name, ['def', 'def'], (self, [a, b]) => self.invoke(a, b));
      }
      c.method(
        'Function',
        'andThen',
        ['Function'],
        (self, [after]) => new ScriptFunction(-1, (...args) => after.invoke(self.invoke(...args))),
      );
      c.method(
        'Function',
        'compose',
        ['Function'],
        (self, [before]) => new ScriptFunction(-1, (...args) => self.invoke(before.invoke(...args))),
      );
      c.method('Function', 'negate', [], (self) => new ScriptFunction(-1, (...args) => self.invoke(...args) !== true));
      c.method(
        'Function',
        'and',
        ['Function'],
        (self, [other]) =>
          new ScriptFunction(-1, (...args) => self.invoke(...args) === true && other.invoke(...args) === true),
      );
      c.method(
        'Function',
        'or',
        ['Function'],
        (self, [other]) =>
          new ScriptFunction(-1, (...args) => self.invoke(...args) === true || other.invoke(...args) === true),
      );
      c.method(
        'Function',
        'reversed',
        [],
        (self) => new ScriptFunction(2, (a, b) => self.invoke(b ?? null, a ?? null)),
      );
      c.method(
        'Function',
        'thenComparing',
        ['Function'],
        (self, [next]) =>
          new ScriptFunction(2, (a, b) => {
            const first = self.invoke(a ?? null, b ?? null);
            if (!(first instanceof Small) || first.value !== 0) return first;
            return next.arity === 1
              ? integer(compareValues(next.invoke(a ?? null), next.invoke(b ?? null)))
              : next.invoke(a ?? null, b ?? null);
          }),
      );
      c.static('Function', 'identity', [], () => new ScriptFunction(1, (value) => value ?? null));
    },
  );
  for (const name of [
    'BiFunction',
    'Predicate',
    'BiPredicate',
    'Consumer',
    'BiConsumer',
    'Supplier',
    'UnaryOperator',
    'BinaryOperator',
    'ToIntFunction',
    'ToLongFunction',
    'ToDoubleFunction',
    'Runnable',
  ]) {
    table.define(
      name,
      ['Function'],
      (value) => value instanceof ScriptFunction,
      () => undefined,
    );
  }
  defineExceptions(table);
};
