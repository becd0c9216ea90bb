import { describe, expect, test } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { errorBody } from './error-body.ts';
import { parseQuery } from './http-message.ts';
import { createParameters } from './parameters.ts';
import { createRouteTable, type Route } from './route-table.ts';

const route = (methods: Route<string>['methods'], path: string): Route<string> => ({
  methods,
  path,
  handle: () => path,
});

const table = createRouteTable([
  route(['GET', 'POST'], '/_search'),
  route(['GET', 'POST'], '/{index}/_search'),
  route(['GET'], '/{index}/_doc/{id}'),
  route(['PUT', 'POST'], '/{index}/_doc/{id}'),
  route(['GET'], '/{index}'),
]);

describe('routes', () => {
  test('words go before names, and names give their decoded parts', () => {
    const found = table.match('GET', '/_search');
    expect(found.type === 'found' ? found.route.path : found.type).toBe('/_search');
    const document = table.match('PUT', '/a%2Cb/_doc/one%20two');
    expect(document.type === 'found' ? [...document.parts] : document.type).toEqual([
      ['index', 'a,b'],
      ['id', 'one two'],
    ]);
  });

  test('HEAD is answered by what answers GET', () => {
    expect(table.match('HEAD', '/library').type).toBe('found');
  });

  test('another method of a known path says which are allowed; an unknown path is none', () => {
    expect(table.match('PUT', '/library/_search')).toEqual({ type: 'wrong-method', allowed: ['GET', 'POST'] });
    expect(table.match('POST', '/library/_nothing')).toEqual({ type: 'none' });
  });
});

describe('parameters', () => {
  const refusal = (query: string, read: (parameters: ReturnType<typeof createParameters>) => void): string => {
    const parameters = createParameters(parseQuery(query));
    try {
      read(parameters);
      parameters.refuseUnread('/library/_search');
      return 'taken';
    } catch (error) {
      return error instanceof EsError ? error.details.reason : String(error);
    }
  };

  test('a name without a value is true', () => {
    expect(createParameters(parseQuery('pretty&explain')).flag('explain', false)).toBe(true);
  });

  test('what no handler read is refused with the nearest name', () => {
    expect(refusal('sizee=5', (parameters) => parameters.integer('size'))).toBe(
      'request [/library/_search] contains unrecognized parameter: [sizee] -> did you mean [size]?',
    );
    expect(refusal('size=5&pretty', (parameters) => parameters.integer('size'))).toBe('taken');
  });

  test('values that do not fit are refused by name', () => {
    expect(refusal('size=abc', (parameters) => parameters.integer('size'))).toBe(
      'Failed to parse int parameter [size] with value [abc]',
    );
    expect(refusal('explain=yes', (parameters) => parameters.flag('explain', false))).toBe(
      'Failed to parse value [yes] as only [true] or [false] are allowed.',
    );
  });
});

test('an error is shown with its root causes and what caused it', () => {
  const cause = { type: 'number_format_exception', reason: 'For input string: "x"', status: 400 };
  expect(errorBody({ type: 'illegal_argument_exception', reason: 'no', status: 400, causedBy: cause })).toEqual({
    error: {
      root_cause: [{ type: 'illegal_argument_exception', reason: 'no' }],
      type: 'illegal_argument_exception',
      reason: 'no',
      caused_by: { type: 'number_format_exception', reason: 'For input string: "x"' },
    },
    status: 400,
  });
});
