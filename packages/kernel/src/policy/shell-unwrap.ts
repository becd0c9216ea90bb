import { hidesGitCommand } from './shell-git.ts';
import { countOptions } from './shell-options.ts';
import { isHarmlessVariable } from './shell-variables.ts';
import type { ShellWord } from './shell-words.ts';
import { opaquePrograms, posixShells, runningOptions, wrapperShapes } from './shell-wrappers.ts';

/** What the words of a simple command run, after unwrapping. */
export type Unwrapped =
  | {
      readonly type: 'program';
      /** As written, with its path; null where it cannot be known. */
      readonly program: ShellWord;
      readonly args: readonly ShellWord[];
      readonly wrappers: readonly string[];
      readonly isOpaque: boolean;
    }
  | {
      readonly type: 'script';
      readonly text: string;
      readonly wrappers: readonly string[];
      readonly isOpaque: boolean;
      /** `eval` runs in this shell: its `cd` stays. */
      readonly inThisShell: boolean;
    };

interface Around {
  readonly wrappers: readonly string[];
  readonly isOpaque: boolean;
  /** Placeholders that are replaced by what is not in the text: `{}`. */
  readonly placeholders: readonly string[];
}

/** What stands inside more wrappers than this is opaque. */
const maxWrappers = 24;

export const baseName = (program: string): string => program.slice(program.lastIndexOf('/') + 1);

const known = (words: readonly ShellWord[]): string => words.map((word) => word ?? '?').join(' ');
const within = (around: Around, wrapper: string, isOpaque = false): Around => ({
  ...around,
  wrappers: [...around.wrappers, wrapper],
  isOpaque: around.isOpaque || isOpaque,
});

const opaque = (program: ShellWord, args: readonly ShellWord[], around: Around): readonly Unwrapped[] => [
  { type: 'program', program, args, wrappers: around.wrappers, isOpaque: true },
];

function unwrapShell(shell: string, args: readonly ShellWord[], around: Around): readonly Unwrapped[] {
  let hasScript = false;
  let index = 0;
  for (; index < args.length; index += 1) {
    const word = args[index];
    if (word === null || word === undefined) return opaque(shell, args, around);
    if (word === '--' || word === '-') {
      index += 1;
      break;
    }
    if (/^[-+][abcefhiklmnopruvxBCEHOPT]+$/.test(word)) {
      hasScript ||= word.startsWith('-') && word.includes('c');
      // Each `o` takes the name of an option from the next word: `-euo pipefail`.
      index += word.replace(/[^oO]/g, '').length;
    } else if (/^--(login|norc|noprofile|posix|verbose)$/.test(word)) continue;
    else if (/^[-+]/.test(word)) return opaque(shell, args, around);
    else break;
  }
  const script = args[index];
  // Without an operand the commands come from standard input.
  if (script === null || script === undefined) return opaque(shell, args, around);
  if (!hasScript) return plain(shell, args, around);
  if (around.placeholders.some((placeholder) => script.includes(placeholder))) return opaque(shell, args, around);
  const inner = within(around, `${baseName(shell)} -c`);
  return [{ type: 'script', text: script, wrappers: inner.wrappers, isOpaque: inner.isOpaque, inThisShell: false }];
}

function unwrapEval(args: readonly ShellWord[], around: Around): readonly Unwrapped[] {
  const words = args[0] === '--' ? args.slice(1) : args;
  if (words.includes(null)) return opaque('eval', args, around);
  const inner = within(around, 'eval');
  return [
    { type: 'script', text: words.join(' '), wrappers: inner.wrappers, isOpaque: inner.isOpaque, inThisShell: true },
  ];
}

function unwrapTrap(args: readonly ShellWord[], around: Around): readonly Unwrapped[] {
  const self = plain('trap', args, around);
  const words = args[0] === '--' ? args.slice(1) : args;
  const [action] = words;
  if (words.length < 2 || action === '-' || action === '') return self;
  if (action === null || action === undefined || action.startsWith('-')) return opaque('trap', args, around);
  const inner = within(around, 'trap');
  return [
    ...self,
    { type: 'script', text: action, wrappers: inner.wrappers, isOpaque: inner.isOpaque, inThisShell: false },
  ];
}

/** `watch` joins its words and gives them to `sh -c`. */
function unwrapWatch(args: readonly ShellWord[], around: Around): readonly Unwrapped[] {
  const shape = {
    flags: 'bcdegtwx',
    values: 'nq',
    longValues: ['interval'],
    longFlags: ['no-title', 'color', 'differences'],
  };
  const count = countOptions(args, shape);
  const words = count === null ? [null] : args.slice(count);
  if (words.length === 0 || words.includes(null)) return opaque('watch', args, around);
  const inner = within(around, 'watch');
  return [
    { type: 'script', text: words.join(' '), wrappers: inner.wrappers, isOpaque: inner.isOpaque, inThisShell: false },
  ];
}

