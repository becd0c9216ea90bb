import { forEachChild, parse, type SyntaxNode, type Word, type WordPart } from 'unbash';
import { expandBraces } from './shell-braces.ts';

/** A word as the command would get it: null where it cannot be known before it runs. */
export type ShellWord = string | null;

export interface WordContext {
  /** Null where the text gives `HOME` another value. */
  readonly home: string | null;
  readonly directory: string | null;
  /** How many more words brace expansion may make in the whole text. */
  readonly expansions: { left: number };
}

const splits = (value: string): boolean => value === '' || /[\s*?[\]\\]/.test(value);

/** The value of `$HOME` and `$PWD`; every other variable is unknown. */
function variable(text: string, context: WordContext, isQuoted: boolean): ShellWord {
  const name = text.replace(/^\$\{?|\}$/g, '');
  const value = name === 'HOME' ? context.home : name === 'PWD' ? context.directory : null;
  // Outside quotes the value is split at blanks and its wildcards are matched against files.
  return value === null || (!isQuoted && splits(value)) ? null : value;
}

function partValue(part: WordPart, context: WordContext, isQuoted: boolean): ShellWord {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return part.value;
    case 'AnsiCQuoted':
      // Of other escapes shells make different things.
      return /^(?:[^\\]|\\[abeEfnrtv\\'"?xuU0-7])*$/s.test(part.text.slice(2)) ? part.value : null;
    case 'DoubleQuoted':
      return joinParts(part.parts, context, true);
    case 'SimpleExpansion':
      return variable(part.text, context, isQuoted);
    case 'ParameterExpansion':
      return part.prefix || part.index || part.operation ? null : variable(part.text, context, isQuoted);
    default:
      return null;
  }
}

function joinParts(parts: readonly WordPart[], context: WordContext, isQuoted: boolean): ShellWord {
  let value = '';
  for (const part of parts) {
    const piece = partValue(part, context, isQuoted);
    if (piece === null) return null;
    value += piece;
  }
  return value;
}

/** `~` and `~/…` at the start of a word; another user's home is unknown. */
function expandTilde(word: Word, value: string, context: WordContext): ShellWord {
  if (!word.text.startsWith('~')) return value;
  const end = value.indexOf('/');
  const login = end < 0 ? value : value.slice(0, end);
  // With a quote or escape before the slash (`~"x"`) the tilde stands for itself.
  if (end < 0 ? word.text !== login : !word.text.startsWith(`${login}/`)) return value;
  if (login !== '~' || context.home === null) return null;
  return context.home + value.slice(1);
}

const holds = (node: SyntaxNode, type: SyntaxNode['type']): boolean => {
  let found = node.type === type;
  forEachChild(node, (child) => {
    found ||= holds(child, type);
  });
  return found;
};

/** A URL with its `?` outside quotes: no file is called so, and the host stands before the first wildcard. */
function isUrlWithWildcard(word: Word): boolean {
  const plain = word.parts?.every((part) => part.type === 'Literal' || part.type === 'Glob') === true;
  return plain && /^[a-z]{2,6}:\/\/[\w.:@-]+\/[^\s]*$/i.test(word.value);
}

function singleWord(word: Word, context: WordContext): ShellWord {
  if (isUrlWithWildcard(word)) return word.value;
  const value = word.parts ? joinParts(word.parts, context, false) : word.value;
  return value === null ? null : expandTilde(word, value, context);
}

function reparse(text: string): Word | undefined {
  const script = parse(`: ${text}`);
  const command = script.commands[0]?.command;
  if (script.errors || script.commands.length !== 1 || command?.type !== 'Command') return undefined;
  const [word] = command.args;
  return command.args.length === 1 && word?.type === 'Word' ? word : undefined;
}

/** A longer word with braces is not expanded, so that the product of length and alternatives stays small. */
const maxBraceCharacters = 1_024;

/** What means something outside quotes, and inside double quotes, unless a backslash stands before it. */
const bareExpansion = /(?:^|[^\\])(?:\\\\)*(?:[`'"]|\$[\w({@*#?!$-]|[<>]\()/;
const quotedExpansion = /(?:^|[^\\])(?:\\\\)*(?:`|\$[\w({@*#?!$-])/;

/**
 * Whether the grammar's library took an expansion for plain text, as it does in words such as `1<(a)` or `x[ ]$(a)`:
 * commands would hide in it.
 */
export function isMisread(word: Word, source: string): boolean {
  if (!word.parts) return bareExpansion.test(word.text);
  // `a<(b)c` is one word, which the library takes for several.
  const isApart = (neighbour: string): boolean => /^[\s;&|()<>]?$/.test(neighbour);
  const [first, last] = [word.parts[0], word.parts.at(-1)];
  if (first?.type === 'ProcessSubstitution' && !isApart(source.charAt(word.pos - 1))) return true;
  if (last?.type === 'ProcessSubstitution' && !isApart(source.charAt(word.end))) return true;
  return word.parts.some((part) => {
    if (part.type === 'Literal') return bareExpansion.test(part.text);
    if (part.type !== 'DoubleQuoted') return false;
    return part.parts.some((child) => child.type === 'Literal' && quotedExpansion.test(child.text));
  });
}

/** The words that one written word becomes: several by brace expansion, else one. */
export function evaluateWord(word: Word, context: WordContext): readonly ShellWord[] {
  if (!word.text.includes('{')) return [singleWord(word, context)];
  if (/[$`]|[<>]\(/.test(word.text)) return [holds(word, 'BraceExpansion') ? null : singleWord(word, context)];
  const texts = word.text.length > maxBraceCharacters ? null : expandBraces(word.text);
  if (texts === null) return [null];
  context.expansions.left -= texts.length;
  if (context.expansions.left < 0) return [null];
  if (texts.length === 1 && texts[0] === word.text) return [singleWord(word, context)];
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      const parsed = reparse(text);
      return parsed ? singleWord(parsed, context) : null;
    });
}

/** A word where braces do not expand and only one value can stand: a redirection's target, an assigned value. */
export const evaluateSingle = (word: Word, context: WordContext): ShellWord => {
  const words = evaluateWord(word, context);
  return words.length === 1 ? (words[0] ?? null) : null;
};
