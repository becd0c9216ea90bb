import type { TypeHandler } from './type-handler.ts';
import { keywordType, versionType, wildcardType } from './types/keyword.ts';
import { booleanType, numberTypes, tokenCountType } from './types/numeric.ts';
import { geoPointType, geoShapeType, ipType } from './types/places.ts';
import {
  aliasType,
  binaryType,
  completionType,
  constantKeywordType,
  flattenedTypes,
  joinType,
  percolatorType,
  rankFeatureTypes,
  vectorTypes,
} from './types/structured.ts';
import { dateTypes, rangeTypes } from './types/temporal.ts';
import { searchAsYouTypeType, textType } from './types/text.ts';

/** All field types of the mapping language, `object` and `nested` aside, by name. */
export const typeTable: ReadonlyMap<string, TypeHandler> = new Map(
  [
    textType,
    searchAsYouTypeType,
    keywordType,
    wildcardType,
    versionType,
    constantKeywordType,
    ...numberTypes,
    booleanType,
    tokenCountType,
    ...dateTypes,
    ...rangeTypes,
    ipType,
    geoPointType,
    geoShapeType,
    ...flattenedTypes,
    joinType,
    ...rankFeatureTypes,
    ...vectorTypes,
    completionType,
    percolatorType,
    binaryType,
    aliasType,
  ].map((handler) => [handler.type, handler]),
);
