import type { Analyzer } from '../../analysis/analyzer.ts';
import { isJsonObject } from '../../json/json-kinds.ts';
import type { JsonValue } from '../../json/json-value.ts';
import type { IndexOptions } from '../../segment/segment-document.ts';
import type { TextField } from '../field-type.ts';
import {
  booleanParameter,
  boostParameter,
  choiceParameter,
  indexParameter,
  integerParameter,
  jsonParameter,
  mapperParsing,
  metaParameter,
  type Parameter,
  storeParameter,
  stringParameter,
} from '../parameter.ts';
import {
  analyzerOf,
  commonOf,
  defaultAnalyzer,
  type FieldDraft,
  flagOf,
  numberOf,
  storageOf,
  type TypeHandler,
  textOf,
} from '../type-handler.ts';
import { createPrefixAnalyzer, createShingleAnalyzer } from './wrapped-analyzer.ts';

const termVectors = [
  'no',
  'yes',
  'with_positions',
  'with_offsets',
  'with_positions_offsets',
  'with_positions_payloads',
  'with_positions_offsets_payloads',
];
const indexOptions = ['docs', 'freqs', 'positions', 'offsets'];

const shared: readonly Parameter[] = [
  stringParameter('analyzer', undefined),
  stringParameter('search_analyzer', undefined, { updatable: true }),
  stringParameter('search_quote_analyzer', undefined, { updatable: true }),
  indexParameter,
  storeParameter,
  booleanParameter('norms', true, { updatable: true }),
  choiceParameter('index_options', indexOptions, { fallback: 'positions' }),
  choiceParameter('term_vector', termVectors, { fallback: 'no' }),
  stringParameter('similarity', undefined),
  metaParameter,
];

export const textType: TypeHandler = {
  type: 'text',
  parameters: [
    ...shared,
    boostParameter,
    integerParameter('position_increment_gap', 100),
    booleanParameter('fielddata', false, { updatable: true }),
    jsonParameter('fielddata_frequency_filter', { updatable: true }),
    booleanParameter('eager_global_ordinals', false, { updatable: true }),
    booleanParameter('index_phrases', false),
    jsonParameter('index_prefixes'),
  ],
  build: (draft) => {
    const prefixes = prefixesOf(draft);
    const field = textField(draft, { type: 'text', analyzers: analyzersOf(draft), indexPrefixes: prefixes });
    if (prefixes === null) return [field];
    const { minChars, maxChars } = prefixes;
    const analyzers = sameAnalyzers(createPrefixAnalyzer(field.analyzer, { minChars, maxChars }), field.searchAnalyzer);
    return [
      field,
      { ...textField(draft, { type: 'text', analyzers, indexPrefixes: null }), ...subfield(prefixes.field) },
    ];
  },
};

export const searchAsYouTypeType: TypeHandler = {
  type: 'search_as_you_type',
  parameters: [
    ...shared,
    booleanParameter('doc_values', false, { shown: true }),
    integerParameter('max_shingle_size', 3, { shown: true }),
  ],
  build: (draft) => {
    const size = numberOf(draft, 'max_shingle_size', 3);
    if (size < 2 || size > 4) {
      throw mapperParsing(`[max_shingle_size] must be at least [2] and at most [4], got [${size}]`);
    }
    const analyzers = analyzersOf(draft);
    const sizes = Array.from({ length: size - 1 }, (_, index) => index + 2);
    const shingles = sizes.map((length) => `${draft.name}._${length}gram`);
    const prefix = `${draft.name}._index_prefix`;
    const make = (name: string, own: Analyzers): TextField => ({
      ...textField(draft, { type: 'search_as_you_type', analyzers: own, indexPrefixes: null }),
      ...(name === draft.name ? {} : subfield(name)),
      asYouType: { shingles, prefix },
    });
    const shingleFields = sizes.map((length, index) =>
      make(shingles[index] ?? prefix, {
        index: createShingleAnalyzer(analyzers.index, length),
        search: createShingleAnalyzer(analyzers.search, length),
        quote: createShingleAnalyzer(analyzers.quote, length),
      }),
    );
    const grams = createPrefixAnalyzer(createShingleAnalyzer(analyzers.index, size, { trailing: true }), {
      minChars: 1,
      maxChars: 20,
    });
    const wholeQuery = createShingleAnalyzer(analyzers.search, size);
    const all: readonly TextField[] = [
      make(draft.name, analyzers),
      ...shingleFields,
      make(prefix, { index: grams, search: wholeQuery, quote: wholeQuery }),
    ];
    return all;
  },
};

