import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EsError } from '../error/es-error.ts';
import type { JsonObject } from '../json/json-value.ts';
import { createAnalysisRegistry } from './analysis-registry.ts';
import type { Analyzer } from './analyzer.ts';
import { languageNames } from './language/language-chains.ts';

const terms = (analyzer: Analyzer | undefined, text: string): string =>
  (analyzer?.analyze(text) ?? []).map(({ term }) => term).join(' ');

const refusal = (settings: JsonObject): string => {
  try {
    createAnalysisRegistry(settings);
  } catch (error) {
    if (error instanceof EsError) return `${error.details.type}: ${error.details.reason}`;
    throw error;
  }
  return 'accepted';
};

const chain = {
  analyzer: { mine: { tokenizer: 'standard', filter: ['lowercase', 'cut'], position_increment_gap: 7 } },
  filter: { cut: { type: 'truncate', length: 3 } },
};

describe('the analyzers of an index', () => {
  it('are built from nested and from dotted settings alike', () => {
    const forms: readonly JsonObject[] = [
      chain,
      { analysis: chain },
      { index: { analysis: chain } },
      { settings: { index: { analysis: chain } } },
      {
        'index.analysis.analyzer.mine.tokenizer': 'standard',
        'index.analysis.analyzer.mine.filter': 'lowercase,cut',
        'index.analysis.analyzer.mine.position_increment_gap': '7',
        'analysis.filter.cut.type': 'truncate',
        'analysis.filter.cut.length': 3,
      },
      {
        'index.analysis.analyzer.mine': {
          tokenizer: 'standard',
          'filter.0': 'lowercase',
          'filter.1': 'cut',
          position_increment_gap: 7,
        },
        'index.analysis.filter': { 'cut.type': 'truncate', 'cut.length': '3' },
      },
    ];
    for (const form of forms) {
      const analyzer = createAnalysisRegistry(form).analyzer('mine');
      expect(terms(analyzer, 'Searching HERE')).toBe('sea her');
      expect(analyzer?.positionIncrementGap).toBe(7);
    }
  });

  it('normalize single terms by the filters that can', () => {
    const registry = createAnalysisRegistry({
      analyzer: {
        mine: {
          tokenizer: 'standard',
          char_filter: ['html_strip', 'signs'],
          filter: ['lowercase', 'asciifolding', 'porter_stem', 'stop'],
        },
      },
      char_filter: { signs: { type: 'mapping', mappings: ['& => and'] } },
    });
    expect(registry.analyzer('mine')?.normalize('The RÉsUlts & <b>')).toBe('the results and <b>');
    expect(registry.analyzer('english')?.normalize('Running THE')).toBe('running the');
    expect(registry.analyzer('french')?.normalize("L'Été")).toBe('été');
    expect(registry.analyzer('german')?.normalize('Häuser')).toBe('hauser');
    expect(registry.analyzer('keyword')?.normalize('As It Is')).toBe('As It Is');
  });

  it('refuse what does not fit, in the words of Elasticsearch', () => {
    expect(
      [
        { analyzer: { a: { type: 'nope' } } },
        { analyzer: { a: {}, b: { x: 1 } } },
        { analyzer: { a: { type: 'custom' } } },
        { analyzer: { a: { tokenizer: 'nope' } } },
        { analyzer: { a: { tokenizer: 'standard', filter: ['nope'] } } },
        { analyzer: { a: { tokenizer: 'standard', char_filter: ['mapping'] } } },
        { analyzer: { _a: { tokenizer: 'standard' } } },
        { filter: { f: { length: 1 } } },
        { filter: { f: { type: 'nope' } } },
        { filter: { f: { type: 'ngram', min_gram: 1, max_gram: 4 } } },
        { tokenizer: { t: { type: 'nope' } } },
        { normalizer: { n: { filter: ['porter_stem'] } } },
        { normalizer: { n: { tokenizer: 'keyword' } } },
        { filter: { f: { type: 'ngram', min_gram: 1, max_gram: 4 } }, max_ngram_diff: 3 },
      ].map(refusal),
    ).toMatchInlineSnapshot(`
      [
        "illegal_argument_exception: Unknown analyzer type [nope] for [a]",
        "illegal_argument_exception: analyzer [b] must specify either an analyzer type, or a tokenizer",
        "illegal_argument_exception: Custom Analyzer [a] must be configured with a tokenizer",
        "illegal_argument_exception: Custom Analyzer [a] failed to find tokenizer under name [nope]",
        "illegal_argument_exception: Custom Analyzer [a] failed to find filter under name [nope]",
        "illegal_argument_exception: Custom Analyzer [a] failed to find char_filter under name [mapping]",
        "illegal_argument_exception: analyzer name must not start with '_'. got "_a"",
        "illegal_argument_exception: filter [f] must specify either an analyzer type, or a tokenizer",
        "illegal_argument_exception: Unknown filter type [nope] for [f]",
        "illegal_argument_exception: The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [1] but was [3]. This limit can be set by changing the [index.max_ngram_diff] index level setting.",
        "illegal_argument_exception: Unknown tokenizer type [nope] for [t]",
        "illegal_argument_exception: Custom normalizer [n] may not use filter [porter_stem]",
        "illegal_argument_exception: Custom normalizer [n] cannot configure a tokenizer",
        "accepted",
      ]
    `);
  });

  it('come to an end with hostile texts and patterns', () => {
    const hostile = createAnalysisRegistry({
      analyzer: { mine: { type: 'pattern', pattern: '(a+)+b|(?=x)y' } },
    });
    expect(hostile.analyzer('mine')?.analyze(`${'a'.repeat(5000)}!`)).toHaveLength(1);
    for (const tokenizer of ['standard', 'uax_url_email', 'classic', 'pattern']) {
      const analyzer = hostile.custom({ tokenizer, charFilters: ['html_strip'] });
      for (const unit of [
        'a-',
        'a@',
        '1.',
        '<?',
        '<!',
        '<a b="',
        '&#1',
        'http://',
        '[::',
        '\u0301',
        '\ud83d\udc69\u200d',
      ]) {
        expect(analyzer.analyze(unit.repeat(3000)).length, `${tokenizer} ${unit}`).toBeLessThanOrEqual(6000);
      }
    }
  });

  const registry = createAnalysisRegistry({
    analyzer: {
      graph: {
        tokenizer: 'whitespace',
        char_filter: ['html_strip', 'signs', 'digits'],
        filter: ['lowercase', 'same'],
      },
      grams: { tokenizer: 'uax_url_email', filter: ['lowercase', 'pairs', 'unique'] },
    },
    filter: {
      same: { type: 'synonym_graph', synonyms: ['a b, c', 'x => y z'], lenient: true },
      pairs: { type: 'shingle', max_shingle_size: 3 },
    },
    char_filter: {
      signs: { type: 'mapping', mappings: ['& => and', 'abc => '] },
      digits: { type: 'pattern_replace', pattern: '\\d', replacement: 'number' },
    },
  });
  const names = [
    'standard',
    'simple',
    'stop',
    'whitespace',
    'keyword',
    'pattern',
    'fingerprint',
    'snowball',
    'graph',
    'grams',
    ...languageNames,
  ];

  it.each(names)('%s gives offsets within the text for any text', (name) => {
    const analyzer = registry.analyzer(name);
    const letters = fc.constantFrom(
      ..."aeS '’.-_&<b>0é東ตア한🚀\u200d\ud83d\ude80\ud800\u0301١".split(''),
      'the ',
      ' le',
      'x y',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        let start = 0;
        let position = -1;
        for (const token of analyzer?.analyze(text) ?? []) {
          expect(token.startOffset).toBeGreaterThanOrEqual(start);
          expect(token.endOffset).toBeGreaterThanOrEqual(token.startOffset);
          expect(token.endOffset).toBeLessThanOrEqual(text.length);
          expect(token.position).toBeGreaterThanOrEqual(Math.max(position, 0));
          expect(token.positionLength).toBeGreaterThanOrEqual(1);
          start = token.startOffset;
          position = token.position;
        }
      }),
      { numRuns: 60 },
    );
  });
});
