import type { SourcedRule } from '@toolstone/protocol';
import { type PatternKind, parseRuleShorthand } from './rule-shorthand.ts';

/** The rule that an "always" stands for: read by the same matcher as the rules of files and of the command line. */
export function toGrantRule(
  grant: string,
  kindOf: ((label: string) => PatternKind | undefined) | undefined,
): SourcedRule {
  const parsed = parseRuleShorthand(grant, { effect: 'allow', flag: '', ...(kindOf && { kindOf }) });
  // A label that cannot stand in a short rule is taken to the letter.
  const rule = parsed.ok
    ? parsed.rule.rule
    : { id: grant, effect: 'allow' as const, tool: grant.replace(/[\\*?{},]/g, '\\$&') };
  return { rule, source: 'workstream', origin: '"always", answered in this workstream' };
}
