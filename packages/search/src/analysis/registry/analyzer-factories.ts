import { illegalArgument } from '../../error/es-error.ts';
import type { Analyzer } from '../analyzer.ts';
import { createChainAnalyzer, keywordTokenizer } from '../chain.ts';
import type { ChainParts } from '../chain-parts.ts';
import { isLetter, isWhitespace } from '../character-class.ts';
import { type TokenFilter, termFilter } from '../component.ts';
import type { ComponentSettings } from '../component-settings.ts';
import { lowercaseFilter, turkishLowercase } from '../filter/case-filters.ts';
import { fingerprintFilter } from '../filter/fingerprint.ts';
import { stopFilter } from '../filter/removing-filters.ts';
import { asciiFoldingFilter, decimalDigitFilter } from '../filter/term-filters.ts';
import { languageChain, languageNames } from '../language/language-chains.ts';
import { withoutPossessive } from '../stemmer/english-light.ts';
import { stemFilter } from '../stemmer/stem-filter.ts';
import { snowballByName } from '../stemmer/stemmers.ts';
import { stopWordsFor } from '../stop-words.ts';
import { createRunTokenizer } from '../tokenizer/character-run.ts';
import { createPatternTokenizer } from '../tokenizer/pattern.ts';
import { createStandardTokenizer } from '../tokenizer/standard.ts';
import { createThaiTokenizer } from '../tokenizer/thai.ts';
import { createWordSet, stopWordsOf, type WordSet } from '../word-set.ts';
import type { FactoryEntry } from './build-context.ts';
import { fingerprintSeparator } from './graph-filter-factories.ts';
import { compilePattern } from './java-pattern.ts';

const gap = 100;
const identity = (text: string): string => text;

const stopping = (words: WordSet): readonly TokenFilter[] => (words.size === 0 ? [] : [stopFilter('stop', words)]);

const build = (
  name: string,
  { tokenizer, filters, charFilters = [] }: Omit<ChainParts, 'charFilters'> & Partial<Pick<ChainParts, 'charFilters'>>,
  normalize?: (text: string) => string,
): Analyzer =>
  createChainAnalyzer(
    { charFilters, tokenizer, filters },
    { name, positionIncrementGap: gap, ...(normalize === undefined ? {} : { normalize }) },
  );

const maxLength = (settings: ComponentSettings): number => {
  const length = settings.integer('max_token_length', 255);
  if (length < 1) throw illegalArgument('maxTokenLength must be greater than zero');
  return length;
};

const english = (): readonly string[] => stopWordsFor('english') ?? [];

const snowball: FactoryEntry<Analyzer>['create'] = (name, settings) => {
  const language = settings.text('language') ?? settings.text('name') ?? 'English';
  const stem = snowballByName(language);
  if (stem === undefined) throw illegalArgument(`Invalid stemmer class specified: ${language}`);
  const own = language === 'German2' ? 'german' : language.toLowerCase();
  const hasStopWords = ['English', 'Dutch', 'German', 'German2', 'French'].includes(language);
  const stopWords = stopWordsOf(settings, hasStopWords ? (stopWordsFor(own) ?? []) : []);
  const isEnglish = language === 'English' || language === 'Porter';
  return build(
    name,
    {
      tokenizer: createStandardTokenizer(),
      filters: [
        ...(isEnglish ? [termFilter('possessive_english', withoutPossessive)] : []),
        language === 'Turkish' ? turkishLowercase() : lowercaseFilter(),
        ...stopping(stopWords),
        stemFilter('snowball', stem),
      ],
    },
    identity,
  );
};

const entries: readonly (readonly [string, FactoryEntry<Analyzer>])[] = [
  [
    'standard',
    {
      create: (name, settings) =>
        build(name, {
          tokenizer: createStandardTokenizer(maxLength(settings)),
          filters: [lowercaseFilter(), ...stopping(stopWordsOf(settings, []))],
        }),
    },
  ],
  [
    'simple',
    {
      create: (name) =>
        build(name, { tokenizer: createRunTokenizer('letter', isLetter), filters: [lowercaseFilter()] }),
    },
  ],
  [
    'stop',
    {
      create: (name, settings) =>
        build(name, {
          tokenizer: createRunTokenizer('letter', isLetter),
          filters: [lowercaseFilter(), ...stopping(stopWordsOf(settings, english()))],
        }),
    },
  ],
  [
    'whitespace',
    {
      create: (name) =>
        build(name, { tokenizer: createRunTokenizer('whitespace', (point) => !isWhitespace(point)), filters: [] }),
    },
  ],
  ['keyword', { create: (name) => build(name, { tokenizer: keywordTokenizer, filters: [] }) }],
  [
    'pattern',
    {
      create: (name, settings) => {
        const isLower = settings.boolean('lowercase', true);
        const stopWords = stopWordsOf(settings, []);
        const regex = compilePattern(settings.text('pattern') ?? '\\W+', settings.text('flags'));
        return build(name, {
          tokenizer: createPatternTokenizer('pattern', regex, -1),
          filters: [...(isLower ? [lowercaseFilter()] : []), ...stopping(stopWords)],
        });
      },
    },
  ],
  [
    'fingerprint',
    {
      create: (name, settings) => {
        const separator = fingerprintSeparator(settings);
        const size = settings.integer('max_output_size', 255);
        return build(
          name,
          {
            tokenizer: createStandardTokenizer(),
            filters: [
              lowercaseFilter(),
              asciiFoldingFilter('asciifolding', false),
              ...stopping(stopWordsOf(settings, [])),
              fingerprintFilter('fingerprint', separator, size),
            ],
          },
          identity,
        );
      },
    },
  ],
  ['snowball', { create: snowball }],
  [
    'thai',
    {
      create: (name, settings) =>
        build(name, {
          tokenizer: createThaiTokenizer('thai'),
          filters: [
            lowercaseFilter(),
            decimalDigitFilter(),
            ...stopping(stopWordsOf(settings, stopWordsFor('thai') ?? [])),
          ],
        }),
    },
  ],
  ...languageNames.map((language): readonly [string, FactoryEntry<Analyzer>] => [
    language,
    {
      create: (name, settings) => {
        const listed = language === 'chinese' ? 'english' : language;
        const chain = languageChain(language, {
          stopWords: stopWordsOf(settings, stopWordsFor(listed) ?? []),
          exclusions: createWordSet(settings.list('stem_exclusion') ?? []),
        });
        if (chain === undefined) throw illegalArgument(`failed to find analyzer type [${language}]`);
        return build(name, chain);
      },
    },
  ]),
];

/** The kinds of analyzers that are not put together from named components. */
export const analyzerFactories: ReadonlyMap<string, FactoryEntry<Analyzer>> = new Map(entries);
