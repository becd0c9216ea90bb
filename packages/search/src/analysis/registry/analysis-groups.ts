import type { JsonObject } from '../../json/json-value.ts';
import { createComponentSettings, type FlatSettings, flattenSettings } from '../component-settings.ts';

type Group = ReadonlyMap<string, FlatSettings>;

/** The settings of an index that analysis reads, by kind and name of component. */
export interface AnalysisGroups {
  readonly analyzer: Group;
  readonly normalizer: Group;
  readonly tokenizer: Group;
  readonly filter: Group;
  readonly charFilter: Group;
  readonly numbers: { readonly maxNgramDiff: number; readonly maxShingleDiff: number; readonly maxTokenCount: number };
}

const kinds = {
  analyzer: 'analyzer',
  normalizer: 'normalizer',
  tokenizer: 'tokenizer',
  filter: 'filter',
  char_filter: 'charFilter',
} as const;

const isKind = (name: string): name is keyof typeof kinds => Object.hasOwn(kinds, name);

/** Sorts settings, nested or with dotted keys, with or without `index.` and `analysis.` before them. */
export const groupAnalysisSettings = (settings: JsonObject): AnalysisGroups => {
  const groups = {
    analyzer: new Map<string, Map<string, string | readonly string[]>>(),
    normalizer: new Map<string, Map<string, string | readonly string[]>>(),
    tokenizer: new Map<string, Map<string, string | readonly string[]>>(),
    filter: new Map<string, Map<string, string | readonly string[]>>(),
    charFilter: new Map<string, Map<string, string | readonly string[]>>(),
  };
  const rest = new Map<string, string | readonly string[]>();
  for (const [key, value] of flattenSettings(settings)) {
    const short = key.replace(/^(?:settings\.)?(?:index\.)?(?:analysis\.)?/, '');
    const [kind = '', name, ...path] = short.split('.');
    if (!isKind(kind) || name === undefined || path.length === 0) {
      rest.set(short, value);
      continue;
    }
    const group = groups[kinds[kind]];
    const known = group.get(name) ?? new Map<string, string | readonly string[]>();
    known.set(path.join('.'), value);
    group.set(name, known);
  }
  const numbers = createComponentSettings(rest);
  return {
    ...groups,
    numbers: {
      maxNgramDiff: numbers.integer('max_ngram_diff', 1),
      maxShingleDiff: numbers.integer('max_shingle_diff', 3),
      maxTokenCount: numbers.integer('analyze.max_token_count', 10_000),
    },
  };
};
