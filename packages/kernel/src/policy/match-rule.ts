import type { Rule, RuleConditions, SourcedRule, Touch } from '@toolstone/protocol';
import { type Fact, namedPaths, type PolicyCall } from './facts.ts';
import { compileArguments } from './match-arguments.ts';
import { type CommandTest, compileCommand } from './match-command.ts';
import { compilePaths, isWithin, type PatternPlace } from './match-path.ts';
import { compileWildcards, type Match } from './match-words.ts';
import type { PatternKind } from './rule-shorthand.ts';
import { hostsOfCommand, mayReachOtherHosts } from './shell-hosts.ts';

export interface PolicyPlace {
  readonly home: string;
  readonly roots: readonly string[];
  readonly cwd: string;
  /** Directories for temporary files; `/tmp` and `/var/tmp` when absent. */
  readonly temp?: readonly string[];
  /** What a pattern on the command line is about, for labels of which it cannot be told by name. */
  readonly kindOf?: (label: string) => PatternKind | undefined;
}

/** A call with what is only worked out when a rule asks for it. */
export interface CallView extends PolicyCall {
  readonly named: () => readonly string[];
}
export const viewCall = (call: PolicyCall, place: Pick<PolicyPlace, 'cwd' | 'home'>): CallView => {
  let named: readonly string[] | undefined;
  return {
    ...call,
    named: () => {
      named ??= [...namedPaths(call.facts.commands, place), ...(call.facts.named ?? [])];
      return named;
    },
  };
};

/** Whether a rule that forbids or asks holds for a call, and by which fact. */
export interface Hit {
  readonly match: Match;
  readonly fact: Fact;
}

/** Which items of a call a rule that allows covers. */
export interface Coverage {
  readonly path: (touch: Touch) => boolean;
  readonly host: (host: string) => boolean;
  readonly command: CommandTest;
}

type CallTest = (call: CallView) => boolean;

/** The conditions on a call as a whole. */
function compileCall(conditions: RuleConditions, isWide: boolean): CallTest {
  const tests: CallTest[] = [];
  const { tool, effects, isolation, args, surface, role } = conditions;
  if (tool !== undefined) {
    const matches = compileWildcards(tool);
    tests.push((call) => matches(call.tool) || matches(call.approvalLabel));
  }
  if (effects !== undefined) tests.push((call) => effects.includes(call.facts.effects));
  if (isolation !== undefined) tests.push((call) => call.facts.isolation === isolation);
  if (surface !== undefined) {
    const matches = compileWildcards(surface);
    tests.push((call) => matches(call.surface));
  }
  if (role !== undefined) {
    const matches = compileWildcards(role);
    tests.push((call) => matches(call.role));
  }
  if (args !== undefined) {
    const matches = compileArguments(args, isWide);
    tests.push((call) => matches(call.facts.args));
  }
  return (call) => tests.every((test) => test(call));
}

function compileTouch(condition: NonNullable<Rule['path']>, place: PatternPlace, isWide: boolean) {
  const within = condition.within === undefined ? () => true : compilePaths(condition.within, place, { isWide });
  // An exception is read the other way round: what it takes out of a permission is wide.
  const not = condition.not === undefined ? () => false : compilePaths(condition.not, place, { isWide: !isWide });
  return {
    access: condition.access,
    fits: (path: string): boolean => within(path) && !not(path),
  };
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '').replace(/\.$/, '');
function compileHost(patterns: string | readonly string[]): (host: string) => boolean {
  const matches = compileWildcards([patterns].flat().map((pattern) => pattern.toLowerCase()));
  return (host) => {
    const lower = host.toLowerCase();
    return matches(lower) || matches(withoutPort(lower));
  };
}

const order: Readonly<Record<Match, number>> = { no: 0, maybe: 1, yes: 2 };

/** A test in which one item is enough: for rules that forbid or ask, and for what takes a permission back. */
function compileWide(conditions: RuleConditions, place: PatternPlace): (call: CallView) => Hit | undefined {
  const holds = compileCall(conditions, true);
  const tests: ((call: CallView) => Hit | undefined)[] = [];
  if (conditions.path) {
    const { access, fits } = compileTouch(conditions.path, place, true);
    const isDefinite = access === 'any' && conditions.path.within !== undefined;
    tests.push((call) => {
      const touch = call.facts.touches.find((item) => (access === 'any' || item.access === access) && fits(item.path));
      if (touch) return { match: 'yes', fact: { type: 'path', path: touch.path, access: touch.access } };
      const path = call.named().find(fits);
      if (path === undefined) return undefined;
      // Which access a command makes of a path in its words is not known, nor whether `/x/` is a path at all.
      return { match: isDefinite ? 'yes' : 'maybe', fact: { type: 'path', path, access: 'named' } };
    });
  }
  if (conditions.host !== undefined) {
    const fits = compileHost(conditions.host);
    tests.push((call) => {
      const host = call.facts.hosts.find(fits);
      if (host !== undefined) return { match: 'yes', fact: { type: 'host', host } };
      const command = call.facts.commands.find(({ name, args }) => mayReachOtherHosts(name, args));
      return command && { match: 'maybe', fact: { type: 'command', command } };
    });
  }
  if (conditions.command !== undefined) {
    const test = compileCommand(conditions.command, place.folder, true);
    tests.push((call) => {
      let best: Hit | undefined;
      for (const command of call.facts.commands) {
        const match = test(command);
        if (match === 'yes') return { match, fact: { type: 'command', command } };
        if (match === 'maybe') best ??= { match, fact: { type: 'command', command } };
      }
      return best;
    });
  }
  return (call) => {
    if (!holds(call)) return undefined;
    let weakest: Hit | undefined;
    for (const test of tests) {
      const hit = test(call);
      if (!hit) return undefined;
      if (!weakest || order[hit.match] < order[weakest.match]) weakest = hit;
    }
    return weakest ?? { match: 'yes', fact: { type: 'call', tool: call.tool } };
  };
}

