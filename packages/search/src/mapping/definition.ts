import type { JsonObject } from '../json/json-value.ts';
import type { ObjectMapping } from './mapping.ts';
import type { ParameterValues } from './parameter.ts';

/** A mapping as it is written, checked key by key: what is merged, shown and built into fields. */
export interface FieldDefinition {
  readonly kind: 'field';
  readonly type: string;
  /** What the definition says, defaults left out. */
  readonly parameters: ParameterValues;
  readonly copyTo: readonly string[];
  /** Multi-fields by name. */
  readonly fields: ReadonlyMap<string, FieldDefinition>;
}

export interface ObjectDefinition {
  readonly kind: 'object';
  readonly isNested: boolean;
  /** Null where the definition is silent. */
  readonly dynamic: ObjectMapping['dynamic'] | null;
  readonly isEnabled: boolean | null;
  readonly includeInParent: boolean | null;
  readonly includeInRoot: boolean | null;
  readonly properties: ReadonlyMap<string, Definition>;
}

export type Definition = FieldDefinition | ObjectDefinition;

/** What stands beside `properties` at the root of a mapping. */
export interface RootSettings {
  readonly dateDetection: boolean | null;
  readonly numericDetection: boolean | null;
  readonly dynamicDateFormats: readonly string[] | null;
  readonly dynamicTemplates: readonly JsonObject[] | null;
  readonly source: JsonObject | null;
  readonly routing: JsonObject | null;
  readonly meta: JsonObject | null;
  /** `runtime` (Elasticsearch) and `derived` (OpenSearch): fields made when a request reads them. */
  readonly runtime: JsonObject | null;
  readonly derived: JsonObject | null;
}

export interface MappingDefinition {
  readonly root: ObjectDefinition;
  readonly settings: RootSettings;
}

export const emptyObject: ObjectDefinition = {
  kind: 'object',
  isNested: false,
  dynamic: null,
  isEnabled: null,
  includeInParent: null,
  includeInRoot: null,
  properties: new Map(),
};

export const emptySettings: RootSettings = {
  dateDetection: null,
  numericDetection: null,
  dynamicDateFormats: null,
  dynamicTemplates: null,
  source: null,
  routing: null,
  meta: null,
  runtime: null,
  derived: null,
};
