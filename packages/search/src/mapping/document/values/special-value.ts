import { illegalArgument } from '../../../error/es-error.ts';
import { isJsonObject } from '../../../json/json-kinds.ts';
import { ExactNumber, type JsonValue } from '../../../json/json-value.ts';
import { printJson } from '../../../json/print-json.ts';
import { parseFieldNumber } from '../../../numbers/parse-number.ts';
import type {
  BinaryField,
  DenseVectorField,
  PercolatorField,
  RankFeatureField,
  RankFeaturesField,
} from '../../field-type.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { textOfValue } from './value-text.ts';

const bits = new DataView(new ArrayBuffer(4));

/** A positive float's upper 17 bits: what Lucene's FeatureField keeps as a frequency. */
export const featureFrequency = (value: number): number => {
  bits.setFloat32(0, value);
  return bits.getInt32(0) >>> 15;
};

/** The float that a feature's frequency stands for. */
export const featureValue = (freq: number): number => {
  bits.setInt32(0, freq << 15);
  return bits.getFloat32(0);
};

/** The least positive normal float: features below it cannot be kept. */
const LEAST_FEATURE = 1.17549435e-38;

const weightOf = (name: string, value: JsonValue, isPositive: boolean): number => {
  const number = Number(parseFieldNumber('float', value, true));
  if (number < LEAST_FEATURE) {
    throw illegalArgument(
      `featureValue must be a positive normal float, got: ${number} for feature ${name} on field ${name} which is less than the minimum positive normal float: 1.17549435E-38`,
    );
  }
  return featureFrequency(isPositive ? number : 1 / number);
};

export const indexFeature = (field: RankFeatureField, value: JsonValue, place: IndexedPlace): void => {
  const given = value === null ? field.nullValue : value;
  if (given === null || field.storage === null) return;
  const freq = weightOf(field.name, given, field.isPositive);
  for (const sink of place.sinks) sink.addWeighted(field.storage, field.name, freq);
};

export const indexFeatures = (field: RankFeaturesField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null || field.storage === null) return;
  if (!isJsonObject(value)) {
    throw illegalArgument(
      `[rank_features] fields must be json objects, expected a START_OBJECT but got: ${typeof value}`,
    );
  }
  for (const [feature, weight = null] of Object.entries(value)) {
    if (weight === null) continue;
    const freq = weightOf(feature, weight, field.isPositive);
    for (const sink of place.sinks) sink.addWeighted(field.storage, feature, freq);
  }
};

export const indexVector = (field: DenseVectorField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null || field.storage === null) return;
  if (!Array.isArray(value)) throw illegalArgument(`a vector is an array of numbers, got [${textOfValue(value)}]`);
  if (value.length !== field.dimensions) {
    throw illegalArgument(
      `The [${field.type}] field [${field.name}] in doc [document with id '${place.document.id}'] has a different number of dimensions [${value.length}] than defined in the mapping [${field.dimensions}]`,
    );
  }
  const vector = Float32Array.from(value, (entry: JsonValue) => {
    const number = entry instanceof ExactNumber ? entry.value : entry;
    if (typeof number === 'number' && Number.isFinite(Math.fround(number))) return number;
    throw illegalArgument(
      `Failed to parse object: expecting token of type [VALUE_NUMBER] but found [${String(number)}]`,
    );
  });
  refuseLength(field, vector);
  const [sink] = place.sinks;
  if (sink?.setVector(field.storage, vector) === false) {
    throw illegalArgument(
      `Field [${field.name}] of type [${field.type}] doesn't support indexing multiple values for the same field in the same document`,
    );
  }
};

const refuseLength = (field: DenseVectorField, vector: Float32Array): void => {
  let square = 0;
  for (const part of vector) square += part * part;
  if (field.similarity === 'cosine' && square === 0) {
    throw illegalArgument(`The [cosine] similarity does not support vectors with zero magnitude.`);
  }
  if (field.similarity === 'dot_product' && Math.abs(square - 1) > 1e-4) {
    throw illegalArgument(`The [dot_product] similarity can only be used with unit-length vectors.`);
  }
};

export const indexPercolator = (field: PercolatorField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null || field.storage === null) return;
  if (!isJsonObject(value)) throw illegalArgument(`query malformed, no start_object after query name`);
  place.index.checkPercolatorQuery(value);
  const text = new TextEncoder().encode(printJson(value));
  for (const sink of place.sinks) sink.addBytes(field.storage, text);
};

export const indexBinary = (field: BinaryField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null) return;
  const bytes = decodeBase64(textOfValue(value));
  if (field.storage !== null) for (const sink of place.sinks) sink.addBytes(field.storage, bytes);
};

const decodeBase64 = (text: string): Uint8Array => {
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text)) {
    throw illegalArgument(
      `Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): illegal character in [${text.slice(0, 50)}]`,
    );
  }
  return Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
};
