import { describe, expect, test } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { checkIndexName } from './index-name.ts';
import { defaultResolve, type NamedIndex, resolveIndices } from './resolve-indices.ts';

const index = (name: string, more: Partial<NamedIndex> & { readonly called?: readonly string[] } = {}): NamedIndex => ({
  name,
  isClosed: more.isClosed ?? false,
  isHidden: more.isHidden ?? false,
  aliases: new Map((more.called ?? []).map((alias) => [alias, { isHidden: false }])),
});

const all = [
  index('logs-b', { called: ['recent', 'both'] }),
  index('logs-a', { called: ['both'] }),
  index('shut', { isClosed: true }),
  index('secret', { isHidden: true }),
];

const names = (expression: string, options: Partial<typeof defaultResolve> = {}): readonly string[] =>
  resolveIndices(expression, all, { ...defaultResolve, ...options, nowMs: 0 }).map(
    ({ index: one, throughAliases }) =>
      `${one.name}${throughAliases.length === 0 ? '' : ` via ${throughAliases.join('+')}`}`,
  );

const typeOf = (run: () => unknown): string => {
  try {
    run();
    return 'nothing was thrown';
  } catch (error) {
    return error instanceof EsError ? `${error.details.status} ${error.details.type}` : String(error);
  }
};

describe('the indices that an expression names', () => {
  test.each([
    ['logs-a,logs-b', ['logs-a', 'logs-b']],
    ['logs-*', ['logs-a', 'logs-b']],
    ['logs-*,-logs-a', ['logs-b']],
    ['both', ['logs-b via both', 'logs-a via both']],
    ['rec*', ['logs-b via recent']],
    ['both,logs-a', ['logs-b via both', 'logs-a']],
    ['_all', ['logs-a', 'logs-b']],
    ['', ['logs-a', 'logs-b']],
    ['nothing*', []],
  ])('%s', (expression, expected) => {
    expect(names(expression)).toEqual(expected);
  });

  test('hidden and closed ones come only when asked for, or by name', () => {
    expect(names('*', { expandsHidden: true })).toContain('secret');
    expect(names('secret')).toEqual(['secret']);
    expect(names('*', { expandsClosed: true })).toContain('shut');
    expect(typeOf(() => names('shut'))).toBe('400 index_closed_exception');
    expect(names('shut', { ignoresUnavailable: true })).toEqual([]);
  });

  test('what is not there is refused unless it may be missing', () => {
    expect(typeOf(() => names('absent'))).toBe('404 index_not_found_exception');
    expect(names('absent', { ignoresUnavailable: true })).toEqual([]);
    expect(typeOf(() => names('absent*', { allowsNone: false }))).toBe('404 index_not_found_exception');
    expect(typeOf(() => names('_bad'))).toBe('400 invalid_index_name_exception');
    expect(typeOf(() => names('recent', { allowsAliases: false }))).toBe('400 illegal_argument_exception');
  });
});

test.each(['Bad', '_bad', '-x', 'a b', 'a*', 'a#b', '..', 'x'.repeat(256), ''])('no index may be called %j', (name) => {
  expect(typeOf(() => checkIndexName(name))).toBe('400 invalid_index_name_exception');
});
