import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCodec } from './codec.ts';
import { countByte } from './count-bytes.ts';
import { parseEditorconfig } from './editorconfig.ts';
import { findLineBreaks, normalizeBreaks } from './line-breaks.ts';
import { changesSince, lineMarks } from './line-marks.ts';
import { lineUnit, scanLines } from './scan-lines.ts';
import type { TextEncoding } from './text-encoding.ts';
import { decodeTextFile, encodeText } from './text-file.ts';

const wellFormed = fc.string({ unit: 'binary', maxLength: 60 });

describe('codecs', () => {
  it.each(['utf-8', 'utf-8-stray', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be', 'iconv:gb18030'] as const)(
    '%s gives back any text that it encodes',
    async (encoding) => {
      const codec = await loadCodec(encoding);
      fc.assert(
        fc.property(wellFormed, (text) => {
          const bytes = codec.encode(text);
          expect(typeof bytes === 'number' ? bytes : codec.decode(bytes)).toBe(text);
        }),
      );
    },
  );

  it.each(['utf-8-stray', 'windows-1252', 'iso-8859-1'] as const)('%s gives back any bytes', async (encoding) => {
    const codec = await loadCodec(encoding);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const back = codec.encode(codec.decode(bytes));
        expect(typeof back === 'number' ? back : [...back]).toEqual([...bytes]);
      }),
    );
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iconv:shift_jis'] as const)(
    '%s decodes in pieces what it decodes whole',
    async (encoding) => {
      const codec = await loadCodec(encoding);
      fc.assert(
        fc.property(
          fc.string({ unit: fc.constantFrom('a', 'ü', '日', '\n', '😀'), maxLength: 40 }),
          fc.integer({ min: 1, max: 7 }),
          (text, size) => {
            const bytes = codec.encode(text);
            if (typeof bytes === 'number') return;
            const decoder = codec.stream();
            let made = '';
            for (let at = 0; at < bytes.length; at += size) made += decoder.write(bytes.subarray(at, at + size));
            expect(made + decoder.end()).toBe(text);
          },
        ),
      );
    },
  );

  it.each([
    ['utf-8', 'a\ud800', 1],
    ['windows-1252', 'ab→', 2],
    ['iso-8859-1', '€', 0],
    ['iconv:shift_jis', 'aü', 1],
  ] as const)('%s names the character that it does not have', async (encoding, text, index) => {
    expect((await loadCodec(encoding)).encode(text)).toBe(index);
  });
});

describe('a whole file', () => {
  it('gives back its own bytes, whatever they are, or is binary', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      wellFormed.map((text) => Buffer.from(text)),
      wellFormed.map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const file = await decodeTextFile(content, undefined);
        if (file === null) return;
        const back = await encodeText(file.text, file.format, 'a.txt');
        // An odd byte at the end of UTF-16 is the one thing that text cannot hold; an edit refuses such a file.
        if (back.status === 'encoded' && content.length % 2 === 0) expect(Buffer.compare(back.bytes, content)).toBe(0);
      }),
    );
  });

  it.each([
    ['plain ASCII', Buffer.from('abc\n'), 'utf-8', 'certain'],
    ['UTF-8 though Latin-1 is declared', Buffer.from('# coding: latin-1\nü\n'), 'utf-8', 'certain'],
    [
      'ASCII with a declaration, for what is written later',
      Buffer.from('# coding: latin-1\n'),
      'iso-8859-1',
      'declared',
    ],
    [
      'a Vim modeline at the end',
      Buffer.concat([Buffer.from([0xfc, 0x0a]), Buffer.from('# vim: set fileencoding=cp1251 :\n')]),
      'iconv:cp1251',
      'declared',
    ],
    [
      'a declared encoding that nobody knows',
      Buffer.from('# coding: klingon\n\xfc\n', 'latin1'),
      'windows-1252',
      'guessed',
    ],
    ['HTML', Buffer.from('<meta charset="windows-1251">\xcf\n', 'latin1'), 'iconv:windows-1251', 'declared'],
    ['UTF-16 of Chinese without a mark', Buffer.from('你好，世界\n再见\n', 'utf16le'), 'utf-16le', 'certain'],
  ] as const)('knows %s', async (_, bytes, encoding, how) => {
    expect(await decodeTextFile(bytes, undefined)).toMatchObject({ format: { encoding }, how });
  });

  it.each([
    ['NUL bytes', [1, 0, 0, 7]],
    ['small numbers of 16 bits', [1, 0, 2, 0, 3, 0, 9, 0, 1, 0]],
    ['control characters', [1, 2, 3, 0xff, 4, 5, 0xfe, 0xff, 6]],
  ])('takes %s for binary', async (_, bytes) => {
    expect(await decodeTextFile(Uint8Array.from(bytes), undefined)).toBeNull();
  });
});

