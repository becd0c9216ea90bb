import { EsError, illegalArgument } from '../../error/es-error.ts';
import { isJsonObject } from '../../json/json-kinds.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { DocumentBlock, SegmentDocument } from '../../segment/segment-document.ts';
import { metadataStorage } from '../build-mapping.ts';
import { type Definition, emptyObject, type ObjectDefinition } from '../definition.ts';
import { dynamicDefinition } from '../dynamic-mapping.ts';
import type { FieldType } from '../field-type.ts';
import type { IndexMapping } from '../index-mapping.ts';
import type { ObjectMapping } from '../mapping.ts';
import { mapperParsing } from '../parameter.ts';
import { javaText } from '../parse-definition.ts';
import { createFieldSink, type FieldSink } from './field-sink.ts';
import { indexValue } from './index-value.ts';
import type { IndexedPlace, SourceDocument } from './indexed-place.ts';

export interface ParsedDocument {
  readonly block: DocumentBlock;
  /** What its unmapped fields add to the mapping; null for nothing. `block` is then to be parsed again under the new mapping. */
  readonly update: ObjectDefinition | null;
}

/**
 * The segment documents of one source under a mapping. Throws `mapper_parsing_exception` and its kin for values that their
 * fields do not take; nothing is kept of such a document.
 */
export const parseDocument = (index: IndexMapping, document: SourceDocument): ParsedDocument => {
  const body = parseSource(document.source);
  const root = createFieldSink();
  const parsing: Parsing = {
    index,
    document,
    nested: [],
    sinkOfNestedPath: new Map([['', root]]),
    update: null,
    nestedCount: 0,
  };
  const place: Place = { object: index.mapping.root, sinks: [root] };
  addMetadata(index, document, root, body);
  parseObject(parsing, place, body);
  const stored = {
    id: document.id,
    routing: document.routing,
    source: index.mapping.isSourceEnabled ? index.keptSource(document.source, body) : null,
  };
  return { block: [...parsing.nested, root.finish(stored)], update: parsing.update };
};

interface Parsing {
  readonly index: IndexMapping;
  readonly document: SourceDocument;
  readonly nested: SegmentDocument[];
  /** The sinks of the objects that are being parsed, for `copy_to`. */
  readonly sinkOfNestedPath: Map<string, FieldSink>;
  update: ObjectDefinition | null;
  nestedCount: number;
}

/** Where values go: into the object's own document, and into those outside it that include it. */
interface Place {
  readonly object: ObjectMapping;
  readonly sinks: readonly FieldSink[];
}

const parseSource = (source: Uint8Array): JsonObject => {
  if (source.length === 0) {
    throw new EsError({ type: 'parse_exception', status: 400, reason: 'request body is required' });
  }
  try {
    const value = parseJson(source);
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw error instanceof EsError ? mapperParsing('failed to parse', error) : error;
  }
  throw mapperParsing(
    'failed to parse',
    new EsError({
      type: 'not_x_content_exception',
      status: 400,
      reason: 'Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes',
    }),
  );
};

const addMetadata = (index: IndexMapping, document: SourceDocument, root: FieldSink, body: JsonObject): void => {
  if (document.routing !== null) root.addTerm(metadataStorage.routing, document.routing);
  else if (index.mapping.isRoutingRequired) {
    throw new EsError({
      type: 'routing_missing_exception',
      status: 400,
      reason: `routing is required for [${index.name}]/[${document.id}]`,
    });
  }
  const count = body['_doc_count'];
  if (count === undefined) return;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
    throw mapperParsing(
      `failed to parse field [_doc_count] of type [_doc_count]`,
      illegalArgument(
        `Field [_doc_count] must be a positive integer. Value [${javaText(count)}] is not a positive integer`,
      ),
    );
  }
  root.addNumber(metadataStorage.docCount, count);
};

const parseObject = (parsing: Parsing, place: Place, body: JsonObject): void => {
  for (const [key, value = null] of Object.entries(body)) {
    if (key === '_doc_count' && place.object.path === '') continue;
    if (key.startsWith('_') && place.object.path === '' && parsing.index.mapping.fields.get(key)?.type === key) {
      throw mapperParsing(
        'failed to parse',
        mapperParsing(
          `Field [${key}] is a metadata field and cannot be added inside a document. Use the index API request parameters.`,
        ),
      );
    }
    parseNamed(parsing, place, namesOf(key), value);
  }
};

