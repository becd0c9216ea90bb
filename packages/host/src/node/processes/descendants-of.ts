import type { DescendantsOf } from './descendants.ts';
import { linuxDescendants } from './linux-descendants.ts';
import { psDescendants } from './ps-descendants.ts';

/** How this system finds what a process started. */
export const descendantsOf: DescendantsOf = (target) =>
  process.platform === 'linux' ? linuxDescendants(target) : psDescendants(target);
