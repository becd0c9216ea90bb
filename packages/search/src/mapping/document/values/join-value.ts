import { illegalArgument } from '../../../error/es-error.ts';
import { isJsonObject } from '../../../json/json-kinds.ts';
import type { JsonValue } from '../../../json/json-value.ts';
import type { JoinField } from '../../field-type.ts';
import { storageOf } from '../../type-handler.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { textOfValue } from './value-text.ts';

export const indexJoin = (field: JoinField, value: JsonValue, place: IndexedPlace): void => {
  if (value === null || field.storage === null) return;
  const { name, parent } = read(value);
  const parentRelation = parentOf(field, name);
  const isParent = field.relations.has(name);
  if (parentRelation === null && !isParent) {
    throw illegalArgument(`unknown join name [${name}] for field [${field.name}]`);
  }
  if (parentRelation !== null) {
    if (parent === null) throw illegalArgument(`[parent] is missing for join field [${field.name}]`);
    if (place.document.routing === null) throw illegalArgument(`[routing] is missing for join field [${field.name}]`);
  }
  for (const sink of place.sinks) {
    sink.addTerm(field.storage, name);
    if (parentRelation !== null && parent !== null) sink.addTerm(idStorage(field, parentRelation), parent);
    if (isParent) sink.addTerm(idStorage(field, name), place.document.id);
  }
};

const idStorage = (field: JoinField, relation: string) =>
  storageOf(`${field.name}#${relation}`, { inverted: { options: 'docs', hasNorms: false }, column: 'ordinals' });

/** The relation whose child `name` is; null where it is none's. */
export const parentOf = (field: JoinField, name: string): string | null => {
  for (const [parent, children] of field.relations) if (children.includes(name)) return parent;
  return null;
};

const read = (value: JsonValue): { readonly name: string; readonly parent: string | null } => {
  if (typeof value === 'string') return { name: value, parent: null };
  if (!isJsonObject(value)) throw illegalArgument(`[name] is missing for a join field`);
  const unknown = Object.keys(value).find((key) => key !== 'name' && key !== 'parent');
  if (unknown !== undefined) throw illegalArgument(`unknown field name [${unknown}] in join object`);
  const { name, parent } = { name: value['name'], parent: value['parent'] };
  if (name === undefined || name === null) throw illegalArgument('null join name in a join field');
  return { name: textOfValue(name), parent: parent === undefined || parent === null ? null : textOfValue(parent) };
};
