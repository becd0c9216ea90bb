import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamText } from './stream-text.ts';
import { createTerminalText, MAX_HELD_LINE } from './terminal-text.ts';

function clean(...pieces: readonly string[]): string {
  const terminal = createTerminalText();
  return pieces.map((piece) => terminal.push(piece)).join('') + terminal.end();
}

function cleanBytes(pieces: readonly Uint8Array[]): string {
  const stream = createStreamText();
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end();
}

describe('createTerminalText', () => {
  it.each([
    ['leaves plain lines and tabs alone', 'a\tb\nc\n', 'a\tb\nc\n'],
    ['takes colours out', '\x1b[1;32mok\x1b[0m done\n', 'ok done\n'],
    ['keeps the last state of a progress line', ' 10%\r 50%\r100%\n', '100%\n'],
    ['keeps what a shorter text does not overwrite', 'working...\rdone\n', 'doneing...\n'],
    ['erases to the end of the line', 'working...\r\x1b[Kdone\n', 'done\n'],
    ['erases a whole line', 'working...\x1b[2K\rdone\n', 'done\n'],
    ['reads CR LF as one line end', 'a\r\nb\r\n', 'a\nb\n'],
    ['reads several CR before a line end', 'a\r\r\nb', 'a\nb'],
    ['collapses overstriking', 'N\bNA\bAME\n', 'NAME\n'],
    ['moves the cursor', 'abc\x1b[2DX\x1b[10Gend\n', 'aXc      end\n'],
    [
      'keeps the text of links and drops titles',
      '\x1b]0;title\x07\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\n',
      'link\n',
    ],
    ['drops charset choices and bells', '\x1b(B\x0fa\x07\n', 'a\n'],
    ['shows other control characters', 'a\0b\x0cc\x7f\u0085\n', 'a\\x00b\\x0cc\\x7f\\u0085\n'],
    ['shows a sequence that is none', 'a\x1b\nb\x1b[\x01c', 'a\\x1b\nb\\x1b[\\x01c'],
    ['gives back an unended title at the line end', '\x1b]0;never ended\nnext\n', '\\x1b]0;never ended\nnext\n'],
    ['starts anew at an ESC inside a title', '\x1b]0;x\x1b[31mred\n', '\\x1b]0;xred\n'],
    ['gives back what the end cuts off', 'a\x1b[3', 'a\\x1b[3'],
  ])('%s', (_, input, output) => {
    expect(clean(input)).toBe(output);
  });

  it('shows the line that is being written', () => {
    const terminal = createTerminalText();
    expect(terminal.push('one\n 10%\r 20%')).toBe('one\n');
    expect(terminal.pending()).toBe(' 20%');
  });

  it('gives out a line that never ends in pieces', () => {
    const terminal = createTerminalText();
    const given = terminal.push('x'.repeat(MAX_HELD_LINE * 2 + 5));
    expect([given.length, terminal.pending().length]).toEqual([MAX_HELD_LINE * 2, 5]);
  });

  it('does not allocate for a far jump', () => {
    expect(clean('\x1b[999999999Gx')).toHaveLength(1001);
  });
});

describe('createStreamText', () => {
  it('shows bytes that are not UTF-8', () => {
    const bytes = Uint8Array.of(0x61, 0xff, 0xc3, 0xa9, 0xc3, 0x0a, 0xed, 0xa0, 0x80, 0xf0, 0x9f);
    expect(cleanBytes([bytes])).toBe('a\\xffé\\xc3\n\\xed\\xa0\\x80\\xf0\\x9f');
  });

  it('joins a character that is split over chunks', () => {
    const bytes = new TextEncoder().encode('€😀\n');
    expect(cleanBytes([...bytes].map((byte) => Uint8Array.of(byte)))).toBe('€😀\n');
  });

  it('gives the same text however the bytes are cut', () => {
    const part = fc.oneof(
      fc.constantFrom('\r', '\n', '\b', '\x1b', '\x1b[', '\x1b]0;', '\x07', '\x1b\\', 'K', '2D', '31m', '5G', '\t'),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    );
    const text = fc.array(part, { maxLength: 30 }).map((parts) => new TextEncoder().encode(parts.join('')));
    const bytes = fc
      .array(fc.oneof(text, fc.uint8Array({ maxLength: 6 })), { maxLength: 6 })
      .map((all) => Uint8Array.from(all.flatMap((one) => [...one])));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(40), { maxLength: 8 }), (input, cuts) => {
        const at = [...new Set(cuts.map((cut) => Math.min(cut, input.length)))].sort((a, b) => a - b);
        const pieces = [...at, input.length].map((end, index) => input.slice(at[index - 1] ?? 0, end));
        expect(cleanBytes(pieces)).toBe(cleanBytes([input]));
      }),
      { numRuns: 2000 },
    );
  });

  it('cuts a line without end at the same places however it comes', () => {
    const input = new TextEncoder().encode(`${'é'.repeat(MAX_HELD_LINE)}ab\rX${'z'.repeat(40_000)}\rY\n`);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < input.length; at += 777) pieces.push(input.slice(at, at + 777));
    expect(cleanBytes(pieces)).toBe(cleanBytes([input]));
  });
});
