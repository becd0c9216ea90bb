import { doubleToLong } from '../runtime/arithmetic.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import { character, type ScriptValue, Small } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';

const any = (value: ScriptValue): value is ScriptValue => value !== undefined;
const isCharacter = (value: ScriptValue): value is Small => value instanceof Small && value.kind === 'Character';

const letterTest =
  (expression: RegExp) =>
  ([code]: readonly [number]): boolean =>
    expression.test(String.fromCodePoint(code));

/** `Character`. */
export const defineCharacter = (table: ClassTable): void => {
  table.define('Character', ['Comparable'], isCharacter, (c) => {
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

/** `Math` and `StrictMath`. */
export const defineMath = (table: ClassTable): void => {
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
