import type { AnalysisRegistry } from '../analysis/analysis-registry.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { illegalArgument } from '../error/es-error.ts';
import { isJsonObject } from '../json/json-kinds.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { FieldStorage } from '../segment/segment-document.ts';
import type { FieldType } from './field-type.ts';
import type { Parameter, ParameterValues } from './parameter.ts';

/** What a type is given to make its field. */
export interface FieldDraft {
  /** The whole dotted path. */
  readonly name: string;
  readonly nestedPath: string | null;
  readonly parameters: ParameterValues;
  readonly copyTo: readonly string[];
  readonly multiFields: readonly FieldType[];
  readonly analysis: AnalysisRegistry;
  /** `index.mapping.ignore_malformed` and `index.mapping.coerce`. */
  readonly defaults: { readonly ignoreMalformed: boolean; readonly coerce: boolean };
}

/** One field type of the mapping language. */
export interface TypeHandler {
  readonly type: string;
  readonly parameters: readonly Parameter[];
  /** The field first, then those that it brings along under names of their own. */
  build(draft: FieldDraft): readonly FieldType[];
}

/** The part of a field that every type has. */
export const commonOf = (draft: FieldDraft, storage: FieldStorage | null) => ({
  name: draft.name,
  isIndexed: draft.parameters.get('index') !== false,
  hasDocValues: draft.parameters.get('doc_values') === true,
  isStored: draft.parameters.get('store') === true,
  nestedPath: draft.nestedPath,
  storage,
  ignoreMalformed: draft.parameters.get('ignore_malformed') === true,
  nullValue: draft.parameters.get('null_value') ?? null,
  copyTo: draft.copyTo,
  meta: objectOf(draft.parameters.get('meta')),
  multiFields: draft.multiFields,
});

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

export const storageOf = (name: string, keeps: Partial<Omit<FieldStorage, 'name'>>): FieldStorage => ({
  name,
  inverted: keeps.inverted ?? null,
  column: keeps.column ?? null,
  vectorDimensions: keeps.vectorDimensions ?? null,
});

export const flagOf = (draft: FieldDraft, name: string): boolean => draft.parameters.get(name) === true;

export const numberOf = (draft: FieldDraft, name: string, fallback: number): number => {
  const value = draft.parameters.get(name);
  return typeof value === 'number' ? value : fallback;
};

export const textOf = (draft: FieldDraft, name: string): string | null => {
  const value = draft.parameters.get(name);
  return typeof value === 'string' ? value : null;
};

/** The analyzer that a parameter names; null where it names none. */
export const analyzerOf = (draft: FieldDraft, name: string): Analyzer | null => {
  const wanted = textOf(draft, name);
  if (wanted === null) return null;
  const found = draft.analysis.analyzer(wanted);
  if (found !== undefined) return found;
  throw illegalArgument(`analyzer [${wanted}] has not been configured in mappings`);
};

/** The analyzer used where a field names none: `default` of the index's settings, or the standard one. */
export const defaultAnalyzer = (draft: FieldDraft, name = 'default'): Analyzer => {
  const found = draft.analysis.analyzer(name) ?? draft.analysis.analyzer('standard');
  if (found === undefined) throw new Error('the standard analyzer is always there');
  return found;
};
