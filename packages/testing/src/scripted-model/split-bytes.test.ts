import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitBytes } from './split-bytes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const split = (text: string, how: Parameters<typeof splitBytes>[1], offset = 0) =>
  splitBytes(bytesOf(text), how, offset).map((piece) => new TextDecoder().decode(piece));

test('the pieces of any bytes are the bytes', () => {
  const how = fc.oneof(
    fc.constantFrom('inside-characters' as const, 'inside-lines' as const),
    fc.record({ everyBytes: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ atBytes: fc.array(fc.integer({ min: 1, max: 50 })) }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), how, fc.nat(50), (text, where, offset) => {
      const pieces = splitBytes(bytesOf(text), where, offset);
      expect(Buffer.concat(pieces).toString('utf8')).toBe(text);
    }),
  );
});

test('bytes are cut where the script says', () => {
  expect(split('abcdef', { everyBytes: 4 })).toEqual(['abcd', 'ef']);
  expect(split('abcdef', { atBytes: [5, 1] })).toEqual(['a', 'bcde', 'f']);
  expect(split('abcdef', { atBytes: [12] }, 10)).toEqual(['ab', 'cdef']);
  expect(split('ab\n\ncdef\n', 'inside-lines')).toEqual(['a', 'b\n\ncd', 'ef\n']);
  expect(split('aé', 'inside-characters')).toEqual(['a\ufffd', '\ufffd']);
  expect(split('abc', undefined)).toEqual(['abc']);
});
