import type { Ruling, SourcedRule } from '@toolstone/protocol';
import { describeFact, type Fact, type PolicyCall } from './facts.ts';
import { toGrantRule } from './grant-rule.ts';
import { type CallView, type CompiledRule, compileRule, type PolicyPlace, viewCall } from './match-rule.ts';

/** A rule that had to do with a call. */
export interface ConsideredRule {
  readonly id: string;
  readonly effect: 'allow' | 'ask' | 'deny';
  readonly source: SourcedRule['source'];
  readonly origin: string;
  /** What in the call it holds for; for an allow, the first item that it covers. */
  readonly fact: Fact;
  /** Whether it surely holds. One that may hold asks. */
  readonly isCertain: boolean;
}

export interface Decision {
  readonly ruling: Ruling;
  /** What decided it. */
  readonly fact: Fact;
  /** Rules that held, or may hold, and did not decide. */
  readonly losing: readonly ConsideredRule[];
  /** Items of the call that no allow covers; empty where it is allowed by rule. */
  readonly uncovered: readonly Fact[];
}

export interface Policy {
  /**
   * Judges a prepared call. Deny beats ask beats allow; where no rule holds, the tool's default. `grants` are rules in
   * short form that "always" was answered for: they answer the question that comes by default, and no other.
   */
  decide(call: PolicyCall, grants?: readonly string[]): Decision;
  /** Rules that do not count: allows of a project that is not trusted, built-in rules that others replace. */
  readonly ignored: readonly SourcedRule[];
  readonly place: PolicyPlace;
}

interface Held {
  readonly rule: ConsideredRule;
  readonly reason: string | undefined;
}

const held = (sourced: SourcedRule, fact: Fact, isCertain: boolean): Held => ({
  rule: {
    id: sourced.rule.id,
    effect: sourced.rule.effect,
    source: sourced.source,
    origin: sourced.origin,
    fact,
    isCertain,
  },
  reason: sourced.rule.reason,
});

/** Denies and asks that hold or may hold, in the order of the rules. */
function collectHits(rules: readonly CompiledRule[], call: CallView): readonly Held[] {
  const hits: Held[] = [];
  for (const rule of rules) {
    if (rule.effect === 'allow') continue;
    const hit = rule.hit(call);
    if (hit) hits.push(held(rule.sourced, hit.fact, hit.match === 'yes'));
  }
  return hits;
}

interface Item {
  readonly fact: Fact;
  readonly isCovered: (
    coverage: NonNullable<ReturnType<Extract<CompiledRule, { effect: 'allow' }>['covers']>>,
  ) => boolean;
}

function itemsOf(call: CallView): readonly Item[] {
  const { touches, hosts, commands } = call.facts;
  return [
    ...touches.map(
      (touch): Item => ({
        fact: { type: 'path', path: touch.path, access: touch.access },
        isCovered: (coverage) => coverage.path(touch),
      }),
    ),
    ...hosts.map((host): Item => ({ fact: { type: 'host', host }, isCovered: (coverage) => coverage.host(host) })),
    ...commands.map(
      (command): Item => ({
        fact: { type: 'command', command },
        isCovered: (coverage) => coverage.command(command) === 'yes',
      }),
    ),
  ];
}

interface Allowed {
  readonly by: readonly Held[];
  readonly uncovered: readonly Fact[];
}

/** Which allows cover which items. Together they must cover all: each item on its own is then permitted by a rule. */
function collectAllows(rules: readonly CompiledRule[], call: CallView): Allowed {
  const items = itemsOf(call);
  const open = new Set(items);
  const by: Held[] = [];
  for (const rule of rules) {
    if (rule.effect !== 'allow') continue;
    const coverage = rule.covers(call);
    if (!coverage) continue;
    const { path, host, command } = rule.sourced.rule;
    if (items.length === 0) {
      // A rule about paths, hosts or commands says nothing of a call that has none.
      const isAboutItems = path !== undefined || host !== undefined || command !== undefined;
      if (!isAboutItems) by.push(held(rule.sourced, { type: 'call', tool: call.tool }, true));
      continue;
    }
    const covered = items.filter((item) => item.isCovered(coverage));
    const [first] = covered;
    if (first) by.push(held(rule.sourced, first.fact, true));
    for (const item of covered) open.delete(item);
  }
  return { by, uncovered: [...open].map((item) => item.fact) };
}

