import { illegalArgument } from '../../error/es-error.ts';
import type { KeywordField } from '../field-type.ts';
import {
  booleanParameter,
  boostParameter,
  choiceParameter,
  docValuesParameter,
  indexParameter,
  integerParameter,
  mapperParsing,
  metaParameter,
  storeParameter,
  stringParameter,
} from '../parameter.ts';
import { commonOf, type FieldDraft, flagOf, numberOf, storageOf, type TypeHandler, textOf } from '../type-handler.ts';

const NO_LIMIT = 0x7fffffff;

export const keywordType: TypeHandler = {
  type: 'keyword',
  parameters: [
    boostParameter,
    indexParameter,
    docValuesParameter,
    storeParameter,
    booleanParameter('norms', false, { updatable: true }),
    choiceParameter('index_options', ['docs', 'freqs'], { fallback: 'docs' }),
    stringParameter('null_value', undefined),
    integerParameter('ignore_above', NO_LIMIT, { updatable: true }),
    stringParameter('normalizer', undefined),
    booleanParameter('split_queries_on_whitespace', false, { updatable: true }),
    booleanParameter('eager_global_ordinals', false, { updatable: true }),
    stringParameter('similarity', undefined),
    metaParameter,
  ],
  build: (draft) => {
    const hasNorms = flagOf(draft, 'norms');
    const options = textOf(draft, 'index_options') === 'freqs' ? 'freqs' : 'docs';
    return [keywordField(draft, { type: 'keyword', options, hasNorms })];
  },
};

export const wildcardType: TypeHandler = {
  type: 'wildcard',
  parameters: [
    integerParameter('ignore_above', NO_LIMIT, { updatable: true }),
    stringParameter('null_value', undefined),
    stringParameter('normalizer', undefined),
    docValuesParameter,
    metaParameter,
  ],
  build: (draft) => [keywordField(draft, { type: 'wildcard', options: 'docs', hasNorms: false })],
};

/** Terms are in an order-keeping form of the version: see `encodeVersion`. */
export const versionType: TypeHandler = {
  type: 'version',
  parameters: [metaParameter],
  build: (draft) => [
    { ...keywordField(draft, { type: 'version', options: 'docs', hasNorms: false }), hasDocValues: true },
  ],
};

const keywordField = (
  draft: FieldDraft,
  own: {
    readonly type: KeywordField['type'];
    readonly options: 'docs' | 'freqs';
    readonly hasNorms: boolean;
  },
): KeywordField => {
  const ignoreAbove = numberOf(draft, 'ignore_above', NO_LIMIT);
  if (ignoreAbove < 0) throw illegalArgument(`[ignore_above] must be positive, got [${ignoreAbove}]`);
  const hasColumn = own.type === 'version' || draft.parameters.get('doc_values') === true;
  const isIndexed = draft.parameters.get('index') !== false;
  const inverted = { options: own.options, hasNorms: own.hasNorms };
  return {
    ...commonOf(
      draft,
      hasColumn || isIndexed ? storageOf(draft.name, { inverted, column: hasColumn ? 'ordinals' : null }) : null,
    ),
    type: own.type,
    normalizer: normalizerOf(draft),
    ignoreAbove,
    splitsOnWhitespace: flagOf(draft, 'split_queries_on_whitespace'),
    hasNorms: own.hasNorms,
    indexOptions: own.options,
    similarity: textOf(draft, 'similarity'),
    boost: numberOf(draft, 'boost', 1),
  };
};

const normalizerOf = (draft: FieldDraft): KeywordField['normalizer'] => {
  const wanted = textOf(draft, 'normalizer');
  if (wanted === null || wanted === 'default') return null;
  const found = draft.analysis.normalizer(wanted);
  if (found !== undefined) return found;
  throw mapperParsing(`normalizer [${wanted}] not found for field [${draft.name}]`);
};
