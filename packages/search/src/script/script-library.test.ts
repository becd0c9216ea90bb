import { describe, expect, test } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { compileScript } from './compile-script.ts';
import { DocObject, type DocValueKind, type ScriptDocValues } from './doc-values.ts';
import { toText } from './runtime/to-text.ts';
import type { ScriptValue } from './runtime/value.ts';
import { fromJson, toJson } from './script-json.ts';

const column = (
  kind: DocValueKind,
  values: readonly (number | bigint | string | boolean | readonly [number, number])[],
): ScriptDocValues => ({
  kind,
  length: values.length,
  numberAt: (index) => Number(values[index]),
  longAt: (index) => BigInt(values[index] as bigint), // columns of longs hold bigints
  textAt: (index) => String(values[index]),
  booleanAt: (index) => values[index] === true,
  latitudeAt: (index) => Number((values[index] as readonly number[])[0]),
  longitudeAt: (index) => Number((values[index] as readonly number[])[1]),
});

const columns: Readonly<Record<string, ScriptDocValues>> = {
  qty: column('long', [5n]),
  big: column('long', [9_007_199_254_740_993n]),
  price: column('double', []),
  tags: column('keyword', ['a', 'b']),
  published: column('date', [1_551_657_600_000]),
  location: column('geo_point', [[52.52, 13.405]]),
  flag: column('boolean', [true]),
  vector: column('dense_vector', [1, 2, 2]),
};
const doc = new DocObject({ get: (field) => (Object.hasOwn(columns, field) ? columns[field] : undefined) });

const run = (source: string, context = 'field', more: Readonly<Record<string, ScriptValue>> = {}): string => {
  try {
    const bindings = { doc, params: fromJson({ n: 2, v: [1, 2, 2] }, 'hash'), ...more };
    return toText(compileScript(source, { context, variables: Object.keys(bindings) }).run(bindings));
  } catch (error) {
    if (!(error instanceof EsError)) throw error;
    return `${error.details.reason}: ${error.details.causedBy?.type}: ${error.details.causedBy?.reason}`;
  }
};

describe('documents', () => {
  test('give the values of their fields', () => {
    expect(
      [
        "doc['qty'].value * 2",
        "doc['big'].value + 1",
        'doc.qty.value / 2',
        "doc['price'].size() == 0 ? 0 : doc['price'].value",
        "doc['price'].value",
        "doc['tags'].join('-') + doc['tags'].length + doc['tags'][1]",
        "doc['tags'].contains('b')",
        "doc['published'].value.getYear() + ' ' + doc['published'].value.dayOfWeekEnum + ' ' + doc['published'].value",
        "doc['published'].value.toInstant().toEpochMilli()",
        "doc['location'].lat + '/' + doc['location'].value.lon",
        "Math.round(doc['location'].arcDistance(48.8566, 2.3522))",
        "doc.containsKey('nope')",
        "doc['nope'].value",
        "for (def t : doc['tags']) { if (t == 'b') return t } return null",
      ].map((source) => run(source)),
    ).toMatchInlineSnapshot(`
      [
        "10",
        "9007199254740994",
        "2",
        "0",
        "runtime error: illegal_state_exception: A document doesn't have a value for a field! Use doc[<field>].size()==0 to check if a document is missing a field!",
        "a-b2b",
        "true",
        "2019 MONDAY 2019-03-04T00:00:00.000Z",
        "1551657600000",
        "52.52/13.405",
        "877465",
        "false",
        "runtime error: illegal_argument_exception: No field found for [nope] in mapping",
        "b",
      ]
    `);
  });

  test('are scored by the functions of score scripts', () => {
    expect(
      [
        "saturation(doc['qty'].value, 5)",
        "sigmoid(doc['qty'].value, 5, 2)",
        "decayNumericGauss(10, 5, 0, 0.5, doc['qty'].value)",
        "decayNumericLinear(10, 5, 0, 0.5, doc['qty'].value)",
        "decayNumericExp(10, 5, 0, 0.5, doc['qty'].value)",
        "decayGeoLinear('52.5,13.4', '200km', '0km', 0.5, doc['location'].value)",
        "decayDateExp('2019-03-05T00:00:00Z', '1d', '0', 0.5, doc['published'].value)",
        "cosineSimilarity(params.v, doc['vector']) + dotProduct(params.v, 'vector')",
        "l1norm(params.v, 'vector') + l2norm(params.v, 'vector')",
        '_score * 2',
      ].map((source) => run(source, 'score', { _score: 1.5 })),
    ).toMatchInlineSnapshot(`
      [
        "0.5",
        "0.5",
        "0.5",
        "0.5",
        "0.5",
        "0.9943762563032129",
        "0.5",
        "10.0",
        "0.0",
        "3.0",
      ]
    `);
  });

  test('are changed through ctx, and keep what JSON they had', () => {
    const ctx = fromJson({ op: 'index', _source: { n: 1, l: ['a'], o: { x: 9_007_199_254_740_993n } } });
    run(
      "ctx._source.n += params.n; ctx._source.l.add('b'); ctx._source.o.y = 1.0; if (ctx._source.n > 2) { ctx.op = 'none' }",
      'update',
      { ctx },
    );
    expect(toJson(ctx)).toMatchInlineSnapshot(`
      {
        "_source": {
          "l": [
            "a",
            "b",
          ],
          "n": 3,
          "o": {
            "x": 9007199254740993n,
            "y": 1,
          },
        },
        "op": "none",
      }
    `);
  });

  test('emit the values of runtime fields', () => {
    const script = compileScript("for (t in doc['tags']) { emit(t + '-x') }", {
      context: 'runtime_field',
      variables: ['doc'],
    });
    expect(script.emit({ doc })).toEqual([['a-x'], ['b-x']]);
  });
});

