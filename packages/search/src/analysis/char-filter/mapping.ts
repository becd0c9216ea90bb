import type { CharFilter } from '../component.ts';
import { runtimeError, splitRule, unescapeRule } from '../word-list.ts';
import { createOffsetWriter } from './offset-map.ts';

export const parseMapping = (rule: string): readonly [string, string] => {
  const sides = splitRule(rule);
  if (sides === undefined) throw runtimeError(`Invalid mapping rule : [${rule}]`);
  return [unescapeRule(sides[0]), unescapeRule(sides[1])];
};

/** Replaces texts, the longest one first. */
export const createMappingFilter = (name: string, rules: readonly (readonly [string, string])[]): CharFilter => {
  const byFirst = new Map<string, (readonly [string, string])[]>();
  for (const rule of rules) {
    const first = rule[0].charAt(0);
    const known = byFirst.get(first);
    if (known === undefined) byFirst.set(first, [rule]);
    else known.push(rule);
  }
  for (const known of byFirst.values()) known.sort((a, b) => b[0].length - a[0].length);
  return {
    name,
    isNormalizing: true,
    filter: (text) => {
      const writer = createOffsetWriter();
      let from = 0;
      for (let at = 0; at < text.length; ) {
        const rule = byFirst.get(text.charAt(at))?.find(([match]) => text.startsWith(match, at));
        if (rule === undefined) {
          at++;
          continue;
        }
        writer.copy(text.slice(from, at));
        writer.replace(rule[1], rule[0].length);
        at += rule[0].length;
        from = at;
      }
      writer.copy(text.slice(from));
      return writer.finish();
    },
  };
};
