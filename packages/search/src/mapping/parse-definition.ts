import { illegalArgument } from '../error/es-error.ts';
import { isJsonObject } from '../json/json-kinds.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import {
  type Definition,
  emptyObject,
  emptySettings,
  type FieldDefinition,
  type MappingDefinition,
  type ObjectDefinition,
  type RootSettings,
} from './definition.ts';
import type { ObjectMapping } from './mapping.ts';
import { mapperParsing, type Parameter, scalarText } from './parameter.ts';
import { typeTable } from './type-table.ts';

const rootKeys = {
  date_detection: (value: JsonValue): Partial<RootSettings> => ({ dateDetection: flag('date_detection', value) }),
  numeric_detection: (value: JsonValue): Partial<RootSettings> => ({
    numericDetection: flag('numeric_detection', value),
  }),
  dynamic_date_formats: (value: JsonValue): Partial<RootSettings> => ({ dynamicDateFormats: textsOf(value) }),
  dynamic_templates: (value: JsonValue): Partial<RootSettings> => ({ dynamicTemplates: templatesOf(value) }),
  _source: (value: JsonValue): Partial<RootSettings> => ({ source: objectAt('_source', value) }),
  _routing: (value: JsonValue): Partial<RootSettings> => ({ routing: objectAt('_routing', value) }),
  _meta: (value: JsonValue): Partial<RootSettings> => ({ meta: objectAt('_meta', value) }),
  runtime: (value: JsonValue): Partial<RootSettings> => ({ runtime: objectAt('runtime', value) }),
  derived: (value: JsonValue): Partial<RootSettings> => ({ derived: objectAt('derived', value) }),
} as const;

const isRootKey = (key: string): key is keyof typeof rootKeys => Object.hasOwn(rootKeys, key);

/** The mapping that a `mappings` body says; throws `mapper_parsing_exception` for what it must not say. */
export const parseMappingDefinition = (body: JsonObject): MappingDefinition => {
  let settings: RootSettings = emptySettings;
  const own: Record<string, JsonValue> = {};
  const unknown: string[] = [];
  for (const [key, value = null] of Object.entries(body)) {
    if (isRootKey(key)) settings = { ...settings, ...rootKeys[key](value) };
    else if (['properties', 'dynamic', 'enabled'].includes(key)) own[key] = value;
    else if (key === '_field_names' || key === '_data_stream_timestamp') continue;
    else unknown.push(`[${key} : ${javaText(value)}]`);
  }
  if (unknown.length > 0) {
    throw mapperParsing(`Root mapping definition has unsupported parameters:  ${unknown.join(' ')}`);
  }
  return { root: parseObject('', own), settings };
};

const parseObject = (path: string, body: JsonObject): ObjectDefinition => {
  let made: ObjectDefinition = { ...emptyObject, isNested: body['type'] === 'nested' };
  for (const [key, value = null] of Object.entries(body)) {
    switch (key) {
      case 'type':
        break;
      case 'dynamic':
        made = { ...made, dynamic: dynamicOf(value) };
        break;
      case 'enabled':
        made = { ...made, isEnabled: flag(`${path}.enabled`, value) };
        break;
      case 'include_in_parent':
      case 'include_in_root':
        if (!made.isNested) throw unsupported(key, value, path);
        made = {
          ...made,
          [key === 'include_in_root' ? 'includeInRoot' : 'includeInParent']: flag(key, value),
        };
        break;
      case 'properties':
        made = { ...made, properties: parseProperties(path, value) };
        break;
      default:
        throw unsupported(key, value, path);
    }
  }
  return made;
};

const unsupported = (key: string, value: JsonValue, path: string) =>
  mapperParsing(
    `Mapping definition for [${lastPart(path)}] has unsupported parameters:  [${key} : ${javaText(value)}]`,
  );

const parseProperties = (path: string, body: JsonValue): ReadonlyMap<string, Definition> => {
  if (Array.isArray(body) && body.length === 0) return new Map();
  if (!isJsonObject(body)) {
    throw mapperParsing(
      `Expected map for property [properties] on field [${lastPart(path)}] but got ${javaText(body)}`,
    );
  }
  const properties = new Map<string, Definition>();
  for (const [name, value = null] of Object.entries(body)) {
    if (!isJsonObject(value)) {
      throw mapperParsing(`Expected map for property [fields] on field [${name}] but got a class ${javaClass(value)}`);
    }
    addProperty(properties, splitName(name), parseDefinition(path === '' ? name : `${path}.${name}`, value));
  }
  return properties;
};

/** A dotted name in `properties` stands for objects within objects. */
const addProperty = (into: Map<string, Definition>, names: readonly string[], definition: Definition): void => {
  const [first = '', ...rest] = names;
  if (rest.length === 0) {
    into.set(first, definition);
    return;
  }
  const outer = into.get(first);
  const object = outer?.kind === 'object' ? outer : emptyObject;
  const properties = new Map(object.properties);
  addProperty(properties, rest, definition);
  into.set(first, { ...object, properties });
};

const splitName = (name: string): readonly string[] => {
  const parts = name.split('.');
  if (name === '') throw illegalArgument('field name cannot be an empty string');
  if (parts.some((part) => part.trim() === '')) {
    throw illegalArgument(`field name starting or ending with a [.] makes object resolution ambiguous: [${name}]`);
  }
  return parts;
};

