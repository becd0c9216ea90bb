import type { CommandFact } from '@toolstone/protocol';
import type { Assignment, Command, Redirection, Word } from 'unbash';
import { noteBuiltin, noteText, noteVariable } from './shell-builtins.ts';
import { addCommand, addTouch, type Directory, type Findings } from './shell-findings.ts';
import { hostsOfCommand } from './shell-hosts.ts';
import { resolveCertain, resolvePath } from './shell-paths.ts';
import { baseName, type Unwrapped, unwrapCommand } from './shell-unwrap.ts';
import { isHarmlessVariable } from './shell-variables.ts';
import { evaluateSingle, evaluateWord, type ShellWord, type WordContext } from './shell-words.ts';

/** One script: the text that positions index, and what is around it. */
export interface ScriptContext {
  readonly findings: Findings;
  readonly source: string;
  readonly wrappers: readonly string[];
  readonly isOpaque: boolean;
  readonly depth: number;
  /** Read by `sh`, which may be a shell without `[[` and `((`: it takes them and what is inside as commands. */
  readonly isPosix: boolean;
}

/** The directory behind a command, by whether it succeeded. */
export interface Ends {
  readonly success: Directory;
  readonly failure: Directory;
}
export const stay = (directory: Directory): Ends => ({ success: directory, failure: directory });

/** Walks the text of a `sh -c` or `eval`; gives where it ends. */
export type WalkText = (text: string, around: Omit<ScriptContext, 'source'>, directory: Directory) => Ends;

const wordContext = (findings: Findings, directory: Directory): WordContext => ({
  home: findings.homeChanges ? null : findings.home,
  directory: findings.homeChanges ? null : directory,
  expansions: findings.expansions,
});

const accessOf = (operator: string): 'read' | 'write' => (operator === '<' || operator === '<&' ? 'read' : 'write');
const isProcessSubstitution = (word: Word): boolean =>
  word.parts?.length === 1 && word.parts[0]?.type === 'ProcessSubstitution';

/** Adds the files of redirections; false where one cannot be told. */
export function addRedirects(
  redirects: readonly Redirection[],
  { findings }: ScriptContext,
  directory: Directory,
): boolean {
  let isCertain = true;
  for (const redirect of redirects) {
    if (redirect.descriptor?.type === 'FileDescriptorVariable') noteVariable(findings, redirect.descriptor.name);
    if (redirect.type !== 'Redirect' || !redirect.target || isProcessSubstitution(redirect.target)) continue;
    const target = evaluateSingle(redirect.target, wordContext(findings, directory));
    if (target !== null && redirect.operator.endsWith('&') && /^(\d+-?|-)$/.test(target)) continue;
    isCertain =
      target !== null &&
      addTouch(findings, { path: target, access: accessOf(redirect.operator) }, directory) &&
      isCertain;
  }
  return isCertain;
}

/** Notes the variables that are set; true where what follows on the same line keeps its meaning. */
function noteAssignments(
  { assignments, command }: { readonly assignments: readonly Assignment[]; readonly command?: Word | undefined },
  { findings }: ScriptContext,
  directory: Directory,
): boolean {
  let isHarmless = true;
  for (const assignment of assignments) {
    // `IFS= read` splits one line for one builtin.
    const isForRead = assignment.name === 'IFS' && command?.text === 'read';
    isHarmless &&= isForRead || isHarmlessVariable(assignment.name);
    if (assignment.index) findings.evaluatesArithmetic = true;
    const words = assignment.value.type === 'Word' ? [assignment.value] : assignment.value.elements;
    for (const word of words) noteText(findings, evaluateSingle(word, wordContext(findings, directory)) ?? '');
  }
  return isHarmless;
}

function argumentWords(command: Command, context: WordContext): readonly ShellWord[] {
  return command.args.flatMap((argument): readonly ShellWord[] => {
    if (argument.type === 'Word') return evaluateWord(argument, context);
    if (argument.value.type !== 'Word' || argument.index) return [`${argument.name}=`];
    const value = evaluateSingle(argument.value, context);
    // The name is known even where the value is not; `export PATH=$x` must be seen.
    return [`${argument.name}=${value ?? ''}`];
  });
}

