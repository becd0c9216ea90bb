import { doubleToInt, doubleToLong, isNumeric, toDouble } from '../runtime/arithmetic.ts';
import { compareDoubles, compareValues, hashCode, javaEquals } from '../runtime/equality.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import { doubleText, floatText, toText } from '../runtime/to-text.ts';
import {
  character,
  integer,
  ScriptException,
  ScriptFunction,
  ScriptList,
  ScriptStringBuilder,
  type ScriptValue,
  Small,
} from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';

const any = (value: ScriptValue): value is ScriptValue => value !== undefined;
const small =
  (kind: Small['kind']) =>
  (value: ScriptValue): value is Small =>
    value instanceof Small && value.kind === kind;

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

const parseLong = (text: string, radix: number, bits: 32 | 64): bigint => {
  const fail = (): never =>
    throwJava(
      'NumberFormatException',
      text === ''
        ? 'For input string: ""'
        : `For input string: "${text}"${radix === 10 ? '' : ` under radix ${radix}`}`,
    );
  const digits = /^[+-]?([0-9a-zA-Z]+)$/.exec(text)?.[1];
  if (digits === undefined || digits.length > 70) return fail();
  let value = 0n;
  for (const digit of digits) {
    const number = Number.parseInt(digit, 36);
    if (number >= radix) return fail();
    value = value * BigInt(radix) + BigInt(number);
  }
  const signed = text.startsWith('-') ? -value : value;
  return BigInt.asIntN(bits, signed) === signed ? signed : fail();
};

const parseInteger = (text: string, radix = 10): number => Number(parseLong(text, radix, 32));

const parseDouble = (text: string): number => {
  const trimmed = text.trim();
  if (/^[+-]?(NaN|Infinity)$/.test(trimmed)) return Number(trimmed.replace('+', ''));
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?$/.test(trimmed)) {
    return throwJava('NumberFormatException', trimmed === '' ? 'empty String' : `For input string: "${text}"`);
  }
  return Number(trimmed.replace(/[fFdD]$/, ''));
};

/** `Math.max` does not take a bigint. */
const larger = (a: bigint, b: bigint): bigint => {
  if (a > b) return a;
  return b;
};

const bitCount = (value: bigint): number => value.toString(2).replaceAll('0', '').length;

