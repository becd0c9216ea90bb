import type { ShellFacts } from '@toolstone/kernel';
import type { CommandFact } from '@toolstone/protocol';
import { type Directory, isBlockDevice, isProcessEnvironment, namesWhole } from './root-path.ts';
import { wildcardWords } from './wildcard-words.ts';

type Word = string | null;

interface Situation {
  readonly name: string;
  /** The arguments, then the wildcard words among them. */
  readonly words: readonly Word[];
  readonly args: readonly Word[];
  readonly text: string;
  readonly wrappers: readonly string[];
  /** The directory that the `cd` commands before it have led to. */
  readonly directory: Directory;
  readonly home: string;
  /** All commands of the line. */
  readonly all: readonly CommandFact[];
}

/** What would be destroyed, as the rest of "it would …"; undefined where the rule does not apply. */
type Rule = (situation: Situation) => string | undefined;

/**
 * Says what a command line would destroy beyond repair: the root or home directory, a disk, the running system. It looks at
 * the parsed commands, so that spelling does not matter and text that is only mentioned does. A guard against accidents, not
 * a sandbox: what is hidden in variables or scripts passes, and a person decides.
 */
export function findDanger(
  facts: Pick<ShellFacts, 'commands' | 'touches'>,
  { command, cwd, home }: { readonly command: string; readonly cwd: string; readonly home: string },
): string | undefined {
  if (isForkBomb(command, facts.commands)) return 'start processes without end';
  let directory: Directory = cwd;
  for (const fact of facts.commands) {
    const name = fact.name ?? '';
    const words = fact.args.includes(null) ? [...fact.args, ...wildcardWords(fact.text)] : fact.args;
    const situation = { ...fact, name, words, directory, home, all: facts.commands };
    for (const rule of rules) {
      const danger = rule(situation);
      if (danger !== undefined) return danger;
    }
    directory = directoryAfter(situation);
  }
  return dangerousTouch(facts.touches);
}

function dangerousTouch(touches: ShellFacts['touches']): string | undefined {
  for (const { path, access } of touches) {
    if (access === 'write' && isBlockDevice(path)) return `overwrite the device ${path}`;
    if (access === 'read' && isProcessEnvironment(path)) return readsEnvironment;
  }
  return undefined;
}

function directoryAfter({ name, words, directory, home }: Situation): Directory {
  if (name === 'popd') return null;
  if (name !== 'cd' && name !== 'pushd') return directory;
  const [to] = operands(words);
  if (to === undefined) return name === 'cd' && words.length === 0 ? home : null;
  if (to === null || to === '-' || (directory === null && !to.startsWith('/'))) return null;
  return to.startsWith('/') ? to : `${directory}/${to}`;
}

/** Words that are no options; all after `--`. */
function operands(words: readonly Word[]): readonly Word[] {
  const end = words.indexOf('--');
  const before = end < 0 ? words : words.slice(0, end);
  return [
    ...before.filter((word) => word === null || word === '-' || !word.startsWith('-')),
    ...(end < 0 ? [] : words.slice(end + 1)),
  ];
}

/** `-r`, `-fr`, `--recursive` and what getopt takes for it. */
function isRecursive(words: readonly Word[], letters: string): boolean {
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).some((word) => {
    if (word === null || word.length < 2) return false;
    if (word.startsWith('--')) return word.length > 2 && 'recursive'.startsWith(word.slice(2));
    return word.startsWith('-') && [...letters].some((letter) => word.includes(letter));
  });
}

const isRoot = (word: Word, { directory }: Pick<Situation, 'directory'>): boolean =>
  word !== null && namesWhole(word, '/', directory);