/** The definition of a field or object at `path`. */
export const parseDefinition = (path: string, body: JsonObject): Definition => {
  const given = body['type'];
  if (given === undefined) {
    const isObject = Object.keys(body).length === 0 || ['properties', 'enabled', 'dynamic'].some((key) => key in body);
    if (!isObject) throw mapperParsing(`No type specified for field [${lastPart(path)}]`);
    return parseObject(path, body);
  }
  const type = scalarText(given);
  if (type === 'object' || type === 'nested') return parseObject(path, body);
  return parseField(lastPart(path), type, body);
};

/** The definition of one field without the place it stands in. */
const parseField = (name: string, type: string, body: JsonObject): FieldDefinition => {
  const handler = typeTable.get(type);
  if (handler === undefined) throw mapperParsing(`No handler for type [${type}] declared on field [${name}]`);
  const known = new Map(handler.parameters.map((parameter) => [parameter.name, parameter]));
  const parameters = new Map<string, JsonValue>();
  let copyTo: readonly string[] = [];
  let fields: ReadonlyMap<string, FieldDefinition> = new Map();
  for (const [key, value = null] of Object.entries(body)) {
    if (key === 'type') continue;
    if (key === 'copy_to') copyTo = textsOf(value);
    else if (key === 'fields') fields = parseMultiFields(name, value);
    else setParameter(parameters, { parameter: known.get(key), key, value, name, type });
  }
  return { kind: 'field', type, parameters, copyTo, fields };
};

const setParameter = (
  into: Map<string, JsonValue>,
  given: {
    readonly parameter: Parameter | undefined;
    readonly key: string;
    readonly value: JsonValue;
    readonly name: string;
    readonly type: string;
  },
): void => {
  const { parameter, key, value, name, type } = given;
  if (parameter === undefined) throw mapperParsing(`unknown parameter [${key}] on mapper [${name}] of type [${type}]`);
  if (value === null && key !== 'null_value') {
    throw mapperParsing(`[${key}] on mapper [${name}] of type [${type}] must not have a [null] value`);
  }
  if (value === null) return;
  const parsed = parameter.parse(value, { field: name, type });
  if (parsed !== parameter.fallback) into.set(key, parsed);
};

const parseMultiFields = (name: string, body: JsonValue): ReadonlyMap<string, FieldDefinition> => {
  if (Array.isArray(body) && body.length === 0) return new Map();
  if (!isJsonObject(body)) {
    throw mapperParsing(`expected map for property [fields] on field [${name}] but got a class ${javaClass(body)}`);
  }
  const fields = new Map<string, FieldDefinition>();
  for (const [sub, value = null] of Object.entries(body)) {
    if (sub.includes('.')) {
      throw mapperParsing(`Field name [${sub}] which is a multi field of [${name}] cannot contain '.'`);
    }
    if (!isJsonObject(value)) throw mapperParsing(`illegal field [${sub}], only fields can be specified inside fields`);
    const type = value['type'];
    if (type === undefined) throw mapperParsing(`no type specified for property [${sub}]`);
    if (type === 'object' || type === 'nested') {
      throw mapperParsing(`Type [${type}] cannot be used in multi field`);
    }
    fields.set(sub, parseField(sub, scalarText(type), value));
  }
  return fields;
};

const dynamicOf = (value: JsonValue): ObjectMapping['dynamic'] => {
  const text = scalarText(value).toLowerCase();
  switch (text) {
    case 'true':
    case 'false':
    case 'strict':
    case 'strict_allow_templates':
    case 'false_allow_templates':
      return text;
    default:
      throw mapperParsing(
        `unknown value [${scalarText(value)}] of [dynamic]; use true, false, strict, strict_allow_templates or false_allow_templates`,
      );
  }
};

const templatesOf = (value: JsonValue): readonly JsonObject[] => {
  if (!Array.isArray(value))
    throw mapperParsing('Dynamic template syntax error. An array of named objects is expected.');
  return value.map((entry: JsonValue) => {
    if (!isJsonObject(entry) || Object.keys(entry).length !== 1) {
      throw mapperParsing('A dynamic template must be defined with a name');
    }
    return entry;
  });
};

const flag = (name: string, value: JsonValue): boolean => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw mapperParsing(`Could not convert [${name}] to boolean`);
};

const textsOf = (value: JsonValue): readonly string[] =>
  Array.isArray(value) ? value.map((entry: JsonValue) => scalarText(entry)) : [scalarText(value)];

const objectAt = (name: string, value: JsonValue): JsonObject => {
  if (isJsonObject(value)) return value;
  throw mapperParsing(`[${name}] config must be an object`);
};

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** A value as Java's maps and lists print it: `{a=1, b=[x]}`. */
export const javaText = (value: JsonValue | undefined): string => {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map((entry: JsonValue) => javaText(entry)).join(', ')}]`;
  if (isJsonObject(value)) {
    return `{${Object.entries(value)
      .map(([key, entry]) => `${key}=${javaText(entry)}`)
      .join(', ')}}`;
  }
  return scalarText(value);
};

const javaClass = (value: JsonValue): string => {
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (Array.isArray(value)) return 'java.util.ArrayList';
  return typeof value === 'number' && Number.isInteger(value) ? 'java.lang.Integer' : 'java.lang.Double';
};
