import { illegalArgument } from '../../error/es-error.ts';
import { isJsonObject } from '../../json/json-kinds.ts';
import type { JsonValue } from '../../json/json-value.ts';
import type { CompletionContext, DenseVectorField, KeywordField } from '../field-type.ts';
import {
  booleanParameter,
  choiceParameter,
  docValuesParameter,
  indexParameter,
  integerParameter,
  jsonParameter,
  mapperParsing,
  metaParameter,
  scalarText,
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

const keywordStorage = (name: string) =>
  storageOf(name, { inverted: { options: 'docs', hasNorms: false }, column: 'ordinals' });

const flattenedType = (type: string): TypeHandler => ({
  type,
  parameters: [
    integerParameter('depth_limit', 20, { updatable: true }),
    docValuesParameter,
    indexParameter,
    integerParameter('ignore_above', 0x7fffffff, { updatable: true }),
    choiceParameter('index_options', ['docs', 'freqs'], { fallback: 'docs' }),
    stringParameter('null_value', undefined),
    stringParameter('similarity', undefined),
    booleanParameter('split_queries_on_whitespace', false, { updatable: true }),
    booleanParameter('eager_global_ordinals', false, { updatable: true }),
    metaParameter,
  ],
  build: (draft) => [
    {
      ...commonOf(draft, keywordStorage(draft.name)),
      type: 'flattened',
      keyedName: `${draft.name}._keyed`,
      depthLimit: numberOf(draft, 'depth_limit', 20),
      ignoreAbove: numberOf(draft, 'ignore_above', 0x7fffffff),
      splitsOnWhitespace: flagOf(draft, 'split_queries_on_whitespace'),
    },
  ],
});

/** `flat_object` is OpenSearch's name of `flattened`. */
export const flattenedTypes: readonly TypeHandler[] = [flattenedType('flattened'), flattenedType('flat_object')];

export const joinType: TypeHandler = {
  type: 'join',
  parameters: [
    jsonParameter('relations', { updatable: true }),
    booleanParameter('eager_global_ordinals', true, { updatable: true, shown: true }),
    metaParameter,
  ],
  build: (draft) => {
    const relations = relationsOf(draft);
    const parents = [...relations.keys()].map((relation) => parentIdField(draft, `${draft.name}#${relation}`));
    return [
      { ...commonOf(draft, keywordStorage(draft.name)), type: 'join', hasDocValues: true, relations },
      ...parents,
    ];
  },
};

const parentIdField = (draft: FieldDraft, name: string): KeywordField => ({
  ...commonOf(draft, keywordStorage(name)),
  name,
  copyTo: [],
  multiFields: [],
  hasDocValues: true,
  type: 'keyword',
  normalizer: null,
  ignoreAbove: 0x7fffffff,
  splitsOnWhitespace: false,
  hasNorms: false,
  indexOptions: 'docs',
  similarity: null,
  boost: 1,
});

const relationsOf = (draft: FieldDraft): ReadonlyMap<string, readonly string[]> => {
  const given = draft.parameters.get('relations');
  if (given === undefined) return new Map();
  if (!isJsonObject(given)) {
    throw mapperParsing(`[relations] of join field [${draft.name}] must be an object`);
  }
  return new Map(
    Object.entries(given).map(([parent, children]) => [
      parent,
      Array.isArray(children) ? children.map((child: JsonValue) => scalarText(child)) : [scalarText(children ?? '')],
    ]),
  );
};

export const rankFeatureTypes: readonly TypeHandler[] = [
  {
    type: 'rank_feature',
    parameters: [
      booleanParameter('positive_score_impact', true),
      stringParameter('null_value', undefined),
      metaParameter,
    ],
    build: (draft) => [
      {
        ...commonOf(draft, storageOf('_feature', { inverted: { options: 'freqs', hasNorms: false } })),
        type: 'rank_feature',
        isPositive: draft.parameters.get('positive_score_impact') !== false,
      },
    ],
  },
  {
    type: 'rank_features',
    parameters: [booleanParameter('positive_score_impact', true), metaParameter],
    build: (draft) => [
      {
        ...commonOf(draft, storageOf(draft.name, { inverted: { options: 'freqs', hasNorms: false } })),
        type: 'rank_features',
        isPositive: draft.parameters.get('positive_score_impact') !== false,
      },
    ],
  },
];

const similarities = ['l2_norm', 'cosine', 'dot_product', 'max_inner_product'];

export const vectorTypes: readonly TypeHandler[] = [
  {
    type: 'dense_vector',
    parameters: [
      integerParameter('dims', undefined),
      choiceParameter('element_type', ['float'], { fallback: 'float' }),
      indexParameter,
      choiceParameter('similarity', similarities),
      jsonParameter('index_options', { updatable: true }),
      metaParameter,
    ],
    build: (draft) => [
      vectorField(draft, {
        type: 'dense_vector',
        dimensions: numberOf(draft, 'dims', 0),
        similarity: similarityNamed(textOf(draft, 'similarity') ?? 'cosine'),
      }),
    ],
  },
  {
    type: 'knn_vector',
    parameters: [
      integerParameter('dimension', undefined),
      stringParameter('data_type', 'float'),
      stringParameter('space_type', undefined),
      stringParameter('mode', undefined),
      stringParameter('compression_level', undefined),
      jsonParameter('method'),
      storeParameter,
      docValuesParameter,
      metaParameter,
    ],
    build: (draft) => [
      vectorField(draft, {
        type: 'knn_vector',
        dimensions: numberOf(draft, 'dimension', 0),
        similarity: spaceOf(draft),
      }),
    ],
  },
];

const vectorField = (
  draft: FieldDraft,
  own: Pick<DenseVectorField, 'type' | 'dimensions' | 'similarity'>,
): DenseVectorField => {
  if (own.dimensions < 1 || own.dimensions > 4096) {
    throw mapperParsing(
      `The number of dimensions for field [${draft.name}] should be in the range [1, 4096] but was [${own.dimensions}]`,
    );
  }
  return {
    ...commonOf(draft, storageOf(draft.name, { vectorDimensions: own.dimensions })),
    ...own,
    hasDocValues: true,
  };
};

const similarityNamed = (name: string): DenseVectorField['similarity'] =>
  name === 'l2_norm' || name === 'dot_product' || name === 'max_inner_product' ? name : 'cosine';

/** OpenSearch's names of the same similarities. */
const spaceOf = (draft: FieldDraft): DenseVectorField['similarity'] => {
  const method = draft.parameters.get('method');
  const fromMethod = isJsonObject(method) ? method['space_type'] : undefined;
  const space = textOf(draft, 'space_type') ?? (typeof fromMethod === 'string' ? fromMethod : 'l2');
  switch (space) {
    case 'l2':
      return 'l2_norm';
    case 'cosinesimil':
      return 'cosine';
    case 'innerproduct':
      return 'max_inner_product';
    default:
      throw illegalArgument(
        `space_type [${space}] of field [${draft.name}] is not supported; use l2, cosinesimil or innerproduct`,
      );
  }
};

export const completionType: TypeHandler = {
  type: 'completion',
  parameters: [
    stringParameter('analyzer', 'simple', { shown: true }),
    stringParameter('search_analyzer', undefined, { updatable: true }),
    booleanParameter('preserve_separators', true, { shown: true }),
    booleanParameter('preserve_position_increments', true, { shown: true }),
    integerParameter('max_input_length', 50, { updatable: true, shown: true }),
    { ...jsonParameter('contexts'), parse: (value) => contextsOf(value).map(showContext) },
    metaParameter,
  ],
  build: (draft) => {
    const analyzer = analyzerOf(draft, 'analyzer') ?? defaultAnalyzer(draft, 'simple');
    return [
      {
        ...commonOf(draft, storageOf(draft.name, { inverted: { options: 'freqs', hasNorms: false } })),
        type: 'completion',
        analyzer,
        searchAnalyzer: analyzerOf(draft, 'search_analyzer') ?? analyzer,
        preservesSeparators: draft.parameters.get('preserve_separators') !== false,
        preservesPositionIncrements: draft.parameters.get('preserve_position_increments') !== false,
        maxInputLength: numberOf(draft, 'max_input_length', 50),
        contexts: contextsOf(draft.parameters.get('contexts') ?? []),
      },
    ];
  },
};

const DEFAULT_GEO_PRECISION = 6;

const contextsOf = (value: JsonValue): readonly CompletionContext[] => {
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  if (list.length > 10) {
    throw illegalArgument(`Limit of completion field contexts [10] has been exceeded`);
  }
  return list.map((entry) => {
    if (!isJsonObject(entry)) throw mapperParsing('a context of a completion field is an object');
    const options = entry;
    const type = scalarText(options['type'] ?? '').toLowerCase();
    if (type !== 'category' && type !== 'geo') throw mapperParsing(`unknown context type[${type}]`);
    if (options['name'] === undefined) throw mapperParsing('context [name] is required');
    const precision = options['precision'];
    return {
      name: scalarText(options['name']),
      type,
      path: options['path'] === undefined ? null : scalarText(options['path']),
      precision: typeof precision === 'number' ? precision : DEFAULT_GEO_PRECISION,
    };
  });
};

const showContext = (context: CompletionContext): JsonValue => ({
  name: context.name,
  type: context.type.toUpperCase(),
  ...(context.path === null ? {} : { path: context.path }),
  ...(context.type === 'geo' ? { precision: context.precision } : {}),
});

export const percolatorType: TypeHandler = {
  type: 'percolator',
  parameters: [metaParameter],
  build: (draft) => [{ ...commonOf(draft, storageOf(draft.name, { column: 'bytes' })), type: 'percolator' }],
};

export const binaryType: TypeHandler = {
  type: 'binary',
  parameters: [storeParameter, booleanParameter('doc_values', false), metaParameter],
  build: (draft) => [
    {
      ...commonOf(
        draft,
        draft.parameters.get('doc_values') === true ? storageOf(draft.name, { column: 'bytes' }) : null,
      ),
      isIndexed: false,
      type: 'binary',
    },
  ],
};

export const aliasType: TypeHandler = {
  type: 'alias',
  parameters: [stringParameter('path', undefined)],
  build: (draft) => {
    const path = textOf(draft, 'path');
    if (path === null) throw mapperParsing(`The [path] property must be specified for field [${draft.name}].`);
    return [{ ...commonOf(draft, null), type: 'alias', path }];
  },
};

export const constantKeywordType: TypeHandler = {
  type: 'constant_keyword',
  parameters: [stringParameter('value', undefined, { updatable: true }), metaParameter],
  build: (draft) => [
    { ...commonOf(draft, null), type: 'constant_keyword', hasDocValues: true, value: textOf(draft, 'value') },
  ],
};
