import {
  booleanParameter,
  boostParameter,
  choiceParameter,
  docValuesParameter,
  indexParameter,
  jsonParameter,
  metaParameter,
  storeParameter,
  stringParameter,
} from '../parameter.ts';
import { commonOf, type FieldDraft, flagOf, numberOf, storageOf, type TypeHandler, textOf } from '../type-handler.ts';

const malformed = booleanParameter('ignore_malformed', undefined, { updatable: true });

const ignoresMalformed = (draft: FieldDraft): boolean => {
  const value = draft.parameters.get('ignore_malformed');
  return typeof value === 'boolean' ? value : draft.defaults.ignoreMalformed;
};

export const ipType: TypeHandler = {
  type: 'ip',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    malformed,
    stringParameter('null_value', undefined),
    boostParameter,
    metaParameter,
  ],
  build: (draft) => [
    {
      ...commonOf(
        draft,
        storageOf(draft.name, {
          inverted: { options: 'docs', hasNorms: false },
          column: draft.parameters.get('doc_values') === true ? 'ordinals' : null,
        }),
      ),
      type: 'ip',
      ignoreMalformed: ignoresMalformed(draft),
      boost: numberOf(draft, 'boost', 1),
    },
  ],
};

export const geoPointType: TypeHandler = {
  type: 'geo_point',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    malformed,
    booleanParameter('ignore_z_value', true, { updatable: true }),
    jsonParameter('null_value'),
    metaParameter,
  ],
  build: (draft) => [
    {
      ...commonOf(draft, storageOf(draft.name, { column: 'pairs' })),
      type: 'geo_point',
      ignoreMalformed: ignoresMalformed(draft),
      ignoreZValue: flagOf(draft, 'ignore_z_value'),
    },
  ],
};

export const geoShapeType: TypeHandler = {
  type: 'geo_shape',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    malformed,
    booleanParameter('ignore_z_value', true, { updatable: true }),
    booleanParameter('coerce', undefined, { updatable: true }),
    choiceParameter('orientation', ['right', 'left', 'ccw', 'cw', 'counterclockwise', 'clockwise'], {
      fallback: 'right',
      updatable: true,
    }),
    metaParameter,
  ],
  build: (draft) => [
    {
      ...commonOf(draft, storageOf(draft.name, { column: 'bytes' })),
      type: 'geo_shape',
      ignoreMalformed: ignoresMalformed(draft),
      ignoreZValue: flagOf(draft, 'ignore_z_value'),
      coerce: flagOf(draft, 'coerce'),
      orientation: ['left', 'cw', 'clockwise'].includes(textOf(draft, 'orientation') ?? 'right') ? 'left' : 'right',
    },
  ],
};
