import type { JsonValue } from '../../json/json-value.ts';
import type { FieldType } from '../field-type.ts';
import type { IndexedPlace } from './indexed-place.ts';
import { indexCompletion } from './values/completion-value.ts';
import { indexGeoPoint, indexGeoShape } from './values/geo-value.ts';
import { indexJoin } from './values/join-value.ts';
import { indexBoolean, indexNumber, indexTokenCount } from './values/number-value.ts';
import { indexRange } from './values/range-value.ts';
import { indexBinary, indexFeature, indexFeatures, indexPercolator, indexVector } from './values/special-value.ts';
import { indexFlattened, indexKeyword, indexText } from './values/text-value.ts';
import { indexDate, indexIp } from './values/time-and-place-value.ts';

/** Puts one value of a field into the document; throws an `EsError` with the reason where the type does not take it. */
export const indexValue = (field: FieldType, value: JsonValue, place: IndexedPlace): void => {
  switch (field.type) {
    case 'text':
    case 'search_as_you_type':
      indexText(field, value, place);
      break;
    case 'keyword':
    case 'wildcard':
    case 'version':
      indexKeyword(field, value, place);
      break;
    case 'flattened':
      indexFlattened(field, value, place);
      break;
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
    case 'unsigned_long':
    case 'half_float':
    case 'float':
    case 'double':
    case 'scaled_float':
      indexNumber(field, value, place);
      break;
    case 'boolean':
      indexBoolean(field, value, place);
      break;
    case 'token_count':
      indexTokenCount(field, value, place);
      break;
    case 'date':
    case 'date_nanos':
      indexDate(field, value, place);
      break;
    case 'ip':
      indexIp(field, value, place);
      break;
    case 'geo_point':
      indexGeoPoint(field, value, place);
      break;
    case 'geo_shape':
      indexGeoShape(field, value, place);
      break;
    case 'integer_range':
    case 'long_range':
    case 'float_range':
    case 'double_range':
    case 'date_range':
    case 'ip_range':
      indexRange(field, value, place);
      break;
    case 'join':
      indexJoin(field, value, place);
      break;
    case 'rank_feature':
      indexFeature(field, value, place);
      break;
    case 'rank_features':
      indexFeatures(field, value, place);
      break;
    case 'dense_vector':
    case 'knn_vector':
      indexVector(field, value, place);
      break;
    case 'completion':
      indexCompletion(field, value, place);
      break;
    case 'percolator':
      indexPercolator(field, value, place);
      break;
    case 'binary':
      indexBinary(field, value, place);
      break;
    case 'constant_keyword':
    case 'alias':
      break;
    default:
      break;
  }
};