function unwrapFind(program: string, args: readonly ShellWord[], around: Around): readonly Unwrapped[] {
  // A word that is not known may be `-exec`.
  const found: Unwrapped[] = [...(args.includes(null) ? opaque(program, args, around) : plain(program, args, around))];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index];
    if (!word || !/^-(exec|execdir|ok|okdir)$/.test(word)) continue;
    const rest = args.slice(index + 1);
    const end = rest.findIndex((item, at) => item === ';' || (item === '+' && rest[at - 1] === '{}'));
    const command = end < 0 ? rest : rest.slice(0, end);
    const inner = within(around, `find ${word}`);
    found.push(...unwrap(command, { ...inner, placeholders: [...inner.placeholders, '{}'] }));
    index += command.length;
  }
  return found;
}

function plain(program: string, args: readonly ShellWord[], around: Around): readonly Unwrapped[] {
  const shown = args.map((word) =>
    word !== null && around.placeholders.some((placeholder) => word.includes(placeholder)) ? null : word,
  );
  const option = runningOptions.get(baseName(program));
  const runsAnother = option !== undefined && args.some((word) => word !== null && option.test(word));
  const isOpaque = around.isOpaque || runsAnother || (baseName(program) === 'git' && hidesGitCommand(args));
  return [{ type: 'program', program, args: shown, wrappers: around.wrappers, isOpaque }];
}

const xargsReplacement = (options: readonly ShellWord[]): readonly string[] => {
  const at = options.findIndex((word) => word !== null && /^(-I|-i|--replace)/.test(word));
  const word = at < 0 ? null : options[at];
  if (word === null || word === undefined) return [];
  const attached = word.startsWith('--') ? (word.split('=')[1] ?? '') : word.slice(2);
  return [attached || (word === '-I' ? (options[at + 1] ?? '{}') : '{}')];
};

function unwrapWith(program: string, args: readonly ShellWord[], around: Around): readonly Unwrapped[] | undefined {
  const name = baseName(program);
  const shape = wrapperShapes.get(name);
  if (!shape) return undefined;
  const count = countOptions(args, shape);
  if (count === null) {
    // `command -v npm` only looks the name up.
    const isLookUp = name === 'command' && args[0] !== null && /^-p?[vV]+$/.test(args[0] ?? '');
    return isLookUp ? plain(program, args, around) : opaque(program, args, around);
  }
  let start = count;
  let isOpaque = false;
  while (shape.assignments && start < args.length) {
    const assigned = /^([A-Za-z_]\w*)=/.exec(args[start] ?? '');
    if (!assigned) break;
    isOpaque ||= !isHarmlessVariable(assigned[1] ?? '');
    start += 1;
  }
  if (args.slice(start, start + (shape.operands ?? 0)).includes(null)) return opaque(program, args, around);
  start += shape.operands ?? 0;
  if (start >= args.length)
    return name === 'xargs' ? plain('echo', [null], within(around, 'xargs')) : plain(program, args, around);
  const inner = within(around, known([name, ...args.slice(0, start)]), isOpaque);
  if (!shape.appends) return unwrap(args.slice(start), inner);
  const placeholders = xargsReplacement(args.slice(0, count));
  const command = placeholders.length > 0 ? args.slice(start) : [...args.slice(start), null];
  return unwrap(command, { ...inner, placeholders: [...inner.placeholders, ...placeholders] });
}

function unwrap(words: readonly ShellWord[], around: Around): readonly Unwrapped[] {
  const [program, ...args] = words;
  if (program === undefined || program === null || program === '') return opaque(null, args, around);
  if (around.placeholders.some((placeholder) => program.includes(placeholder))) return opaque(null, args, around);
  if (around.wrappers.length > maxWrappers) return opaque(program, args, around);
  const name = baseName(program);
  if (posixShells.has(name)) return unwrapShell(program, args, around);
  if (opaquePrograms.has(name)) return opaque(program, args, around);
  if (name === 'eval') return unwrapEval(args, around);
  if (name === 'trap') return unwrapTrap(args, around);
  if (name === 'watch') return unwrapWatch(args, around);
  if (name === 'find' || name === 'gfind') return unwrapFind(program, args, around);
  return unwrapWith(program, args, around) ?? plain(program, args, around);
}

/** What a simple command runs: itself, what `sudo`, `xargs` and the like run, and scripts in `sh -c` and `eval`. */
export const unwrapCommand = (words: readonly ShellWord[], wrappers: readonly string[]): readonly Unwrapped[] =>
  unwrap(words, { wrappers, isOpaque: false, placeholders: [] });

/** Whether an allow of the program itself covers it inside this wrapper: same program, same rights, nothing added. */
export function isTransparentWrapper(wrapper: string): boolean {
  const [name = '', option] = wrapper.split(' ', 2);
  if (name === 'eval') return true;
  if (posixShells.has(name)) return option === '-c';
  return wrapperShapes.get(name)?.isTransparent === true;
}
