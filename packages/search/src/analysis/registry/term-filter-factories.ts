import { illegalArgument } from '../../error/es-error.ts';
import type { ComponentSettings } from '../component-settings.ts';
import {
  greekLowercase,
  irishLowercase,
  lowercaseFilter,
  turkishLowercase,
  uppercaseFilter,
} from '../filter/case-filters.ts';
import { delimitedFrequencyFilter, delimitedPayloadFilter } from '../filter/delimited.ts';
import {
  keywordMarkerFilter,
  keywordRepeatFilter,
  stemmerOverrideFilter,
  stemOverridesOf,
} from '../filter/keyword-filters.ts';
import {
  lengthFilter,
  limitFilter,
  removeDuplicatesFilter,
  selectingFilter,
  stopFilter,
  suggestStopFilter,
  uniqueFilter,
} from '../filter/removing-filters.ts';
import {
  apostropheFilter,
  asciiFoldingFilter,
  classicFilter,
  decimalDigitFilter,
  elisionFilter,
  patternReplaceFilter,
  reverseFilter,
  trimFilter,
  truncateFilter,
} from '../filter/term-filters.ts';
import { stopWordsFor } from '../stop-words.ts';
import { refuseFiles, rulesOf } from '../word-list.ts';
import { createWordSet, stopWordsOf } from '../word-set.ts';
import type { AnyFilter, FactoryEntry } from './build-context.ts';
import { compilePattern } from './java-pattern.ts';

const maxInteger = 2147483647;

const refuseOld = (settings: ComponentSettings, key: string): void => {
  if (settings.has(key)) throw illegalArgument(`${key} is not supported anymore. Please fix your analysis chain`);
};

const lowercase: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const language = settings.text('language');
  switch (language?.toLowerCase()) {
    case undefined:
      return lowercaseFilter(name);
    case 'greek':
      return greekLowercase(name);
    case 'irish':
      return irishLowercase(name);
    case 'turkish':
      return turkishLowercase(name);
    default:
      throw illegalArgument(`language [${language}] not support for lower case`);
  }
};

const stop: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const ignoresCase = settings.boolean('ignore_case', false);
  const removesTrailing = settings.boolean('remove_trailing', true);
  const words = stopWordsOf(settings, stopWordsFor('english') ?? [], { ignoresCase });
  refuseOld(settings, 'enable_position_increments');
  return removesTrailing ? stopFilter(name, words) : suggestStopFilter(name, words);
};

const keep: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  refuseFiles(settings, 'keep_words_path');
  const words = rulesOf(settings, 'keep_words', (word) => word);
  if (words === undefined) {
    throw illegalArgument('keep requires either `keep_words` or `keep_words_path` to be configured');
  }
  refuseOld(settings, 'enable_position_increments');
  const set = createWordSet(words, settings.boolean('keep_words_case', false));
  return selectingFilter(name, ({ term }) => set.has(term));
};

const keepTypes: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const types = settings.list('types');
  if (types === undefined) throw illegalArgument('keep_types requires `types` to be configured');
  const mode = settings.text('mode') ?? 'include';
  if (!['include', 'exclude'].includes(mode.toLowerCase())) {
    throw illegalArgument(`\`keep_types\` tokenfilter mode can only be [include] or [exclude] but was [${mode}].`);
  }
  const set = new Set(types);
  const isIncluding = mode.toLowerCase() === 'include';
  return selectingFilter(name, ({ type }) => set.has(type) === isIncluding);
};

const keywordMarker: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const ignoresCase = settings.boolean('ignore_case', false);
  const pattern = settings.text('keywords_pattern');
  if (pattern !== undefined) {
    if (settings.has('keywords') || settings.has('keywords_path')) {
      throw illegalArgument('cannot specify both `keywords_pattern` and `keywords` or `keywords_path`');
    }
    const regex = compilePattern(pattern, undefined);
    return keywordMarkerFilter(name, (term) => regex.exec(term, 0, 'matches') !== undefined);
  }
  const words = rulesOf(settings, 'keywords', (word) => word);
  if (words === undefined) {
    throw illegalArgument(
      'keyword filter requires either `keywords`, `keywords_path`, or `keywords_pattern` to be configured',
    );
  }
  const set = createWordSet(words, ignoresCase);
  return keywordMarkerFilter(name, (term) => set.has(term));
};