describe('lines', () => {
  const piece = fc.constantFrom('a', 'ü', '\n', '\r\n', '日本', ' ');
  const encodings: readonly TextEncoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le'];

  it('are found in chunks of any size as split finds them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
        fc.constantFrom(...encodings),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 5 }),
        async (text, encoding, size, firstLine, maxLines) => {
          const codec = await loadCodec(encoding);
          const bytes = codec.encode(text);
          if (typeof bytes === 'number') throw new Error('all of these have every character');
          const unit = lineUnit(encoding, 0x0a);
          const scan = await scanLines(chunked(bytes, size * unit.width), {
            unit,
            firstLine,
            maxLines,
            maxLineBytes: 1e6,
            maxBytes: 1e6,
            countAll: true,
          });
          const all = text.split('\n');
          if (all.at(-1) === '') all.pop();
          expect(scan.totalLines).toBe(all.length);
          expect(scan.lines.map(({ bytes: line }) => codec.decode(line))).toEqual(
            all.slice(firstLine - 1, firstLine - 1 + maxLines),
          );
          expect(scan.lines.map(({ number }) => number)).toEqual(
            all.slice(firstLine - 1, firstLine - 1 + maxLines).map((_, index) => firstLine + index),
          );
        },
      ),
    );
  });

  it('are counted as a plain loop counts them', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 5000 }),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 0, max: 255 }),
        (all, from, byte) => {
          const bytes = all.subarray(from);
          expect(countByte(bytes, byte)).toBe(bytes.filter((value) => value === byte).length);
        },
      ),
    );
    expect(countByte(new Uint8Array(100_000).fill(10), 10)).toBe(100_000);
  });

  it('have one break however it is written, and a way back to the original', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r\n'), { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const { text: normal, toOriginal } = normalizeBreaks(text, findLineBreaks(text).kind);
        expect(normal).toBe(text.replaceAll('\r\n', '\n'));
        for (let index = 0; index <= normal.length; index++) {
          expect(text.slice(toOriginal(index)).replaceAll('\r\n', '\n')).toBe(normal.slice(index));
        }
      }),
    );
  });
});

it('tells by line marks what changed since', () => {
  const before = Buffer.from('one\ntwo\nthree\nfour\nfive\n');
  const marks = lineMarks(before) ?? '';
  const since = (text: string) => changesSince(marks, Buffer.from(text));
  expect(since('one\ntwo\nthree\nfour\nfive\n')).toBeUndefined();
  expect(since('one\n2\n3\nfour\nfive\n')).toBe('lines 2-3 changed');
  expect(since('one\ntwo\nthree\nfour\nfive\nsix\n')).toBe('1 line added after line 5 (now line 6)');
  expect(since('three\nfour\nfive\n')).toBe('lines 1-2 removed');
  expect(lineMarks(Buffer.from('x\n'.repeat(3000)))).toBeUndefined();
});

it('reads the charset of .editorconfig sections', () => {
  expect(parseEditorconfig('root = true\n; c\n[*]\nindent = 2\n[*.{a,b}]\ncharset = LATIN1 # why\n')).toEqual({
    isRoot: true,
    sections: [
      { glob: '*', charset: undefined },
      { glob: '*.{a,b}', charset: 'latin1' },
    ],
  });
});

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}
