import { illegalArgument } from '../error/es-error.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { Analyzer, Normalizer } from './analyzer.ts';
import { createChainAnalyzer, createChainNormalizer, keywordTokenizer } from './chain.ts';
import type { ChainParts } from './chain-parts.ts';
import type { CharFilter, TokenFilter, Tokenizer } from './component.ts';
import { type ComponentSettings, createComponentSettings, type FlatSettings } from './component-settings.ts';
import { type AnalysisGroups, groupAnalysisSettings } from './registry/analysis-groups.ts';
import { analyzerFactories } from './registry/analyzer-factories.ts';
import {
  type AnyFilter,
  type BuildContext,
  bindFilter,
  type CompilePredicate,
  type FactoryEntry,
} from './registry/build-context.ts';
import { charFilterFactories } from './registry/char-filter-factories.ts';
import { type ComponentReference, createComponentFinder } from './registry/component-finder.ts';
import { filterFactories } from './registry/filter-factories.ts';
import { prebuiltFilters } from './registry/prebuilt-filters.ts';
import { tokenizerFactories } from './registry/tokenizer-factories.ts';

export type { CompilePredicate, PredicateToken } from './registry/build-context.ts';

/** A chain that is given in a request: names of components, or their definitions. */
export interface CustomDefinition {
  readonly tokenizer?: ComponentReference;
  readonly charFilters?: readonly ComponentReference[];
  readonly filters?: readonly ComponentReference[];
}

/** The analyzers and normalizers of one index, or (`isGlobal`) those that are there without one. */
export interface AnalysisRegistry {
  readonly isGlobal: boolean;
  /** `index.analyze.max_token_count`. */
  readonly maxTokenCount: number;
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Normalizer | undefined;
  /** An analyzer from components; without a tokenizer they must be fit for a normalizer. Throws `illegal_argument_exception`. */
  custom(definition: CustomDefinition): Analyzer;
}

export interface AnalysisOptions {
  /** Without it filters that have a script are refused. */
  readonly compilePredicate?: CompilePredicate;
  readonly isGlobal?: boolean;
}

const noSettings = createComponentSettings(new Map());
const positionIncrementGap = 100;

/**
 * Builds all that the settings configure; throws `illegal_argument_exception` where something does not fit. Settings are those of
 * the index or their `analysis` part, nested or with dotted keys.
 */
