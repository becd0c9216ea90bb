import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHeadAndTail } from './head-and-tail.ts';
import { createLinePrefix } from './line-prefix.ts';

it('keeps a text within the limit whole', () => {
  const kept = createHeadAndTail(10);
  kept.push('12345');
  kept.push('67890');
  expect(kept.render()).toEqual({ text: '1234567890', truncated: false });
});

it('keeps both ends at line ends and says what it cut', () => {
  const kept = createHeadAndTail(40);
  for (let line = 1; line <= 100; line += 1) kept.push(`line ${line}\n`);
  expect(kept.render()).toMatchInlineSnapshot(`
    {
      "text": "line 1
    line 2
    [761 of 792 characters (96 line ends) cut from the middle here]
    line 99
    line 100
    ",
      "truncated": true,
    }
  `);
});

it('cuts inside a line that is too long, never inside a character', () => {
  const kept = createHeadAndTail(7);
  kept.push('😀'.repeat(10));
  expect(kept.render().text).toBe('😀😀\n[14 of 20 characters (0 line ends) cut from the middle here]\n😀');
});

it('leaves no half of a word or of a private key for the guard to miss', () => {
  const words = createHeadAndTail(40);
  words.push(`one two ${'w'.repeat(100)} nine ten`);
  expect(words.render().text.split('\n')).toEqual(['one two ', expect.any(String), ' nine ten']);
  const key = createHeadAndTail(400);
  const block = `-----BEGIN PRIVATE KEY-----\n${'MIIabc123\n'.repeat(100)}-----END PRIVATE KEY-----\n`;
  key.push(`before\n${block}after\n`);
  expect(key.render().text.split('\n')).toEqual([
    'before',
    expect.stringContaining('cut from the middle'),
    'after',
    '',
  ]);
});

it('gives both ends their share of a smaller limit', () => {
  const kept = createHeadAndTail(100);
  kept.push('abcdefghij');
  expect(kept.render(4).text).toBe('ab\n[6 of 10 characters (0 line ends) cut from the middle here]\nij');
});

it('holds the true beginning and end, within the limit, however the text comes', () => {
  const pieces = fc.array(fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', '\n', '😀') }), { maxLength: 40 });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 60 }), (parts, limit) => {
      const kept = createHeadAndTail(limit);
      for (const part of parts) kept.push(part);
      const whole = parts.join('');
      const { text, truncated } = kept.render();
      expect(kept.chars).toBe(whole.length);
      expect(truncated).toBe(whole.length > limit);
      if (!truncated) {
        expect(text).toBe(whole);
        return;
      }
      const [head = '', tail = ''] = text.split(/\n?\[\d[^\]]*cut from the middle here\]\n/);
      expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
      expect(head.length + tail.length).toBeLessThanOrEqual(limit);
    }),
  );
});

it('keeps no more than it needs of a text without end', () => {
  const kept = createHeadAndTail(1000);
  const chunk = 'x'.repeat(65_536);
  for (let round = 0; round < 2000; round += 1) kept.push(chunk);
  expect(kept.render().text.length).toBeLessThan(1200);
});

it('prefixes every line once, however the text is cut', () => {
  const prefix = createLinePrefix('[stderr] ');
  expect(['a', 'b\nc', '\n', '', 'd\n'].map(prefix).join('')).toBe('[stderr] ab\n[stderr] c\n[stderr] d\n');
});