function changeDirectory(
  { name, args }: { readonly name: string; readonly args: readonly ShellWord[] },
  findings: Findings,
  directory: Directory,
): Ends {
  const words = args.filter((word) => word !== '-L' && word !== '--');
  if (name === 'popd' || words.length > 1) return stay(null);
  const target =
    words.length === 0 ? (name === 'cd' && !findings.homeChanges ? findings.home : null) : (words[0] ?? null);
  if (target === null || target === '' || /^[-+]/.test(target)) return { success: null, failure: directory };
  if (!target.startsWith('/') && directory === null) return stay(null);
  return { success: resolvePath(directory ?? '/', target), failure: directory };
}

interface Emission {
  readonly text: string;
  readonly isOpaque: boolean;
  readonly directory: Directory;
}

function emitProgram(found: Extract<Unwrapped, { type: 'program' }>, context: ScriptContext, emission: Emission): Ends {
  const { findings } = context;
  const { directory } = emission;
  // A path that ends in a slash names no program.
  const name = (found.program === null ? '' : baseName(found.program)) || null;
  const path = found.program?.includes('/') ? resolveCertain(found.program, directory, findings.cwd) : undefined;
  const fact: CommandFact = {
    text: emission.text,
    name,
    args: [...found.args],
    opaque: emission.isOpaque || found.isOpaque || path === null || name === null,
    wrappers: [...found.wrappers],
    ...(typeof path === 'string' ? { program: path } : {}),
  };
  addCommand(findings, fact);
  if (name === null) return stay(null);
  noteBuiltin(findings, name, found.args);
  for (const word of found.args) if (word !== null) noteText(findings, word);
  for (const host of hostsOfCommand(name, found.args)) findings.hosts.add(host);
  if (name === 'cd' || name === 'pushd' || name === 'popd')
    return changeDirectory({ name, args: found.args }, findings, directory);
  return name === 'source' || name === '.' || name === 'eval' ? stay(null) : stay(directory);
}

/** Adds what one simple command runs and touches. Substitutions inside it are the walker's. */
export function addSimpleCommand(
  command: Command,
  context: ScriptContext,
  { directory, walk }: { readonly directory: Directory; readonly walk: WalkText },
): Ends {
  const { findings } = context;
  const text = context.source.slice(command.pos, command.end);
  const assignments = command.prefix.filter((item) => item.type === 'Assignment');
  const isHarmless = noteAssignments({ assignments, command: command.name }, context, directory);
  const isCertain = addRedirects(command.redirects, context, directory);
  const words = wordContext(findings, directory);
  for (const argument of command.args) {
    if (argument.type === 'Assignment') noteAssignments({ assignments: [argument] }, context, directory);
  }
  if (!command.name) {
    for (const assignment of assignments) noteVariable(findings, assignment.name);
    if (!isCertain) addCommand(findings, { text, name: null, args: [], opaque: true, wrappers: [...context.wrappers] });
    return stay(directory);
  }
  const isOpaque = context.isOpaque || !isHarmless || !isCertain;
  const found = unwrapCommand(
    [...evaluateWord(command.name, words), ...argumentWords(command, words)],
    context.wrappers,
  );
  let ends = stay(directory);
  found.forEach((item, index) => {
    if (item.type === 'program') {
      const inner = item.args.map((word) => word ?? '{}').join(' ');
      const emission = { text: index === 0 ? text : `${item.program ?? '?'} ${inner}`.trim(), isOpaque, directory };
      const after = emitProgram(item, context, emission);
      const own = item.wrappers.slice(context.wrappers.length);
      if (own.every((wrapper) => wrapper === 'command' || wrapper === 'builtin')) ends = after;
      return;
    }
    const shell = item.wrappers.at(-1) ?? '';
    const around = {
      findings,
      wrappers: item.wrappers,
      isOpaque: isOpaque || item.isOpaque,
      depth: context.depth + 1,
      isPosix: /^(d?a?sh -c|watch)$/.test(shell) || (context.isPosix && shell !== 'bash -c'),
    };
    const after = walk(item.text, around, item.wrappers.at(-1) === 'trap' ? null : directory);
    if (item.inThisShell) ends = after;
  });
  return ends;
}
