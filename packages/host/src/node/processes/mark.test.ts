import { describe, expect, it } from 'vitest';
import { createMarks, hasId, isInScope } from './mark.ts';

describe('the mark of a process', () => {
  it('names the start and its scope', () => {
    const mark = createMarks(undefined)('ws_1/r7;x=y');
    expect(mark.value).toBe(`${mark.id}=ws_1%2Fr7%3Bx%3Dy`);
    expect(hasId(mark.value, mark.id)).toBe(true);
    expect(isInScope(mark.value, 'ws_1/r7;x=y')).toBe(true);
  });

  it('differs for each start, and between ports', () => {
    const [one, other] = [createMarks(undefined), createMarks(undefined)];
    const marks = Array.from({ length: 1_000 }, () => [one('x'), other('x')]).flat();
    expect(new Set(marks.map(({ id }) => id)).size).toBe(2_000);
    expect(new Set(marks.map(({ lockLimit }) => lockLimit)).size).toBe(2_000);
    expect(marks.every(({ lockLimit }) => Number.isSafeInteger(lockLimit) && lockLimit >= 2 ** 47)).toBe(true);
  });

  it('is in its scope and in those above, not in those beside', () => {
    const { value } = createMarks(undefined)('ws_1/r7/t2');
    expect(['ws_1', 'ws_1/r7', 'ws_1/r7/t2'].every((scope) => isInScope(value, scope))).toBe(true);
    expect(['ws', 'ws_1/r', 'ws_1/r7/t', 'ws_1/r7/t2/b', 'r7', ''].some((scope) => isInScope(value, scope))).toBe(
      false,
    );
  });

  it('keeps the marks that stand above', () => {
    const outer = createMarks(undefined)('ws_outer');
    const inner = createMarks(outer.value)('ws_inner');
    expect(isInScope(inner.value, 'ws_outer') && isInScope(inner.value, 'ws_inner')).toBe(true);
    expect(hasId(inner.value, outer.id) && hasId(inner.value, inner.id)).toBe(true);
  });
});