export const createAnalysisRegistry = (
  analysisSettings: JsonObject,
  options: AnalysisOptions = {},
): AnalysisRegistry => {
  const groups = groupAnalysisSettings(analysisSettings);
  const analyzers = new Map<string, Analyzer>();
  const context: BuildContext = {
    compilePredicate: options.compilePredicate,
    maxNgramDiff: groups.numbers.maxNgramDiff,
    maxShingleDiff: groups.numbers.maxShingleDiff,
    analyzer: (name) => builtIn(name, context),
  };
  const finders = {
    tokenizer: createComponentFinder<Tokenizer>('tokenizer', tokenizerFactories, groups.tokenizer, context),
    charFilter: createComponentFinder<CharFilter>('char_filter', charFilterFactories, groups.charFilter, context),
    filter: createComponentFinder<AnyFilter>('filter', filterFactories, groups.filter, context, prebuiltFilters),
  };

  const bindAll = (
    before: Omit<ChainParts, 'filters'>,
    filters: readonly AnyFilter[],
    find: (name: string) => AnyFilter | undefined,
  ) => {
    const bound: TokenFilter[] = [];
    for (const filter of filters) bound.push(bindFilter(filter, { ...before, filters: bound.slice() }, find));
    return bound;
  };

  const configured = (name: string, settings: ComponentSettings): Analyzer => {
    const type = settings.text('type');
    if (type === undefined && settings.text('tokenizer') === undefined) {
      throw illegalArgument(`analyzer [${name}] must specify either an analyzer type, or a tokenizer`);
    }
    if (type === undefined || type === 'custom') return customOf(name, settings);
    return factoryOf(analyzerFactories, type, `Unknown analyzer type [${type}] for [${name}]`).create(
      name,
      settings,
      context,
    );
  };

  const customOf = (name: string, settings: ComponentSettings): Analyzer => {
    const gap = settings.integer('position_increment_gap', positionIncrementGap);
    const tokenizerName = settings.text('tokenizer');
    if (tokenizerName === undefined)
      throw illegalArgument(`Custom Analyzer [${name}] must be configured with a tokenizer`);
    const need = <T>(found: T | undefined, kind: string, wanted: string): T => {
      if (found !== undefined) return found;
      throw illegalArgument(`Custom Analyzer [${name}] failed to find ${kind} under name [${wanted}]`);
    };
    const tokenizer = need(finders.tokenizer.configured(tokenizerName), 'tokenizer', tokenizerName);
    const charFilters = (settings.list('char_filter') ?? []).map((wanted) =>
      need(finders.charFilter.configured(wanted), 'char_filter', wanted),
    );
    const filters = (settings.list('filter') ?? []).map((wanted) =>
      need(finders.filter.configured(wanted), 'filter', wanted),
    );
    const parts = {
      charFilters,
      tokenizer,
      filters: bindAll({ charFilters, tokenizer }, filters, finders.filter.configured),
    };
    return createChainAnalyzer(parts, { name, isCustom: true, positionIncrementGap: gap });
  };

  const normalizerOf = (name: string, settings: ComponentSettings): Normalizer => {
    const type = settings.text('type');
    if (type === 'lowercase') return lowercaseNormalizer(name);
    if (type !== undefined && type !== 'custom')
      throw illegalArgument(`Unknown normalizer type [${type}] for [${name}]`);
    if (settings.text('tokenizer') !== undefined) {
      throw illegalArgument(`Custom normalizer [${name}] cannot configure a tokenizer`);
    }
    const charFilters = (settings.list('char_filter') ?? []).map((wanted) => {
      const found = finders.charFilter.configured(wanted);
      if (found === undefined) {
        throw illegalArgument(`Custom normalizer [${name}] failed to find char_filter under name [${wanted}]`);
      }
      if (!found.isNormalizing)
        throw illegalArgument(`Custom normalizer [${name}] may not use char filter [${wanted}]`);
      return found;
    });
    const filters = (settings.list('filter') ?? []).map((wanted) => {
      const found = finders.filter.configured(wanted);
      if (found === undefined) {
        throw illegalArgument(`Custom Analyzer [${name}] failed to find filter under name [${wanted}]`);
      }
      if ('bind' in found || found.normalize === undefined) {
        throw illegalArgument(`Custom normalizer [${name}] may not use filter [${wanted}]`);
      }
      return found;
    });
    return createChainNormalizer({ charFilters, tokenizer: keywordTokenizer, filters }, name);
  };

  const lowercaseNormalizer = (name: string): Normalizer => {
    const filter = finders.filter.configured('lowercase');
    const filters = filter === undefined || 'bind' in filter ? [] : [filter];
    return createChainNormalizer({ charFilters: [], tokenizer: keywordTokenizer, filters }, name);
  };

  buildConfigured(groups, finders);
  const normalizers = new Map<string, Normalizer>();
  for (const [name, flat] of groups.analyzer) analyzers.set(name, configured(name, createComponentSettings(flat)));
  for (const [name, flat] of groups.normalizer)
    normalizers.set(name, normalizerOf(name, createComponentSettings(flat)));
  checkNames(groups.analyzer.keys());

  return {
    isGlobal: options.isGlobal === true,
    maxTokenCount: groups.numbers.maxTokenCount,
    analyzer: (name) => {
      const known = analyzers.get(name);
      if (known !== undefined) return known;
      const made = builtIn(name, context);
      if (made !== undefined) analyzers.set(name, made);
      return made;
    },
    normalizer: (name) => {
      const known = normalizers.get(name);
      if (known !== undefined || name !== 'lowercase') return known;
      const made = lowercaseNormalizer(name);
      normalizers.set(name, made);
      return made;
    },
    custom: ({ tokenizer: given, charFilters: givenChar = [], filters: givenFilters = [] }) => {
      const isGlobal = options.isGlobal === true;
      const tokenizer = given === undefined ? keywordTokenizer : finders.tokenizer.named(given, isGlobal);
      const charFilters = givenChar.map((reference) => finders.charFilter.named(reference, isGlobal));
      const find = (name: string): AnyFilter | undefined => finders.filter.named(name, isGlobal);
      const filters = givenFilters.map((reference) => {
        const filter = finders.filter.named(reference, isGlobal);
        if (given === undefined && ('bind' in filter || filter.normalize === undefined)) {
          throw illegalArgument(`Custom normalizer may not use filter [${filter.name}]`);
        }
        return filter;
      });
      const parts = { charFilters, tokenizer, filters: bindAll({ charFilters, tokenizer }, filters, find) };
      return createChainAnalyzer(parts, { name: '__custom__', isCustom: true, positionIncrementGap });
    },
  };
};

const factoryOf = <T>(table: ReadonlyMap<string, FactoryEntry<T>>, type: string, unknown: string): FactoryEntry<T> => {
  const factory = table.get(type);
  if (factory === undefined) throw illegalArgument(unknown);
  return factory;
};

const builtIn = (name: string, context: BuildContext): Analyzer | undefined => {
  if (name === 'default') return analyzerFactories.get('standard')?.create(name, noSettings, context);
  if (name === 'standard_html_strip') {
    throw illegalArgument(
      '[standard_html_strip] analyzer is not supported for new indices, use a custom analyzer using [standard] tokenizer and [html_strip] char_filter, plus [lowercase] filter',
    );
  }
  return analyzerFactories.get(name)?.create(name, noSettings, context);
};

/** Everything that the settings define is made at once, used or not: what is wrong shows when the index is created. */
const buildConfigured = (
  groups: AnalysisGroups,
  finders: Record<'tokenizer' | 'charFilter' | 'filter', { configured(name: string): JsonValue | object | undefined }>,
): void => {
  const all: readonly (readonly [ReadonlyMap<string, FlatSettings>, keyof typeof finders])[] = [
    [groups.charFilter, 'charFilter'],
    [groups.tokenizer, 'tokenizer'],
    [groups.filter, 'filter'],
  ];
  for (const [group, kind] of all) for (const name of group.keys()) finders[kind].configured(name);
};

const checkNames = (names: Iterable<string>): void => {
  for (const name of names) {
    if (name === 'default_index') {
      throw illegalArgument(
        'setting [index.analysis.analyzer.default_index] is not supported anymore, use [index.analysis.analyzer.default] instead',
      );
    }
    if (name.startsWith('_')) throw illegalArgument(`analyzer name must not start with '_'. got "${name}"`);
  }
};