const defineIntegers = (table: ClassTable): void => {
  table.define('Integer', ['Number'], small('Integer'), (c) => {
    c.constant('MAX_VALUE', integer(2147483647));
    c.constant('MIN_VALUE', integer(-2147483648));
    c.constant('SIZE', integer(32));
    c.static('int', 'parseInt', ['String'], ([text]) => parseInteger(text));
    c.static('int', 'parseInt', ['String', 'int'], ([text, radix]) => parseInteger(text, radix));
    c.static('int', 'valueOf', ['def'], ([value]) =>
      value instanceof Small ? value.value : parseInteger(toText(value)),
    );
    c.static('int', 'valueOf', ['String', 'int'], ([text, radix]) => parseInteger(text, radix));
    c.static('String', 'toString', ['int'], ([value]) => String(value));
    c.static('String', 'toString', ['int', 'int'], ([value, radix]) => value.toString(radix));
    c.static('String', 'toBinaryString', ['int'], ([value]) => (value >>> 0).toString(2));
    c.static('String', 'toHexString', ['int'], ([value]) => (value >>> 0).toString(16));
    c.static('String', 'toOctalString', ['int'], ([value]) => (value >>> 0).toString(8));
    c.static('int', 'compare', ['int', 'int'], ([a, b]) => Math.sign(a - b));
    c.static('int', 'max', ['int', 'int'], ([a, b]) => Math.max(a, b));
    c.static('int', 'min', ['int', 'int'], ([a, b]) => Math.min(a, b));
    c.static('int', 'sum', ['int', 'int'], ([a, b]) => (a + b) | 0);
    c.static('int', 'signum', ['int'], ([a]) => Math.sign(a));
    c.static('int', 'bitCount', ['int'], ([a]) => bitCount(BigInt(a >>> 0)));
    c.static('int', 'numberOfLeadingZeros', ['int'], ([a]) => Math.clz32(a));
    c.static('int', 'numberOfTrailingZeros', ['int'], ([a]) => (a === 0 ? 32 : 31 - Math.clz32(a & -a)));
    c.static('int', 'hashCode', ['int'], ([a]) => a);
    c.static('int', 'highestOneBit', ['int'], ([a]) => (a === 0 ? 0 : (1 << (31 - Math.clz32(a))) | 0));
    c.static('int', 'divideUnsigned', ['int', 'int'], ([a, b]) =>
      b === 0 ? throwJava('ArithmeticException', '/ by zero') : ((a >>> 0) / (b >>> 0)) | 0,
    );
  });
  table.define('Short', ['Number'], small('Short'), (c) => {
    c.constant('MAX_VALUE', integer(32767));
    c.constant('MIN_VALUE', integer(-32768));
    c.static('short', 'parseShort', ['String'], ([text]) => parseInteger(text));
  });
  table.define('Byte', ['Number'], small('Byte'), (c) => {
    c.constant('MAX_VALUE', integer(127));
    c.constant('MIN_VALUE', integer(-128));
    c.static('byte', 'parseByte', ['String'], ([text]) => parseInteger(text));
  });
  table.define(
    'Long',
    ['Number'],
    (value) => typeof value === 'bigint',
    (c) => {
      c.constant('MAX_VALUE', 2n ** 63n - 1n);
      c.constant('MIN_VALUE', -(2n ** 63n));
      c.static('long', 'parseLong', ['String'], ([text]) => parseLong(text, 10, 64));
      c.static('long', 'parseLong', ['String', 'int'], ([text, radix]) => parseLong(text, radix, 64));
      c.static('long', 'valueOf', ['def'], ([value]) =>
        typeof value === 'bigint'
          ? value
          : value instanceof Small
            ? BigInt(value.value)
            : parseLong(toText(value), 10, 64),
      );
      c.static('String', 'toString', ['long'], ([value]) => String(value));
      c.static('String', 'toString', ['long', 'int'], ([value, radix]) => value.toString(radix));
      c.static('String', 'toBinaryString', ['long'], ([value]) => BigInt.asUintN(64, value).toString(2));
      c.static('String', 'toHexString', ['long'], ([value]) => BigInt.asUintN(64, value).toString(16));
      c.static('int', 'compare', ['long', 'long'], ([a, b]) => (a < b ? -1 : a > b ? 1 : 0));
      c.static('long', 'max', ['long', 'long'], ([a, b]) => larger(a, b));
      c.static('long', 'min', ['long', 'long'], ([a, b]) => (larger(a, b) === a ? b : a));
      c.static('long', 'sum', ['long', 'long'], ([a, b]) => BigInt.asIntN(64, a + b));
      c.static('int', 'signum', ['long'], ([a]) => (a > 0n ? 1 : a < 0n ? -1 : 0));
      c.static('int', 'bitCount', ['long'], ([a]) => bitCount(BigInt.asUintN(64, a)));
      c.static('int', 'hashCode', ['long'], ([a]) => hashCode(a));
    },
  );
};

