import { illegalArgument } from '../../error/es-error.ts';
import type { ChainParts } from '../chain-parts.ts';
import type { TokenFilter } from '../component.ts';
import type { ComponentSettings } from '../component-settings.ts';
import { cjkBigramFilter } from '../filter/cjk-bigram.ts';
import { dictionaryDecompounder } from '../filter/decompound.ts';
import { fingerprintFilter } from '../filter/fingerprint.ts';
import { flattenGraphFilter } from '../filter/flatten-graph.ts';
import { commonGramsFilter } from '../filter/frequent-word-grams.ts';
import { minHashFilter } from '../filter/min-hash.ts';
import { edgeNgramFilter, ngramFilter } from '../filter/ngram-filters.ts';
import { patternCaptureFilter } from '../filter/pattern-capture.ts';
import { defaultShingles, shingleFilter } from '../filter/shingle.ts';
import { synonymFilter } from '../filter/synonym.ts';
import { synonymGraphFilter } from '../filter/synonym-graph.ts';
import { buildSynonyms, type SynonymNode } from '../filter/synonym-map.ts';
import { wordDelimiterFilter } from '../filter/word-delimiter.ts';
import { wordDelimiterGraphFilter } from '../filter/word-delimiter-graph.ts';
import { wordPartOptionsOf } from '../filter/word-parts.ts';
import { refuseFiles, rulesOf } from '../word-list.ts';
import { createWordSet, stopWordsOf } from '../word-set.ts';
import type { AnyFilter, BuildContext, ChainBefore, FactoryEntry } from './build-context.ts';
import { compilePattern } from './java-pattern.ts';
import { checkGramDiff } from './tokenizer-factories.ts';

/** The chain as far as a synonym filter, as it reads the rules. */
const chainForSynonyms = ({ charFilters, tokenizer, filters }: ChainBefore): ChainParts => ({
  charFilters,
  tokenizer,
  filters: filters.flatMap((filter): readonly TokenFilter[] => {
    if (filter.forSynonyms === undefined) return [filter];
    if (filter.forSynonyms === null) return [];
    if (filter.forSynonyms !== 'refuse') return [filter.forSynonyms];
    throw illegalArgument(`Token filter [${filter.name}] cannot be used to parse synonyms`);
  }),
});

const synonyms =
  (make: (name: string, root: SynonymNode | null) => TokenFilter): FactoryEntry<AnyFilter>['create'] =>
  (name, settings, context) => {
    const options = {
      expand: settings.boolean('expand', true),
      lenient: settings.boolean('lenient', false),
      format: settings.text('format') ?? '',
    };
    const own = settings.text('synonym_analyzer');
    return {
      name,
      bind: (before) => {
        const analyzer = own === undefined ? undefined : context.analyzer(own);
        const chain =
          analyzer === undefined ? chainForSynonyms(before) : analyzerChain(analyzer.analyzeStream ?? analyzer.analyze);
        refuseFiles(settings, 'synonyms_path');
        const lines = rulesOf({ ...settings, list: settings.wholeList }, 'synonyms', (line) => line);
        if (lines === undefined) {
          throw illegalArgument('synonym requires either `synonyms` or `synonyms_path` to be configured');
        }
        return make(name, buildSynonyms(lines, options, chain));
      },
    };
  };

/** A whole analyzer in the place of a tokenizer. */
const analyzerChain = (analyze: (text: string) => unknown): ChainParts => ({
  charFilters: [],
  filters: [],
  tokenizer: {
    name: 'analyzer',
    // What an analyzer of this engine gives is its own stream.
    tokenize: (text) => analyze(text) as ReturnType<ChainParts['tokenizer']['tokenize']>,
  },
});

const grams = (settings: ComponentSettings) => ({
  minGram: settings.integer('min_gram', 1),
  maxGram: settings.integer('max_gram', 2),
  keepsOriginal: settings.boolean('preserve_original', false),
});

const edgeNgram: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const options = grams(settings);
  const side = settings.text('side') ?? 'front';
  if (side !== 'front' && side !== 'back') throw illegalArgument(`invalid side: ${side}`);
  return edgeNgramFilter(name, options, side === 'back');
};

const ngram: FactoryEntry<AnyFilter>['create'] = (name, settings, context) => {
  const options = grams(settings);
  checkGramDiff(options.maxGram - options.minGram, context.maxNgramDiff);
  return ngramFilter(name, options);
};

