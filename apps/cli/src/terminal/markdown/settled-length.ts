import { lexer } from 'marked';

/**
 * Characters at the start of a growing markdown text that later text cannot change any more: all of its blocks but the
 * last. They can be put on paper while the rest is still written.
 */
export function settledLength(text: string): number {
  if (!text.includes('\n')) return 0;
  const tokens = lexer(text);
  let last = tokens.length - 1;
  while (last >= 0 && tokens[last]?.type === 'space') last -= 1;
  if (last <= 0) return 0;
  const settled = tokens.slice(0, last).reduce((sum, { raw }) => sum + raw.length, 0);
  // The lexer normalises line ends and tabs; where that moved a position, nothing is settled yet.
  return tokens
    .slice(0, last)
    .map(({ raw }) => raw)
    .join('') === text.slice(0, settled)
    ? settled
    : 0;
}

/** The line that opens the code block in which a text ends; empty where it ends in none. */
export function openFence(text: string): string {
  const last = lexer(text).at(-1);
  if (last?.type !== 'code') return '';
  const [, line = '', fence = ''] = /^((`{3,}|~{3,})[^\n]*\n)/.exec(last.raw) ?? [];
  const isClosed = new RegExp(`\\n${fence}[${fence[0]}]*\\s*$`).test(last.raw.slice(line.length - 1));
  return fence === '' || isClosed ? '' : line;
}
