import { expect, test } from 'vitest';
import { median, pairedRatio, rounded } from './statistics.mjs';

test('the median is the middle value, or between the two middle ones', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('a paired ratio is the middle of the ratios, not the ratio of the middles', () => {
  // One slow spell hits both of its pair.
  const pairs = [
    { ours: 20, base: 10 },
    { ours: 200, base: 100 },
    { ours: 30, base: 10 },
  ];
  expect(pairedRatio(pairs)).toBe(2);
  expect(rounded(2.345)).toBe(2.35);
});
