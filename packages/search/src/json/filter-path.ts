import { matchesGlob } from './glob.ts';
import { isJsonArray, isJsonObject } from './json-kinds.ts';
import type { JsonValue } from './json-value.ts';

/** Gives what the `filter_path` of a request leaves of an answer; undefined when nothing is left. */
export type PathFilter = (value: JsonValue) => JsonValue | undefined;

/** One path as its steps: a name pattern, or `**` for any number of levels. */
type Step = { readonly any: true } | { readonly any: false; readonly matches: (name: string) => boolean };

/**
 * The filter of `filter_path=a.*.b,**.c,-d.e`: `*` stands within a name, `**` for any number of levels, a leading `-` excludes,
 * `\.` is a dot of the name. Arrays are looked through.
 */
export function createPathFilter(filterPath: string | readonly string[]): PathFilter {
  const paths = (typeof filterPath === 'string' ? filterPath.split(',') : filterPath).filter((path) => path !== '');
  const includes = paths.filter((path) => !path.startsWith('-')).map(parsePath);
  const excludes = paths.filter((path) => path.startsWith('-')).map((path) => parsePath(path.slice(1)));
  return (value) => {
    const included = includes.length === 0 ? value : keep(value, includes);
    return included === undefined || excludes.length === 0 ? included : drop(included, excludes);
  };
}

function parsePath(path: string): readonly Step[] {
  return path
    .split(/(?<!\\)\./)
    .filter((name, index, all) => name !== '' || index < all.length - 1)
    .map((name) => {
      const plain = name.replaceAll('\\.', '.');
      if (plain === '**') return { any: true };
      const isPattern = plain.includes('*');
      return { any: false, matches: (text) => (isPattern ? matchesGlob(plain, text) : text === plain) };
    });
}

/** The paths that go on below `name`; an empty one says that the name is matched to its end. */
function follow(paths: readonly (readonly Step[])[], name: string): readonly (readonly Step[])[] {
  const next: (readonly Step[])[] = [];
  for (const path of paths) followOne(path, name, next);
  return next;
}

function followOne(path: readonly Step[], name: string, next: (readonly Step[])[]): void {
  const [first, ...rest] = path;
  if (first === undefined) return;
  if (first.any) {
    // `**` at the end takes all; before other steps it takes this level or none.
    if (rest.length === 0) next.push([]);
    else {
      next.push(path);
      followOne(rest, name, next);
    }
  } else if (first.matches(name)) next.push(rest);
}

const isMatched = (paths: readonly (readonly Step[])[]): boolean => paths.some((path) => path.length === 0);

type MutableObject = Record<string, JsonValue>;

function keep(value: JsonValue, paths: readonly (readonly Step[])[]): JsonValue | undefined {
  if (isMatched(paths)) return value;
  if (paths.length === 0) return undefined;
  if (isJsonArray(value)) {
    const items = value.map((item) => keep(item, paths)).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const result: MutableObject = {};
  let count = 0;
  for (const [key, item] of Object.entries(value)) {
    const kept = item === undefined ? undefined : keep(item, follow(paths, key));
    if (kept === undefined) continue;
    result[key] = kept;
    count++;
  }
  return count > 0 ? result : undefined;
}

function drop(value: JsonValue, paths: readonly (readonly Step[])[]): JsonValue | undefined {
  if (isMatched(paths)) return undefined;
  if (paths.length === 0) return value;
  if (isJsonArray(value)) {
    const items = value.map((item) => drop(item, paths)).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (!isJsonObject(value)) return value;
  const result: MutableObject = {};
  let count = 0;
  for (const [key, item] of Object.entries(value)) {
    const kept = item === undefined ? undefined : drop(item, follow(paths, key));
    if (kept === undefined) continue;
    result[key] = kept;
    count++;
  }
  return count > 0 ? result : undefined;
}
