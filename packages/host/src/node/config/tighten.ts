import type { Settings, SourcedRule } from '@toolstone/protocol';
import type { Tree } from './config-file.ts';
import { leavesOf, mergeTrees, valueAt } from './merge-trees.ts';

type Comparison = (value: unknown, base: unknown) => boolean;

const isSmaller: Comparison = (value, base) => typeof value === 'number' && typeof base === 'number' && value <= base;
const isSubset: Comparison = (value, base) =>
  Array.isArray(value) && Array.isArray(base) && value.every((item) => base.includes(item));
const is =
  (strict: unknown): Comparison =>
  (value) =>
    value === strict;

/** 0 waits for ever: every other time is shorter. */
const endsSooner: Comparison = (value, base) =>
  typeof value === 'number' && typeof base === 'number' && value !== 0 && (base === 0 || value <= base);

/** Settings that a project nobody trusts may change, and in which direction. Everything else waits for trust. */
const tightening: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['session.max_rounds', isSmaller],
  ['tools.timeout', isSmaller],
  ['tools.max_parallel', isSmaller],
  ['tools.approval_timeout_seconds', endsSooner],
  ['tools.skip_permissions', is(false)],
  ['tools.env_passthrough', isSubset],
  ['tool_result_offload.inline_max_chars', isSmaller],
  ['bash.isolation', is('workspace')],
  ['bash.network', is(false)],
  ['bash.writable', isSubset],
  ['storage.sync', is('full')],
]);

export interface Tightened {
  readonly values: Tree;
  /** Keys that have no effect until the folder is trusted. */
  readonly ignored: readonly (readonly string[])[];
}

/** What counts of a project's settings while nobody has trusted its folder: only what makes `base` stricter. */
export function tightenOnly(base: Settings, values: Tree): Tightened {
  const ignored: (readonly string[])[] = [];
  let kept: Tree = {};
  for (const { key, value } of leavesOf(values)) {
    const current = valueAt(base, key);
    if (JSON.stringify(current) === JSON.stringify(value)) continue;
    if (tightening.get(key.join('.'))?.(value, current)) kept = mergeTrees(kept, treeOf(key, value));
    else ignored.push(key);
  }
  return { values: kept, ignored };
}

/** Rules of such a project: what forbids or asks counts, what permits waits. */
export const strictRules = (
  rules: readonly SourcedRule[],
): { readonly kept: readonly SourcedRule[]; readonly ignored: readonly SourcedRule[] } => ({
  kept: rules.filter(({ rule }) => rule.effect !== 'allow'),
  ignored: rules.filter(({ rule }) => rule.effect === 'allow'),
});

const treeOf = (key: readonly string[], value: unknown): Tree => {
  const [first, ...rest] = key;
  return first === undefined ? {} : { [first]: rest.length === 0 ? value : treeOf(rest, value) };
};