const defineFloats = (table: ClassTable): void => {
  const bits = new DataView(new ArrayBuffer(8));
  table.define(
    'Double',
    ['Number'],
    (value) => typeof value === 'number',
    (c) => {
      c.constant('MAX_VALUE', Number.MAX_VALUE);
      c.constant('MIN_VALUE', Number.MIN_VALUE);
      c.constant('POSITIVE_INFINITY', Number.POSITIVE_INFINITY);
      c.constant('NEGATIVE_INFINITY', Number.NEGATIVE_INFINITY);
      c.constant('NaN', Number.NaN);
      c.method('boolean', 'isNaN', [], (self) => Number.isNaN(self));
      c.method('boolean', 'isInfinite', [], (self) => Math.abs(self) === Number.POSITIVE_INFINITY);
      c.static('double', 'parseDouble', ['String'], ([text]) => parseDouble(text));
      c.static('double', 'valueOf', ['def'], ([value]) =>
        isNumeric(value) ? toDouble(value) : parseDouble(toText(value)),
      );
      c.static('String', 'toString', ['double'], ([value]) => doubleText(value));
      c.static('boolean', 'isNaN', ['double'], ([value]) => Number.isNaN(value));
      c.static('boolean', 'isInfinite', ['double'], ([value]) => Math.abs(value) === Number.POSITIVE_INFINITY);
      c.static('boolean', 'isFinite', ['double'], ([value]) => Number.isFinite(value));
      c.static('int', 'compare', ['double', 'double'], ([a, b]) => compareDoubles(a, b));
      c.static('double', 'max', ['double', 'double'], ([a, b]) => Math.max(a, b));
      c.static('double', 'min', ['double', 'double'], ([a, b]) => Math.min(a, b));
      c.static('double', 'sum', ['double', 'double'], ([a, b]) => a + b);
      c.static('long', 'doubleToLongBits', ['double'], ([value]) => {
        bits.setFloat64(0, value);
        return bits.getBigInt64(0);
      });
      c.static('double', 'longBitsToDouble', ['long'], ([value]) => {
        bits.setBigInt64(0, value);
        return bits.getFloat64(0);
      });
    },
  );
  table.define('Float', ['Number'], small('Float'), (c) => {
    c.constant('MAX_VALUE', new Small('Float', 3.4028234663852886e38));
    c.constant('MIN_VALUE', new Small('Float', Math.fround(1.401298464324817e-45)));
    c.method('boolean', 'isNaN', [], (self) => Number.isNaN(self.value));
    c.static('float', 'parseFloat', ['String'], ([text]) => Math.fround(parseDouble(text)));
    c.static('float', 'valueOf', ['def'], ([value]) =>
      Math.fround(isNumeric(value) ? toDouble(value) : parseDouble(toText(value))),
    );
    c.static('String', 'toString', ['float'], ([value]) => floatText(value));
    c.static('int', 'compare', ['float', 'float'], ([a, b]) => compareDoubles(a, b));
    c.static('float', 'max', ['float', 'float'], ([a, b]) => Math.max(a, b));
    c.static('float', 'min', ['float', 'float'], ([a, b]) => Math.min(a, b));
    c.static('float', 'sum', ['float', 'float'], ([a, b]) => Math.fround(a + b));
  });
};

const letterTest =
  (expression: RegExp) =>
  ([code]: readonly [number]): boolean =>
    expression.test(String.fromCodePoint(code));

