import { illegalArgument } from '../../../error/es-error.ts';
import { encodeGeohash } from '../../../geo/geohash.ts';
import { parsePoint } from '../../../geo/parse-point.ts';
import { extractValues } from '../../../json/extract.ts';
import { isJsonObject } from '../../../json/json-kinds.ts';
import type { JsonObject, JsonValue } from '../../../json/json-value.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { printJson } from '../../../json/print-json.ts';
import { completionTerm, contextTerm } from '../../completion-term.ts';
import type { CompletionContext, CompletionField } from '../../field-type.ts';
import { storageOf } from '../../type-handler.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { textOfValue } from './value-text.ts';

const MAX_WEIGHT = 0x7fffffff - 1;

export const indexCompletion = (field: CompletionField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null || field.storage === null) return;
  const { inputs, weight, contexts } = read(value);
  for (const input of inputs) {
    if (input === '') throw illegalArgument('value must have a length > 0');
    const given = input.slice(0, field.maxInputLength);
    const inContexts = contextsOf(field, contexts, place);
    const entry = new TextEncoder().encode(printJson({ input: given, weight, contexts: inContexts }));
    const analysed = completionTerm(field.analyzer.analyze(given), field);
    const terms =
      field.contexts.length === 0
        ? [analysed]
        : Object.entries(inContexts).flatMap(([name, values]) =>
            values.map((context) => contextTerm(name, context, analysed)),
          );
    for (const sink of place.sinks) {
      sink.addBytes(storageOf(`${field.name}#entries`, { column: 'bytes' }), entry);
      for (const term of new Set(terms)) sink.addWeighted(field.storage, term, weight + 1);
      sink.markPresent(field.name);
    }
  }
};

interface Completion {
  readonly inputs: readonly string[];
  readonly weight: number;
  readonly contexts: JsonObject;
}

const read = (value: JsonValue): Completion => {
  if (!isJsonObject(value)) return { inputs: [textOfValue(value)], weight: 1, contexts: {} };
  const unknown = Object.keys(value).find((key) => !['input', 'weight', 'contexts'].includes(key));
  if (unknown !== undefined) {
    throw illegalArgument(`unknown field name [${unknown}], must be one of [weight, input, contexts]`);
  }
  const input = value['input'];
  const inputs: readonly JsonValue[] = Array.isArray(input) ? input : input === undefined ? [] : [input];
  const contexts = value['contexts'];
  return {
    inputs: inputs.map((one) => {
      if (typeof one !== 'string') throw illegalArgument(`input must be a string, but was [${textOfValue(one)}]`);
      return one;
    }),
    weight: weightOf(value['weight']),
    contexts: isJsonObject(contexts) ? contexts : {},
  };
};

const weightOf = (value: JsonValue | undefined): number => {
  if (value === undefined || value === null) return 1;
  const text = textOfValue(value);
  const weight = Number(text);
  if (!/^[+-]?\d+$/.test(text)) throw illegalArgument(`weight must be an integer, but was [${text}]`);
  if (weight < 0 || weight > MAX_WEIGHT) {
    throw illegalArgument(`weight must be in the interval [0..2147483647], but was [${text}]`);
  }
  return weight;
};

/** The values of each context, from the entry itself or, where it says nothing, from the context's `path` in the document. */
const contextsOf = (
  field: CompletionField,
  given: JsonObject,
  place: IndexedPlace,
): Readonly<Record<string, readonly string[]>> => {
  const unknown = Object.keys(given).find((name) => !field.contexts.some((context) => context.name === name));
  if (unknown !== undefined) {
    throw illegalArgument(
      `unknown context name [${unknown}], must be one of [${field.contexts.map((c) => c.name).join(', ')}]`,
    );
  }
  return Object.fromEntries(
    field.contexts.map((context) => {
      const own = given[context.name];
      const values: readonly JsonValue[] = own === undefined ? fromPath(context, place) : listOf(context, own);
      return [context.name, values.map((value) => contextValue(context, value))];
    }),
  );
};

const listOf = (context: CompletionContext, value: JsonValue): readonly JsonValue[] => {
  if (!Array.isArray(value)) return [value];
  const isOnePoint = context.type === 'geo' && value.length === 2 && value.every((part) => typeof part === 'number');
  return isOnePoint ? [value] : value;
};

const fromPath = (context: CompletionContext, place: IndexedPlace): readonly JsonValue[] => {
  if (context.path === null) return [];
  const source = parseJson(place.document.source);
  return isJsonObject(source) ? extractValues(source, context.path) : [];
};

const contextValue = (context: CompletionContext, value: JsonValue): string => {
  if (context.type === 'category') return textOfValue(value);
  if (typeof value === 'string' && /^[0-9b-hjkmnp-z]{1,12}$/.test(value)) return value.slice(0, context.precision);
  const { lat, lon } = parsePoint(value);
  return encodeGeohash(lat, lon, context.precision);
};
