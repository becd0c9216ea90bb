import type { Analyzer } from '../analyzer.ts';
import type { CharFilter, TokenFilter, Tokenizer } from '../component.ts';
import type { ComponentSettings } from '../component-settings.ts';

/** What a script of an analysis chain sees of a token. */
export interface PredicateToken {
  readonly term: string;
  readonly position: number;
  readonly positionIncrement: number;
  readonly positionLength: number;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly type: string;
  readonly isKeyword: boolean;
}

/** Compiles the `script` of a `condition` or `predicate_token_filter`; `params` and options stand beside `source`. */
export type CompilePredicate = (script: {
  readonly source: string;
  readonly lang: string;
  readonly params: Readonly<Record<string, unknown>>;
}) => (token: PredicateToken) => boolean;

/** What stands before a filter in its chain. */
export interface ChainBefore {
  readonly charFilters: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
}

/** A filter that needs to know its chain: synonyms read their rules through it, others name filters of the registry. */
export interface ChainAwareFilter {
  readonly name: string;
  bind(before: ChainBefore, find: (name: string) => TokenFilter | ChainAwareFilter | undefined): TokenFilter;
}

export type AnyFilter = TokenFilter | ChainAwareFilter;

export const isChainAware = (filter: AnyFilter): filter is ChainAwareFilter => 'bind' in filter;

/** Binds a filter to its chain where it asks for that. */
export const bindFilter = (
  filter: AnyFilter,
  before: ChainBefore,
  find: (name: string) => AnyFilter | undefined,
): TokenFilter => (isChainAware(filter) ? filter.bind(before, find) : filter);

export interface BuildContext {
  readonly compilePredicate: CompilePredicate | undefined;
  /** `index.max_ngram_diff` and `index.max_shingle_diff`. */
  readonly maxNgramDiff: number;
  readonly maxShingleDiff: number;
  readonly analyzer: (name: string) => Analyzer | undefined;
}

export type Factory<T> = (name: string, settings: ComponentSettings, context: BuildContext) => T;

/** How a kind of component is made from settings; `needsSettings`: there is none by that name without them. */
export interface FactoryEntry<T> {
  readonly create: Factory<T>;
  readonly needsSettings?: boolean;
}
