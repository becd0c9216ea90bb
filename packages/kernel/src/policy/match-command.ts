import type { CommandFact, Rule } from '@toolstone/protocol';
import picomatch from 'picomatch/posix.js';
import { compileWildcards, type Match, matchesWildcard, strongest } from './match-words.ts';
import { expandBraces } from './shell-braces.ts';
import { resolvePath } from './shell-paths.ts';
import { isTransparentWrapper } from './shell-unwrap.ts';
import type { ShellWord } from './shell-words.ts';

type CommandCondition = NonNullable<Rule['command']>;
export type CommandTest = (command: CommandFact) => Match;

type Token = { readonly type: 'word'; readonly pattern: string } | { readonly type: 'rest' };

/** Splits a pattern at blanks; quotes and backslashes take the characters inside them literally. */
function splitPattern(pattern: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (quote) {
      if (character === quote) quote = '';
      else word = (word ?? '') + (/[*?\\]/.test(character) ? `\\${character}` : character);
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === '\\' && index + 1 < pattern.length) {
      index += 1;
      word = `${word ?? ''}\\${pattern.charAt(index)}`;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}

function tokens(pattern: string): readonly Token[] {
  const words = splitPattern(pattern);
  return words.flatMap((word, index): Token[] => {
    if (word === '**' && index > 0) return [{ type: 'rest' }];
    const isLast = index === words.length - 1;
    // `npm test*` is `npm test…` and any further words; `git *` is one further word.
    const takesRest = isLast && word.endsWith('*') && !word.endsWith('\\*') && (word !== '*' || words.length === 1);
    const part: Token = { type: 'word', pattern: word };
    return takesRest ? [part, { type: 'rest' }] : [part];
  });
}

/**
 * Matches words against tokens. `fixed` leading words must meet a token of their own: a `**` never stands for the
 * program. A word that cannot be known only fits `**`.
 */
function matchTokens(pattern: readonly Token[], words: readonly ShellWord[], fixed: number): Match {
  let token = 0;
  let index = 0;
  let restToken = -1;
  let restIndex = 0;
  let isCertain = true;
  while (index < words.length) {
    const current = pattern[token];
    const word = words[index];
    if (current?.type === 'rest') {
      if (index < fixed) return 'no';
      restToken = token;
      restIndex = index;
      token += 1;
      if (token === pattern.length) return isCertain ? 'yes' : 'maybe';
    } else if (current && (word === null || word === undefined)) {
      // It may be this word, several or none, so that what follows cannot be lined up.
      return 'maybe';
    } else if (current && matchesWildcard(current.pattern, word ?? '')) {
      token += 1;
      index += 1;
    } else if (!current && words.slice(index).every((rest) => rest === null)) {
      // What cannot be known may be no word at all.
      return 'maybe';
    } else if (restToken >= 0) {
      isCertain &&= words[restIndex] !== null;
      token = restToken + 1;
      restIndex += 1;
      index = restIndex;
    } else return 'no';
  }
  while (pattern[token]?.type === 'rest') token += 1;
  return token === pattern.length ? 'yes' : 'no';
}

const systemDirectories = /^(\/usr(\/local)?|\/opt\/homebrew)?\/s?bin$/;
const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

interface Reading {
  readonly words: readonly ShellWord[];
  /** Leading words that name programs. */
  readonly fixed: number;
}

/** The ways in which a command can be written in a pattern: with its wrappers, or without those that change nothing. */
function readings(command: CommandFact, isWide: boolean): readonly Reading[] {
  const wrapped = command.wrappers.map((wrapper) => wrapper.split(' '));
  const own = [command.name, ...command.args];
  const read = (from: readonly (readonly string[])[]): Reading => {
    const words = from.flat();
    return { words: [...words, ...own], fixed: isWide ? 0 : words.length + 1 };
  };
  if (wrapped.length === 0) return [read([])];
  if (isWide) return [...wrapped.map((_, index) => read(wrapped.slice(index))), read([])];
  return [read(wrapped), read(wrapped.filter((words) => !isTransparentWrapper(words.join(' '))))];
}

/** A program named by a path is what its bare name means only in the directories of the system. */
const isOrdinary = (command: CommandFact): boolean =>
  command.program === undefined || systemDirectories.test(directoryOf(command.program));

function compilePattern(pattern: string, isWide: boolean): CommandTest {
  const shape = tokens(pattern);
  if (shape[0]?.type !== 'word') return () => 'no';
  const first = /[*?\\]/.test(shape[0].pattern) ? undefined : shape[0].pattern;
  return (command) => {
    // Most commands are other programs.
    if (first !== undefined && command.name !== null && command.name !== first && command.wrappers.length === 0)
      return 'no';
    if (!isWide && command.name !== null && !isOrdinary(command)) return 'no';
    return strongest(readings(command, isWide).map(({ words, fixed }) => matchTokens(shape, words, fixed)));
  };
}

/** A pattern whose first word is a path: `./gradlew test`. */
function compileProgramPattern(pattern: string, folder: string, isWide: boolean): CommandTest {
  const [first, ...rest] = tokens(pattern);
  if (first?.type !== 'word') return () => 'no';
  const path = resolvePath(folder, first.pattern);
  const isProgram = picomatch(path, { dot: true, nonegate: true });
  const base = compileWildcards(path.slice(path.lastIndexOf('/') + 1));
  return (command) => {
    if (command.name === null) return isWide ? 'maybe' : 'no';
    if (!isWide && !command.wrappers.every(isTransparentWrapper)) return 'no';
    const fits = command.program === undefined ? isWide && base(command.name) : isProgram(command.program);
    return fits ? matchTokens(rest, command.args, 0) : 'no';
  };
}

/** `-f` is also in `-uf`. */
const inCluster = (pattern: string, word: string): boolean =>
  /^-[a-zA-Z]$/.test(pattern) && /^-[a-zA-Z]+$/.test(word) && word.includes(pattern.charAt(1));

function compileParts(condition: Exclude<CommandCondition, string | readonly string[]>, isWide: boolean): CommandTest {
  const { has = [], any } = condition;
  const isNamed = condition.name === undefined ? undefined : compileWildcards(condition.name);
  const isAny = any === undefined ? undefined : compileWildcards(any);
  const named = (command: CommandFact): Match => {
    if (!isNamed) return 'yes';
    const wrappers = isWide ? command.wrappers.map((wrapper) => wrapper.split(' ', 1)[0] ?? '') : [];
    if (wrappers.some(isNamed)) return 'yes';
    if (command.name === null) return 'maybe';
    return isNamed(command.name) || isNamed(command.program ?? command.name) ? 'yes' : 'no';
  };
  const among = (args: readonly ShellWord[], test: (word: string) => boolean): Match =>
    strongest(args.map((word) => (word === null ? 'maybe' : test(word) ? 'yes' : 'no')));
  return (command) => {
    if (condition.opaque !== undefined && condition.opaque !== command.opaque) return 'no';
    if (!isWide && !command.wrappers.every(isTransparentWrapper)) return 'no';
    const isNamedByPath = command.program !== undefined && isNamed?.(command.program) === true;
    if (!isWide && !isNamedByPath && !isOrdinary(command)) return 'no';
    const parts = [
      named(command),
      ...has.map((part) => among(command.args, (word) => word === part || (isWide && inCluster(part, word)))),
    ];
    if (isAny && any) {
      parts.push(among(command.args, (word) => isAny(word) || (isWide && any.some((part) => inCluster(part, word)))));
    }
    return parts.includes('no') ? 'no' : parts.includes('maybe') ? 'maybe' : 'yes';
  };
}

/**
 * A test of simple commands. With `isWide`, for what forbids: a pattern also matches inside wrappers, a program at any
 * path, and letters inside a cluster of options; for what permits none of these. An allow never covers an opaque command.
 */
export function compileCommand(condition: CommandCondition, folder: string, isWide: boolean): CommandTest {
  let test: CommandTest;
  if (typeof condition === 'string' || Array.isArray(condition)) {
    const patterns = [condition].flat().flatMap((pattern) => expandBraces(pattern) ?? [pattern]);
    const tests = patterns.map((pattern) =>
      splitPattern(pattern)[0]?.includes('/')
        ? compileProgramPattern(pattern, folder, isWide)
        : compilePattern(pattern, isWide),
    );
    test = (command) => strongest(tests.map((one) => one(command)));
  } else test = compileParts(condition, isWide);
  return isWide ? test : (command) => (command.opaque ? 'no' : test(command));
}
