import type { AnalysisRegistry } from '../analysis/analysis-registry.ts';
import { EsError, illegalArgument } from '../error/es-error.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { FieldDefinition, MappingDefinition, ObjectDefinition } from './definition.ts';
import type { FieldType, MetadataField } from './field-type.ts';
import type { Mapping, ObjectMapping } from './mapping.ts';
import { mapperParsing } from './parameter.ts';
import { showMapping } from './show-definition.ts';
import { storageOf } from './type-handler.ts';
import { typeTable } from './type-table.ts';

/** Bounds on a mapping, from `index.mapping.*` of the settings. */
export interface MappingLimits {
  readonly totalFields: number;
  readonly depth: number;
  readonly nestedFields: number;
  readonly fieldNameLength: number;
}

export interface MappingSurroundings {
  readonly analysis: AnalysisRegistry;
  readonly limits: MappingLimits;
  readonly defaults: { readonly ignoreMalformed: boolean; readonly coerce: boolean };
}

/** The fields that a definition stands for; throws where it names analyzers that are not there or passes a limit. */
export const buildMapping = (definition: MappingDefinition, surroundings: MappingSurroundings): Mapping => {
  const fields = new Map<string, FieldType>(metadataFields.map((field) => [field.name, field]));
  const objects = new Map<string, ObjectMapping>();
  const root = objectMapping(definition.root, '', null);
  collect({ definition: definition.root, object: root, depth: 1 }, { fields, objects, surroundings });
  checkLimits(fields, objects, surroundings.limits);
  checkAliases(fields, objects);
  checkCopies(fields);
  const ownNames = [...fields.keys()].filter((name) => !name.startsWith('_')).sort();
  return {
    definition: showMapping(definition),
    root,
    fields,
    objects,
    analysis: surroundings.analysis,
    isSourceEnabled: definition.settings.source?.['enabled'] !== false,
    isRoutingRequired: definition.settings.routing?.['required'] === true,
    field: (path) => lookUp(fields, path),
    matching: (pattern) => (pattern.includes('*') ? matchingNames(ownNames, pattern) : namesIf(fields, pattern)),
    nestedPathOf: (path) => nestedPathOf(path, fields, objects),
  };
};

interface Collected {
  readonly fields: Map<string, FieldType>;
  readonly objects: Map<string, ObjectMapping>;
  readonly surroundings: MappingSurroundings;
}

const collect = (
  at: { readonly definition: ObjectDefinition; readonly object: ObjectMapping; readonly depth: number },
  into: Collected,
): void => {
  const { definition, object, depth } = at;
  const { limits } = into.surroundings;
  if (depth > limits.depth) {
    throw illegalArgument(
      `Limit of mapping depth [${limits.depth}] has been exceeded due to object field [${object.path}]`,
    );
  }
  for (const [name, one] of definition.properties) {
    const path = object.path === '' ? name : `${object.path}.${name}`;
    const nestedPath = object.isNested ? object.path : object.nestedPath;
    if (one.kind === 'object') {
      const inner = objectMapping(one, path, nestedPath, object);
      into.objects.set(path, inner);
      collect({ definition: one, object: inner, depth: depth + 1 }, into);
    } else {
      for (const field of buildField(one, { name: path, nestedPath }, into)) into.fields.set(field.name, field);
    }
  }
};

const objectMapping = (
  definition: ObjectDefinition,
  path: string,
  nestedPath: string | null,
  outer?: ObjectMapping,
): ObjectMapping => ({
  path,
  isNested: definition.isNested,
  includeInParent: definition.includeInParent === true,
  includeInRoot: definition.includeInRoot === true,
  isEnabled: definition.isEnabled !== false,
  dynamic: definition.dynamic ?? outer?.dynamic ?? 'true',
  nestedPath,
});

/** The field, its multi-fields, and what its type brings along. */
const buildField = (
  definition: FieldDefinition,
  place: { readonly name: string; readonly nestedPath: string | null },
  into: Collected,
): readonly FieldType[] => {
  const handler = typeTable.get(definition.type);
  if (handler === undefined) throw new Error(`a definition of an unknown type was parsed: ${definition.type}`);
  const multiFields: FieldType[] = [];
  const brought: FieldType[] = [];
  for (const [name, sub] of definition.fields) {
    const [own, ...others] = buildField(sub, { ...place, name: `${place.name}.${name}` }, into);
    if (own !== undefined) multiFields.push(own);
    brought.push(...others);
  }
  const parameters = new Map<string, JsonValue>();
  for (const parameter of handler.parameters) {
    const value = definition.parameters.get(parameter.name) ?? parameter.fallback;
    if (value !== undefined) parameters.set(parameter.name, value);
  }
  const built = handler.build({
    ...place,
    parameters,
    copyTo: definition.copyTo,
    multiFields,
    analysis: into.surroundings.analysis,
    defaults: into.surroundings.defaults,
  });
  return [...built, ...multiFields, ...brought];
};

const checkLimits = (
  fields: ReadonlyMap<string, FieldType>,
  objects: ReadonlyMap<string, ObjectMapping>,
  limits: MappingLimits,
): void => {
  const own = [...fields.keys()].filter((name) => !name.startsWith('_'));
  if (own.length + objects.size > limits.totalFields) {
    throw illegalArgument(`Limit of total fields [${limits.totalFields}] has been exceeded`);
  }
  const nested = [...objects.values()].filter((object) => object.isNested).length;
  if (nested > limits.nestedFields) {
    throw illegalArgument(`Limit of nested fields [${limits.nestedFields}] has been exceeded`);
  }
  const long = own.find((name) => name.slice(name.lastIndexOf('.') + 1).length > limits.fieldNameLength);
  if (long !== undefined) {
    throw illegalArgument(`Field name [${long}] is longer than the limit of [${limits.fieldNameLength}] characters`);
  }
};

