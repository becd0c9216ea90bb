import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EsError } from '../error/es-error.ts';
import {
  type Automaton,
  accepts,
  compileFuzzy,
  compileLiteral,
  compilePrefix,
  compileRegexp,
  compileWildcard,
  createByteAutomaton,
  intersect,
  parseRegexpFlags,
} from './automaton.ts';
import { createSortedTerms } from './automaton-intersect.ts';

interface Recorded {
  readonly kind: 'regexp' | 'wildcard' | 'prefix' | 'term' | 'fuzzy';
  readonly spec: Readonly<Record<string, unknown>>;
  readonly matches?: readonly string[];
  readonly error?: { readonly type: string; readonly reason: string };
}

const lines = readFileSync(new URL('./fixtures/automaton-truth.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const vocabulary: readonly string[] = JSON.parse(lines[0] ?? '').terms;
const recorded: readonly Recorded[] = lines.slice(1).map((line) => JSON.parse(line));

const compile = ({ kind, spec }: Recorded): Automaton => {
  const value = String(spec['value']);
  const caseInsensitive = spec['case_insensitive'] === true;
  if (kind === 'regexp') {
    const limit = spec['max_determinized_states'];
    return compileRegexp(value, parseRegexpFlags(String(spec['flags'] ?? 'ALL')), {
      caseInsensitive,
      ...(typeof limit === 'number' ? { maxDeterminizedStates: limit } : {}),
    });
  }
  if (kind === 'wildcard') return compileWildcard(value, { caseInsensitive });
  if (kind === 'prefix') return compilePrefix(value, { caseInsensitive });
  if (kind === 'term') return compileLiteral(value, { caseInsensitive });
  const length = [...value].length;
  const automatic = length < 3 ? 0 : length < 6 ? 1 : 2;
  return compileFuzzy(value, {
    maxEdits: spec['fuzziness'] === 'AUTO' ? automatic : Number(spec['fuzziness']),
    prefixLength: Number(spec['prefix_length'] ?? 0),
    transpositions: spec['transpositions'] !== false,
  });
};

const answer = (query: Recorded): Pick<Recorded, 'matches' | 'error'> => {
  try {
    const automaton = compile(query);
    const terms = createSortedTerms(vocabulary);
    const found = [...intersect(createByteAutomaton(automaton), terms)].map((ord) => terms.text(ord));
    expect(found.toSorted()).toEqual(vocabulary.filter((term) => accepts(automaton, term)).toSorted());
    return { matches: found.toSorted() };
  } catch (error) {
    if (!(error instanceof EsError)) throw error;
    return { error: { type: error.details.type, reason: error.details.reason } };
  }
};

/**
 * The effort at which Lucene gives up counts its own states: the text of that message differs, and so does the
 * answer to a limit of 2. The record of a wrong interval holds the innermost error.
 */
const comparable = (result: Pick<Recorded, 'matches' | 'error'>): unknown =>
  result.error?.type === 'too_complex_to_determinize_exception'
    ? result.error.type
    : result.error === undefined
      ? [...(result.matches ?? [])].sort()
      : result.error.type === 'number_format_exception'
        ? 'interval syntax error at position 4'
        : result.error.reason === 'interval syntax error at position 4'
          ? result.error.reason
          : result.error;

describe('what a real engine answered', () => {
  for (const kind of ['regexp', 'wildcard', 'prefix', 'term', 'fuzzy'] as const) {
    test(`${kind} patterns select the recorded terms or are refused with the recorded words`, () => {
      const differences = recorded
        .filter((query) => query.kind === kind && query.spec['max_determinized_states'] !== 2)
        .map((query) => ({ spec: query.spec, theirs: comparable(query), ours: comparable(answer(query)) }))
        .filter(({ theirs, ours }) => JSON.stringify(theirs) !== JSON.stringify(ours));
      expect(differences).toEqual([]);
    });
  }
});

describe('Levenshtein automata', () => {
  const letters = fc.constantFrom('a', 'b', 'c', 'é', '日', '😀');
  const words = fc.array(letters, { maxLength: 7 }).map((parts) => parts.join(''));

  test('accept exactly what lies within the distance', () => {
    fc.assert(
      fc.property(
        words,
        words,
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        (a, b, maxEdits, prefixLength, transpositions) => {
          const automaton = compileFuzzy(a, { maxEdits, prefixLength, transpositions });
          const [x, y] = [[...a], [...b]];
          const prefix = Math.min(prefixLength, x.length);
          const isPrefixed = x.slice(0, prefix).join('') === y.slice(0, prefix).join('') && y.length >= prefix;
          const expected = isPrefixed && distance(x.slice(prefix), y.slice(prefix), transpositions) <= maxEdits;
          expect(accepts(automaton, b)).toBe(maxEdits === 0 || a === '' ? a === b : expected);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

/** Edits between two lists; a transposition joins neighbours that no other edit touches. */
const distance = (a: readonly string[], b: readonly string[], transpositions: boolean): number => {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (transpositions && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(i - 2, j - 2) + 1);
      const row = table[i];
      if (row !== undefined) row[j] = best;
    }
  }
  return at(a.length, b.length);
};

describe('regular expressions', () => {
  type Tree = { readonly op: string; readonly parts: readonly Tree[]; readonly text: string };
  const leaf = fc
    .constantFrom('a', 'b', '.', '[ab]', '[^a]', '()', '#', '@', '日')
    .map((text): Tree => ({ op: 'leaf', parts: [], text }));
  const tree: fc.Arbitrary<Tree> = fc.letrec<{ node: Tree }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.tuple(fc.constantFrom('&', '|', ''), tie('node'), tie('node')).map(
        ([op, a, b]): Tree => ({
          op: op === '' ? 'concat' : op,
          parts: [a, b],
          text: `((${a.text})${op}(${b.text}))`,
        }),
      ),
      fc
        .tuple(fc.constantFrom('*', '+', '?', '{2}', '{1,2}'), tie('node'))
        .map(([op, a]): Tree => ({ op, parts: [a], text: `((${a.text})${op})` })),
      tie('node').map((a): Tree => ({ op: '~', parts: [a], text: `(~(${a.text}))` })),
    ),
  })).node;
  const inputs = ['', 'a', 'b', '日', 'aa', 'ab', 'ba', 'bb', 'a日', 'aba', 'bab', 'aab', 'abab', 'bbaa'];

  test('agree with a naive matcher', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const automaton = compileRegexp(node.text);
        for (const input of inputs)
          expect([input, accepts(automaton, input)]).toEqual([input, ends(node, [...input], 0).has([...input].length)]);
      }),
      { numRuns: 500 },
    );
  });

  /** All positions at which a match that begins at `from` may end. */
  const ends = (node: Tree, input: readonly string[], from: number): ReadonlySet<number> => {
    const all = (): number[] => Array.from({ length: input.length - from + 1 }, (_, index) => from + index);
    const [a, b] = node.parts;
    const letter = input[from];
    if (a === undefined) {
      if (node.text === '()') return new Set([from]);
      if (node.text === '#') return new Set();
      if (node.text === '@') return new Set(all());
      if (letter === undefined) return new Set();
      const matches = {
        a: letter === 'a',
        b: letter === 'b',
        '.': true,
        '[ab]': letter === 'a' || letter === 'b',
        '[^a]': letter !== 'a',
        日: letter === '日',
      }[node.text];
      return new Set(matches === true ? [from + 1] : []);
    }
    if (node.op === '~') {
      const inner = ends(a, input, from);
      return new Set(all().filter((end) => !inner.has(end)));
    }
    if (b !== undefined) {
      const left = ends(a, input, from);
      if (node.op === 'concat') return new Set([...left].flatMap((middle) => [...ends(b, input, middle)]));
      const right = ends(b, input, from);
      return node.op === '|' ? new Set([...left, ...right]) : new Set([...left].filter((end) => right.has(end)));
    }
    const again = (starts: ReadonlySet<number>): ReadonlySet<number> =>
      new Set([...starts].flatMap((start) => [...ends(a, input, start)]));
    const once = ends(a, input, from);
    if (node.op === '?') return new Set([from, ...once]);
    if (node.op === '{2}') return again(once);
    if (node.op === '{1,2}') return new Set([...once, ...again(once)]);
    const reached = new Set(node.op === '*' ? [from, ...once] : once);
    for (let size = -1; size !== reached.size; ) {
      size = reached.size;
      for (const end of again(reached)) reached.add(end);
    }
    return reached;
  };

  test('a pattern whose automaton explodes is refused soon', () => {
    const started = performance.now();
    for (const pattern of [
      '(.*a){1,300}b{1,300}.*a.{30}',
      '(((a{1,100}){1,100}){1,100}){1,100}',
      '~(.*a.{40})',
      `${'('.repeat(2_000)}a`,
    ]) {
      expect(() => compileRegexp(pattern), pattern).toThrow(EsError);
    }
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe('properties of an automaton', () => {
  test('name its common prefix, finiteness and extent', () => {
    const facts = (automaton: Automaton): unknown[] => [
      automaton.commonPrefix,
      automaton.isFinite,
      automaton.matchAll,
      automaton.singleton,
    ];
    expect(facts(compileWildcard('ab*'))).toEqual(['ab', false, false, undefined]);
    expect(facts(compileWildcard('*'))).toEqual(['', false, true, undefined]);
    expect(facts(compileWildcard('a?c'))).toEqual(['a', true, false, undefined]);
    expect(facts(compileRegexp('日本(a|b)'))).toEqual(['日本', true, false, undefined]);
    expect(facts(compileRegexp('abc'))).toEqual(['abc', true, false, 'abc']);
    expect(facts(compileRegexp('#'))).toEqual(['', true, false, undefined]);
    expect(facts(compileFuzzy('search', { maxEdits: 1, prefixLength: 2 }))).toEqual(['se', true, false, undefined]);
  });
});

describe('walking a dictionary', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'é', '日', '\uffff', '😀', '\u{10ffff}', '\u007f', '\u0800'), { maxLength: 5 })
    .map((parts) => parts.join(''));

  test('finds the same terms as asking for each', () => {
    const patterns = [
      compileWildcard('*b*'),
      compileWildcard('?é*'),
      compileRegexp('[b-日]+'),
      compileRegexp('~(a*)'),
      compileRegexp('.😀?'),
      compileFuzzy('aéb日', { maxEdits: 2 }),
      compilePrefix('a日'),
    ];
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 60 }), fc.constantFrom(...patterns), (strings, automaton) => {
        const terms = createSortedTerms(strings);
        const found = [...intersect(createByteAutomaton(automaton), terms)].map((ord) => terms.text(ord));
        expect(found.toSorted()).toEqual(strings.filter((string) => accepts(automaton, string)).toSorted());
      }),
      { numRuns: 1_000 },
    );
  });

  test('reads a small part of 30,000 terms for a word with one error', () => {
    const strings = new Set<string>();
    for (let seed = 1; strings.size < 30_000; seed = (seed * 48_271) % 2_147_483_647) strings.add(seed.toString(26));
    const terms = createSortedTerms([...strings]);
    let reads = 0;
    const counted = {
      ...terms,
      at: (ord: number) => {
        reads += 1;
        return terms.at(ord);
      },
    };
    expect(
      [...intersect(createByteAutomaton(compileFuzzy('3k2a9', { maxEdits: 1 })), counted)].length,
    ).toBeGreaterThanOrEqual(0);
    expect(reads).toBeLessThan(6_000);
  });
});
