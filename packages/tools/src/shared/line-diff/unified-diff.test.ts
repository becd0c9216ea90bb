import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';
import { unifiedDiff } from './unified-diff.ts';

const options = { oldLabel: 'a', newLabel: 'b', contextLines: 3, maxChars: 1e9 };
const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', ' d\r'), { maxLength: 40 });
const text = fc
  .tuple(lines, fc.boolean())
  .map(([all, isBroken]) => all.join('\n') + (isBroken && all.length > 0 ? '\n' : ''));

describe('unifiedDiff', () => {
  it('gives a patch that makes the new text of the old one, with any context', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 5 }), (before, after, contextLines) => {
        const diff = unifiedDiff(before, after, { ...options, contextLines });
        if (before === after) expect(diff.text).toBe('');
        else expect(applyPatch(before, `${diff.text}\n`, { autoConvertLineEndings: false })).toBe(after);
      }),
    );
  });

  it('shows nothing but the header for what is the same', () => {
    expect(unifiedDiff('a\n', 'a\n', options)).toEqual({ text: '', added: 0, removed: 0, omittedLines: 0 });
  });

  it('joins changes whose context touches, and parts those whose does not', () => {
    const before = Array.from({ length: 30 }, (_, index) => `${index + 1}\n`).join('');
    const after = before.replace('4\n', 'four\n').replace('\n11\n', '\neleven\n').replace('\n25\n', '\n');
    expect(unifiedDiff(before, after, options).text).toMatchInlineSnapshot(`
      "--- a
      +++ b
      @@ -1,14 +1,14 @@
       1
       2
       3
      -4
      +four
       5
       6
       7
       8
       9
       10
      -11
      +eleven
       12
       13
       14
      @@ -22,7 +22,6 @@
       22
       23
       24
      -25
       26
       27
       28"
    `);
  });

  it('stops at a whole line and counts the rest', () => {
    const diff = unifiedDiff('', 'one\ntwo\nthree\n', { ...options, maxChars: 30 });
    expect(diff).toEqual({ text: '--- a\n+++ b\n@@ -0,0 +1,3 @@', added: 3, removed: 0, omittedLines: 3 });
  });
});

describe('diffLines', () => {
  it('is exact for long texts of few different lines', () => {
    const long = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 700, maxLength: 1500 });
    fc.assert(
      fc.property(long, long, (a, b) => {
        expect(rebuild(a, b)).toEqual(b);
      }),
      { numRuns: 20 },
    );
  });

  it('takes little time however much differs', () => {
    const a = Array.from({ length: 100_000 }, (_, index) => index % 1000);
    const b = a.map((line, index) => (index % 3 === 0 ? line + 1 : line));
    const started = performance.now();
    expect(rebuild(a, b)).toEqual(b);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

/** The new lines, made of the old ones and the changes. */
function rebuild(a: readonly number[], b: readonly number[]): readonly number[] {
  const made: number[] = [];
  let at = 0;
  for (const change of diffLines(a, b)) {
    made.push(...a.slice(at, change.aStart), ...b.slice(change.bStart, change.bEnd));
    at = change.aEnd;
  }
  return [...made, ...a.slice(at)];
}