const shingle = (name: string, settings: ComponentSettings, context: BuildContext): TokenFilter => {
  const max = settings.integer('max_shingle_size', defaultShingles.max);
  const min = settings.integer('min_shingle_size', defaultShingles.min);
  const outputsUnigrams = settings.boolean('output_unigrams', true);
  const difference = max - min + (outputsUnigrams ? 1 : 0);
  if (difference > context.maxShingleDiff) {
    throw illegalArgument(
      `In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting unigrams) must be less than or equal to: [${context.maxShingleDiff}] but was [${difference}]. This limit can be set by changing the [index.max_shingle_diff] index level setting.`,
    );
  }
  return shingleFilter(name, {
    min,
    max,
    outputsUnigrams,
    outputsUnigramsIfNoShingles: settings.boolean('output_unigrams_if_no_shingles', false),
    separator: settings.text('token_separator') ?? defaultShingles.separator,
    filler: settings.text('filler_token') ?? defaultShingles.filler,
  });
};

const commonGrams: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const ignoresCase = settings.boolean('ignore_case', false);
  const queryMode = settings.boolean('query_mode', false);
  refuseFiles(settings, 'common_words_path');
  if (!settings.has('common_words')) {
    throw illegalArgument(
      'missing or empty [common_words] or [common_words_path] configuration for common_grams token filter',
    );
  }
  return commonGramsFilter(name, stopWordsOf(settings, [], { key: 'common_words', ignoresCase }), queryMode);
};

export const fingerprintSeparator = (settings: ComponentSettings): string => {
  const separator = settings.text('separator') ?? ' ';
  if (separator.length === 1) return separator;
  throw illegalArgument(`Setting [separator] must be a single, non-null character. [${separator}] was provided.`);
};

const patternCapture: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const patterns = settings.wholeList('patterns');
  if (patterns === undefined) {
    throw illegalArgument(`required setting 'patterns' is missing for token filter [${name}]`);
  }
  return patternCaptureFilter(
    name,
    patterns.map((pattern) => compilePattern(pattern, undefined)),
    settings.boolean('preserve_original', true),
  );
};

const decompounder: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const words = rulesOf(settings, 'word_list', (word) => word);
  if (words === undefined) {
    throw illegalArgument(`word_list must be provided for [${name}], either as a path to a file, or directly`);
  }
  return dictionaryDecompounder(name, {
    words: createWordSet(words, settings.boolean('word_list_case', false)),
    minWordSize: settings.integer('min_word_size', 5),
    minSubwordSize: settings.integer('min_subword_size', 2),
    maxSubwordSize: settings.integer('max_subword_size', 15),
    onlyLongest: settings.boolean('only_longest_match', false),
  });
};

const unsupported =
  (what: string): FactoryEntry<AnyFilter>['create'] =>
  () => {
    throw illegalArgument(what);
  };

const entries: readonly (readonly [string, FactoryEntry<AnyFilter>])[] = [
  ['synonym', { needsSettings: true, create: synonyms(synonymFilter) }],
  ['synonym_graph', { needsSettings: true, create: synonyms(synonymGraphFilter) }],
  ['word_delimiter', { create: (name, settings) => wordDelimiterFilter(name, wordPartOptionsOf(settings)) }],
  [
    'word_delimiter_graph',
    {
      create: (name, settings) =>
        wordDelimiterGraphFilter(name, {
          ...wordPartOptionsOf(settings),
          adjustsOffsets: settings.boolean('adjust_offsets', true),
        }),
    },
  ],
  ['edge_ngram', { create: edgeNgram }],
  ['ngram', { create: ngram }],
  ['shingle', { create: shingle }],
  ['common_grams', { needsSettings: true, create: commonGrams }],
  [
    'cjk_bigram',
    {
      create: (name, settings) =>
        cjkBigramFilter(name, {
          ignoredScripts: settings.list('ignored_scripts') ?? [],
          outputsUnigrams: settings.boolean('output_unigrams', false),
        }),
    },
  ],
  [
    'fingerprint',
    {
      create: (name, settings) =>
        fingerprintFilter(name, fingerprintSeparator(settings), settings.integer('max_output_size', 255)),
    },
  ],
  ['flatten_graph', { create: flattenGraphFilter }],
  [
    'min_hash',
    {
      create: (name, settings) =>
        minHashFilter(name, {
          hashCount: settings.integer('hash_count', 1),
          bucketCount: settings.integer('bucket_count', 512),
          hashSetSize: settings.integer('hash_set_size', 1),
          rotates: settings.boolean('with_rotation', settings.integer('bucket_count', 512) > 1),
        }),
    },
  ],
  ['pattern_capture', { needsSettings: true, create: patternCapture }],
  ['dictionary_decompounder', { needsSettings: true, create: decompounder }],
  [
    'hyphenation_decompounder',
    {
      needsSettings: true,
      create: unsupported(
        'The [hyphenation_decompounder] filter is not supported: it reads hyphenation patterns from a file. Use [dictionary_decompounder].',
      ),
    },
  ],
  [
    'concatenate_graph',
    {
      create: unsupported(
        'The [concatenate_graph] filter is not supported. Use the [fingerprint] or [shingle] filter.',
      ),
    },
  ],
];

export const graphFilterFactories: ReadonlyMap<string, FactoryEntry<AnyFilter>> = new Map(entries);
