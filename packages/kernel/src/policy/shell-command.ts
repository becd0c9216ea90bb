import type { CommandFact, Touch } from '@toolstone/protocol';
import { parse } from 'unbash';
import { createFindings, finishCommands } from './shell-findings.ts';
import { endsOpen, walkParsed } from './shell-walk.ts';

/** More text than this (in UTF-16 units) is not read: the whole is one opaque command. */
const maxCharacters = 256 * 1024;
/** The same for more simple commands than this. */
const maxCommands = 5_000;

/** The grammar's library takes time that grows with the square of these. */
const maxHereDocuments = 500;

/** What a command line would do, as far as its text tells. */
export interface ShellFacts {
  /** Every simple command at any depth, in the order of the text; what wrappers run, and scripts in `sh -c` and `eval`. */
  readonly commands: readonly CommandFact[];
  /** Files named by redirections. Absolute and normalized; symbolic links are not resolved here. */
  readonly touches: readonly Touch[];
  /** Hosts in literal words of programs that go to the network, in lower case, with a port where one is written. */
  readonly hosts: readonly string[];
  /** The first error of the grammar, with its place; then `commands` is the whole text as one opaque command. */
  readonly syntaxError?: string;
}

export interface ShellPlace {
  /** Absolute, symbolic links resolved. */
  readonly cwd: string;
  readonly home: string;
}

const wholeOpaque = (text: string, syntaxError: string): ShellFacts => ({
  commands: [{ text, name: null, args: [], opaque: true, wrappers: [] }],
  touches: [],
  hosts: [],
  syntaxError,
});

/**
 * Finds every simple command, redirection and host in a bash command line without running anything. Never throws. What
 * cannot be known from the text is opaque, so that no allow covers it: `$CMD`, `eval "$x"`, `source file`, a name that
 * the text itself redefines, a variable such as `PATH` before a command.
 * Time is linear in the text; at most 256 KiB and 5,000 commands are read. Grammar: bash 5.3.
 */
export function parseShellCommand(text: string, place: ShellPlace): ShellFacts {
  if (text.length > maxCharacters) {
    return wholeOpaque(text, `The command has ${text.length} characters; at most ${maxCharacters} are read`);
  }
  // Bash drops NUL bytes, so that `r\0m` would run rm.
  if (text.includes('\0')) return wholeOpaque(text, 'The command holds a NUL character');
  try {
    return readCommands(text, place);
  } catch (error) {
    // A depth or a form that the grammar's library does not bear must not end the call: it is asked about.
    return wholeOpaque(text, `The command cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

function readCommands(text: string, place: ShellPlace): ShellFacts {
  if (endsOpen(text)) return wholeOpaque(text, 'The command ends with a backslash');
  const hereDocuments = text.split('<<').length - 1;
  if (hereDocuments > maxHereDocuments) {
    return wholeOpaque(text, `There are ${hereDocuments} here-documents; at most ${maxHereDocuments} are read`);
  }
  const findings = createFindings(place.cwd, place.home, maxCommands);
  // A value given to HOME anywhere counts everywhere: a loop or a function may run later than it stands.
  findings.homeChanges = /\b(HOME|PWD)\b(?!\})/.test(text.replace(/\$\{?(HOME|PWD)\b/g, ''));
  walkParsed(
    parse(text),
    { findings, source: text, wrappers: [], isOpaque: false, depth: 0, isPosix: false },
    place.cwd,
  );
  if (findings.failure !== undefined) return wholeOpaque(text, findings.failure);
  return { commands: finishCommands(findings), touches: [...findings.touches.values()], hosts: [...findings.hosts] };
}
