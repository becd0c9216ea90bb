import { describe, expect, test } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { parseIndexSettings, showIndexSettings, updateIndexSettings } from './index-settings.ts';

const reasonOf = (run: () => unknown): string => {
  try {
    run();
    return 'nothing was thrown';
  } catch (error) {
    return error instanceof EsError ? error.details.reason : String(error);
  }
};

describe('settings of an index', () => {
  test('are the same nested, dotted, with `index` and without, and kept as texts', () => {
    const expected = { index: { number_of_shards: '1', refresh_interval: '-1' } };
    expect(showIndexSettings(parseIndexSettings({ number_of_shards: 1, refresh_interval: -1 }))).toEqual(expected);
    expect(showIndexSettings(parseIndexSettings({ index: { number_of_shards: '1', refresh_interval: '-1' } }))).toEqual(
      expected,
    );
    expect(showIndexSettings(parseIndexSettings({ 'index.number_of_shards': 1 }), { flat: true })).toEqual({
      'index.number_of_shards': '1',
    });
  });

  test('keep whole groups of analysis and similarity', () => {
    const analysis = { filter: { same: { type: 'synonym', synonyms: ['a, b', 'c => d'] } } };
    expect(showIndexSettings(parseIndexSettings({ analysis }))).toEqual({ index: { analysis } });
  });

  test.each([
    [{ number_of_shards: 0 }, 'Failed to parse value [0] for setting [index.number_of_shards] must be >= 1'],
    [{ number_of_replica: 1 }, 'unknown setting [index.number_of_replica] did you mean [index.number_of_replicas]?'],
    [
      { refresh_interval: 'soon' },
      'Failed to parse value [soon] for setting [index.refresh_interval] as a time value: unit is missing or unrecognized',
    ],
  ])('are refused where they cannot be: %j', (body, reason) => {
    expect(reasonOf(() => parseIndexSettings(body))).toBe(reason);
  });

  test('change as each allows: at any time, while closed, or never', () => {
    const current = parseIndexSettings({ number_of_shards: 1, refresh_interval: '5s' });
    const change = (body: Parameters<typeof updateIndexSettings>[1], isOpen = true) =>
      updateIndexSettings(current, body, { isOpen });
    expect(change({ refresh_interval: null }).has('index.refresh_interval')).toBe(false);
    expect(reasonOf(() => change({ number_of_shards: 2 }))).toBe(
      'final index setting [index.number_of_shards], not updateable',
    );
    expect(reasonOf(() => change({ codec: 'best_compression' }))).toBe(
      `Can't update non dynamic settings [[index.codec]] for open indices`,
    );
    expect(change({ codec: 'best_compression' }, false).get('index.codec')).toBe('best_compression');
  });
});
