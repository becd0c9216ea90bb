import { EsError, illegalArgument } from '../error/es-error.ts';
import { isJsonArray, isJsonObject } from '../json/json-kinds.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { locateJson } from '../json/locate.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { ComponentReference } from './registry/component-finder.ts';

/** A body of `_analyze`, checked. */
export interface AnalyzeRequest {
  readonly texts: readonly string[];
  readonly analyzer: string | undefined;
  readonly tokenizer: ComponentReference | undefined;
  readonly filters: readonly ComponentReference[];
  readonly charFilters: readonly ComponentReference[];
  readonly field: string | undefined;
  readonly normalizer: string | undefined;
  readonly explain: boolean;
  /** Names in lower case; all attributes where empty. */
  readonly attributes: readonly string[];
}

const keys = ['text', 'analyzer', 'field', 'tokenizer', 'filter', 'char_filter', 'explain', 'attributes', 'normalizer'];

interface Place {
  readonly pointer: string;
  /** The body as it was sent, for the line and column of a refusal. */
  readonly source: string | undefined;
}

const refuse = (reason: string, { pointer, source }: Place, type = 'x_content_parse_exception'): EsError => {
  const at = source === undefined ? undefined : locateJson(source, pointer, 'key');
  return new EsError({ type, status: 400, reason: `[${at?.line ?? 1}:${at?.column ?? 1}] ${reason}`, pointer });
};

const scalar = (value: JsonValue | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : undefined;
};

/** Reads a body; throws `x_content_parse_exception` and `action_request_validation_exception`. */
export const parseAnalyzeRequest = (body: JsonObject, source?: string): AnalyzeRequest => {
  const place = (key: string): Place => ({ pointer: `/${key}`, source });
  const fail = (key: string): EsError => refuse(`[analyze_request] failed to parse field [${key}]`, place(key));
  for (const key of Object.keys(body)) {
    if (keys.includes(key)) continue;
    const near = nearestName(key, keys);
    const hint = near === undefined ? '' : ` did you mean [${near}]?`;
    throw refuse(`[analyze_request] unknown field [${key}]${hint}`, place(key));
  }
  const text = (key: string): string | undefined => {
    const value = body[key];
    if (value === undefined) return undefined;
    const found = typeof value === 'string' ? value : undefined;
    if (found === undefined)
      throw refuse(`[analyze_request] ${key} doesn't support values of type: ${kindOf(value)}`, place(key));
    return found;
  };
  const texts = (key: string): readonly string[] => {
    const value = body[key];
    if (value === undefined) return [];
    return (isJsonArray(value) ? value : [value]).map((item) => {
      const found = scalar(item);
      if (found === undefined) throw fail(key);
      return found;
    });
  };
  const reference = (value: JsonValue, key: string): ComponentReference => {
    if (typeof value === 'string' || isJsonObject(value)) return value;
    throw fail(key);
  };
  const references = (key: string): readonly ComponentReference[] => {
    const value = body[key];
    if (value === undefined) return [];
    return (isJsonArray(value) ? value : [value]).map((item) => reference(item, key));
  };
  const tokenizer = body['tokenizer'];
  const request: AnalyzeRequest = {
    texts: texts('text'),
    analyzer: text('analyzer'),
    tokenizer: tokenizer === undefined ? undefined : reference(tokenizer, 'tokenizer'),
    filters: references('filter'),
    charFilters: references('char_filter'),
    field: text('field'),
    normalizer: text('normalizer'),
    explain: booleanOf(body['explain'], () => fail('explain')),
    attributes: texts('attributes').map((name) => name.toLowerCase()),
  };
  return request;
};

const booleanOf = (value: JsonValue | undefined, fail: () => EsError): boolean => {
  if (value === undefined || value === false || value === 'false') return false;
  if (value === true || value === 'true') return true;
  throw fail();
};

const kindOf = (value: JsonValue): string => {
  if (value === null) return 'VALUE_NULL';
  if (isJsonArray(value)) return 'START_ARRAY';
  if (isJsonObject(value)) return 'START_OBJECT';
  return typeof value === 'boolean' ? 'VALUE_BOOLEAN' : 'VALUE_NUMBER';
};

/** Refuses what contradicts itself, all of it at once. */
export const validateAnalyzeRequest = (request: AnalyzeRequest, isGlobal: boolean): void => {
  const { tokenizer, filters, charFilters, analyzer, normalizer, field } = request;
  const hasExtras = tokenizer !== undefined || filters.length > 0 || charFilters.length > 0;
  const faults: string[] = [];
  if (request.texts.length === 0) faults.push('text is missing');
  if (isGlobal && normalizer !== undefined) faults.push('index is required if normalizer is specified');
  if (normalizer !== undefined && (tokenizer !== undefined || analyzer !== undefined)) {
    faults.push('tokenizer/analyze should be null if normalizer is specified');
  }
  if (analyzer !== undefined && hasExtras) faults.push('cannot define extra components on a named analyzer');
  if (normalizer !== undefined && hasExtras) faults.push('cannot define extra components on a named normalizer');
  if (field !== undefined && hasExtras) faults.push('cannot define extra components on a field-specific analyzer');
  if (faults.length === 0) return;
  const list = faults.map((fault, index) => `${index + 1}: ${fault};`).join('');
  throw illegalArgument(`Validation Failed: ${list}`, { type: 'action_request_validation_exception' });
};
