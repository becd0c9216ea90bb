import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { buildMapping, type MappingSurroundings } from './build-mapping.ts';
import type { MappingDefinition, ObjectDefinition } from './definition.ts';
import { emptySettings } from './definition.ts';
import type { Mapping } from './mapping.ts';
import { mergeMappings } from './merge-definition.ts';

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
