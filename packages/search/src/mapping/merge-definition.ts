import { illegalArgument } from '../error/es-error.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { Definition, FieldDefinition, MappingDefinition, ObjectDefinition, RootSettings } from './definition.ts';
import { typeTable } from './type-table.ts';

/**
 * The current mapping with what a later one adds or changes. Throws `illegal_argument_exception` for a type or parameter that
 * cannot change under documents that are already there.
 */
export const mergeMappings = (current: MappingDefinition, update: MappingDefinition): MappingDefinition => ({
  root: mergeObjects('', current.root, update.root),
  settings: mergeSettings(current.settings, update.settings),
});

const mergeSettings = (current: RootSettings, update: RootSettings): RootSettings => {
  if (isDifferent(current.source?.['enabled'], update.source?.['enabled']) && update.source !== null) {
    throw illegalArgument('Mapper for [_source] conflicts with existing mapper:\n\tCannot update parameter [enabled]');
  }
  return {
    dateDetection: update.dateDetection ?? current.dateDetection,
    numericDetection: update.numericDetection ?? current.numericDetection,
    dynamicDateFormats: update.dynamicDateFormats ?? current.dynamicDateFormats,
    dynamicTemplates: mergeTemplates(current.dynamicTemplates, update.dynamicTemplates),
    source: update.source ?? current.source,
    routing: update.routing ?? current.routing,
    meta: update.meta ?? current.meta,
    runtime: mergeNamed(current.runtime, update.runtime),
    derived: mergeNamed(current.derived, update.derived),
  };
};

const mergeTemplates = (
  current: readonly JsonObject[] | null,
  update: readonly JsonObject[] | null,
): readonly JsonObject[] | null => {
  if (update === null || current === null) return update ?? current;
  const names = new Set(update.flatMap((template) => Object.keys(template)));
  return [...current.filter((template) => !Object.keys(template).some((name) => names.has(name))), ...update];
};

const mergeNamed = (current: JsonObject | null, update: JsonObject | null): JsonObject | null =>
  update === null ? current : { ...current, ...update };

const mergeObjects = (path: string, current: ObjectDefinition, update: ObjectDefinition): ObjectDefinition => {
  if (current.isNested !== update.isNested) {
    throw illegalArgument(
      current.isNested
        ? `cannot change object mapping from nested to non-nested`
        : `cannot change object mapping from non-nested to nested`,
    );
  }
  if (update.isEnabled !== null && (current.isEnabled ?? true) !== update.isEnabled) {
    throw illegalArgument(`the [enabled] parameter can't be updated for the object mapping [${path}]`);
  }
  const properties = new Map(current.properties);
  for (const [name, added] of update.properties) {
    const existing = properties.get(name);
    const full = path === '' ? name : `${path}.${name}`;
    properties.set(name, existing === undefined ? added : mergeOne(full, existing, added));
  }
  return {
    ...current,
    dynamic: update.dynamic ?? current.dynamic,
    includeInParent: update.includeInParent ?? current.includeInParent,
    includeInRoot: update.includeInRoot ?? current.includeInRoot,
    properties,
  };
};

const mergeOne = (path: string, current: Definition, update: Definition): Definition => {
  if (current.kind === 'object' && update.kind === 'object') return mergeObjects(path, current, update);
  if (current.kind === 'field' && update.kind === 'field') return mergeFields(path, current, update);
  throw illegalArgument(
    current.kind === 'object'
      ? `can't merge a non object mapping [${path}] with an object mapping`
      : `can't merge a non object mapping [${path}] with an object mapping`,
  );
};

const mergeFields = (path: string, current: FieldDefinition, update: FieldDefinition): FieldDefinition => {
  if (current.type !== update.type) {
    throw illegalArgument(`mapper [${path}] cannot be changed from type [${current.type}] to [${update.type}]`);
  }
  const conflicts = (typeTable.get(current.type)?.parameters ?? []).flatMap((parameter) => {
    const from = current.parameters.get(parameter.name) ?? parameter.fallback;
    const to = update.parameters.get(parameter.name) ?? parameter.fallback;
    if (!isDifferent(from, to)) return [];
    const isAllowed = parameter.name === 'norms' ? from === true && to === false : parameter.isUpdatable;
    return isAllowed ? [] : [`Cannot update parameter [${parameter.name}] from [${shown(from)}] to [${shown(to)}]`];
  });
  if (conflicts.length > 0) {
    throw illegalArgument(`Mapper for [${path}] conflicts with existing mapper:\n\t${conflicts.join('\n\t')}`);
  }
  const fields = new Map(current.fields);
  for (const [name, added] of update.fields) {
    const existing = fields.get(name);
    fields.set(name, existing === undefined ? added : mergeFields(`${path}.${name}`, existing, added));
  }
  return { ...update, fields };
};

const isDifferent = (from: JsonValue | undefined, to: JsonValue | undefined): boolean =>
  JSON.stringify(from ?? null) !== JSON.stringify(to ?? null);

const shown = (value: JsonValue | undefined): string => {
  if (value === undefined || value === null) return 'null';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
