import type { Role, Theme } from '../style/theme.ts';

interface Grammar {
  readonly keywords: ReadonlySet<string>;
  readonly lineComments: readonly string[];
  readonly blockComment?: readonly [string, string];
  readonly quotes: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const slashes = { lineComments: ['//'], blockComment: ['/*', '*/'], quotes: '"\'`' } as const;

const script: Grammar = {
  ...slashes,
  keywords: words(
    'abstract as async await break case catch class const continue default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null of private protected public readonly return satisfies set static super switch this throw true try type typeof undefined var void while yield',
  ),
};
const python: Grammar = {
  lineComments: ['#'],
  quotes: '"\'',
  keywords: words(
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield',
  ),
};
const shell: Grammar = {
  lineComments: ['#'],
  quotes: '"\'',
  keywords: words(
    'case do done elif else esac export fi for function if in local return set then until while cd echo exit source sudo',
  ),
};
const systems: Grammar = {
  ...slashes,
  quotes: '"',
  keywords: words(
    'as async await auto bool break case char class const continue defer double dyn else enum extern false float fn for func go goto if impl import in int interface let long loop match mod move mut namespace new nil null package private pub public range return self sizeof static string struct super switch template this trait true type typedef union unsafe unsigned use using var virtual void where while',
  ),
};
const data: Grammar = { lineComments: ['#'], quotes: '"\'', keywords: words('true false null yes no on off') };
const query: Grammar = {
  lineComments: ['--'],
  blockComment: ['/*', '*/'],
  quotes: "'",
  keywords: words(
    'and as asc by case create delete desc distinct drop else end exists from group having in index inner insert into is join left like limit not null on or order outer primary select set table then union update values when where with',
  ),
};

const grammars: Readonly<Record<string, Grammar>> = {
  js: script,
  jsx: script,
  ts: script,
  tsx: script,
  mjs: script,
  javascript: script,
  typescript: script,
  java: script,
  kotlin: script,
  swift: script,
  php: script,
  css: { ...slashes, keywords: new Set() },
  py: python,
  python,
  rb: python,
  ruby: python,
  sh: shell,
  bash: shell,
  zsh: shell,
  shell,
  console: shell,
  dockerfile: shell,
  makefile: shell,
  c: systems,
  cpp: systems,
  cs: systems,
  csharp: systems,
  go: systems,
  rust: systems,
  rs: systems,
  zig: systems,
  json: { lineComments: ['//'], quotes: '"', keywords: words('true false null') },
  yaml: data,
  yml: data,
  toml: data,
  ini: data,
  sql: query,
};

const MAX_HIGHLIGHTED_CHARS = 50_000;

/**
 * Code with its words, texts, numbers and comments told apart, line by line. Not a parser: where a language is not known,
 * or a construct not understood, the text stays as it is, so nothing is ever hidden or changed.
 */
export function highlightCode(code: string, language: string, theme: Theme): readonly string[] {
  const grammar = grammars[language.toLowerCase()];
  if (language.toLowerCase() === 'diff' || language.toLowerCase() === 'patch')
    return code.split('\n').map(diffLine(theme));
  if (!grammar || code.length > MAX_HIGHLIGHTED_CHARS) return code.split('\n');
  return tokenize(code, grammar)
    .map(({ text, role }) => (role === undefined ? text : text.split('\n').map(theme[role]).join('\n')))
    .join('')
    .split('\n');
}

const diffLine =
  (theme: Theme) =>
  (line: string): string =>
    line.startsWith('+')
      ? theme.added(line)
      : line.startsWith('-')
        ? theme.removed(line)
        : line.startsWith('@@')
          ? theme.muted(line)
          : line;

interface Piece {
  readonly text: string;
  readonly role: Role | undefined;
}

function tokenize(code: string, grammar: Grammar): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let plainFrom = 0;
  const take = (end: number, role: Role): void => {
    if (at > plainFrom) pieces.push({ text: code.slice(plainFrom, at), role: undefined });
    pieces.push({ text: code.slice(at, end), role });
    at = end;
    plainFrom = end;
  };
  while (at < code.length) {
    const end = commentEnd(code, at, grammar);
    const char = code[at] ?? '';
    if (end !== undefined) take(end, 'comment');
    else if (grammar.quotes.includes(char)) take(quoteEnd(code, at, char), 'literal');
    else {
      const word = /^[A-Za-z_$][\w$]*|^\d[\w.]*/.exec(code.slice(at, at + 80))?.[0];
      if (word === undefined) at += 1;
      else if (grammar.keywords.has(grammar === query ? word.toLowerCase() : word)) take(at + word.length, 'keyword');
      else if (/^\d/.test(word)) take(at + word.length, 'code');
      else at += word.length;
    }
  }
  if (plainFrom < code.length) pieces.push({ text: code.slice(plainFrom), role: undefined });
  return pieces;
}

function commentEnd(code: string, at: number, { lineComments, blockComment }: Grammar): number | undefined {
  const isAtWord = at === 0 || /\s/.test(code[at - 1] ?? '');
  for (const mark of lineComments) {
    // `#` inside a word, as in `$#` or a colour, begins no comment.
    if (!code.startsWith(mark, at) || (mark === '#' && !isAtWord)) continue;
    const end = code.indexOf('\n', at);
    return end < 0 ? code.length : end;
  }
  if (!blockComment || !code.startsWith(blockComment[0], at)) return undefined;
  const end = code.indexOf(blockComment[1], at + 2);
  return end < 0 ? code.length : end + blockComment[1].length;
}

/** A quoted text ends with its line unless it is one of backquotes. */
function quoteEnd(code: string, start: number, quote: string): number {
  for (let at = start + 1; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === quote) return at + 1;
    else if (code[at] === '\n' && quote !== '`') return at;
  }
  return code.length;
}
