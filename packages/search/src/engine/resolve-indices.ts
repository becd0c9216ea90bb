import { EsError, illegalArgument } from '../error/es-error.ts';
import { matchesGlob } from '../json/glob.ts';
import { indexNotFound, invalidIndexName } from './index-name.ts';

/** What an expression may name. */
export interface NamedIndex {
  readonly name: string;
  readonly isClosed: boolean;
  readonly isHidden: boolean;
  readonly aliases: ReadonlyMap<string, { readonly isHidden: boolean }>;
}

export interface ResolveOptions {
  /** Names of nothing, or of closed indices, are passed over. */
  readonly ignoresUnavailable: boolean;
  /** Wildcards, or an empty list, may match nothing. */
  readonly allowsNone: boolean;
  readonly expandsOpen: boolean;
  readonly expandsClosed: boolean;
  readonly expandsHidden: boolean;
  readonly allowsAliases: boolean;
}

export const defaultResolve: ResolveOptions = {
  ignoresUnavailable: false,
  allowsNone: true,
  expandsOpen: true,
  expandsClosed: false,
  expandsHidden: false,
  allowsAliases: true,
};

/** One index that an expression names, with the aliases through which it did; none of them where it was named itself. */
export interface ResolvedIndex<Index extends NamedIndex> {
  readonly index: Index;
  readonly throughAliases: readonly string[];
}

/**
 * The indices that a comma-separated expression names, in the order of their names' first mention, wildcards in the order of
 * names: `logs-*,-logs-old`, `_all`, aliases, `<logs-{now/d}>`. Throws `index_not_found_exception` and its kin.
 */
export const resolveIndices = <Index extends NamedIndex>(
  expression: string,
  all: readonly Index[],
  options: ResolveOptions & { readonly nowMs: number },
): readonly ResolvedIndex<Index>[] => {
  const names = expression.split(',').filter((name) => name !== '');
  const found = new Map<string, { readonly index: Index; readonly aliases: Set<string>; isNamed: boolean }>();
  const isAll = names.length === 0 || (names.length === 1 && (names[0] === '_all' || names[0] === '*'));
  if (isAll) for (const index of expand('*', all, options)) add(found, index, null);
  else for (const [place, name] of names.entries()) take({ name, isFirst: place === 0 }, { all, found, options });
  if (found.size === 0 && !options.allowsNone) throw indexNotFound(expression === '' ? '_all' : expression);
  return [...found.values()].map(({ index, aliases, isNamed }) => ({
    index,
    throughAliases: isNamed ? [] : [...aliases],
  }));
};

interface Search<Index extends NamedIndex> {
  readonly all: readonly Index[];
  readonly found: Map<string, { readonly index: Index; readonly aliases: Set<string>; isNamed: boolean }>;
  readonly options: ResolveOptions;
}

const take = <Index extends NamedIndex>(
  at: { readonly name: string; readonly isFirst: boolean },
  search: Search<Index>,
): void => {
  const { all, found, options } = search;
  const isExclusion = at.name.startsWith('-') && !at.isFirst;
  const name = isExclusion ? at.name.slice(1) : at.name;
  if (isExclusion) {
    for (const [key, { index }] of found) {
      if (matchesGlob(name, index.name) || index.aliases.has(name)) found.delete(key);
    }
    return;
  }
  if (name.startsWith('_') && name !== '_all') throw invalidIndexName(name, "must not start with '_'.");
  if (name.includes('*')) {
    const matched = expand(name, all, options);
    for (const { index, alias } of matched.map((one) => ({ index: one, alias: aliasFor(name, one) }))) {
      add(found, index, alias);
    }
    if (matched.length === 0 && !options.allowsNone) throw indexNotFound(name);
    return;
  }
  takeExact(name, search);
};

const takeExact = <Index extends NamedIndex>(name: string, { all, found, options }: Search<Index>): void => {
  const own = all.find((index) => index.name === name);
  const byAlias = all.filter((index) => index.aliases.has(name));
  if (own === undefined && byAlias.length === 0) {
    if (options.ignoresUnavailable) return;
    throw indexNotFound(name);
  }
  if (own === undefined && !options.allowsAliases) {
    throw illegalArgument(
      `The provided expression [${name}] matches an alias, specify the corresponding concrete indices instead.`,
    );
  }
  const named = own === undefined ? byAlias : [own];
  for (const index of named) {
    if (index.isClosed && !options.expandsClosed) {
      if (options.ignoresUnavailable) continue;
      throw new EsError({
        type: 'index_closed_exception',
        status: 400,
        reason: 'closed',
        metadata: { index: index.name },
      });
    }
    add(found, index, own === undefined ? name : null);
  }
};

const expand = <Index extends NamedIndex>(
  pattern: string,
  all: readonly Index[],
  options: ResolveOptions,
): readonly Index[] =>
  all
    .filter((index) => (index.isClosed ? options.expandsClosed : options.expandsOpen))
    .filter((index) => {
      if (matchesGlob(pattern, index.name)) {
        return !index.isHidden || options.expandsHidden || (pattern.startsWith('.') && index.name.startsWith('.'));
      }
      return options.allowsAliases && [...index.aliases.keys()].some((alias) => matchesGlob(pattern, alias));
    })
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));

/** The alias that made a pattern match; null where the index's own name did. */
const aliasFor = (pattern: string, index: NamedIndex): string | null =>
  matchesGlob(pattern, index.name)
    ? null
    : ([...index.aliases.keys()].find((alias) => matchesGlob(pattern, alias)) ?? null);

const add = <Index extends NamedIndex>(
  found: Map<string, { readonly index: Index; readonly aliases: Set<string>; isNamed: boolean }>,
  index: Index,
  alias: string | null,
): void => {
  const known = found.get(index.name) ?? { index, aliases: new Set<string>(), isNamed: false };
  if (alias === null) known.isNamed = true;
  else known.aliases.add(alias);
  found.set(index.name, known);
};
