import { homedir } from 'node:os';
import { relative } from 'node:path';

export interface TerminalFacts {
  /** Whether keys can be read one by one and the screen drawn; else questions and answers are lines. */
  readonly isScreen: boolean;
  /** Whether a person types, be it in lines. */
  readonly isPerson: boolean;
  /** Whether that person also sees what is written. */
  readonly canAsk: boolean;
  readonly depth: 'none' | 'basic' | 'many';
  readonly background: 'dark' | 'light' | 'unknown';
  /** Whether the terminal speaks the protocol that tells Shift+Enter from Enter. */
  readonly hasKeyProtocol: boolean;
}

/** What the environment says of the terminal. `isPlain` and `TOOLSTONE_PLAIN` ask for lines. */
export function readTerminalFacts(env: NodeJS.ProcessEnv, isPlain: boolean): TerminalFacts {
  const term = env['TERM'] ?? '';
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const wantsPlain = isPlain || isSet(env['TOOLSTONE_PLAIN']) || term === 'dumb';
  return {
    isScreen: isTerminal && !wantsPlain,
    isPerson: process.stdin.isTTY === true,
    canAsk: isTerminal,
    depth: colorDepth(env, term),
    background: backgroundOf(env['COLORFGBG']),
    hasKeyProtocol:
      'KITTY_WINDOW_ID' in env ||
      /kitty|ghostty|foot|alacritty/.test(term) ||
      /^(?:WezTerm|ghostty|iTerm\.app)$/.test(env['TERM_PROGRAM'] ?? ''),
  };
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0';

function colorDepth(env: NodeJS.ProcessEnv, term: string): TerminalFacts['depth'] {
  // Any value but the empty one counts: https://no-color.org
  if (env['NO_COLOR'] || term === 'dumb') return 'none';
  const isRich = /256|kitty|ghostty|alacritty|foot|direct/.test(term) || isSet(env['COLORTERM']);
  return isRich ? 'many' : 'basic';
}

/** `COLORFGBG` is `foreground;background` in numbers of the sixteen colours. */
function backgroundOf(value: string | undefined): TerminalFacts['background'] {
  const number = /;(\d+)$/.exec(value ?? '')?.[1];
  if (number === undefined) return 'unknown';
  return number === '7' || number === '15' ? 'light' : 'dark';
}

/** A directory as people write it, `~` for their home. */
export function showDirectory(path: string): string {
  const inHome = relative(homedir(), path);
  if (inHome === '') return '~';
  return inHome.startsWith('..') || inHome.startsWith('/') ? path : `~/${inHome}`;
}

/** ink draws nothing where `CI` is set; who sits at a terminal is no such machine. */
export async function withoutContinuousIntegration<Result>(load: () => Promise<Result>): Promise<Result> {
  const saved = process.env['CI'];
  process.env['CI'] = 'false';
  try {
    return await load();
  } finally {
    if (saved === undefined) delete process.env['CI'];
    else process.env['CI'] = saved;
  }
}

export const processEnvironment = (): NodeJS.ProcessEnv => process.env;