const defineCharacter = (table: ClassTable): void => {
  table.define('Character', ['Comparable'], small('Character'), (c) => {
    c.constant('MAX_VALUE', character(0xffff));
    c.constant('MIN_VALUE', character(0));
    c.method('char', 'charValue', [], (self) => self.value);
    c.static('boolean', 'isDigit', ['int'], letterTest(/^\p{Nd}$/u));
    c.static('boolean', 'isLetter', ['int'], letterTest(/^\p{L}$/u));
    c.static('boolean', 'isLetterOrDigit', ['int'], letterTest(/^[\p{L}\p{Nd}]$/u));
    c.static('boolean', 'isAlphabetic', ['int'], letterTest(/^\p{Alphabetic}$/u));
    c.static('boolean', 'isUpperCase', ['int'], letterTest(/^\p{Uppercase}$/u));
    c.static('boolean', 'isLowerCase', ['int'], letterTest(/^\p{Lowercase}$/u));
    c.static(
      'boolean',
      'isWhitespace',
      ['int'],
      ([code]) =>
        (code >= 9 && code <= 13) ||
        (code >= 28 && code <= 32) ||
        (/^\p{Z}$/u.test(String.fromCodePoint(code)) && code !== 0xa0 && code !== 0x2007 && code !== 0x202f),
    );
    c.static('char', 'toUpperCase', ['char'], ([code]) => {
      const upper = String.fromCharCode(code).toUpperCase();
      return upper.length === 1 ? upper.charCodeAt(0) : code;
    });
    c.static('char', 'toLowerCase', ['char'], ([code]) => String.fromCharCode(code).toLowerCase().charCodeAt(0));
    c.static('String', 'toString', ['char'], ([code]) => String.fromCharCode(code));
    c.static('char', 'valueOf', ['char'], ([code]) => code);
    c.static('int', 'getNumericValue', ['int'], ([code]) => {
      const value = Number.parseInt(String.fromCodePoint(code), 36);
      return Number.isNaN(value) ? -1 : value;
    });
    c.static('int', 'compare', ['char', 'char'], ([a, b]) => a - b);
    c.static('int', 'hashCode', ['char'], ([a]) => a);
    c.static('int', 'charCount', ['int'], ([code]) => (code > 0xffff ? 2 : 1));
    c.static('int', 'digit', ['int', 'int'], ([code, radix]) => {
      const value = Number.parseInt(String.fromCodePoint(code), 36);
      return Number.isNaN(value) || value >= radix ? -1 : value;
    });
  });
};

/** Half away from the even neighbour, as Java's `rint`. */
const rint = (value: number): number => {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
};

const defineMath = (table: ClassTable): void => {
  const unary: Readonly<Record<string, (value: number) => number>> = {
    abs: Math.abs,
    acos: Math.acos,
    asin: Math.asin,
    atan: Math.atan,
    cbrt: Math.cbrt,
    ceil: Math.ceil,
    cos: Math.cos,
    cosh: Math.cosh,
    exp: Math.exp,
    expm1: Math.expm1,
    floor: Math.floor,
    log: Math.log,
    log10: Math.log10,
    log1p: Math.log1p,
    rint,
    signum: Math.sign,
    sin: Math.sin,
    sinh: Math.sinh,
    sqrt: Math.sqrt,
    tan: Math.tan,
    tanh: Math.tanh,
    toDegrees: (value) => (value * 180) / Math.PI,
    toRadians: (value) => (value / 180) * Math.PI,
  };
  const binary: Readonly<Record<string, (a: number, b: number) => number>> = {
    atan2: Math.atan2,
    hypot: Math.hypot,
    max: Math.max,
    min: Math.min,
    pow: Math.pow,
    IEEEremainder: (a, b) => a - b * rint(a / b),
    copySign: (a, b) => (b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a)),
  };
  for (const name of ['Math', 'StrictMath']) {
    table.define(name, ['Object'], any, (c) => {
      c.constant('PI', Math.PI);
      c.constant('E', Math.E);
      for (const [method, run] of Object.entries(unary))
        c.static('double', method, ['double'], ([value]) => run(value));
      for (const [method, run] of Object.entries(binary))
        c.static('double', method, ['double', 'double'], ([a, b]) => run(a, b));
      c.static('long', 'round', ['double'], ([value]) => doubleToLong(Math.floor(value + 0.5)));
      c.static('double', 'random', [], () =>
        throwJava(
          'UnsupportedOperationException',
          'Math.random is not offered: a script gives the same answer each time. Use randomScore with a seed.',
        ),
      );
    });
  }
};

