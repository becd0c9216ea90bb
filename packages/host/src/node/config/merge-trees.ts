import type { Tree } from './config-file.ts';
import type { KeyPath } from './toml-places.ts';

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** `over` on top of `base`: tables are joined key by key, everything else is replaced. */
export function mergeTrees(base: Tree, over: Tree): Tree {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = base[key];
    merged[key] = isTree(value) && isTree(below) ? mergeTrees(below, value) : value;
  }
  return merged;
}

/** Every value in a tree with its key; a list is one value. */
export function leavesOf(
  tree: Tree,
  path: readonly string[] = [],
): readonly { readonly key: readonly string[]; readonly value: unknown }[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const key = [...path, name];
    return isTree(value) ? leavesOf(value, key) : [{ key, value }];
  });
}

export const valueAt = (tree: unknown, key: KeyPath): unknown =>
  key.reduce((value, part) => (isTree(value) ? value[String(part)] : undefined), tree);
