import { createDateFormat } from '../dates/date-format.ts';
import { EsError, illegalArgument } from '../error/es-error.ts';
import { isJsonObject } from '../json/json-kinds.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { matchesParts } from './build-mapping.ts';
import type { Definition, RootSettings } from './definition.ts';
import type { ObjectMapping } from './mapping.ts';
import { mapperParsing, scalarText } from './parameter.ts';
import { parseDefinition } from './parse-definition.ts';
import { DEFAULT_DATE_FORMAT } from './types/temporal.ts';

/** What a value of an unmapped field looks like: the word of `match_mapping_type`. */
export type DynamicKind = 'string' | 'long' | 'double' | 'boolean' | 'date' | 'object' | 'binary';

const defaultDateFormats = [DEFAULT_DATE_FORMAT, 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis'];

/**
 * The definition that an unmapped value brings, by the object's `dynamic`, the templates and the detections; null where the
 * value is left alone. Throws `strict_dynamic_mapping_exception` where the object is strict.
 */
export const dynamicDefinition = (
  place: { readonly path: string; readonly name: string; readonly object: ObjectMapping },
  value: JsonValue,
  settings: RootSettings,
): Definition | null => {
  const { path, name, object } = place;
  if (object.dynamic === 'false') return null;
  if (object.dynamic === 'strict') throw strict(name, object);
  const { kind, dateFormat } = detect(value, settings);
  const template = settings.dynamicTemplates?.find((one) => matchesTemplate(one, { path, name, kind }));
  if (template !== undefined) return fromTemplate(template, { path, name, kind });
  if (object.dynamic === 'strict_allow_templates') throw strict(name, object);
  if (object.dynamic === 'false_allow_templates') return null;
  return parseDefinition(path, defaultBody(kind, dateFormat));
};

const strict = (name: string, object: ObjectMapping): EsError =>
  new EsError({
    type: 'strict_dynamic_mapping_exception',
    status: 400,
    reason: `mapping set to strict, dynamic introduction of [${name}] within [${object.path === '' ? '_doc' : object.path}] is not allowed`,
  });

const defaultBody = (kind: DynamicKind, dateFormat: string | null): JsonObject => {
  switch (kind) {
    case 'string':
      return { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
    case 'double':
      return { type: 'float' };
    case 'date':
      return { type: 'date', ...(dateFormat === null ? {} : { format: dateFormat }) };
    case 'object':
      return { type: 'object' };
    case 'long':
    case 'boolean':
    case 'binary':
      return { type: kind };
  }
};

const detect = (
  value: JsonValue,
  settings: RootSettings,
): { readonly kind: DynamicKind; readonly dateFormat: string | null } => {
  const found = (kind: DynamicKind, dateFormat: string | null = null) => ({ kind, dateFormat });
  if (isJsonObject(value)) return found('object');
  if (typeof value === 'boolean') return found('boolean');
  if (typeof value === 'number') return found(Number.isInteger(value) ? 'long' : 'double');
  if (value instanceof ExactNumber) return found(/^-?\d+$/.test(value.text) ? 'long' : 'double');
  const text = scalarText(value);
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
  if (isNumber) {
    if (settings.numericDetection !== true) return found('string');
    return found(/^[+-]?\d+$/.test(text) ? 'long' : 'double');
  }
  if (settings.dateDetection === false) return found('string');
  for (const pattern of settings.dynamicDateFormats ?? defaultDateFormats) {
    if (parses(pattern, text)) return found('date', pattern);
  }
  return found('string');
};

const parses = (pattern: string, text: string): boolean => {
  try {
    createDateFormat(pattern).parse(text);
    return true;
  } catch (error) {
    if (error instanceof EsError) return false;
    throw error;
  }
};

interface Candidate {
  readonly path: string;
  readonly name: string;
  readonly kind: DynamicKind;
}

const matchesTemplate = (template: JsonObject, { path, name, kind }: Candidate): boolean => {
  const [body] = Object.values(template);
  if (!isJsonObject(body)) return false;
  const isRegex = body['match_pattern'] === 'regex';
  const matches = (key: string, text: string): boolean | null => {
    const given = body[key];
    if (given === undefined || given === null) return null;
    const patterns = Array.isArray(given) ? given : [given];
    return patterns.some((pattern: JsonValue) => matchesPattern(scalarText(pattern), text, isRegex));
  };
  const type = body['match_mapping_type'];
  const types: readonly JsonValue[] = Array.isArray(type) ? type : type === undefined ? ['*'] : [type];
  if (!types.some((one) => one === '*' || one === kind)) return false;
  return (
    matches('match', name) !== false &&
    matches('unmatch', name) !== true &&
    matches('path_match', path) !== false &&
    matches('path_unmatch', path) !== true
  );
};

const matchesPattern = (pattern: string, text: string, isRegex: boolean): boolean => {
  if (!isRegex) return matchesParts(text, pattern.split('*'));
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text);
  } catch {
    throw illegalArgument(`Pattern [${pattern}] of type [regex] is invalid.`);
  }
};

const fromTemplate = (template: JsonObject, { path, name, kind }: Candidate): Definition => {
  const [body] = Object.values(template);
  const mapping = isJsonObject(body) ? body['mapping'] : undefined;
  if (!isJsonObject(mapping)) throw mapperParsing('template must have mapping set');
  const guessed = kind === 'string' ? 'text' : kind === 'double' ? 'float' : kind;
  const filled = fill(mapping, { '{name}': name, '{dynamic_type}': guessed, '{dynamicType}': guessed });
  return parseDefinition(path, isJsonObject(filled) ? { type: guessed, ...filled } : { type: guessed });
};

const fill = (value: JsonValue, words: Readonly<Record<string, string>>): JsonValue => {
  if (typeof value === 'string') {
    return Object.entries(words).reduce((text, [word, by]) => text.replaceAll(word, by), value);
  }
  if (Array.isArray(value)) return value.map((entry: JsonValue) => fill(entry, words));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [scalarText(fill(key, words)), fill(entry ?? null, words)]),
  );
};
