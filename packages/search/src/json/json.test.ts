import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { extractValues } from './extract.ts';
import { createPathFilter } from './filter-path.ts';
import { matchesGlob } from './glob.ts';
import { javaDoubleText, javaFloatText, jsonDouble } from './java-number.ts';
import { ExactNumber, type JsonObject, type JsonValue, RawJson } from './json-value.ts';
import { locateJson } from './locate.ts';
import { isBlankLine, splitLines } from './ndjson.ts';
import { parseJson, parseRequestBody } from './parse-json.ts';
import { printJson } from './print-json.ts';
import { createSourceFilter } from './source-filter.ts';

interface Fact {
  readonly kind: string;
  readonly in: unknown;
  readonly out?: unknown;
  readonly error?: readonly { readonly type: string; readonly reason: string }[];
}

const facts = (name: string): Fact[] =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const javaTypes: Readonly<Record<string, string>> = {
  json_parse_exception: 'JsonParseException',
  json_e_o_f_exception: 'JsonEOFException',
};

function refusal(run: () => unknown): { type: string; reason: string } | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof EsError)) throw error;
    return { type: error.details.type, reason: error.details.reason };
  }
}

describe('parsing JSON', () => {
  it.each(facts('json-errors.jsonl'))('refuses or takes $in as Elasticsearch does', (fact) => {
    const text = String(fact.in);
    const refused = refusal(() => parseJson(new TextEncoder().encode(text)));
    if (fact.error === undefined) {
      expect(refused).toBeUndefined();
      return;
    }
    expect({ ...refused, type: javaTypes[refused?.type ?? ''] }).toEqual(fact.error[0]);
  });

  it('keeps the text of numbers that a double would print otherwise', () => {
    const text = '{"a":1.0,"b":1e3,"c":12345678901234567890,"d":0.1,"e":-0,"f":[9007199254740993,7]}';
    const value = parseJson(text) as JsonObject;
    expect(value).toEqual({
      a: new ExactNumber('1.0'),
      b: new ExactNumber('1e3'),
      c: new ExactNumber('12345678901234567890'),
      d: 0.1,
      e: new ExactNumber('-0'),
      f: [new ExactNumber('9007199254740993'), 7],
    });
    expect(printJson(value)).toBe(text);
  });

  it('gives bigint for the long integers of a request and numbers for the rest', () => {
    expect(parseRequestBody('{"a":9007199254740993,"b":1.0,"c":1e400,"d":9223372036854776000}')).toEqual({
      a: 9007199254740993n,
      b: 1,
      c: new ExactNumber('1e400'),
      d: 9223372036854776000n,
    });
  });

  it('bounds depth, the length of numbers and of names', () => {
    expect(parseJson(`${'['.repeat(1000)}${']'.repeat(1000)}`)).toBeDefined();
    for (const depth of [1001, 200_000]) {
      expect(refusal(() => parseJson(`${'['.repeat(depth)}${']'.repeat(depth)}`))?.reason).toMatch(
        /^Document nesting depth \(1001\) exceeds the maximum allowed \(1000/,
      );
      expect(refusal(() => parseJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`))?.type).toBe(
        'stream_constraints_exception',
      );
    }
    expect(refusal(() => parseJson(`[${'1'.repeat(1001)}]`))?.type).toBe('stream_constraints_exception');
    expect(refusal(() => parseJson(`{ "${'a'.repeat(50_001)}":1}`))?.type).toBe('stream_constraints_exception');
  });

  it('refuses what follows the value, in the words for documents and for requests', () => {
    expect(refusal(() => parseJson('{"a":1}{"b":1}'))?.reason).toBe(
      'Malformed content, found extra data after parsing: START_OBJECT',
    );
    expect(refusal(() => parseRequestBody('{}{}'))?.reason).toBe(
      'Unexpected token [START_OBJECT] found after the main object.',
    );
  });

  it('names the place of an invalid byte', () => {
    expect(
      refusal(() => parseJson(Uint8Array.of(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d)))?.reason,
    ).toMatch(/^Invalid UTF-8 start byte 0xff\n.*line: 1, column: 8\]$/);
  });

  it('gives what JSON.parse gives, whatever the spacing, and prints it back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const expected = JSON.parse(text);
        const parsed = parseRequestBody(text);
        expect(plain(parsed)).toEqual(expected);
        expect(JSON.parse(printJson(parsed))).toEqual(expected);
        expect(JSON.parse(printJson(parseJson(text), { pretty: true }))).toEqual(expected);
      }),
    );
  });

  it('never fails otherwise than with an Elasticsearch error', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'{}[]",:\\u0123.eE+-truefalsn /*\n'.split(''))), (characters) => {
        refusal(() => parseJson(characters.join('')));
      }),
      { numRuns: 2000 },
    );
  });
});

function plain(value: JsonValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof ExactNumber) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item as JsonValue)]));
}

describe('printing JSON', () => {
  it('prints doubles as Java, keeps raw text and leaves out undefined', () => {
    const value = {
      a: jsonDouble(3),
      b: jsonDouble(1e10),
      c: jsonDouble(Number.NaN),
      d: new RawJson('{"x": 1}'),
      e: undefined,
      f: 12345678901234567890n,
      g: [],
      h: {},
      i: [1, 'é\n'],
    };
    expect(printJson(value)).toBe(
      '{"a":3.0,"b":1.0E10,"c":"NaN","d":{"x": 1},"f":12345678901234567890,"g":[],"h":{},"i":[1,"é\\n"]}',
    );
    expect(printJson({ a: 1, g: [], h: {}, i: [1, { b: 2 }] }, { pretty: true })).toMatchInlineSnapshot(`
      "{
        "a" : 1,
        "g" : [ ],
        "h" : { },
        "i" : [
          1,
          {
            "b" : 2
          }
        ]
      }
      "
    `);
  });

  it('prints floats by their own shortest digits', () => {
    expect([0.1, 1 / 3, 16777216, 3.4028235e38, 1.4e-45, 2.5, 0].map(javaFloatText)).toEqual([
      '0.1',
      '0.33333334',
      '1.6777216E7',
      '3.4028235E38',
      '1.4E-45',
      '2.5',
      '0.0',
    ]);
  });

  it('gives text that reads back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Object.is(Number(javaDoubleText(value)), value)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Object.is(Math.fround(Number(javaFloatText(value))), value)).toBe(true);
      }),
    );
  });
});

describe('lines', () => {
  it('gives the byte ranges of lines without their ends', () => {
    const bytes = new TextEncoder().encode('{"a":1}\r\n\n  \nlast');
    const lines = [...splitLines(bytes)];
    expect(lines.map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end)))).toEqual([
      '{"a":1}',
      '',
      '  ',
      'last',
    ]);
    expect(lines.map((line) => isBlankLine(bytes, line))).toEqual([false, true, true, false]);
  });
});

const document = JSON.parse(
  '{"a":{"b":{"c":1,"d":2},"bx":3,"list":[{"x":1,"y":2},{"x":3},{"y":4},5,[{"x":6}]]},"a.b":{"c":7},"ab":{"c":8},"n":null,"e":{},"s":[1,2,3],"l":[[{"q":1}]],"k":"v","dotted.name":9,"deep":{"a":{"b":{"c":{"d":1}}},"x":{"b":{"c":2}}}}',
) as JsonObject;

describe('filters', () => {
  const list = (text: string): string[] => (text === '' ? [] : text.split(','));

  it.each(facts('filters.jsonl').filter((fact) => fact.kind === 'source'))(
    'filters _source by $in as Elasticsearch does',
    (fact) => {
      const [includes = '', excludes = ''] = fact.in as string[];
      expect(createSourceFilter(list(includes), list(excludes))(document)).toEqual(fact.out);
    },
  );

  it.each(facts('filters.jsonl').filter((fact) => fact.kind === 'filter-path'))(
    'filters an answer by $in as Elasticsearch does',
    (fact) => {
      const [includes = '', excludes = ''] = fact.in as string[];
      const filter = createPathFilter([...list(includes), ...list(excludes).map((path) => `-${path}`)]);
      const kept = filter(document);
      expect(kept ?? {}).toEqual(fact.out === '' ? {} : JSON.parse(String(fact.out)));
    },
  );

  it.each(facts('filters.jsonl').filter((fact) => fact.kind === 'extract-raw'))('extracts $in', (fact) => {
    const [path = ''] = fact.in as string[];
    // The recorded function gives leaves only, stops at the first reading of a path and takes a value for what lies below it.
    if (['', 'a.b.c', 'a.b.c.d', 'a.list.x'].includes(path) || /[*,]/.test(path)) return;
    const leaves = extractValues(document, path).filter((value) => typeof value !== 'object');
    expect(leaves).toEqual(fact.out);
  });
});

describe('globs', () => {
  it('match as the like regular expression does, and in bounded time', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '*')), fc.array(fc.constantFrom('a', 'b')), (pattern, text) => {
        const regular = new RegExp(`^${pattern.join('').replaceAll('*', '.*')}$`);
        expect(matchesGlob(pattern.join(''), text.join(''))).toBe(regular.test(text.join('')));
      }),
    );
    expect(matchesGlob(`${'*a'.repeat(50)}*b`, 'a'.repeat(5000))).toBe(false);
  });
});

describe('places', () => {
  it('finds the line and column of a key or value', () => {
    const text = '{"query":{"bool":{"must":[{"nope":{"a":"x,]"}}]}}}';
    expect(locateJson(text, '/query/bool/must/0')).toEqual({ line: 1, column: 27 });
    expect(locateJson(text, '/query/bool/must', 'key')).toEqual({ line: 1, column: 19 });
    expect(locateJson(text, '/query/bool/must/0/nope/a')).toEqual({ line: 1, column: 40 });
    expect(locateJson('{ "é": 1,\n "b" : [1, {"x/y": 2}] }', '/b/1/x~1y')).toEqual({ line: 2, column: 20 });
    expect(locateJson(text, '/query/x')).toBeUndefined();
  });
});
