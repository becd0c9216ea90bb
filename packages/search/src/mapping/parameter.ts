import { EsError } from '../error/es-error.ts';
import { isJsonObject } from '../json/json-kinds.ts';
import { ExactNumber, type JsonValue } from '../json/json-value.ts';

/** Where a parameter stands: for messages. */
export interface ParameterPlace {
  /** The field's own name, without its parents. */
  readonly field: string;
  readonly type: string;
}

/** One key that a field type's definition may have. */
export interface Parameter {
  readonly name: string;
  /** The value in its one form; throws `mapper_parsing_exception` for what it cannot be. */
  readonly parse: (value: JsonValue, place: ParameterPlace) => JsonValue;
  /** What holds where the definition is silent; undefined for none. */
  readonly fallback: JsonValue | undefined;
  /** Whether a later mapping may give it another value. */
  readonly isUpdatable: boolean;
  /** `GET _mapping` shows it even where it is the default. */
  readonly isAlwaysShown: boolean;
}

export type ParameterValues = ReadonlyMap<string, JsonValue>;

export const mapperParsing = (reason: string, causedBy?: EsError): EsError =>
  new EsError({
    type: 'mapper_parsing_exception',
    status: 400,
    reason,
    ...(causedBy === undefined ? {} : { causedBy: causedBy.details }),
  });

interface Options {
  readonly updatable?: boolean;
  readonly shown?: boolean;
}

const make = (
  name: string,
  fallback: JsonValue | undefined,
  options: Options & { readonly parse: Parameter['parse'] },
): Parameter => ({
  name,
  parse: options.parse,
  fallback,
  isUpdatable: options.updatable === true,
  isAlwaysShown: options.shown === true,
});

export const booleanParameter = (name: string, fallback: boolean | undefined, options: Options = {}): Parameter =>
  make(name, fallback, {
    ...options,
    parse: (value) => {
      if (value === true || value === 'true') return true;
      if (value === false || value === 'false') return false;
      throw mapperParsing(`Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`);
    },
  });

export const stringParameter = (name: string, fallback: string | undefined, options: Options = {}): Parameter =>
  make(name, fallback, { ...options, parse: (value) => scalarText(value) });

/** One of the given words. */
export const choiceParameter = (
  name: string,
  choices: readonly string[],
  options: Options & { readonly fallback?: string } = {},
): Parameter =>
  make(name, options.fallback, {
    ...options,
    parse: (value) => {
      const text = scalarText(value);
      if (choices.includes(text)) return text;
      throw mapperParsing(`Unknown value [${text}] for field [${name}] - accepted values are [${choices.join(', ')}]`);
    },
  });

export const integerParameter = (name: string, fallback: number | undefined, options: Options = {}): Parameter =>
  make(name, fallback, {
    ...options,
    parse: (value) => {
      const number = Number(scalarText(value));
      if (Number.isInteger(number) && Math.abs(number) <= 0x7fffffff) return number;
      throw mapperParsing(`Failed to parse value [${scalarText(value)}] of parameter [${name}] as an integer`);
    },
  });

export const numberParameter = (name: string, fallback: number | undefined, options: Options = {}): Parameter =>
  make(name, fallback, {
    ...options,
    parse: (value, place) => {
      const number = Number(scalarText(value));
      if (Number.isFinite(number)) return number;
      throw mapperParsing(`[${name}] of [${place.field}] must be a number but was [${scalarText(value)}]`);
    },
  });

/** Any JSON; its meaning is the type's. */
export const jsonParameter = (name: string, options: Options = {}): Parameter =>
  make(name, undefined, { ...options, parse: (value) => value });

/** What almost all field types take. */
export const indexParameter = booleanParameter('index', true);
export const docValuesParameter = booleanParameter('doc_values', true);
export const storeParameter = booleanParameter('store', false);
export const boostParameter = numberParameter('boost', 1, { updatable: true });
export const metaParameter: Parameter = make('meta', undefined, {
  updatable: true,
  parse: (value, place) => {
    if (!isJsonObject(value)) {
      throw mapperParsing(`[meta] must be an object, got ${typeof value}[${String(value)}] for field [${place.field}]`);
    }
    return value;
  },
});

/** The text of a scalar as definitions may write it, quoted or not. */
export const scalarText = (value: JsonValue): string => {
  if (value === null) throw mapperParsing('a parameter must not be null');
  return value instanceof ExactNumber ? value.text : String(value);
};
