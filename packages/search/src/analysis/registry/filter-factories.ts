import type { AnyFilter, FactoryEntry } from './build-context.ts';
import { graphFilterFactories } from './graph-filter-factories.ts';
import { languageFilterFactories } from './language-filter-factories.ts';
import { scriptFilterFactories } from './script-filter-factories.ts';
import { termFilterFactories } from './term-filter-factories.ts';

/** All token filters by the name of their `type`. */
export const filterFactories: ReadonlyMap<string, FactoryEntry<AnyFilter>> = new Map<string, FactoryEntry<AnyFilter>>([
  ...termFilterFactories,
  ...graphFilterFactories,
  ...languageFilterFactories,
  ...scriptFilterFactories,
]);