const patternReplace: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const pattern = settings.text('pattern');
  if (pattern === undefined) {
    throw illegalArgument(`pattern is missing for [${name}] token filter of type 'pattern_replace'`);
  }
  return patternReplaceFilter(name, {
    regex: compilePattern(pattern, settings.text('flags')),
    replacement: settings.text('replacement') ?? '',
    all: settings.boolean('all', true),
  });
};

const singleCharacter = (settings: ComponentSettings, key: string, fallback: string): string => {
  const value = settings.text(key);
  if (value === undefined) return fallback;
  if (value.length === 1) return value;
  throw illegalArgument(`Setting [${key}] must be a single, non-null character. [${value}] was provided.`);
};

const payload: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const encoding = settings.text('encoding');
  const known = encoding === 'int' || encoding === 'identity' ? encoding : 'float';
  return delimitedPayloadFilter(name, (settings.text('delimiter') ?? '|').charAt(0), known);
};

const entries: readonly (readonly [string, FactoryEntry<AnyFilter>])[] = [
  ['lowercase', { create: lowercase }],
  ['uppercase', { create: uppercaseFilter }],
  [
    'asciifolding',
    { create: (name, settings) => asciiFoldingFilter(name, settings.boolean('preserve_original', false)) },
  ],
  ['apostrophe', { create: apostropheFilter }],
  ['classic', { create: classicFilter }],
  ['decimal_digit', { create: decimalDigitFilter }],
  ['reverse', { create: reverseFilter }],
  [
    'trim',
    {
      create: (name, settings) => {
        refuseOld(settings, 'update_offsets');
        return trimFilter(name);
      },
    },
  ],
  [
    'truncate',
    {
      needsSettings: true,
      create: (name, settings) => {
        const length = settings.integer('length', -1);
        if (length <= 0) throw illegalArgument('length parameter must be provided');
        return truncateFilter(name, length);
      },
    },
  ],
  ['stop', { create: stop }],
  [
    'length',
    {
      create: (name, settings) => {
        const min = settings.integer('min', 0);
        const max = settings.integer('max', maxInteger);
        refuseOld(settings, 'enable_position_increments');
        return lengthFilter(name, min, max);
      },
    },
  ],
  ['limit', { create: (name, settings) => limitFilter(name, settings.integer('max_token_count', 1)) }],
  ['unique', { create: (name, settings) => uniqueFilter(name, settings.boolean('only_on_same_position', false)) }],
  ['remove_duplicates', { create: removeDuplicatesFilter }],
  ['keep', { needsSettings: true, create: keep }],
  ['keep_types', { needsSettings: true, create: keepTypes }],
  ['keyword_marker', { needsSettings: true, create: keywordMarker }],
  ['keyword_repeat', { create: keywordRepeatFilter }],
  [
    'stemmer_override',
    {
      needsSettings: true,
      create: (name, settings) => {
        const stems = stemOverridesOf(settings);
        if (stems === undefined) {
          throw illegalArgument('stemmer override filter requires either `rules` or `rules_path` to be configured');
        }
        return stemmerOverrideFilter(name, stems);
      },
    },
  ],
  ['pattern_replace', { needsSettings: true, create: patternReplace }],
  [
    'elision',
    {
      needsSettings: true,
      create: (name, settings) => {
        const ignoresCase = settings.boolean('articles_case', false);
        refuseFiles(settings, 'articles_path');
        const articles = settings.list('articles');
        if (articles === undefined) {
          throw illegalArgument('elision filter requires [articles] or [articles_path] setting');
        }
        return elisionFilter(name, createWordSet(articles, ignoresCase));
      },
    },
  ],
  ['delimited_payload', { create: payload }],
  [
    'delimited_term_freq',
    { create: (name, settings) => delimitedFrequencyFilter(name, singleCharacter(settings, 'delimiter', '|')) },
  ],
  [
    'hunspell',
    {
      create: (_name, settings) => {
        const locale = settings.text('locale') ?? settings.text('language') ?? settings.text('lang');
        if (locale === undefined) {
          throw illegalArgument('missing [locale | language | lang] configuration for hunspell token filter');
        }
        throw illegalArgument(`failed to load hunspell dictionary for locale: ${locale}`, {
          type: 'illegal_state_exception',
        });
      },
    },
  ],
];

export const termFilterFactories: ReadonlyMap<string, FactoryEntry<AnyFilter>> = new Map(entries);
