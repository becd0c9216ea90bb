import { pathPattern } from './allow-with.ts';
import { commandFamily } from './command-family.ts';
import type { Policy } from './decide.ts';
import type { Fact, PolicyCall } from './facts.ts';
import { isWithin } from './match-path.ts';
import { type PatternKind, patternKindOf } from './rule-shorthand.ts';

/**
 * What an "always" to a call would cover from then on, as short rules: of a command line the families of its commands
 * (`bash(npm test **)`), of files in the roots the tool within them (`edit_file($roots/**)`), of anything else the label.
 * Empty where the call can only be allowed this once: a rule asks about it, what it runs cannot be told, or it writes files
 * by redirection.
 */
export function grantsFor(policy: Policy, call: PolicyCall): readonly string[] {
  const { ruling, uncovered } = policy.decide(call);
  if (ruling.effect !== 'ask' || ruling.source !== 'default') return [];
  const label = call.approvalLabel;
  const kind = policy.place.kindOf?.(label) ?? patternKindOf(label);
  const patterns = patternsOf(uncovered, kind, policy.place);
  if (patterns === undefined) return [];
  const grants = patterns.length === 0 ? [label] : [...new Set(patterns.map((pattern) => `${label}(${pattern})`))];
  // Whatever the patterns were made of: a grant that does not cover the very call it was given for is none.
  return policy.decide(call, grants).ruling.effect === 'allow' ? grants : [];
}

/** Empty where the label alone is meant; undefined where nothing short of everything would cover the call. */
function patternsOf(
  uncovered: readonly Fact[],
  kind: PatternKind | undefined,
  place: Policy['place'],
): readonly string[] | undefined {
  if (kind === undefined) return [];
  const own = uncovered.filter(({ type }) => type === kind);
  if (own.length === 0) return kind === 'command' ? undefined : [];
  const patterns = own.map((fact) => patternOf(fact, place));
  return patterns.every((pattern) => pattern !== undefined) ? patterns : undefined;
}

function patternOf(fact: Fact, { cwd, roots }: Policy['place']): string | undefined {
  switch (fact.type) {
    case 'command':
      return commandFamily(fact.command, cwd);
    case 'path':
      return roots.some((root) => isWithin(fact.path, root)) ? '$roots/**' : pathPattern(fact.path, cwd);
    case 'host':
      return fact.host;
    case 'call':
      return undefined;
  }
}
