import type { NumberType } from '../field-type.ts';
import {
  booleanParameter,
  boostParameter,
  docValuesParameter,
  indexParameter,
  jsonParameter,
  mapperParsing,
  metaParameter,
  numberParameter,
  storeParameter,
  stringParameter,
} from '../parameter.ts';
import {
  analyzerOf,
  commonOf,
  type FieldDraft,
  flagOf,
  numberOf,
  storageOf,
  type TypeHandler,
} from '../type-handler.ts';

/** A column wherever something may read it: queries do too. */
const columnStorage = (draft: FieldDraft) =>
  draft.parameters.get('index') !== false || draft.parameters.get('doc_values') === true
    ? storageOf(draft.name, { column: 'numbers' })
    : null;

const numberType = (type: NumberType): TypeHandler => ({
  type,
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    booleanParameter('coerce', undefined, { updatable: true }),
    booleanParameter('ignore_malformed', undefined, { updatable: true }),
    jsonParameter('null_value'),
    boostParameter,
    metaParameter,
    ...(type === 'scaled_float' ? [numberParameter('scaling_factor', undefined)] : []),
  ],
  build: (draft) => [
    {
      ...commonOf(draft, columnStorage(draft)),
      type,
      coerce: booleanOr(draft, 'coerce', draft.defaults.coerce),
      ignoreMalformed: booleanOr(draft, 'ignore_malformed', draft.defaults.ignoreMalformed),
      scalingFactor: type === 'scaled_float' ? scalingFactorOf(draft) : 1,
      boost: numberOf(draft, 'boost', 1),
    },
  ],
});

export const numberTypes: readonly TypeHandler[] = [
  numberType('byte'),
  numberType('short'),
  numberType('integer'),
  numberType('long'),
  numberType('unsigned_long'),
  numberType('half_float'),
  numberType('float'),
  numberType('double'),
  numberType('scaled_float'),
];

export const booleanType: TypeHandler = {
  type: 'boolean',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    jsonParameter('null_value'),
    booleanParameter('ignore_malformed', undefined, { updatable: true }),
    boostParameter,
    metaParameter,
  ],
  build: (draft) => [{ ...commonOf(draft, columnStorage(draft)), type: 'boolean', boost: numberOf(draft, 'boost', 1) }],
};

export const tokenCountType: TypeHandler = {
  type: 'token_count',
  parameters: [
    stringParameter('analyzer', undefined),
    booleanParameter('enable_position_increments', true),
    indexParameter,
    docValuesParameter,
    storeParameter,
    jsonParameter('null_value'),
    metaParameter,
  ],
  build: (draft) => {
    const analyzer = analyzerOf(draft, 'analyzer');
    if (analyzer === null) throw mapperParsing(`Analyzer must be set for field [${draft.name}] but wasn't.`);
    return [
      {
        ...commonOf(draft, columnStorage(draft)),
        type: 'token_count',
        analyzer,
        countsIncrements: flagOf(draft, 'enable_position_increments'),
      },
    ];
  },
};

const scalingFactorOf = (draft: FieldDraft): number => {
  const factor = draft.parameters.get('scaling_factor');
  if (typeof factor !== 'number') throw mapperParsing('Field [scaling_factor] is required');
  if (factor <= 0) throw mapperParsing(`[scaling_factor] must be a positive number, got [${factor}]`);
  return factor;
};

const booleanOr = (draft: FieldDraft, name: string, fallback: boolean): boolean => {
  const value = draft.parameters.get(name);
  return typeof value === 'boolean' ? value : fallback;
};