describe('hostile scripts', () => {
  test('end with an error soon', () => {
    const started = performance.now();
    const answers = [
      'int i = 0; while (i >= 0) { i = (i + 1) % 7 } return i',
      "String s = 'x'; for (int i = 0; i < 1000; i++) { s += s } return s",
      'def l = []; for (int i = 0; i < 900000; i++) { l.addAll(l); l.add(i) } return l',
      'int f(int n) { return f(n + 1) } f(0)',
      "'a'.repeat(2000000000)",
      'new int[2000000000]',
      'def l = []; l.add(l); l.toString()',
      `${'('.repeat(2_000)}1${')'.repeat(2_000)}`,
      `${'1+'.repeat(20_000)}1`,
      "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' ==~ /(a+)+c/",
      'IntStream.range(0, 2000000000).sum()',
      'def m = [:]; m.constructor',
      'params.__proto__',
      "''.getClass().forName('x')",
      '[].prototype',
      'System.exit(1)',
      'this.constructor',
    ].map((source) => run(source).slice(0, 110));
    expect(answers).toMatchInlineSnapshot(`
      [
        "runtime error: painless_error: The maximum number of statements that can be executed in a loop has been reache",
        "runtime error: painless_error: The memory that one run of a script may fill has been used up.",
        "runtime error: painless_error: The memory that one run of a script may fill has been used up.",
        "runtime error: painless_error: The functions of the script call each other too deeply.",
        "runtime error: painless_error: The memory that one run of a script may fill has been used up.",
        "runtime error: painless_error: The memory that one run of a script may fill has been used up.",
        "[(this Collection)]",
        "compile error: illegal_argument_exception: script is nested too deeply: at most 250 levels",
        "compile error: illegal_argument_exception: script is nested too deeply: at most 250 levels",
        "false",
        "runtime error: painless_error: The memory that one run of a script may fill has been used up.",
        "compile error: illegal_argument_exception: member [constructor] is not allowed",
        "compile error: illegal_argument_exception: member [__proto__] is not allowed",
        "compile error: illegal_argument_exception: member [getClass] is not allowed",
        "compile error: illegal_argument_exception: member [prototype] is not allowed",
        "compile error: illegal_argument_exception: cannot resolve symbol [System]",
        "compile error: illegal_argument_exception: unexpected token ['.'] was expecting one of [<statement>, <expressi",
      ]
    `);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('of another language are refused', () => {
    expect(() => compileScript('1', { context: 'field', variables: [], lang: 'groovy' })).toThrow(
      'script_lang not supported [groovy]',
    );
  });
});

test('two million simple evaluations take about a second', () => {
  const script = compileScript('_score * 2 + 1', { context: 'score', variables: ['_score'] });
  const started = performance.now();
  for (let count = 0; count < 200_000; count += 1) script.run({ _score: count });
  expect(performance.now() - started).toBeLessThan(1_000);
});
