import { illegalArgument } from '../../error/es-error.ts';
import { ExactNumber, type JsonValue } from '../../json/json-value.ts';
import type { TokenFilter } from '../component.ts';
import type { ComponentSettings } from '../component-settings.ts';
import { conditionFilter, multiplexerFilter } from '../filter/composed-filters.ts';
import { selectingFilter } from '../filter/removing-filters.ts';
import type { MutableToken } from '../token-stream.ts';
import { type AnyFilter, type BuildContext, bindFilter, type ChainBefore, type FactoryEntry } from './build-context.ts';

const predicateOf = (
  name: string,
  settings: ComponentSettings,
  { compilePredicate }: BuildContext,
): ((token: MutableToken, increment: number) => boolean) => {
  const script = settings.below('script');
  const text = (key: string): string | undefined => {
    const value = script[key];
    return value === undefined ? undefined : String(value);
  };
  if (text('id') !== undefined) throw illegalArgument(`Cannot use stored scripts in tokenfilter [${name}]`);
  const source = text('source') ?? settings.text('script');
  if (source === undefined) throw illegalArgument('must specify <id> for a stored script');
  if (compilePredicate === undefined) {
    throw illegalArgument(`Token filter [${name}] needs scripts, which are not available here`);
  }
  const params = Object.fromEntries(
    Object.entries(script)
      .filter(([key]) => key.startsWith('params.'))
      .map(([key, value]): [string, JsonValue] => [key.slice('params.'.length), value ?? null]),
  );
  const holds = compilePredicate({
    source,
    lang: text('lang') ?? 'painless',
    params: Object.fromEntries(
      Object.entries(params).map(([key, value]) => [key, value instanceof ExactNumber ? value.value : value]),
    ),
  });
  return (token, positionIncrement) => holds({ ...token, positionIncrement });
};

const bindAll = (
  names: readonly string[],
  before: ChainBefore,
  find: (name: string) => AnyFilter | undefined,
  unknown: (name: string) => string,
): readonly TokenFilter[] => {
  const chain: TokenFilter[] = [];
  for (const name of names) {
    const filter = find(name);
    if (filter === undefined) throw illegalArgument(unknown(name));
    chain.push(bindFilter(filter, { ...before, filters: [...before.filters, ...chain] }, find));
  }
  return chain;
};

const multiplexer: FactoryEntry<AnyFilter>['create'] = (name, settings) => {
  const chains = settings.wholeList('filters') ?? [];
  const keepsOriginal = settings.boolean('preserve_original', true);
  return {
    name,
    bind: (before, find) =>
      multiplexerFilter(
        name,
        chains.map((chain) =>
          bindAll(
            chain
              .split(',')
              .map((part) => part.trim())
              .filter((part) => part !== ''),
            before,
            find,
            (unknown) => `Multiplexing filter [${name}] refers to undefined tokenfilter [${unknown}]`,
          ),
        ),
        keepsOriginal,
      ),
  };
};

const condition: FactoryEntry<AnyFilter>['create'] = (name, settings, context) => {
  const holds = predicateOf(name, settings, context);
  const names = settings.list('filter') ?? [];
  if (names.length === 0) throw illegalArgument(`Empty list of filters provided to tokenfilter [${name}]`);
  return {
    name,
    bind: (before, find) =>
      conditionFilter(
        name,
        bindAll(
          names,
          before,
          find,
          (unknown) => `ScriptedConditionTokenFilter [${name}] refers to undefined token filter [${unknown}]`,
        ),
        holds,
      ),
  };
};

const predicate: FactoryEntry<AnyFilter>['create'] = (name, settings, context) => {
  const holds = predicateOf(name, settings, context);
  return {
    ...selectingFilter(name, () => true),
    apply: (stream) => {
      let last = -1;
      stream.tokens = stream.tokens.filter((token) => {
        const increment = token.position - last;
        last = token.position;
        return holds(token, increment);
      });
    },
  };
};

export const scriptFilterFactories: ReadonlyMap<string, FactoryEntry<AnyFilter>> = new Map<
  string,
  FactoryEntry<AnyFilter>
>([
  ['multiplexer', { create: multiplexer }],
  ['condition', { needsSettings: true, create: condition }],
  ['predicate_token_filter', { needsSettings: true, create: predicate }],
]);