interface Analyzers {
  readonly index: Analyzer;
  readonly search: Analyzer;
  readonly quote: Analyzer;
}

const analyzersOf = (draft: FieldDraft): Analyzers => {
  const index = analyzerOf(draft, 'analyzer');
  const search = analyzerOf(draft, 'search_analyzer');
  const quote = analyzerOf(draft, 'search_quote_analyzer');
  if (index === null && search !== null) {
    throw mapperParsing(`analyzer on field [${draft.name}] must be set when search_analyzer is set`);
  }
  const indexing = index ?? defaultAnalyzer(draft);
  const searching = search ?? index ?? draft.analysis.analyzer('default_search') ?? indexing;
  return { index: indexing, search: searching, quote: quote ?? searching };
};

const sameAnalyzers = (index: Analyzer, search: Analyzer): Analyzers => ({ index, search, quote: search });

const prefixesOf = (draft: FieldDraft): TextField['indexPrefixes'] => {
  const given = draft.parameters.get('index_prefixes');
  if (given === undefined || given === null) return null;
  const options = isJsonObject(given) ? given : {};
  const minChars = Number(options['min_chars'] ?? 2);
  const maxChars = Number(options['max_chars'] ?? 5);
  if (minChars < 1) throw mapperParsing(`min_chars [${minChars}] must be greater than zero`);
  if (minChars > maxChars) throw mapperParsing(`min_chars [${minChars}] must be less than max_chars [${maxChars}]`);
  if (maxChars >= 20) throw mapperParsing(`max_chars [${maxChars}] must be less than 20`);
  return { minChars, maxChars, field: `${draft.name}._index_prefix` };
};

/** What differs in a field that another brings along. */
const subfield = (name: string) => ({
  name,
  copyTo: [],
  multiFields: [],
  storage: storageOf(name, { inverted: { options: 'positions', hasNorms: false } }),
  hasNorms: false,
});

const textField = (
  draft: FieldDraft,
  own: {
    readonly type: TextField['type'];
    readonly analyzers: Analyzers;
    readonly indexPrefixes: TextField['indexPrefixes'];
  },
): TextField => {
  const hasNorms = flagOf(draft, 'norms');
  const options = indexOptionOf(draft);
  const isIndexed = draft.parameters.get('index') !== false;
  return {
    ...commonOf(draft, storageOf(draft.name, { inverted: isIndexed ? { options, hasNorms } : null })),
    type: own.type,
    analyzer: own.analyzers.index,
    searchAnalyzer: own.analyzers.search,
    searchQuoteAnalyzer: own.analyzers.quote,
    indexOptions: options,
    hasNorms,
    hasFielddata: flagOf(draft, 'fielddata'),
    fielddataFilter: fielddataFilterOf(draft.parameters.get('fielddata_frequency_filter')),
    positionIncrementGap: numberOf(draft, 'position_increment_gap', 100),
    termVector: textOf(draft, 'term_vector') ?? 'no',
    similarity: textOf(draft, 'similarity'),
    boost: numberOf(draft, 'boost', 1),
    asYouType: null,
    indexPrefixes: own.indexPrefixes,
  };
};

const indexOptionOf = (draft: FieldDraft): IndexOptions => {
  const text = textOf(draft, 'index_options');
  return text === 'docs' || text === 'freqs' || text === 'offsets' ? text : 'positions';
};

const fielddataFilterOf = (value: JsonValue | undefined): TextField['fielddataFilter'] => {
  if (!isJsonObject(value)) return null;
  const number = (name: string, fallback: number): number => Number(value[name] ?? fallback);
  return { min: number('min', 0), max: number('max', Number.MAX_VALUE), minSegmentSize: number('min_segment_size', 0) };
};
