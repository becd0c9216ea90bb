import { printableLine } from './printable.ts';

/** A rule that an "always" would give, as people read it: `edit_file anywhere in this folder` for `edit_file($roots/**)`. */
export const grantText = (rule: string): string =>
  printableLine(rule).replace(/^([\w-]+)\(\$roots\/\*\*\)$/, '$1 anywhere in this folder');
