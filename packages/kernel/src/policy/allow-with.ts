import type { CommandFact } from '@toolstone/protocol';
import type { Policy } from './decide.ts';
import type { Fact, PolicyCall } from './facts.ts';
import { isWithin } from './match-path.ts';
import { type PatternKind, patternKindOf } from './rule-shorthand.ts';
import { isTransparentWrapper } from './shell-unwrap.ts';

/** A suggested command pattern is no longer than this. */
const maxPatternCharacters = 100;

/** A word so that a pattern takes it literally. */
const quoteWord = (word: string): string =>
  word !== '' && /^[\w@%+=:,./^#~-]+$/.test(word) && !word.includes('**')
    ? word
    : word.includes("'")
      ? word.replace(/[^\w@%+=:./-]/g, '\\$&')
      : `'${word}'`;

/** The program with the wrappers that a pattern must name, as words of a pattern. */
function programWords(command: CommandFact, cwd: string): readonly string[] | undefined {
  if (command.opaque || command.name === null) return undefined;
  const wrappers = command.wrappers.filter((wrapper) => !isTransparentWrapper(wrapper));
  const isLocal =
    command.program !== undefined && !/^(\/usr(\/local)?|\/opt\/homebrew)?\/s?bin\//.test(command.program);
  if (isLocal && wrappers.length > 0) return undefined;
  const program = isLocal ? (command.program ?? '') : command.name;
  const shown = isLocal && isWithin(program, cwd) && cwd !== '/' ? `.${program.slice(cwd.length)}` : program;
  return [...wrappers.flatMap((wrapper) => wrapper.split(' ')), shown].map(quoteWord);
}

/** The pattern that covers these words and no others; undefined where one of them cannot be told. */
export function exactPattern(command: CommandFact, cwd: string): string | undefined {
  const head = programWords(command, cwd);
  const known = command.args.filter((word) => word !== null);
  if (!head || known.length < command.args.length) return undefined;
  const whole = [...head, ...known.map(quoteWord)].join(' ');
  return whole.includes('\n') ? undefined : whole;
}

function commandPattern(command: CommandFact, cwd: string): string | undefined {
  const head = programWords(command, cwd);
  if (!head) return undefined;
  const unknown = command.args.indexOf(null);
  const known = command.args.slice(0, unknown < 0 ? undefined : unknown).filter((word) => word !== null);
  const whole = [...head, ...known.map(quoteWord)].join(' ');
  if (!whole.includes('\n') && whole.length <= maxPatternCharacters) return unknown < 0 ? whole : `${whole} **`;
  const subcommand = known[0] && /^[a-z][\w:-]*$/.test(known[0]) ? [known[0]] : [];
  return [...head, ...subcommand, '**'].join(' ');
}

export function pathPattern(path: string, cwd: string): string | undefined {
  // A pattern with characters of its own meaning would cover something else.
  if (/[*?[\]{}()!+@\\\n]/.test(path)) return undefined;
  return isWithin(path, cwd) && path !== cwd && cwd !== '/' ? path.slice(cwd.length + 1) : path;
}

function patternOf(fact: Fact, kind: PatternKind | undefined, cwd: string): string | undefined {
  if (fact.type === 'command' && kind === 'command') return commandPattern(fact.command, cwd);
  if (fact.type === 'path' && kind === 'path') return pathPattern(fact.path, cwd);
  if (fact.type === 'host' && kind === 'host') return fact.host;
  return undefined;
}

/**
 * The shorthand rules that would together let a call run, such as `bash(npm test)`. Empty where no shorthand would: the
 * call is denied or asked about by a rule, holds an opaque command, or redirects into the roots.
 */
export function allowWith(policy: Policy, call: PolicyCall): readonly string[] {
  const { ruling, uncovered } = policy.decide(call);
  const label = call.approvalLabel;
  if (ruling.effect !== 'ask' || ruling.source !== 'default') return [];
  if (uncovered.length === 0) return [label];
  if (uncovered.some((fact) => fact.type === 'command' && fact.command.opaque)) return [];
  const kind = policy.place.kindOf?.(label) ?? patternKindOf(label);
  if (kind === undefined) return [label];
  const patterns = uncovered.map((fact) => patternOf(fact, kind, policy.place.cwd));
  return patterns.includes(undefined) ? [] : [...new Set(patterns.map((pattern) => `${label}(${pattern})`))];
}

/** Shell words that give the rules to the program: `--allow 'bash(npm test)'`. */
export const allowFlags = (rules: readonly string[]): string =>
  rules.map((rule) => `--allow '${rule.replaceAll("'", `'\\''`)}'`).join(' ');

/** A sentence for where nobody can be asked: what would let the call run. */
export function allowHint(policy: Policy, call: PolicyCall): string {
  const rules = allowWith(policy, call);
  if (rules.length > 0) return `The operator can allow it with ${allowFlags(rules)}`;
  const { ruling } = policy.decide(call);
  return ruling.source === 'rule'
    ? `The operator would have to change rule ${ruling.rule ?? ''} (${ruling.origin ?? ''}), or be there to answer`
    : 'No rule on the command line can allow it: write it so that its commands and files can be told, or have the operator answer';
}
