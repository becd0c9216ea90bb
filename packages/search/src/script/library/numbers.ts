import { isNumeric, toDouble } from '../runtime/arithmetic.ts';
import { compareDoubles, hashCode } from '../runtime/equality.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import { doubleText, floatText, toText } from '../runtime/to-text.ts';
import { integer, type ScriptValue, Small } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';

const small =
  (kind: Small['kind']) =>
  (value: ScriptValue): value is Small =>
    value instanceof Small && value.kind === kind;

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

/** `Integer`, `Short`, `Byte` and `Long`. */
export const defineIntegers = (table: ClassTable): void => {
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

/** `Double` and `Float`. */
export const defineFloats = (table: ClassTable): void => {
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
