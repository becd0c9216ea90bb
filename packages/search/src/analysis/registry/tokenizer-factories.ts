import { illegalArgument } from '../../error/es-error.ts';
import { lowerCase } from '../../text/letter-case.ts';
import { keywordTokenizer } from '../chain.ts';
import { basicClasses, type CharacterTest, categoryClasses, isLetter, isWhitespace } from '../character-class.ts';
import type { Tokenizer } from '../component.ts';
import type { ComponentSettings } from '../component-settings.ts';
import { createRunTokenizer } from '../tokenizer/character-run.ts';
import { createClassicTokenizer } from '../tokenizer/classic.ts';
import { createNgramTokenizer } from '../tokenizer/ngram.ts';
import { createPathTokenizer } from '../tokenizer/path-hierarchy.ts';
import { createPatternTokenizer, createSimplePatternTokenizer } from '../tokenizer/pattern.ts';
import { createStandardTokenizer } from '../tokenizer/standard.ts';
import { createThaiTokenizer } from '../tokenizer/thai.ts';
import { createUrlEmailTokenizer } from '../tokenizer/url-email.ts';
import { runtimeError, unescapeRule } from '../word-list.ts';
import type { BuildContext, FactoryEntry } from './build-context.ts';
import { compilePattern } from './java-pattern.ts';

const checkedLength = (settings: ComponentSettings, most = 1_048_576): number => {
  const length = settings.integer('max_token_length', 255);
  if (length < 1) throw illegalArgument('maxTokenLength must be greater than zero');
  if (length > most) throw illegalArgument(`maxTokenLength may not exceed ${most}`);
  return length;
};

const tokenClasses = (settings: ComponentSettings): CharacterTest | null => {
  const names = settings.list('token_chars');
  if (names === undefined || names.length === 0) return null;
  const tests = names.map((given): CharacterTest => {
    const name = given.toLowerCase().trim();
    const known = basicClasses.get(name) ?? categoryClasses.get(name);
    if (known !== undefined) return known;
    if (name !== 'custom') {
      const all = [...basicClasses.keys(), ...categoryClasses.keys(), 'custom'].join(', ');
      throw illegalArgument(`Unknown token type: '${name}', must be one of [${all}]`);
    }
    const custom = settings.text('custom_token_chars');
    if (custom === undefined) throw illegalArgument("Token type: 'custom' requires setting `custom_token_chars`");
    const points = new Set(Array.from({ length: custom.length }, (_, at) => custom.charCodeAt(at)));
    return (point) => points.has(point);
  });
  return (point) => tests.some((test) => test(point));
};

const ngram = (name: string, settings: ComponentSettings, context: BuildContext | null): Tokenizer => {
  const minGram = settings.integer('min_gram', 1);
  const maxGram = settings.integer('max_gram', 2);
  if (context !== null) checkGramDiff(maxGram - minGram, context.maxNgramDiff);
  return createNgramTokenizer(name, {
    minGram,
    maxGram,
    edgesOnly: context === null,
    isTokenCharacter: tokenClasses(settings),
  });
};

export const checkGramDiff = (difference: number, most: number): void => {
  if (difference <= most) return;
  throw illegalArgument(
    `The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [${most}] but was [${difference}]. This limit can be set by changing the [index.max_ngram_diff] index level setting.`,
  );
};

const splitClasses = (settings: ComponentSettings): CharacterTest => {
  const points = new Set<number>();
  const tests: CharacterTest[] = [];
  for (const given of settings.wholeList('tokenize_on_chars') ?? []) {
    if (given === '') throw runtimeError('[tokenize_on_chars] cannot contain empty characters');
    const known = basicClasses.get(given);
    if (given.length === 1) points.add(given.charCodeAt(0));
    else if (given.startsWith('\\')) points.add(unescapeRule(given).charCodeAt(0));
    else if (known !== undefined) tests.push(known);
    else throw runtimeError(`Invalid escaped char in [${given}]`);
  }
  return (point) => points.has(point) || tests.some((test) => test(point));
};

const oneCharacter = (settings: ComponentSettings, key: string, fallback: string): string => {
  const value = settings.text(key);
  if (value === undefined) return fallback;
  if (value.length !== 1) throw illegalArgument(`${key} must be a one char value`);
  return value;
};

const path: FactoryEntry<Tokenizer>['create'] = (name, settings) => {
  const delimiter = oneCharacter(settings, 'delimiter', '/');
  return createPathTokenizer(name, {
    delimiter,
    replacement: oneCharacter(settings, 'replacement', delimiter),
    skip: settings.integer('skip', 0),
    reverse: settings.boolean('reverse', false),
  });
};

export const tokenizerFactories: ReadonlyMap<string, FactoryEntry<Tokenizer>> = new Map<
  string,
  FactoryEntry<Tokenizer>
>([
  ['standard', { create: (name, settings) => createStandardTokenizer(checkedLength(settings), name) }],
  ['uax_url_email', { create: (name, settings) => createUrlEmailTokenizer(name, checkedLength(settings)) }],
  ['classic', { create: (name, settings) => createClassicTokenizer(name, checkedLength(settings)) }],
  ['keyword', { create: (name) => ({ ...keywordTokenizer, name }) }],
  ['letter', { create: (name) => createRunTokenizer(name, isLetter) }],
  ['lowercase', { create: (name) => createRunTokenizer(name, isLetter, { map: lowerCase }) }],
  [
    'whitespace',
    {
      create: (name, settings) =>
        createRunTokenizer(name, (point) => !isWhitespace(point), { maxLength: checkedLength(settings) }),
    },
  ],
  ['ngram', { create: (name, settings, context) => ngram(name, settings, context) }],
  ['edge_ngram', { create: (name, settings) => ngram(name, settings, null) }],
  ['path_hierarchy', { create: path }],
  ['PathHierarchy', { create: path }],
  [
    'pattern',
    {
      create: (name, settings) =>
        createPatternTokenizer(
          name,
          compilePattern(settings.text('pattern') ?? '\\W+', settings.text('flags')),
          settings.integer('group', -1),
        ),
    },
  ],
  [
    'simple_pattern',
    { create: (name, settings) => createSimplePatternTokenizer(name, settings.text('pattern') ?? '', false) },
  ],
  [
    'simple_pattern_split',
    { create: (name, settings) => createSimplePatternTokenizer(name, settings.text('pattern') ?? '', true) },
  ],
  [
    'char_group',
    {
      create: (name, settings) => {
        const splits = splitClasses(settings);
        return createRunTokenizer(name, (point) => !splits(point), { maxLength: checkedLength(settings) });
      },
    },
  ],
  ['thai', { create: createThaiTokenizer }],
]);