const isHome = (word: Word, { directory, home }: Pick<Situation, 'directory' | 'home'>): boolean =>
  word !== null && (namesWhole(word, home, directory) || /^~\/*\**$/.test(word));

const removal: Rule = (situation) => {
  const { name, words, wrappers } = situation;
  if (name !== 'rm' || !isRecursive(words, 'rR')) return undefined;
  const named = operands(words);
  if (named.some((word) => isRoot(word, situation))) return 'delete everything under /';
  if (named.some((word) => isHome(word, situation))) return 'delete the whole home directory';
  return wrappers.some(isXargs) && isFedWithRoot(situation) ? 'delete everything under /' : undefined;
};

const isXargs = (wrapper: string): boolean => /^xargs\b/.test(wrapper);

/** Whether a command of the line prints the root directory or its entries, as the input of `xargs`. */
const isFedWithRoot = ({ all, directory }: Situation): boolean =>
  all.some(({ name, args }) => {
    if (name === 'find') return searchesAllOf(args, directory);
    return (name === 'echo' || name === 'printf') && operands(args).some((word) => isRoot(word, { directory }));
  });

const findRemoval: Rule = ({ name, words, directory }) => {
  if (name !== 'find' || !searchesAllOf(words, directory)) return undefined;
  const removes = words.some(
    (word, index) =>
      word === '-delete' || (word !== null && /^-(exec|ok)(dir)?$/.test(word) && isRemover(words, index + 1)),
  );
  return removes ? 'delete everything under /' : undefined;
};

const isRemover = (words: readonly Word[], from: number): boolean =>
  words.slice(from, from + 4).some((word) => word !== null && /(^|\/)(rm|unlink|shred)$/.test(word));

/** `find` from the root without a test of names: everything is found. */
function searchesAllOf(words: readonly Word[], directory: Directory): boolean {
  const expression = words.findIndex((word) => word !== null && /^(-[^HLPDO]|[(!])/.test(word));
  const starts = operands(expression < 0 ? words : words.slice(0, expression));
  const isNarrowed = words.some(
    (word) => word !== null && /^-(i?(name|path|regex|wholename)|newer.*|[acm](min|time)|size|user|inum)$/.test(word),
  );
  const from = starts.length > 0 ? starts : ['.'];
  return !isNarrowed && from.some((word) => isRoot(word, { directory }));
}

const ownership: Rule = (situation) => {
  const { name, words } = situation;
  if (!['chmod', 'chown', 'chgrp'].includes(name) || !isRecursive(words, 'R')) return undefined;
  return operands(words).some((word) => isRoot(word, situation)) ? `change everything under / (${name})` : undefined;
};

const moving: Rule = (situation) => {
  const { name, args, words } = situation;
  if (name !== 'mv') return undefined;
  const sources = [...operands(args).slice(0, -1), ...words.slice(args.length)];
  return sources.some((word) => isRoot(word, situation)) ? 'move the root directory' : undefined;
};

const formatting: Rule = ({ name, words }) => {
  if (name !== 'mkfs' && !name.startsWith('mkfs.')) return undefined;
  const named = operands(words);
  // A file system in an ordinary file harms nothing.
  const isImage = named.length > 0 && named.every((word) => word !== null && !/^\/+dev\//.test(word));
  return isImage ? undefined : 'format a file system';
};

const deviceWriters: ReadonlySet<string> = new Set(['tee', 'shred', 'blkdiscard', 'wipefs', 'mkswap', 'truncate']);

const deviceWriting: Rule = ({ name, words }) => {
  const device = (paths: readonly Word[]): string | undefined => {
    const found = paths.find((word) => word !== null && isBlockDevice(word));
    return found ? `overwrite the device ${found}` : undefined;
  };
  if (name === 'dd') return device(words.map((word) => (word?.startsWith('of=') ? word.slice('of='.length) : null)));
  if (deviceWriters.has(name)) return device(operands(words));
  return name === 'cp' || name === 'mv' ? device(operands(words).slice(1).slice(-1)) : undefined;
};

const powerCommands: ReadonlySet<string> = new Set(['shutdown', 'reboot', 'halt', 'poweroff']);

const power: Rule = ({ name, words }) => {
  const harmless = words.some((word) => word !== null && /^(-c|--help|--version|--show)$/.test(word));
  if (powerCommands.has(name)) return harmless ? undefined : 'stop or restart the system';
  const stops =
    (name === 'systemctl' &&
      operands(words).some((word) => word !== null && /^(poweroff|reboot|halt|kexec)$/.test(word))) ||
    (/^(tel)?init$/.test(name) && operands(words).some((word) => word === '0' || word === '6'));
  return stops ? 'stop or restart the system' : undefined;
};

const readsEnvironment = 'read the environment of a running process, where secrets are';
const printers: ReadonlySet<string> = new Set(['echo', 'printf', 'git', 'true', ':']);
const patternFirst: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'sed', 'awk']);

const environmentReading: Rule = ({ name, words, text }) => {
  if (printers.has(name)) return undefined;
  const named = operands(words);
  const paths = patternFirst.has(name) ? named.slice(1) : named;
  const isNamed = paths.some((word) => word !== null && isProcessEnvironment(word));
  // `/proc/$PPID/environ` is known only in part, so its text is looked at.
  const isBuilt = paths.includes(null) && isProcessEnvironment(text);
  return isNamed || isBuilt ? readsEnvironment : undefined;
};

const rules: readonly Rule[] = [
  removal,
  findRemoval,
  ownership,
  moving,
  formatting,
  deviceWriting,
  power,
  environmentReading,
];

/** A function that pipes itself into itself in the background. */
function isForkBomb(command: string, commands: readonly CommandFact[]): boolean {
  const bomb = /([\w:.-]+)\(\)\{\1\|\1&\};?/.exec(command.replace(/\s+/g, ''));
  if (!bomb) return false;
  // Where the name only stands in a text that is printed, no command has it.
  return commands.some(({ name, opaque }) => name === bomb[1] || (name === null && opaque));
}
