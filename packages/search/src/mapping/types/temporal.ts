import { createDateFormat } from '../../dates/date-format.ts';
import type { RangeType } from '../field-type.ts';
import {
  booleanParameter,
  boostParameter,
  docValuesParameter,
  indexParameter,
  jsonParameter,
  metaParameter,
  storeParameter,
  stringParameter,
} from '../parameter.ts';
import { commonOf, type FieldDraft, numberOf, storageOf, type TypeHandler, textOf } from '../type-handler.ts';

export const DEFAULT_DATE_FORMAT = 'strict_date_optional_time||epoch_millis';

const dateType = (type: 'date' | 'date_nanos'): TypeHandler => ({
  type,
  parameters: [
    stringParameter('format', DEFAULT_DATE_FORMAT),
    stringParameter('print_format', undefined),
    stringParameter('locale', 'ROOT'),
    indexParameter,
    docValuesParameter,
    storeParameter,
    booleanParameter('ignore_malformed', undefined, { updatable: true }),
    jsonParameter('null_value'),
    boostParameter,
    metaParameter,
  ],
  build: (draft) => {
    const formatPattern = textOf(draft, 'format') ?? DEFAULT_DATE_FORMAT;
    const ignores = draft.parameters.get('ignore_malformed');
    const isKept = draft.parameters.get('index') !== false || draft.parameters.get('doc_values') === true;
    return [
      {
        ...commonOf(draft, isKept ? storageOf(draft.name, { column: 'numbers' }) : null),
        type,
        formatPattern,
        format: createDateFormat(formatPattern, localeOf(draft)),
        ignoreMalformed: typeof ignores === 'boolean' ? ignores : draft.defaults.ignoreMalformed,
        boost: numberOf(draft, 'boost', 1),
      },
    ];
  },
});

export const dateTypes: readonly TypeHandler[] = [dateType('date'), dateType('date_nanos')];

const rangeType = (type: RangeType): TypeHandler => ({
  type,
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    booleanParameter('coerce', undefined, { updatable: true }),
    boostParameter,
    metaParameter,
    ...(type === 'date_range'
      ? [stringParameter('format', DEFAULT_DATE_FORMAT), stringParameter('locale', 'ROOT')]
      : []),
  ],
  build: (draft) => {
    const column = type === 'long_range' || type === 'ip_range' ? 'bytes' : 'pairs';
    const coerce = draft.parameters.get('coerce');
    return [
      {
        ...commonOf(draft, storageOf(draft.name, { column })),
        type,
        coerce: typeof coerce === 'boolean' ? coerce : draft.defaults.coerce,
        format:
          type === 'date_range'
            ? createDateFormat(textOf(draft, 'format') ?? DEFAULT_DATE_FORMAT, localeOf(draft))
            : null,
        boost: numberOf(draft, 'boost', 1),
      },
    ];
  },
});

export const rangeTypes: readonly TypeHandler[] = [
  rangeType('integer_range'),
  rangeType('long_range'),
  rangeType('float_range'),
  rangeType('double_range'),
  rangeType('date_range'),
  rangeType('ip_range'),
];

const localeOf = (draft: FieldDraft): string | undefined => {
  const locale = textOf(draft, 'locale');
  return locale === null || locale === 'ROOT' ? undefined : locale.replaceAll('_', '-');
};
