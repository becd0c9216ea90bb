import type { CommandFact, Facts, Touch } from '@toolstone/protocol';
import { resolvePath } from './shell-paths.ts';

/** A prepared call as policy sees it. */
export interface PolicyCall {
  readonly tool: string;
  readonly approvalLabel: string;
  readonly facts: Facts;
  /** What holds where no rule matches. */
  readonly defaultNeedsApproval: boolean;
  readonly surface: string;
  readonly role: string;
}

/** One thing of a call that a rule looks at. */
export type Fact =
  | { readonly type: 'path'; readonly path: string; readonly access: Touch['access'] | 'named' }
  | { readonly type: 'host'; readonly host: string }
  | { readonly type: 'command'; readonly command: CommandFact }
  /** The call as a whole: its tool, effects, arguments or surroundings. */
  | { readonly type: 'call'; readonly tool: string };

/** Directories in which a command line may run its commands; more of them are not followed. */
const maxDirectories = 16;

/**
 * Paths that the words of commands seem to name, absolute: `~/.ssh/id_rsa` of `cat ~/.ssh/id_rsa`, and of
 * `cd ~/.ssh && cat id_rsa` too. A command may read or write them; only what forbids looks at them. Links are not
 * resolved here.
 */
export function namedPaths(
  commands: readonly CommandFact[],
  { cwd, home }: { readonly cwd: string; readonly home: string },
): readonly string[] {
  const directories = new Set([cwd]);
  const paths = new Set<string>();
  for (const { name, args } of commands) {
    for (const arg of args) {
      if (arg === null || arg === '' || arg.length > 4_096 || /[\n\0]/.test(arg)) continue;
      // `--file=x`, `if=x`, `@x` of curl and `-Cx` hide a path behind their first characters.
      for (const word of new Set([arg, arg.slice(arg.indexOf('=') + 1), arg.replace(/^(@|-[a-zA-Z])/, '')])) {
        if (word === '' || word.startsWith('-')) continue;
        for (const directory of word.startsWith('/') ? [cwd] : directories) paths.add(resolvePath(directory, word));
      }
    }
    if (name !== 'cd' && name !== 'pushd') continue;
    const target = args.find((arg) => arg !== null && !arg.startsWith('-')) ?? home;
    for (const directory of [...directories]) {
      if (directories.size < maxDirectories) directories.add(resolvePath(directory, target));
    }
  }
  return [...paths];
}

/** A fact in a person's words. */
export function describeFact(fact: Fact): string {
  switch (fact.type) {
    case 'path':
      return fact.access === 'named'
        ? `the path ${fact.path}`
        : `${fact.access === 'read' ? 'reading' : 'writing'} ${fact.path}`;
    case 'host':
      return `the host ${fact.host}`;
    case 'command':
      return fact.command.opaque
        ? `the command \`${fact.command.text}\`, which cannot be known before it runs`
        : `the command \`${fact.command.text}\``;
    case 'call':
      return `a call of ${fact.tool}`;
  }
}
