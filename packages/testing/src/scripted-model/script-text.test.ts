import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthOf, piecesOf, wholeText, withInvalidBytes } from './script-text.ts';

test('the pieces of any text are the text, and none breaks a character in halves', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, chunkChars) => {
      const pieces = [...piecesOf(text, chunkChars)];
      expect(pieces.join('')).toBe(text);
      expect(pieces.some((piece) => /\p{Surrogate}/u.test(piece))).toBe(false);
    }),
  );
});

test('a long text comes in about 256 pieces when nobody says how long they are', () => {
  expect([...piecesOf('x'.repeat(1_000_000), undefined)]).toHaveLength(256);
  expect([...piecesOf('x'.repeat(100), undefined)]).toHaveLength(5);
});

test('parts that repeat are written out', () => {
  const text = ['[', { repeat: 'ab', times: 3 }, ']'];
  expect([wholeText(text), lengthOf(text)]).toEqual(['[ababab]', 8]);
});

test('a text without end has no whole and no length, but pieces', () => {
  const text = ['so ', { repeat: 'on ', times: 'forever' as const }];
  expect([wholeText(text), lengthOf(text)]).toEqual([null, Number.POSITIVE_INFINITY]);
  const pieces = piecesOf(text, 6);
  expect([pieces.next().value, pieces.next().value, pieces.next().value]).toEqual(['so ', 'on on ', 'on on ']);
});

test('damage goes into the middle of a text that ends, and to the front of one that does not', () => {
  expect(withInvalidBytes('abcd')).toBe('ab\uE0FFcd');
  expect(withInvalidBytes([{ repeat: 'x', times: 'forever' }])).toEqual(['\uE0FF', { repeat: 'x', times: 'forever' }]);
});
