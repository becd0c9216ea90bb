import { expect, it } from 'vitest';
import { createRollingLines } from './rolling-lines.ts';
import { shellOwner } from './shell-owner.ts';

it.each([
  ['r7', ''],
  ['r7/t2', 'r7/t2'],
  ['r7/t2/b1', 'r7/t2'],
  ['r7/t2/t3', 'r7/t2/t3'],
  ['t7', ''],
])('a shell started in %s belongs to %j', (scope, owner) => {
  expect(shellOwner(scope)).toBe(owner);
});

it('keeps at least the newest line, however long', () => {
  const lines = createRollingLines(10);
  lines.push('one\ntwo\nthree\n');
  expect(lines.since(0)).toEqual({ lines: ['two', 'three'], dropped: 1 });
  lines.push('a line longer than the limit\n');
  expect(lines.since(1)).toEqual({ lines: ['a line longer than the limit'], dropped: 2 });
  expect(lines.next).toBe(4);
});

it('keeps numbers while it drops many lines', () => {
  const lines = createRollingLines(100);
  for (let n = 0; n < 10_000; n += 1) lines.push(`${n}\n`);
  expect(lines.since(9_998)).toEqual({ lines: ['9998', '9999'], dropped: 0 });
});
