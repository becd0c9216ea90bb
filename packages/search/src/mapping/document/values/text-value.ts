import { EsError, illegalArgument } from '../../../error/es-error.ts';
import { isJsonObject } from '../../../json/json-kinds.ts';
import type { JsonValue } from '../../../json/json-value.ts';
import { analyzeWhole } from '../../analyze-whole.ts';
import type { FlattenedField, KeywordField, TextField } from '../../field-type.ts';
import { storageOf } from '../../type-handler.ts';
import { encodeVersion } from '../../version-term.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { markPresent, textOfValue } from './value-text.ts';

export const indexText = (field: TextField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null) return;
  const text = textOfValue(value);
  addText(field, text, place);
  for (const name of subfieldsOf(field)) {
    const sub = place.index.mapping.fields.get(name);
    if (sub?.type === field.type) addText(sub, text, place);
  }
};

const subfieldsOf = (field: TextField): readonly string[] => [
  ...(field.asYouType === null || field.name === field.asYouType.prefix || field.asYouType.shingles.includes(field.name)
    ? []
    : [...field.asYouType.shingles, field.asYouType.prefix]),
  ...(field.indexPrefixes === null ? [] : [field.indexPrefixes.field]),
];

const addText = (field: TextField, text: string, place: IndexedPlace): void => {
  const { storage } = field;
  if (storage === null || storage.inverted === null) return;
  const analyzed = analyzeWhole(field.analyzer, text);
  for (const sink of place.sinks) sink.addTokens(storage, analyzed, field.positionIncrementGap);
  markPresent(field, place);
};

/** Lucene's bound on a term, in bytes of UTF-8. */
const MAX_TERM_BYTES = 32_766;

export const indexKeyword = (field: KeywordField, value: JsonValue, place: IndexedPlace): void => {
  const given = value === null ? field.nullValue : value;
  if (given === null) return;
  const text = textOfValue(given);
  if (text.length > field.ignoreAbove) {
    for (const sink of place.sinks) sink.markIgnored(field.name);
    return;
  }
  const normalized = field.normalizer === null ? text : field.normalizer.normalize(text);
  const term = field.type === 'version' ? encodeVersion(normalized) : normalized;
  refuseImmense(field.name, term);
  if (field.storage === null) return;
  for (const sink of place.sinks) sink.addTerm(field.storage, term);
  markPresent(field, place);
};

const refuseImmense = (name: string, term: string): void => {
  // A UTF-16 unit takes three bytes at most.
  if (term.length * 3 <= MAX_TERM_BYTES) return;
  const bytes = new TextEncoder().encode(term);
  if (bytes.length <= MAX_TERM_BYTES) return;
  const start = [...bytes.subarray(0, 30)].map((byte) => (byte << 24) >> 24).join(', ');
  throw illegalArgument(
    `Document contains at least one immense term in field="${name}" (whose UTF8 encoding is longer than the max length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such terms.  The prefix of the first immense term is: '[${start}]...'`,
    {
      causedBy: {
        type: 'max_bytes_length_exceeded_exception',
        status: 400,
        reason: `bytes can be at most ${MAX_TERM_BYTES} in length; got ${bytes.length}`,
      },
    },
  );
};

export const indexFlattened = (field: FlattenedField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null) return;
  if (!isJsonObject(value)) {
    throw new EsError({
      type: 'parsing_exception',
      status: 400,
      reason: `Failed to parse object: expecting token of type [START_OBJECT] but found [${typeof value}]`,
    });
  }
  walk(field, { value, key: '', depth: 0 }, place);
};

const walk = (
  field: FlattenedField,
  at: { readonly value: JsonValue; readonly key: string; readonly depth: number },
  place: IndexedPlace,
): void => {
  const { value, key, depth } = at;
  if (Array.isArray(value)) {
    for (const entry of value) walk(field, { value: entry, key, depth }, place);
    return;
  }
  if (isJsonObject(value)) {
    if (depth + 1 > field.depthLimit) {
      throw illegalArgument(
        `The provided [flattened] field [${field.name}] exceeds the maximum depth limit of [${field.depthLimit}].`,
      );
    }
    for (const [name, entry = null] of Object.entries(value)) {
      if (name.includes('\0')) {
        throw illegalArgument(
          `Keys in [flattened] fields cannot contain the reserved character \\0. Offending key: [${name}].`,
        );
      }
      walk(field, { value: entry, key: key === '' ? name : `${key}.${name}`, depth: depth + 1 }, place);
    }
    return;
  }
  const given = value === null ? field.nullValue : value;
  if (given === null) return;
  addLeaf(field, key, textOfValue(given), place);
};

const addLeaf = (field: FlattenedField, key: string, text: string, place: IndexedPlace): void => {
  const { storage } = field;
  if (storage === null || text.length > field.ignoreAbove) return;
  const keyed = `${key}\0${text}`;
  refuseImmense(field.keyedName, keyed);
  const keyedStorage = storageOf(field.keyedName, { inverted: storage.inverted, column: storage.column });
  for (const sink of place.sinks) {
    sink.addTerm(storage, text);
    sink.addTerm(keyedStorage, keyed);
  }
};
