import { type AnalysisOptions, createAnalysisRegistry } from '../analysis/analysis-registry.ts';
import { isJsonObject } from '../json/json-kinds.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { printJson } from '../json/print-json.ts';
import { createSourceFilter } from '../json/source-filter.ts';
import { buildMapping, type MappingSurroundings } from './build-mapping.ts';
import type { MappingDefinition, ObjectDefinition } from './definition.ts';
import { emptySettings } from './definition.ts';
import type { Mapping } from './mapping.ts';
import { mergeMappings } from './merge-definition.ts';
import { scalarText } from './parameter.ts';
import { parseMappingDefinition } from './parse-definition.ts';

/** The mapping of one index with all that parsing a document needs. */
export interface IndexMapping {
  /** The index's name, for messages. */
  readonly name: string;
  readonly definition: MappingDefinition;
  readonly mapping: Mapping;
  readonly surroundings: MappingSurroundings;
  readonly limits: { readonly nestedObjects: number };
  /** What is kept of a source: all of it, or what `_source.includes` and `excludes` of the mapping leave. */
  keptSource(text: Uint8Array, body: JsonObject): Uint8Array;
  /** Refuses a percolator's query that cannot be parsed. */
  checkPercolatorQuery(query: JsonValue): void;
}

/** The mapping after an update, from `PUT _mapping` or from a document's unmapped fields. */
export const updateIndexMapping = (index: IndexMapping, update: MappingDefinition): IndexMapping => {
  const definition = mergeMappings(index.definition, update);
  return { ...index, definition, mapping: buildMapping(definition, index.surroundings) };
};

export const updateWithObject = (index: IndexMapping, root: ObjectDefinition): IndexMapping =>
  updateIndexMapping(index, { root, settings: emptySettings });

export interface IndexMappingInput {
  readonly name: string;
  /** The index's settings: nested, or flattened as `index.mapping.total_fields.limit`. */
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  readonly checkPercolatorQuery: (query: JsonValue) => void;
  readonly analysis?: AnalysisOptions;
}

/** The mapping of a new index. Throws what its settings or mappings say wrong. */
export const createIndexMapping = (input: IndexMappingInput): IndexMapping => {
  const { settings } = input;
  const surroundings: MappingSurroundings = {
    analysis: createAnalysisRegistry(settings, input.analysis),
    limits: {
      totalFields: numberSetting(settings, 'mapping.total_fields.limit', 1000),
      depth: numberSetting(settings, 'mapping.depth.limit', 20),
      nestedFields: numberSetting(settings, 'mapping.nested_fields.limit', 50),
      fieldNameLength: numberSetting(settings, 'mapping.field_name_length.limit', Number.MAX_SAFE_INTEGER),
    },
    defaults: {
      ignoreMalformed: setting(settings, 'mapping.ignore_malformed') === 'true',
      coerce: setting(settings, 'mapping.coerce') !== 'false',
    },
  };
  const definition = parseMappingDefinition(input.mappings);
  return {
    name: input.name,
    definition,
    mapping: buildMapping(definition, surroundings),
    surroundings,
    limits: { nestedObjects: numberSetting(settings, 'mapping.nested_objects.limit', 10_000) },
    keptSource: sourceKeeper(definition),
    checkPercolatorQuery: input.checkPercolatorQuery,
  };
};

const sourceKeeper = ({ settings }: MappingDefinition): IndexMapping['keptSource'] => {
  const includes = textsOf(settings.source?.['includes']);
  const excludes = textsOf(settings.source?.['excludes']);
  if (includes.length === 0 && excludes.length === 0) return (text) => text;
  const filter = createSourceFilter(includes, excludes);
  return (_text, body) => new TextEncoder().encode(printJson(filter(body)));
};

const textsOf = (value: JsonValue | undefined): readonly string[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map((entry: JsonValue) => scalarText(entry)) : [scalarText(value)];
};

/** A setting of an index by its name below `index.`, however the settings are nested; undefined where it is not given. */
const setting = (settings: JsonObject, name: string): string | undefined => {
  for (const prefix of ['index.', '']) {
    const found = find(settings, `${prefix}${name}`);
    if (found !== undefined && found !== null && !isJsonObject(found) && !Array.isArray(found)) {
      return scalarText(found);
    }
  }
  return undefined;
};

const find = (object: JsonObject, path: string): JsonValue | undefined => {
  const direct = object[path];
  if (direct !== undefined) return direct;
  for (const [key, value] of Object.entries(object)) {
    if (!path.startsWith(`${key}.`) || !isJsonObject(value)) continue;
    const found = find(value, path.slice(key.length + 1));
    if (found !== undefined) return found;
  }
  return undefined;
};

const numberSetting = (settings: JsonObject, name: string, fallback: number): number => {
  const text = setting(settings, name);
  return text === undefined ? fallback : Number(text);
};
