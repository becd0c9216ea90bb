import fc from 'fast-check';
import { parse, stringify } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { lineOf, locateToml } from './toml-places.ts';

const text = `# settings
model = "fast" # the default
fallback_models = [ # in order
  "slow", 'other', # "not a key" = 1
]
bash.network = false
"quoted key"."with.dot" = 1979-05-27 07:32:00

[session]
instructions = """
[not.a.table]
key = "value" \\"""
still text"""
max_rounds = 1_000

[[rules]]
id = 'one#'
unless = { surface = "cli", args = { "/a" = { equals = [1, {b = 2}] } } }
[[rules]]
id = "two"
  [rules.path]
  within = '''~/x''''
`;

describe('locateToml', () => {
  it('finds every key with its value', () => {
    expect(parse(text)).toBeDefined();
    const found = locateToml(text).entries.map(({ path, keyStart, valueStart, valueEnd }) => {
      const line = text.slice(0, keyStart).split('\n').length;
      return `${line} ${path.join('|')} = ${JSON.stringify(text.slice(valueStart, valueEnd))}`;
    });
    expect(found.join('\n')).toMatchInlineSnapshot(`
      "2 model = "\\"fast\\""
      3 fallback_models = "[ # in order\\n  \\"slow\\", 'other', # \\"not a key\\" = 1\\n]"
      4 fallback_models|0 = "\\"slow\\""
      4 fallback_models|1 = "'other'"
      6 bash|network = "false"
      7 quoted key|with.dot = "1979-05-27 07:32:00"
      10 session|instructions = "\\"\\"\\"\\n[not.a.table]\\nkey = \\"value\\" \\\\\\"\\"\\"\\nstill text\\"\\"\\""
      14 session|max_rounds = "1_000"
      17 rules|0|id = "'one#'"
      18 rules|0|unless = "{ surface = \\"cli\\", args = { \\"/a\\" = { equals = [1, {b = 2}] } } }"
      18 rules|0|unless|surface = "\\"cli\\""
      18 rules|0|unless|args = "{ \\"/a\\" = { equals = [1, {b = 2}] } }"
      18 rules|0|unless|args|/a = "{ equals = [1, {b = 2}] }"
      18 rules|0|unless|args|/a|equals = "[1, {b = 2}]"
      18 rules|0|unless|args|/a|equals|0 = "1"
      18 rules|0|unless|args|/a|equals|1 = "{b = 2}"
      18 rules|0|unless|args|/a|equals|1|b = "2"
      20 rules|1|id = "\\"two\\""
      22 rules|1|path|within = "'''~/x''''""
    `);
  });

  it('finds the table headers', () => {
    expect(locateToml(text).sections.map(({ path, start, end }) => [path.join('|'), text.slice(start, end)])).toEqual([
      ['session', '[session]'],
      ['rules|0', '[[rules]]'],
      ['rules|1', '[[rules]]'],
      ['rules|1|path', '[rules.path]'],
    ]);
  });

  it('agrees with the parser on every value of any document', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.dictionary(
        fc.string(),
        fc.oneof({ maxDepth: 3 }, leaf, tie('tree'), fc.array(tie('tree'), { maxLength: 2 })),
        {
          maxKeys: 4,
          noNullPrototype: true,
        },
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        // Control characters other than tab may only be escaped in TOML, and lone surrogates not at all.
        const document = stringify(JSON.parse(JSON.stringify(value).replaceAll(/\\u[0-9a-f]{4}|\u007f/g, '')));
        for (const { path, valueStart, valueEnd } of locateToml(document).entries) {
          const wanted = path.reduce<unknown>(
            (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
            parse(document),
          );
          expect(parse(`x = ${document.slice(valueStart, valueEnd)}`)).toEqual({ x: wanted });
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('lineOf', () => {
  const line = (...path: (string | number)[]): number => lineOf(text, locateToml(text), path);
  it('gives the line of a key, or of what it is in', () => {
    expect(line('session', 'max_rounds')).toBe(14);
    expect(line('rules', 1, 'id')).toBe(20);
    expect(line('rules', 0)).toBe(16);
    expect(line('rules', 0, 'unless', 'args', '/a', 'missing')).toBe(18);
    expect(line('nowhere')).toBe(1);
  });
});
