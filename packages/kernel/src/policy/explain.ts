import type { Ruling } from '@toolstone/protocol';
import { allowFlags, allowWith } from './allow-with.ts';
import type { ConsideredRule, Policy } from './decide.ts';
import { describeFact, type PolicyCall } from './facts.ts';

/** Why a call may run, must be asked about or may not run; for programs. */
export interface Explanation {
  readonly tool: string;
  readonly effect: Ruling['effect'];
  readonly source: Ruling['source'];
  readonly rule?: string;
  readonly origin?: string;
  readonly reason: string;
  /** What in the call decided. */
  readonly fact: string;
  readonly losing: readonly {
    readonly rule: string;
    readonly origin: string;
    readonly effect: ConsideredRule['effect'];
    readonly isCertain: boolean;
    readonly fact: string;
  }[];
  /** What no rule allows. */
  readonly uncovered: readonly string[];
  /** Rules on the command line that would allow it; only where no other rule stands against it. */
  readonly allowWith: readonly string[];
  /** Rules that do not count. */
  readonly ignored: readonly { readonly rule: string; readonly origin: string }[];
}

/** Explains the decision on a call. `grants` are what "always" was answered for in its workstream. */
export function explain(policy: Policy, call: PolicyCall, grants: readonly string[] = []): Explanation {
  const { ruling, fact, losing, uncovered } = policy.decide(call, grants);
  return {
    tool: call.tool,
    effect: ruling.effect,
    source: ruling.source,
    ...(ruling.rule === undefined ? {} : { rule: ruling.rule }),
    ...(ruling.origin === undefined ? {} : { origin: ruling.origin }),
    reason: ruling.reason,
    fact: describeFact(fact),
    losing: losing.map((one) => ({
      rule: one.id,
      origin: one.origin,
      effect: one.effect,
      isCertain: one.isCertain,
      fact: describeFact(one.fact),
    })),
    uncovered: ruling.effect === 'ask' ? uncovered.map(describeFact) : [],
    allowWith: ruling.effect === 'ask' ? allowWith(policy, call) : [],
    ignored: policy.ignored.map(({ rule, origin }) => ({ rule: rule.id, origin })),
  };
}

const verbs: Readonly<Record<Ruling['effect'], string>> = { allow: 'runs', ask: 'asks first', deny: 'does not run' };
const held: Readonly<Record<ConsideredRule['effect'], string>> = { allow: 'allows', ask: 'asks about', deny: 'denies' };

const list = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${line}`)];

/** The explanation as lines of text for a person. */
export function renderExplanation(explanation: Explanation): string {
  const { tool, effect, rule, origin, reason } = explanation;
  return [
    `${tool} ${verbs[effect]}.`,
    `${reason}.`,
    ...(rule === undefined ? [] : [`Rule: ${rule}${origin === undefined || origin === rule ? '' : ` (${origin})`}`]),
    ...list(
      'Other rules that hold:',
      explanation.losing.map(
        (one) => `${one.rule} (${one.origin}) ${one.isCertain ? held[one.effect] : `may ${one.effect}`} ${one.fact}`,
      ),
    ),
    ...list('No rule allows:', explanation.uncovered.length > 1 ? explanation.uncovered : []),
    ...(explanation.allowWith.length === 0 ? [] : [`It would run with ${allowFlags(explanation.allowWith)}`]),
    ...list(
      'Rules that do not count here:',
      explanation.ignored.map((one) => `${one.rule} (${one.origin})`),
    ),
  ].join('\n');
}
