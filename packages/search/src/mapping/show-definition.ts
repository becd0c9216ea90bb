import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { Definition, FieldDefinition, MappingDefinition, ObjectDefinition } from './definition.ts';
import { typeTable } from './type-table.ts';

/** The definition as `GET _mapping` gives it: names in order, defaults left out. */
export const showMapping = ({ root, settings }: MappingDefinition): JsonObject => ({
  ...(root.dynamic === null ? {} : { dynamic: root.dynamic }),
  ...(settings.dateDetection === null ? {} : { date_detection: settings.dateDetection }),
  ...(settings.numericDetection === null ? {} : { numeric_detection: settings.numericDetection }),
  ...(settings.dynamicDateFormats === null ? {} : { dynamic_date_formats: [...settings.dynamicDateFormats] }),
  ...(settings.dynamicTemplates === null ? {} : { dynamic_templates: [...settings.dynamicTemplates] }),
  ...(settings.meta === null ? {} : { _meta: settings.meta }),
  ...(settings.source === null ? {} : { _source: settings.source }),
  ...(settings.routing === null ? {} : { _routing: settings.routing }),
  ...(settings.runtime === null ? {} : { runtime: settings.runtime }),
  ...(settings.derived === null ? {} : { derived: settings.derived }),
  ...showProperties(root),
});

const showProperties = ({ properties }: ObjectDefinition): JsonObject =>
  properties.size === 0
    ? {}
    : { properties: Object.fromEntries(sorted(properties).map(([name, one]) => [name, showDefinition(one)])) };

export const showDefinition = (definition: Definition): JsonObject =>
  definition.kind === 'field' ? showField(definition) : showObject(definition);

const showObject = (definition: ObjectDefinition): JsonObject => ({
  ...(definition.isNested ? { type: 'nested' } : {}),
  ...(!definition.isNested && definition.properties.size === 0 ? { type: 'object' } : {}),
  ...(definition.includeInParent === true ? { include_in_parent: true } : {}),
  ...(definition.includeInRoot === true ? { include_in_root: true } : {}),
  ...(definition.dynamic === null ? {} : { dynamic: definition.dynamic }),
  ...(definition.isEnabled === false ? { enabled: false } : {}),
  ...showProperties(definition),
});

const showField = (definition: FieldDefinition): JsonObject => {
  const parameters: Record<string, JsonValue> = {};
  for (const parameter of typeTable.get(definition.type)?.parameters ?? []) {
    const value = definition.parameters.get(parameter.name);
    const shown = value ?? (parameter.isAlwaysShown ? parameter.fallback : undefined);
    if (shown !== undefined) parameters[parameter.name] = shown;
  }
  return {
    type: definition.type,
    ...(definition.fields.size === 0
      ? {}
      : { fields: Object.fromEntries(sorted(definition.fields).map(([name, one]) => [name, showField(one)])) }),
    ...(definition.copyTo.length === 0 ? {} : { copy_to: [...definition.copyTo] }),
    ...parameters,
  };
};

const sorted = <T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
  [...map].sort(([left], [right]) => (left < right ? -1 : 1));