const checkAliases = (fields: ReadonlyMap<string, FieldType>, objects: ReadonlyMap<string, ObjectMapping>): void => {
  for (const field of fields.values()) {
    if (field.type !== 'alias' || !('path' in field)) continue;
    const { path, name } = field;
    const target = fields.get(path);
    const reason =
      path === name
        ? 'an alias cannot refer to itself.'
        : target?.type === 'alias'
          ? 'an alias cannot refer to another alias.'
          : target === undefined
            ? 'an alias must refer to an existing field in the mappings.'
            : objects.has(path)
              ? 'an alias must refer to a field.'
              : null;
    if (reason !== null) {
      throw mapperParsing(`Invalid [path] value [${path}] for field alias [${name}]: ${reason}`);
    }
  }
};

const checkCopies = (fields: ReadonlyMap<string, FieldType>): void => {
  for (const field of fields.values()) {
    for (const target of field.copyTo) {
      const isMultiField = [...fields.values()].some((other) => other.multiFields.some((sub) => sub.name === target));
      if (isMultiField) {
        throw illegalArgument(`[copy_to] may not be used to copy to a multi-field: [${target}]`);
      }
    }
  }
};

const lookUp = (fields: ReadonlyMap<string, FieldType>, path: string): FieldType | null => {
  const found = fields.get(path);
  if (found !== undefined) return found.type === 'alias' && 'path' in found ? (fields.get(found.path) ?? null) : found;
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const outer = fields.get(path.slice(0, dot));
    if (outer?.type === 'flattened' && 'keyedName' in outer) return outer;
  }
  return null;
};

const namesIf = (fields: ReadonlyMap<string, FieldType>, name: string): readonly string[] =>
  lookUp(fields, name) === null ? [] : [name];

const matchingNames = (names: readonly string[], pattern: string): readonly string[] => {
  const parts = pattern.split('*');
  return names.filter((name) => matchesParts(name, parts));
};

/** Whether `name` is the parts in order with anything between them: the language of `*` without regular expressions. */
export const matchesParts = (name: string, parts: readonly string[]): boolean => {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  const last = rest.at(-1) ?? '';
  for (const part of rest.slice(0, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
};

const nestedPathOf = (
  path: string,
  fields: ReadonlyMap<string, FieldType>,
  objects: ReadonlyMap<string, ObjectMapping>,
): string | null => {
  const field = lookUp(fields, path);
  if (field !== null) return field.nestedPath;
  const object = objects.get(path);
  if (object !== undefined) return object.isNested ? object.path : object.nestedPath;
  const dot = path.lastIndexOf('.');
  return dot < 0 ? null : nestedPathOf(path.slice(0, dot), fields, objects);
};

const metadataField = (
  name: `_${string}`,
  keeps: Partial<Pick<MetadataField, 'isIndexed' | 'hasDocValues' | 'storage' | 'isStored'>>,
): MetadataField => ({
  name,
  type: name,
  isIndexed: true,
  hasDocValues: false,
  isStored: false,
  nestedPath: null,
  storage: null,
  ignoreMalformed: false,
  nullValue: null,
  copyTo: [],
  meta: {},
  multiFields: [],
  ...keeps,
});

const exactTerms = (name: string) => storageOf(name, { inverted: { options: 'docs', hasNorms: false } });
const termsWithColumn = (name: string) =>
  storageOf(name, { inverted: { options: 'docs', hasNorms: false }, column: 'ordinals' });
const numberColumn = (name: string) => storageOf(name, { column: 'numbers' });

/** The fields that every document has, by the names that Elasticsearch gives them. */
export const metadataStorage = {
  id: exactTerms('_id'),
  routing: termsWithColumn('_routing'),
  ignored: termsWithColumn('_ignored'),
  fieldNames: exactTerms('_field_names'),
  nestedPath: exactTerms('_nested_path'),
  docCount: numberColumn('_doc_count'),
} as const;

const metadataFields: readonly MetadataField[] = [
  metadataField('_id', { storage: metadataStorage.id, hasDocValues: true }),
  metadataField('_index', { hasDocValues: true }),
  metadataField('_routing', { storage: metadataStorage.routing, isStored: true }),
  metadataField('_ignored', { storage: metadataStorage.ignored, isStored: true }),
  metadataField('_field_names', { storage: metadataStorage.fieldNames }),
  metadataField('_nested_path', { storage: metadataStorage.nestedPath }),
  metadataField('_source', { isIndexed: false }),
  metadataField('_seq_no', { storage: numberColumn('_seq_no'), hasDocValues: true }),
  metadataField('_version', { storage: numberColumn('_version'), isIndexed: false, hasDocValues: true }),
  metadataField('_primary_term', { storage: numberColumn('_primary_term'), isIndexed: false, hasDocValues: true }),
  metadataField('_doc_count', { storage: metadataStorage.docCount, isIndexed: false, hasDocValues: true }),
  metadataField('_feature', { storage: storageOf('_feature', {}), isIndexed: false }),
  metadataField('_tier', { hasDocValues: true }),
];

/** What `PUT index` answers for a mapping that cannot be: the cause under Elasticsearch's outer message. */
export const failedMapping = (cause: unknown): unknown =>
  cause instanceof EsError
    ? new EsError({
        type: 'mapper_parsing_exception',
        status: 400,
        reason: `Failed to parse mapping [_doc]: ${cause.details.reason}`,
        causedBy: cause.details,
        rootCauses: [
          cause.details.type === 'mapper_parsing_exception'
            ? cause.details
            : {
                type: 'mapper_parsing_exception',
                status: 400,
                reason: `Failed to parse mapping [_doc]: ${cause.details.reason}`,
              },
        ],
      })
    : cause;
