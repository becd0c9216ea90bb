import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { javaDoubleText, javaFloatText } from '../json/java-number.ts';
import { parseJson } from '../json/parse-json.ts';
import { createDecimalFormat } from './decimal-format.ts';
import { isIntegerKind, type NumberKind } from './number-kind.ts';
import { parseFieldNumber, parseQueryNumber, scaleFloat } from './parse-number.ts';
import { nextDown, nextUp, rangeBounds } from './range-bounds.ts';
import {
  doubleToSortableLong,
  floatToSortableInt,
  halfFloatToSortableShort,
  roundToHalfFloat,
  sortableIntToFloat,
  sortableLongToDouble,
  sortableShortToHalfFloat,
} from './sortable.ts';

interface Fact {
  readonly kind: string;
  readonly in: unknown;
  readonly out?: string;
  readonly error?: readonly { readonly type: string; readonly reason: string }[];
  readonly float?: string;
  readonly sortable?: string;
  readonly sortableFloat?: number;
  readonly half?: number;
  readonly halfFloat?: string;
}

const facts: Fact[] = readFileSync(new URL('./fixtures/numbers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const typeNames: Readonly<Record<string, string>> = {
  illegal_argument_exception: 'IllegalArgumentException',
  number_format_exception: 'NumberFormatException',
  input_coercion_exception: 'InputCoercionException',
  json_parse_exception: 'JsonParseException',
};

const attempt = (run: () => string): string => {
  try {
    return run();
  } catch (error) {
    if (error instanceof EsError) return `${typeNames[error.details.type]}: ${error.details.reason}`;
    throw error;
  }
};
const recorded = (fact: Fact): string => fact.out ?? `${fact.error?.[0]?.type}: ${fact.error?.[0]?.reason}`;

const shown = (kind: NumberKind, value: number | bigint): string => {
  if (isIntegerKind(kind)) return String(value);
  return kind === 'double' ? javaDoubleText(Number(value)) : javaFloatText(Number(value));
};

/** Java before 19 sometimes prints a float with a digit more than identifies it. */
const isSame = (own: string, expected: string): boolean => {
  if (own === expected) return true;
  const float = /-?\d\.\d+E\d+/;
  const digits = (text: string): number => Math.fround(Number(float.exec(text)?.[0]));
  return own.replace(float, '') === expected.replace(float, '') && digits(own) === digits(expected);
};

describe('numbers of fields and queries', () => {
  it.each(['field-value', 'term-value'])('reads every recorded %s as Elasticsearch does', (what) => {
    const wrong: string[] = [];
    for (const fact of facts.filter((one) => one.kind === what)) {
      const [kind, literal, coerce] = fact.in as [NumberKind, string, boolean];
      const parse = what === 'field-value' ? parseFieldNumber : parseQueryNumber;
      const own = attempt(() => shown(kind, parse(kind, parseJson(literal), coerce)));
      if (!isSame(own, recorded(fact))) wrong.push(`${kind} ${literal} ${coerce}: ${own} not ${recorded(fact)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('keeps 64-bit integers exactly', () => {
    expect(parseFieldNumber('long', parseJson('9223372036854775807'), true)).toBe(9223372036854775807n);
    expect(parseQueryNumber('long', -9223372036854775808n)).toBe(-9223372036854775808n);
    expect(parseFieldNumber('unsigned_long', parseJson('18446744073709551615'), true)).toBe(18446744073709551615n);
    expect(attempt(() => String(parseFieldNumber('unsigned_long', parseJson('-1'), true)))).toBe(
      'IllegalArgumentException: Value [-1] is out of range for an unsigned long',
    );
  });

  it('rounds scaled floats half up', () => {
    expect([scaleFloat(0.285, 100), scaleFloat(-2.5, 1), scaleFloat(1.005, 100)]).toEqual([28, -2, 100]);
  });
});

describe('texts and encodings', () => {
  it('prints doubles and floats as Java, and encodes them as Lucene', () => {
    const wrong: unknown[] = [];
    for (const fact of facts.filter((one) => one.kind === 'double-text')) {
      const value = Number(fact.in);
      const own = {
        out: javaDoubleText(value),
        float: javaFloatText(value),
        sortable: String(doubleToSortableLong(value)),
        sortableFloat: floatToSortableInt(value),
        half: halfFloatToSortableShort(value),
        halfFloat: javaFloatText(sortableShortToHalfFloat(halfFloatToSortableShort(value))),
      };
      // Java before 19 sometimes prints a digit more than identifies the number; ours must then be shorter and equal.
      const isTooLong = (text = '', mine: string): boolean =>
        text.length > mine.length && Number(text) === Number(mine);
      const float = isTooLongFloat(fact.float, own.float) ? own.float : fact.float;
      const { kind: _kind, in: _in, ...rest } = fact;
      const expected = { ...rest, float, out: isTooLong(fact.out, own.out) ? own.out : fact.out };
      if (JSON.stringify(Object.entries(own).sort()) !== JSON.stringify(Object.entries(expected).sort())) {
        wrong.push({ in: fact.in, own, expected });
      }
    }
    expect(wrong).toEqual([]);
  });

  const isTooLongFloat = (text = '', mine: string): boolean =>
    text.length >= mine.length && text !== mine && Math.fround(Number(text)) === Math.fround(Number(mine));

  it('keeps order and value in sortable encodings', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        expect(Object.is(sortableLongToDouble(doubleToSortableLong(a)), a)).toBe(true);
        expect(doubleToSortableLong(a) < doubleToSortableLong(b)).toBe(a < b || (Object.is(a, -0) && Object.is(b, 0)));
        const float = Math.fround(a);
        expect(Object.is(sortableIntToFloat(floatToSortableInt(float)), float)).toBe(true);
        expect(roundToHalfFloat(roundToHalfFloat(a))).toBe(roundToHalfFloat(a));
      }),
    );
  });
});

describe('bounds of ranges', () => {
  const both = { includesFrom: false, includesTo: false };

  it('rounds decimals into the range of integers and steps over excluded ends', () => {
    expect(rangeBounds('integer', { ...both, from: 4.5, to: 6 })).toEqual({ from: 5, to: 5 });
    expect(rangeBounds('integer', { ...both, from: -5.5, to: 5.5 })).toEqual({ from: -5, to: 5 });
    expect(rangeBounds('integer', { ...both, from: 4, to: 5 })).toBeUndefined();
    expect(rangeBounds('byte', { ...both, from: -1000, to: 1000 })).toEqual({ from: -128, to: 127 });
    expect(rangeBounds('integer', { ...both, from: 2147483647 })).toBeUndefined();
    expect(rangeBounds('long', { ...both, from: '9223372036854775805' })).toEqual({
      from: 9223372036854775806n,
      to: 9223372036854775807n,
    });
    expect(attempt(() => String(rangeBounds('integer', { ...both, from: 99999999999 })))).toBe(
      'IllegalArgumentException: Value [99999999999] is out of range for an integer',
    );
  });

  it('takes the neighbours of excluded floats', () => {
    expect(rangeBounds('float', { from: 5.5, includesFrom: false, includesTo: true })).toEqual({
      from: Math.fround(5.5000005),
      to: Infinity,
    });
    expect(rangeBounds('scaled_float', { from: 5.551, to: 6.55, includesFrom: true, includesTo: true }, 100)).toEqual({
      from: 556,
      to: 655,
    });
    fc.assert(
      fc.property(
        fc.constantFrom<NumberKind>('float', 'half_float', 'double'),
        fc.integer({ min: -60000, max: 60000 }),
        (kind, value) => {
          const from = kind === 'half_float' ? roundToHalfFloat(value) : value;
          expect(nextUp(kind, from)).toBeGreaterThan(from);
          expect(nextDown(kind, nextUp(kind, from)) + 0).toBe(from);
        },
      ),
    );
  });
});

describe('decimal formats', () => {
  it('prints every recorded number as Java does', () => {
    const wrong: string[] = [];
    for (const fact of facts) {
      if (!fact.kind.startsWith('decimal-')) continue;
      const [pattern, value] =
        fact.kind === 'decimal-pattern' ? [String(fact.in), 1234.5] : (fact.in as [string, string]);
      const number = fact.kind === 'decimal-format-long' ? BigInt(value) : Number(value);
      const own = attempt(() => createDecimalFormat(pattern).print(number));
      if (own !== recorded(fact)) wrong.push(`${pattern} ${value}: ${own} instead of ${recorded(fact)}`);
    }
    expect(wrong).toEqual([]);
  });
});