function ruled(effect: Ruling['effect'], { rule, reason }: Held): Ruling {
  const what = describeFact(rule.fact);
  if (rule.source === 'workstream')
    return {
      effect,
      source: 'grant',
      rule: rule.id,
      origin: rule.origin,
      reason: `"always" was answered for ${rule.id}`,
    };
  const verb = { allow: 'allows', ask: 'asks about', deny: 'denies' }[rule.effect];
  const sentence = rule.isCertain
    ? `Rule ${rule.id} ${verb} ${what}`
    : `Rule ${rule.id} ${rule.effect === 'deny' ? 'may deny' : 'may ask about'} ${what}: it cannot be told before it runs`;
  return {
    effect,
    source: 'rule',
    rule: rule.id,
    origin: rule.origin,
    reason: reason === undefined ? sentence : `${sentence}: ${reason}`,
  };
}

function byDefault(call: CallView, uncovered: readonly Fact[]): Decision {
  const [first] = uncovered;
  const fact: Fact = first ?? { type: 'call', tool: call.tool };
  if (!call.defaultNeedsApproval) {
    const reason = `${call.tool} needs no approval by default`;
    return { ruling: { effect: 'allow', source: 'default', reason }, fact, losing: [], uncovered };
  }
  const reason = first ? `No rule allows ${describeFact(first)}` : `${call.tool} asks by default`;
  return { ruling: { effect: 'ask', source: 'default', reason }, fact, losing: [], uncovered };
}

function decide(rules: readonly CompiledRule[], call: CallView): Decision {
  const hits = collectHits(rules, call);
  const allows = collectAllows(rules, call);
  const deny = hits.find(({ rule }) => rule.effect === 'deny' && rule.isCertain);
  const winner = deny ?? hits.find(({ rule }) => rule.isCertain) ?? hits[0];
  const isAllowed = allows.by.length > 0 && allows.uncovered.length === 0;
  const losing = [...hits, ...allows.by].filter((one) => one !== winner).map(({ rule }) => rule);
  const { uncovered } = allows;
  if (winner) return { ruling: ruled(deny ? 'deny' : 'ask', winner), fact: winner.rule.fact, losing, uncovered };
  const [first, ...others] = allows.by;
  if (first && isAllowed) {
    const also = others.map(({ rule }) => rule);
    return { ruling: ruled('allow', first), fact: first.rule.fact, losing: also, uncovered };
  }
  return { ...byDefault(call, allows.uncovered), losing };
}

export interface PolicyOptions extends PolicyPlace {
  /** Until the person trusts the folder, a project's rules may only tighten. */
  readonly isProjectTrusted: boolean;
}

/**
 * Prepares rules for many calls. A built-in rule gives way to a rule of the same id from the person or an administrator;
 * nothing else depends on the order or the source of rules.
 */
export function compilePolicy(rules: readonly SourcedRule[], options: PolicyOptions): Policy {
  const replaced = new Set(
    rules.filter(({ source }) => source !== 'built-in' && source !== 'project').map(({ rule }) => rule.id),
  );
  const counts = ({ rule, source }: SourcedRule): boolean =>
    !(source === 'built-in' && replaced.has(rule.id)) &&
    !(source === 'project' && rule.effect === 'allow' && !options.isProjectTrusted);
  const compiled = rules.filter(counts).map((sourced) => compileRule(sourced, options));
  const granted = new Map<string, CompiledRule>();
  const grantRule = (grant: string): CompiledRule => {
    const known = granted.get(grant) ?? compileRule(toGrantRule(grant, options.kindOf), options);
    granted.set(grant, known);
    return known;
  };
  return {
    decide(call, grants = []) {
      const view = viewCall(call, options);
      const decision = decide(compiled, view);
      const isOpen = decision.ruling.effect === 'ask' && decision.ruling.source === 'default';
      return isOpen && grants.length > 0 ? decide([...grants.map(grantRule), ...compiled], view) : decision;
    },
    ignored: rules.filter((rule) => !counts(rule)),
    place: options,
  };
}