const exceptionParents: Readonly<Record<string, string>> = {
  Exception: 'Object',
  RuntimeException: 'Exception',
  ArithmeticException: 'RuntimeException',
  ClassCastException: 'RuntimeException',
  IllegalArgumentException: 'RuntimeException',
  NumberFormatException: 'IllegalArgumentException',
  PatternSyntaxException: 'IllegalArgumentException',
  IllegalStateException: 'RuntimeException',
  IndexOutOfBoundsException: 'RuntimeException',
  ArrayIndexOutOfBoundsException: 'IndexOutOfBoundsException',
  StringIndexOutOfBoundsException: 'IndexOutOfBoundsException',
  NullPointerException: 'RuntimeException',
  UnsupportedOperationException: 'RuntimeException',
  ConcurrentModificationException: 'RuntimeException',
  NoSuchElementException: 'RuntimeException',
  InputMismatchException: 'NoSuchElementException',
  DateTimeException: 'RuntimeException',
  DateTimeParseException: 'DateTimeException',
  NegativeArraySizeException: 'RuntimeException',
  EmptyStackException: 'RuntimeException',
  ArrayStoreException: 'RuntimeException',
};

const defineExceptions = (table: ClassTable): void => {
  for (const [name, parent] of Object.entries(exceptionParents)) {
    table.define(
      name,
      [parent],
      (value) => value instanceof ScriptException,
      (c) => {
        c.method('def', 'getMessage', [], (self) => self.message);
        c.method('def', 'getLocalizedMessage', [], (self) => self.message);
        c.create([], () => new ScriptException(name, null));
        c.create(['String'], ([message]) => new ScriptException(name, message));
      },
    );
  }
  table.define(
    'StringBuilder',
    ['Object'],
    (value) => value instanceof ScriptStringBuilder,
    (c) => {
      c.create([], () => new ScriptStringBuilder(''));
      c.create(
        ['def'],
        ([value]) => new ScriptStringBuilder(value instanceof Small && value.kind === 'Integer' ? '' : toText(value)),
      );
      c.method('StringBuilder', 'append', ['def'], (self, [value], runtime) => {
        const text = toText(value);
        runtime.grow(text.length);
        self.text += text;
        return self;
      });
      c.method('StringBuilder', 'insert', ['int', 'def'], (self, [index, value], runtime) => {
        if (index < 0 || index > self.text.length)
          return throwJava('StringIndexOutOfBoundsException', `offset ${index}, length ${self.text.length}`);
        const text = toText(value);
        runtime.grow(text.length);
        self.text = self.text.slice(0, index) + text + self.text.slice(index);
        return self;
      });
      c.method('StringBuilder', 'reverse', [], (self) => {
        self.text = [...self.text].reverse().join('');
        return self;
      });
      c.method('int', 'length', [], (self) => self.text.length);
      c.method('char', 'charAt', ['int'], (self, [index]) => {
        if (index < 0 || index >= self.text.length)
          return throwJava('StringIndexOutOfBoundsException', `index ${index},length ${self.text.length}`);
        return self.text.charCodeAt(index);
      });
      c.method('StringBuilder', 'deleteCharAt', ['int'], (self, [index]) => {
        self.text = self.text.slice(0, index) + self.text.slice(index + 1);
        return self;
      });
      c.method('StringBuilder', 'delete', ['int', 'int'], (self, [from, to]) => {
        self.text = self.text.slice(0, from) + self.text.slice(to);
        return self;
      });
      c.method('StringBuilder', 'replace', ['int', 'int', 'String'], (self, [from, to, text]) => {
        self.text = self.text.slice(0, from) + text + self.text.slice(to);
        return self;
      });
      c.method('void', 'setLength', ['int'], (self, [length], runtime) => {
        runtime.grow(length);
        self.text = self.text.slice(0, length).padEnd(length, '\u0000');
        return undefined;
      });
      c.method('void', 'setCharAt', ['int', 'char'], (self, [index, code]) => {
        self.text = self.text.slice(0, index) + String.fromCharCode(code) + self.text.slice(index + 1);
        return undefined;
      });
      c.method('int', 'indexOf', ['String'], (self, [text]) => self.text.indexOf(text));
      c.method('int', 'lastIndexOf', ['String'], (self, [text]) => self.text.lastIndexOf(text));
      c.method('String', 'substring', ['int'], (self, [from]) => self.text.slice(from));
      c.method('String', 'substring', ['int', 'int'], (self, [from, to]) => self.text.slice(from, to));
    },
  );
};
