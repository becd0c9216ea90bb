import type { Facts } from '@toolstone/protocol';

/**
 * Whether two calls of a batch must run in call order: one writes what the other reads or writes, or one writes inside
 * the roots while the other runs a command, whose reads nobody knows.
 */
export const conflicts = (a: Facts, b: Facts, roots: readonly string[]): boolean =>
  isBarrier(a, b, roots) || isBarrier(b, a, roots) || touchesConflict(a, b);

/** Whether one writes a path that the other reads or writes, or one inside or around it. */
export const touchesConflict = (a: Facts, b: Facts): boolean =>
  a.touches.some((left) =>
    b.touches.some((right) => (left.access === 'write' || right.access === 'write') && overlaps(left.path, right.path)),
  );

const isBarrier = (writer: Facts, command: Facts, roots: readonly string[]): boolean =>
  command.effects === 'exec' &&
  writer.effects !== 'exec' &&
  writer.touches.some(({ access, path }) => access === 'write' && roots.some((root) => overlaps(root, path)));

const overlaps = (a: string, b: string): boolean => a === b || isInside(a, b) || isInside(b, a);

const isInside = (directory: string, path: string): boolean =>
  path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