const namesOf = (key: string): readonly string[] => {
  if (key === '') throw mapperParsing('failed to parse', illegalArgument('field name cannot be an empty string'));
  if (!key.includes('.')) return [key];
  const names = key.split('.');
  if (names.some((name) => name.trim() === '')) {
    throw mapperParsing(
      'failed to parse',
      illegalArgument(`object field starting or ending with a [.] makes object resolution ambiguous: [${key}]`),
    );
  }
  return names;
};

const pathIn = (object: ObjectMapping, name: string): string => (object.path === '' ? name : `${object.path}.${name}`);

const parseNamed = (parsing: Parsing, place: Place, names: readonly string[], value: JsonValue): void => {
  const { mapping } = parsing.index;
  const [first = '', ...rest] = names;
  const path = pathIn(place.object, first);
  const object = mapping.objects.get(path);
  if (object !== undefined) {
    if (rest.length > 0) parseObjectValue(parsing, place, object, { [rest.join('.')]: value });
    else parseObjectValue(parsing, place, object, value);
    return;
  }
  const field = mapping.fields.get(path);
  if (field !== undefined && rest.length === 0) {
    parseFieldValue(parsing, place, field, value);
    return;
  }
  if (field?.type === 'flattened') {
    parseFieldValue(parsing, place, field, { [rest.join('.')]: value });
    return;
  }
  const whole = mapping.fields.get(pathIn(place.object, names.join('.')));
  if (whole !== undefined) {
    throw mapperParsing(
      'failed to parse',
      illegalArgument(
        `Cannot write to a multi-field or sub-field [${whole.name}] directly; write to the field it belongs to`,
      ),
    );
  }
  addDynamic(parsing, place, names, value);
};

const parseObjectValue = (parsing: Parsing, place: Place, object: ObjectMapping, value: JsonValue): void => {
  if (value === null || !object.isEnabled) return;
  if (Array.isArray(value)) {
    for (const entry of value) parseObjectValue(parsing, place, object, entry);
    return;
  }
  if (!isJsonObject(value)) {
    const name = object.path.slice(object.path.lastIndexOf('.') + 1);
    throw mapperParsing(
      `object mapping for [${object.path}] tried to parse field [${name}] as object, but found a concrete value`,
    );
  }
  if (object.isNested) parseNested(parsing, place, object, value);
  else parseObject(parsing, { object, sinks: place.sinks }, value);
};

const parseNested = (parsing: Parsing, place: Place, object: ObjectMapping, value: JsonObject): void => {
  const { limits } = parsing.index;
  parsing.nestedCount += 1;
  if (parsing.nestedCount > limits.nestedObjects) {
    throw mapperParsing(
      `The number of nested documents has exceeded the allowed limit of [${limits.nestedObjects}]. This limit can be set by changing the [index.mapping.nested_objects.limit] index level setting.`,
    );
  }
  const own = createFieldSink();
  own.addTerm(metadataStorage.nestedPath, object.path);
  const outer = parsing.sinkOfNestedPath.get(object.path);
  const root = parsing.sinkOfNestedPath.get('');
  const parent = place.sinks[0];
  const included = new Set<FieldSink>([own]);
  // What includes its parent's sinks goes all the way out: the parent may be included in its own parent.
  if (object.includeInParent && parent !== undefined) for (const sink of place.sinks) included.add(sink);
  if (object.includeInRoot && root !== undefined) included.add(root);
  parsing.sinkOfNestedPath.set(object.path, own);
  parseObject(parsing, { object, sinks: [...included] }, value);
  if (outer === undefined) parsing.sinkOfNestedPath.delete(object.path);
  else parsing.sinkOfNestedPath.set(object.path, outer);
  parsing.nested.push(own.finish(null));
};

