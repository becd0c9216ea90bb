import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from './text-width.ts';
import { breakText, wrapText } from './wrap-text.ts';

const plain = (text: string): string => text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '');
const pieces = fc.array(
  fc.constantFrom(
    'a',
    'word',
    'longer-word',
    ' ',
    '  ',
    '語',
    '👩‍💻',
    'é',
    '\x1b[1m',
    '\x1b[22m',
    '\x1b[38;5;33m',
    '\x1b[39m',
    '\n',
  ),
  { maxLength: 60 },
);

describe('wrapping', () => {
  it('breaks between words and drops the blank there', () => {
    expect(wrapText('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapText('  indented text', 10)).toEqual(['  indented', 'text']);
    expect(wrapText('incomprehensible', 6)).toEqual(['incomp', 'rehens', 'ible']);
  });

  it('closes a style at the break and opens it again', () => {
    expect(wrapText('\x1b[1mone two\x1b[22m three', 5)).toEqual(['\x1b[1mone\x1b[0m', '\x1b[1mtwo\x1b[22m', 'three']);
  });

  it('keeps every character but blanks at breaks, in lines that fit', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 2, max: 20 }), (parts, width) => {
        const text = parts.join('');
        const lines = wrapText(text, width);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(plain(lines.join('')).replaceAll(' ', '')).toBe(plain(text).replace(/[ \n]/g, ''));
      }),
    );
  });

  it('keeps blanks too where lines are broken at the column', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 2, max: 20 }), (parts, width) => {
        const text = parts.join('');
        const lines = breakText(text, width);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(plain(lines.join(''))).toBe(plain(text).replaceAll('\n', ''));
      }),
    );
  });
});
