import type { TextEncoding } from './text-encoding.ts';

/** How much of each end of a file may hold a declaration. */
export const DECLARATION_BYTES = 4096;

const inFirstTwoLines = [
  /-\*-.*?coding\s*[:=]\s*([\w.-]+).*?-\*-/, // Emacs, Python, Ruby
  /^[ \t\f]*(?:#|--|\/\/|;|%).*?coding[:=][ \t]*([\w.-]+)/m, // PEP 263 and its kin
];
const inHead = [
  /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/,
  /<meta[^>]*?\bcharset\s*=\s*["']?([\w.:-]+)/i,
  /^@charset "([\w.:-]+)"/,
  /\\usepackage\[([\w-]+)\]\{inputenc\}/,
];
const vimModeline = /(?:^|\s)(?:vim?|ex):.*?\b(?:fileencoding|fenc)=([\w-]+)/;
const VIM_LINES = 5;

/**
 * The name of the encoding that a file declares for itself, as it stands there: PEP 263 and Emacs lines, XML, HTML, CSS,
 * LaTeX, Vim modelines.
 * @param head the first bytes, @param tail the last bytes of the file, both as Latin-1
 */
export function declaredEncodingName(head: string, tail: string): string | undefined {
  const firstTwo = head.split('\n', 2).join('\n');
  for (const pattern of inFirstTwoLines) {
    const name = pattern.exec(firstTwo)?.[1];
    if (name !== undefined) return name;
  }
  for (const pattern of inHead) {
    const name = pattern.exec(head)?.[1];
    if (name !== undefined) return name;
  }
  const modelines = [...head.split('\n').slice(0, VIM_LINES), ...tail.trimEnd().split('\n').slice(-VIM_LINES)];
  for (const line of modelines) {
    const name = vimModeline.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/**
 * The encoding that a declared name stands for. Undefined for names of Unicode encodings, which show in the bytes
 * themselves, and of ASCII, which says nothing.
 */
export function legacyEncoding(name: string): TextEncoding | undefined {
  const plain = name.toLowerCase().replace(/-(?:unix|dos|mac)$/, '');
  const letters = plain.replace(/[^a-z0-9]/g, '');
  if (/^(?:utf|ucs|unicode|usascii$|ascii$)/.test(letters)) return undefined;
  if (['latin1', 'iso88591', 'l1'].includes(letters)) return 'iso-8859-1';
  if (['cp1252', 'windows1252', 'win1252', 'ansinew'].includes(letters)) return 'windows-1252';
  return `iconv:${plain}`;
}
