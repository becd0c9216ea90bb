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
  readonly role?: string;
  /** Where content of the conversation came from: `web`. */
  readonly taint: readonly string[];
}

/** One thing of a call that a rule looks at. */
export type Fact =
  | { readonly type: 'path'; readonly path: string; readonly access: Touch['access'] | 'named' }
  | { readonly type: 'host'; readonly host: string }
  | { readonly type: 'command'; readonly command: CommandFact }
  /** The call as a whole: its tool, effects, arguments or surroundings. */
  | { readonly type: 'call'; readonly tool: string };

/**
 * Paths that the words of commands seem to name, absolute: `~/.ssh/id_rsa` of `cat ~/.ssh/id_rsa`. A command may read or
 * write them; only what forbids looks at them.
 */
export function namedPaths(commands: readonly CommandFact[], cwd: string): readonly string[] {
  const paths = new Set<string>();
  for (const { args } of commands) {
    for (const arg of args) {
      if (arg === null || arg === '' || arg.length > 4_096 || /[\n\0]/.test(arg)) continue;
      // `--file=x`, `if=x`, `@x` of curl and `-Cx` hide a path behind their first characters.
      for (const word of [arg, arg.slice(arg.indexOf('=') + 1), arg.replace(/^(@|-[a-zA-Z])/, '')]) {
        if (word !== '' && !word.startsWith('-')) paths.add(resolvePath(cwd, word));
      }
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
