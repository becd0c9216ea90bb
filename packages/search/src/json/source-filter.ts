import { isJsonArray, isJsonObject } from './json-kinds.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { createPathAutomaton, deadState, type PathAutomaton } from './path-automaton.ts';

export type SourceFilter = (source: JsonObject) => JsonObject;

/**
 * The filter of `_source: {includes, excludes}`: dotted paths with `*` for any text. A path takes what lies below it; arrays are
 * looked through; keys with literal dots match like nested ones; objects that a path into them leaves empty fall away.
 * Build it once for a search: it learns.
 */
export function createSourceFilter(includes: readonly string[], excludes: readonly string[]): SourceFilter {
  if (includes.length === 0 && excludes.length === 0) return (source) => source;
  const include = includes.length === 0 ? createPathAutomaton(['*']) : createPathAutomaton(includes);
  const exclude = createPathAutomaton(excludes);
  const everything = createPathAutomaton(['*']);
  const automata: Automata = { include, exclude, everything };
  return (source) => filterObject(source, automata, include.start, exclude.start);
}

interface Automata {
  readonly include: PathAutomaton;
  readonly exclude: PathAutomaton;
  readonly everything: PathAutomaton;
}

type MutableObject = Record<string, JsonValue>;

function filterObject(object: JsonObject, automata: Automata, includeState: number, excludeState: number): JsonObject {
  const result: MutableObject = {};
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    const included = automata.include.step(includeState, key);
    if (included === deadState) continue;
    const excluded = automata.exclude.step(excludeState, key);
    if (automata.exclude.isAccepting(excluded)) continue;
    const isIncluded = automata.include.isAccepting(included);
    const kept = filterValue(value, automata, included, excluded, isIncluded);
    if (kept !== undefined) result[key] = kept;
  }
  return result;
}

function filterValue(
  value: JsonValue,
  automata: Automata,
  included: number,
  excluded: number,
  isIncluded: boolean,
): JsonValue | undefined {
  if (isJsonObject(value)) {
    const below = automata.exclude.step(excluded, '.');
    if (isIncluded && below === deadState) return value;
    const kept = isIncluded
      ? filterObject(value, { ...automata, include: automata.everything }, automata.everything.start, below)
      : filterObject(value, automata, automata.include.step(included, '.'), below);
    return isIncluded || Object.keys(kept).length > 0 ? kept : undefined;
  }
  if (isJsonArray(value)) {
    if (isIncluded && automata.exclude.step(excluded, '.') === deadState) return value;
    const items: JsonValue[] = [];
    for (const item of value) {
      const kept = filterValue(item, automata, included, excluded, isIncluded);
      if (kept === undefined) continue;
      if (item !== kept && isEmpty(kept)) continue;
      items.push(kept);
    }
    return isIncluded || items.length > 0 ? items : undefined;
  }
  return isIncluded ? value : undefined;
}

const isEmpty = (value: JsonValue): boolean =>
  isJsonArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
