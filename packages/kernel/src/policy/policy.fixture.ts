import type { Facts, Rule, RuleConditions, SourcedRule } from '@toolstone/protocol';
import { compilePolicy, type Decision, type Policy, type PolicyOptions } from './decide.ts';
import type { PolicyCall } from './facts.ts';
import { parseShellCommand } from './shell-command.ts';

/** A place and calls for tests of policy. */
export const place: PolicyOptions = {
  home: '/home/ada',
  roots: ['/work/proj'],
  cwd: '/work/proj',
  isProjectTrusted: true,
};

type GivenFacts = {
  readonly [K in keyof Facts]?: Facts[K] extends (infer Item)[] ? readonly Item[] : Facts[K];
};

export const callOf = (
  tool: string,
  { touches = [], hosts = [], commands = [], ...facts }: GivenFacts = {},
  more: Partial<PolicyCall> = {},
): PolicyCall => ({
  tool,
  approvalLabel: tool,
  facts: { effects: 'none', args: {}, ...facts, touches: [...touches], hosts: [...hosts], commands: [...commands] },
  defaultNeedsApproval: true,
  surface: 'cli',
  role: 'owner',
  ...more,
});

export function bash(command: string, more: Partial<PolicyCall> = {}): PolicyCall {
  const { commands, touches, hosts } = parseShellCommand(command, place);
  return callOf('bash', { effects: 'exec', commands, touches, hosts, args: { command } }, more);
}

export const read = (...paths: readonly string[]): PolicyCall =>
  callOf(
    'read_file',
    { effects: 'read', touches: paths.map((path) => ({ path, access: 'read' })) },
    { defaultNeedsApproval: false },
  );

export const edit = (...paths: readonly string[]): PolicyCall =>
  callOf('edit_file', { effects: 'write', touches: paths.map((path) => ({ path, access: 'write' })) });

export const fetchOf = (...hosts: readonly string[]): PolicyCall =>
  callOf('web_fetch', { effects: 'network', hosts }, { defaultNeedsApproval: false });

export type Written = RuleConditions & Pick<Rule, 'reason' | 'unless'> & { readonly id?: string };
const ruleOf =
  (effect: Rule['effect']) =>
  ({ id, ...conditions }: Written, source: SourcedRule['source'] = 'user'): SourcedRule => ({
    rule: { id: id ?? effect, effect, ...conditions },
    source,
    origin: 'policy.toml:1',
  });
export const allow = ruleOf('allow');
export const ask = ruleOf('ask');
export const deny = ruleOf('deny');

export const policyOf = (...rules: readonly SourcedRule[]): Policy => compilePolicy(rules, place);
export const decideWith = (rules: readonly SourcedRule[], call: PolicyCall): Decision =>
  policyOf(...rules).decide(call);
export const effectWith = (rules: readonly SourcedRule[], call: PolicyCall): string =>
  decideWith(rules, call).ruling.effect;