/**
 * What rules that allow cover. A rule that names no path, host or command covers every item but opaque commands; one that
 * names some covers only items of the kinds it names. A rule by command also covers the hosts in the words of its own
 * commands, and redirections of a kind that can do no harm: to and from temporary files, and from files in the roots.
 * Paths that it names are covered only where all commands are its own: whose redirection it is cannot be told.
 */
function compileNarrow(
  conditions: RuleConditions,
  place: PatternPlace,
  temp: readonly string[],
): (call: CallView) => Coverage | undefined {
  const holds = compileCall(conditions, false);
  const { path, host, command } = conditions;
  const coversAll = path === undefined && host === undefined && command === undefined;
  const touch = path && compileTouch(path, place, false);
  const fitsHost = host === undefined ? undefined : compileHost(host);
  const fitsTouch = (item: Touch): boolean =>
    touch !== undefined && (touch.access === 'any' || touch.access === item.access) && touch.fits(item.path);
  if (command === undefined) {
    const coverage: Coverage = {
      path: (item) => coversAll || fitsTouch(item),
      host: (item) => coversAll || fitsHost?.(item) === true,
      command: (item) => (coversAll && !item.opaque ? 'yes' : 'no'),
    };
    return (call) => (holds(call) ? coverage : undefined);
  }
  const fitsCommand = compileCommand(command, place.folder, false);
  const inRoots = (path: string): boolean => place.roots.some((root) => isWithin(path, root));
  const isHarmless = (item: Touch): boolean =>
    inRoots(item.path) ? item.access === 'read' : temp.some((directory) => isWithin(item.path, directory));
  return (call) => {
    if (!holds(call)) return undefined;
    const own = call.facts.commands.filter((item) => fitsCommand(item) === 'yes');
    const isWhole = own.length > 0 && own.length === call.facts.commands.length;
    return {
      path: (item) => (touch ? isWhole && fitsTouch(item) : own.length > 0 && isHarmless(item)),
      host: (item) =>
        (fitsHost?.(item) ?? true) &&
        own.some(({ name, args }) => name !== null && hostsOfCommand(name, args).includes(item)),
      command: (item) => (own.includes(item) ? 'yes' : 'no'),
    };
  };
}

/** Whether every item of a call is inside the conditions: for what takes a prohibition back. */
function compileEvery(conditions: RuleConditions, place: PatternPlace): (call: CallView) => boolean {
  const narrow = compileNarrow(conditions, place, []);
  const { path, host, command } = conditions;
  return (call) => {
    const coverage = narrow(call);
    if (!coverage) return false;
    const { touches, hosts, commands } = call.facts;
    if (path && (touches.length === 0 || !touches.every(coverage.path))) return false;
    if (host !== undefined && (hosts.length === 0 || !hosts.every(coverage.host))) return false;
    return command === undefined || (commands.length > 0 && commands.every((item) => coverage.command(item) === 'yes'));
  };
}

export type CompiledRule =
  | {
      readonly effect: 'allow';
      readonly sourced: SourcedRule;
      readonly covers: (call: CallView) => Coverage | undefined;
    }
  | {
      readonly effect: 'ask' | 'deny';
      readonly sourced: SourcedRule;
      readonly hit: (call: CallView) => Hit | undefined;
    };

/** Prepares a rule for many calls. */
export function compileRule(sourced: SourcedRule, place: PolicyPlace): CompiledRule {
  const { rule } = sourced;
  const pattern: PatternPlace = { home: place.home, roots: place.roots, folder: sourced.folder ?? place.cwd };
  if (rule.effect === 'allow') {
    const narrow = compileNarrow(rule, pattern, place.temp ?? ['/tmp', '/var/tmp']);
    const unless = rule.unless && compileWide(rule.unless, pattern);
    return { effect: 'allow', sourced, covers: (call) => (unless?.(call) ? undefined : narrow(call)) };
  }
  const wide = compileWide(rule, pattern);
  const unless = rule.unless && compileEvery(rule.unless, pattern);
  return { effect: rule.effect, sourced, hit: (call) => (unless?.(call) ? undefined : wide(call)) };
}
