import type { CommandFact, Touch } from '@toolstone/protocol';
import { resolveCertain } from './shell-paths.ts';

/** Where a command runs; null where the text does not tell. */
export type Directory = string | null;

/** What has been found so far in one command line. */
export interface Findings {
  readonly cwd: string;
  readonly home: string;
  readonly maxCommands: number;
  readonly commands: CommandFact[];
  /** By access and path. */
  readonly touches: Map<string, Touch>;
  readonly hosts: Set<string>;
  readonly expansions: { left: number };
  /** Names that the text gives another meaning: functions and aliases. */
  readonly redefined: Set<string>;
  /** Something in the text can change what every other command means. */
  meaningChanges: boolean;
  /** The text gives `HOME` or `PWD` a value. */
  homeChanges: boolean;
  /** Arithmetic evaluates text, and some text holds a subscript with a substitution: `a[$(cmd)]`. */
  evaluatesArithmetic: boolean;
  holdsSubscript: boolean;
  /** Why the text as a whole cannot be told apart. */
  failure: string | undefined;
}

/** Words that brace expansion may make in one text. */
const maxExpansions = 4_096;

export const createFindings = (cwd: string, home: string, maxCommands: number): Findings => ({
  cwd,
  home,
  maxCommands,
  commands: [],
  touches: new Map(),
  hosts: new Set(),
  expansions: { left: maxExpansions },
  redefined: new Set(),
  meaningChanges: false,
  homeChanges: false,
  evaluatesArithmetic: false,
  holdsSubscript: false,
  failure: undefined,
});

export function addCommand(findings: Findings, command: CommandFact): void {
  findings.commands.push(command);
  if (findings.commands.length > findings.maxCommands) {
    findings.failure ??= `There are more than ${findings.maxCommands} commands`;
  }
}

const standardStream = /^\/dev\/(null|stdin|stdout|stderr|fd\/\d+)$/;

/** Adds a redirection's file; false where which file it is cannot be told. */
export function addTouch(
  findings: Findings,
  { path, access }: Pick<Touch, 'path' | 'access'>,
  directory: Directory,
): boolean {
  const network = /^\/dev\/(?:tcp|udp)\/([^/]+)\/([^/]+)$/.exec(path);
  if (network) findings.hosts.add(`${network[1]}:${network[2]}`.toLowerCase());
  const resolved = resolveCertain(path, directory, findings.cwd);
  if (resolved === null) return false;
  if (!standardStream.test(resolved)) findings.touches.set(`${access} ${resolved}`, { path: resolved, access });
  return true;
}

/** Marks opaque what the whole text turned out to change. */
export function finishCommands(findings: Findings): readonly CommandFact[] {
  const { redefined } = findings;
  const isTrapped = findings.evaluatesArithmetic && findings.holdsSubscript;
  if (!findings.meaningChanges && !isTrapped && redefined.size === 0) return findings.commands;
  const changesDirectory = ['cd', 'pushd', 'popd'].some((name) => redefined.has(name));
  const changesAll = findings.meaningChanges || isTrapped || changesDirectory;
  return findings.commands.map((command) => {
    const names = [command.name ?? '', ...command.wrappers.map((wrapper) => wrapper.split(' ')[0] ?? '')];
    return changesAll || names.some((name) => redefined.has(name)) ? { ...command, opaque: true } : command;
  });
}