const parseFieldValue = (parsing: Parsing, place: Place, field: FieldType, value: JsonValue): void => {
  if (field.type === 'alias') {
    throw mapperParsing('failed to parse', illegalArgument(`Cannot write to a field alias [${field.name}].`));
  }
  if (Array.isArray(value) && !takesArrays(field)) {
    for (const entry of value) parseFieldValue(parsing, place, field, entry);
    return;
  }
  const { document } = parsing;
  const at: IndexedPlace = { sinks: place.sinks, document, index: parsing.index };
  try {
    indexValue(field, value, at);
    for (const sub of field.multiFields) indexValue(sub, value, at);
  } catch (error) {
    if (!(error instanceof EsError)) throw error;
    throw new EsError({
      ...mapperParsing(
        `failed to parse field [${field.name}] of type [${field.type}] in document with id '${document.id}'. Preview of field's value: '${javaText(value)}'`,
        error,
      ).details,
    });
  }
  for (const target of field.copyTo) copyTo(parsing, target, value);
};

/** Types whose one value may itself be a JSON array. */
const takesArrays = (field: FieldType): boolean =>
  field.type === 'geo_point' || field.type === 'dense_vector' || field.type === 'knn_vector';

const copyTo = (parsing: Parsing, target: string, value: JsonValue): void => {
  const { mapping } = parsing.index;
  const field = mapping.fields.get(target);
  const sink = parsing.sinkOfNestedPath.get(mapping.nestedPathOf(target) ?? '');
  if (sink === undefined) return;
  if (field !== undefined)
    parseFieldValue(parsing, { object: mapping.root, sinks: [sink] }, { ...field, copyTo: [] }, value);
  else parseNamed(parsing, { object: mapping.root, sinks: [sink] }, target.split('.'), value);
};

/** Notes what an unmapped value adds to the mapping. */
const addDynamic = (parsing: Parsing, place: Place, names: readonly string[], value: JsonValue): void => {
  const [first = '', ...rest] = names;
  const path = pathIn(place.object, first);
  if (rest.length > 0) {
    addDynamic(parsing, place, [first], { [rest.join('.')]: value });
    return;
  }
  if (value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) addDynamic(parsing, place, names, entry);
    return;
  }
  const settings = parsing.index.definition.settings;
  const definition = dynamicDefinition({ path, name: first, object: place.object }, value, settings);
  if (definition === null) return;
  noteUpdate(parsing, path, definition);
  if (!isJsonObject(value) || definition.kind !== 'object') return;
  const object: ObjectMapping = {
    path,
    isNested: false,
    includeInParent: false,
    includeInRoot: false,
    isEnabled: definition.isEnabled !== false,
    dynamic: definition.dynamic ?? place.object.dynamic,
    nestedPath: place.object.nestedPath,
  };
  if (!object.isEnabled) return;
  for (const [key, entry = null] of Object.entries(value)) {
    addDynamic(parsing, { object, sinks: place.sinks }, namesOf(key), entry);
  }
};

const noteUpdate = (parsing: Parsing, path: string, definition: Definition): void => {
  parsing.update = withDefinition(parsing.update ?? emptyObject, { path, names: path.split('.') }, definition, parsing);
};

const withDefinition = (
  outer: ObjectDefinition,
  at: { readonly path: string; readonly names: readonly string[] },
  definition: Definition,
  parsing: Parsing,
): ObjectDefinition => {
  const [first = '', ...rest] = at.names;
  const properties = new Map(outer.properties);
  const existing = properties.get(first);
  if (rest.length > 0) {
    const object = existing?.kind === 'object' ? existing : objectOutside(parsing, at, rest);
    properties.set(first, withDefinition(object, { path: at.path, names: rest }, definition, parsing));
  } else if (existing === undefined || (existing.kind === 'object' && definition.kind === 'object')) {
    properties.set(first, existing ?? definition);
  } else if (existing.kind === 'object' || definition.kind === 'object') {
    throw mapperParsing(
      `object mapping for [${at.path}] tried to parse field [${first}] as object, but found a concrete value`,
    );
  } else if (existing.type !== definition.type) {
    throw illegalArgument(`mapper [${at.path}] cannot be changed from type [${definition.type}] to [${existing.type}]`);
  }
  return { ...outer, properties };
};

/** An object on the way to a new field: nested where the mapping has it so, for the update has to agree with it. */
const objectOutside = (
  parsing: Parsing,
  { path }: { readonly path: string },
  rest: readonly string[],
): ObjectDefinition => {
  const outside = path.split('.').slice(0, -rest.length).join('.');
  return { ...emptyObject, isNested: parsing.index.mapping.objects.get(outside)?.isNested === true };
};
