import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveEdits } from './resolve-edits.ts';
import { applyEdits } from './resolved-edit.ts';

/** Few letters, so that occurrences are many, overlap and touch. */
const short = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength });
const some = (maxLength: number) => short(maxLength).filter((text) => text !== '');

interface Edit {
  readonly find: string;
  readonly replacement: string;
  readonly nearLine?: number;
}

function run(text: string, edits: readonly Edit[], replaceAll = false): string | { readonly code: string } {
  const named = edits.map((edit, index) => ({ ...edit, name: `edits[${index}]` }));
  const resolved = resolveEdits(text, { edits: named, replaceAll }, 'a.txt');
  return resolved.status === 'refused' ? { code: resolved.failure.code } : applyEdits(text, resolved.edits);
}

/** Every place where a text occurs, found by trying all of them. */
const places = (text: string, find: string): readonly number[] =>
  Array.from({ length: text.length }, (_, at) => at).filter((at) => text.startsWith(find, at));

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

describe('resolveEdits, against a search that tries every place', () => {
  it('makes one edit where there is exactly one place', () => {
    fc.assert(
      fc.property(short(30), some(4), short(4), (text, find, replacement) => {
        const at = places(text, find);
        const [only = 0] = at;
        const expected =
          at.length === 0
            ? { code: 'TEXT_NOT_FOUND' }
            : at.length > 1
              ? { code: 'TEXT_NOT_UNIQUE' }
              : text.slice(0, only) + replacement + text.slice(only + find.length);
        expect(run(text, [{ find, replacement }])).toEqual(expected);
      }),
    );
  });

  it('takes the nearest line, and the first of equals', () => {
    fc.assert(
      fc.property(
        short(40),
        some(2),
        short(3),
        fc.integer({ min: 1, max: 12 }),
        (text, find, replacement, nearLine) => {
          const at = [...places(text, find)].sort(
            (x, y) => Math.abs(lineOf(text, x) - nearLine) - Math.abs(lineOf(text, y) - nearLine) || x - y,
          );
          const [best] = at;
          const expected =
            best === undefined
              ? { code: 'TEXT_NOT_FOUND' }
              : text.slice(0, best) + replacement + text.slice(best + find.length);
          expect(run(text, [{ find, replacement, nearLine }])).toEqual(expected);
        },
      ),
    );
  });

  it('replaces all as String.replaceAll does', () => {
    fc.assert(
      fc.property(short(40), some(3), short(3), (text, find, replacement) => {
        const expected = text.includes(find) ? text.replaceAll(find, () => replacement) : { code: 'TEXT_NOT_FOUND' };
        expect(run(text, [{ find, replacement }], true)).toEqual(expected);
      }),
    );
  });

  it('makes a batch whole or not at all, whatever the order of its edits', () => {
    const edit = fc.record({ find: some(3), replacement: short(3) });
    fc.assert(
      fc.property(short(20), fc.array(edit, { minLength: 2, maxLength: 3 }), (text, edits) => {
        const found = edits.map(({ find, replacement }) => ({ at: places(text, find), find, replacement }));
        const failed = found.find(({ at }) => at.length !== 1);
        const sorted = found
          .map(({ at: [start = 0], find, replacement }) => ({ start, end: start + find.length, replacement }))
          .sort((x, y) => x.start - y.start);
        const overlap = sorted.some(({ start }, index) => (sorted[index - 1]?.end ?? 0) > start);
        const expected = failed
          ? { code: failed.at.length === 0 ? 'TEXT_NOT_FOUND' : 'TEXT_NOT_UNIQUE' }
          : overlap
            ? { code: 'EDITS_OVERLAP' }
            : sorted.reduceRight(
                (done, { start, end, replacement }) => done.slice(0, start) + replacement + done.slice(end),
                text,
              );
        expect(run(text, edits)).toEqual(expected);
        if (typeof expected === 'string') expect(run(text, edits.toReversed())).toEqual(expected);
      }),
    );
  });

  it('does in a CRLF file what it does in the same file with LF', () => {
    fc.assert(
      fc.property(
        short(40).filter((text) => text.includes('\n')),
        some(4),
        short(4),
        (text, find, replacement) => {
          const lf = run(text, [{ find, replacement }]);
          const crlf = run(text.replaceAll('\n', '\r\n'), [{ find, replacement }]);
          expect(crlf).toEqual(typeof lf === 'string' ? lf.replaceAll('\n', '\r\n') : lf);
        },
      ),
    );
  });

  it('leaves every byte outside of the edit alone where line breaks are mixed', () => {
    const mixed = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n'), { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(mixed, some(3), short(3), (text, find, replacement) => {
        const done = run(text, [{ find, replacement }]);
        if (typeof done !== 'string') return;
        const normal = text.replaceAll('\r\n', '\n');
        const [at = 0] = places(normal, find);
        expect(done.replaceAll('\r\n', '\n')).toBe(normal.slice(0, at) + replacement + normal.slice(at + find.length));
        // The lines before and after are as they were, breaks included.
        const linesBefore = lineOf(normal, at) - 1;
        const linesAfter = normal.slice(at + find.length).split('\n').length - 1;
        const kept = (whole: string) => whole.split(/(?<=\n)/);
        expect(kept(done).slice(0, linesBefore)).toEqual(kept(text).slice(0, linesBefore));
        if (linesAfter > 0) {
          const last = (whole: string) => whole.split('\n').slice(-linesAfter).join('\n');
          expect(last(done)).toBe(last(text));
        }
      }),
    );
  });
});

it('answers in time on texts that are made to be slow', () => {
  const started = performance.now();
  expect(run('a'.repeat(2_000_000), [{ find: 'aa', replacement: 'b' }])).toEqual({ code: 'TEXT_NOT_UNIQUE' });
  expect(run(' '.repeat(500_000), [{ find: `x${' '.repeat(1000)}`, replacement: 'b' }])).toEqual({
    code: 'TEXT_NOT_FOUND',
  });
  expect(run('\n'.repeat(500_000), [{ find: `x${'\n'.repeat(1000)}`, replacement: 'b' }])).toEqual({
    code: 'TEXT_NOT_FOUND',
  });
  expect(run('a\n'.repeat(300_000), [{ find: 'a\nb\n'.repeat(500), replacement: 'b' }])).toEqual({
    code: 'TEXT_NOT_FOUND',
  });
  expect(run('a'.repeat(200_001), [{ find: 'a', replacement: 'b' }], true)).toEqual({ code: 'TOO_MANY_REPLACEMENTS' });
  expect(performance.now() - started).toBeLessThan(15_000);
});
