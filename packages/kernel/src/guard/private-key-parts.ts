export type KeyPart =
  /** Masked from `start` to `end`: a key of which not all is there. */
  | { readonly type: 'part'; readonly start: number; readonly end: number }
  /** A key may start here; more text must come. */
  | { readonly type: 'open'; readonly start: number }
  | { readonly type: 'none' };

/**
 * How the base64 of a private key starts, without the line before it: PKCS #8 (RSA, EC, Ed25519, X25519), PKCS #1 (RSA,
 * DSA), SEC 1 and OpenSSH. Each fixes 48 bits or more; public keys and certificates start otherwise.
 */
const bodyStart =
  /(?<![A-Za-z0-9+/])(?:MII[A-P][A-Za-z0-9+/][AQgw]IBA(?:DANBgkqhkiG9w0B|AK[BC])|MI[GH][A-Za-z0-9+/]AgEAM[BC][A-Za-z0-9+/]GByqGSM49AgEG|MC4CAQAwBQYDK2V[uw]BCIEI|MHcCAQEEI|MI(?:GkAgEBBD|HcAgEBBEI)|b3BlbnNzaC1rZXktdjEA)/;
/** The last line of a private key. */
export const keyEnd = /-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/;

/** One line of a key: base64, behind what `cat -n`, `grep -n`, a diff, a list or a quotation puts before it. */
const bodyLine =
  /^(?:[^\s:]{1,256}:\d{1,9}[:-])?[\s"'`+,>|#*:→-]{0,64}(?:\d{1,9}[\s:|→-]{1,8})?(=?[A-Za-z0-9+/]{1,76}={0,2})(?:\\[nr]|[\s"'`,;+\\]){0,16}$/;
/** Keys are wrapped at 64, 70 or 76 characters; only the last line, and a checksum behind it, are shorter. */
const minWholeLine = 60;
const maxShortLines = 2;
/** A shorter last line is a word, unless it ends like base64. */
const minLastLine = 16;
/** A line with a line of a key in it is not longer. */
const maxLine = 512;
/** The longest key (RSA, 16,384 bits) has about 13,000 characters. */
const maxBody = 20_000;

const lettersOf = (line: string): string => (line.length > maxLine ? '' : (bodyLine.exec(line)?.[1] ?? ''));

/**
 * A private key that is cut in front, where that is certain: from its first line on, which shows by how it starts, or
 * the lines before its END. A piece out of the middle is base64 like any other, and stays.
 */
export function findKeyPart(text: string, isAtEnd: boolean): KeyPart {
  const first = bodyStart.exec(text);
  const last = keyEnd.exec(text);
  if (first && (!last || first.index < last.index)) {
    const bodyEnd = findBodyEnd(text, first.index, isAtEnd);
    if (bodyEnd === undefined) return { type: 'open', start: first.index };
    return { type: 'part', start: first.index, end: bodyEnd };
  }
  if (!last) return { type: 'none' };
  const lineStart = text.lastIndexOf('\n', last.index - 1) + 1;
  const start = bodyBefore(text, lineStart);
  return start < lineStart ? { type: 'part', start, end: last.index + last[0].length } : { type: 'none' };
}

/** Where the lines start that stand right before a line and look like those of a key; the line itself where none do. */
export function bodyBefore(text: string, lineStart: number): number {
  let start = lineStart;
  let shortLines = 0;
  let holdsWhole = false;
  while (start > 1) {
    const from = text.lastIndexOf('\n', start - 2) + 1;
    const letters = lettersOf(text.slice(from, start - 1)).length;
    if (letters === 0 || lineStart - from > maxBody) break;
    if (letters >= minWholeLine) holdsWhole = true;
    else if (holdsWhole || shortLines === maxShortLines) break;
    else shortLines += 1;
    start = from;
  }
  return holdsWhole ? start : lineStart;
}

const firstLine = /(?:[A-Za-z0-9+/=]|\\[nr])*/y;
const lineBreak = /(?:\\[nr]|[ \t"'`,;+\\\r]){0,16}\n/y;

/** Where a key ends whose first line starts at `start`; undefined where more text must come to know. */
function findBodyEnd(text: string, start: number, isAtEnd: boolean): number | undefined {
  firstLine.lastIndex = start;
  firstLine.exec(text);
  let at = Math.max(start, firstLine.lastIndex);
  lineBreak.lastIndex = at;
  if (!lineBreak.test(text)) return isAtEnd || text.length - at > maxLine || at - start > maxBody ? at : undefined;
  let lineStart = lineBreak.lastIndex;
  let shortLines = 0;
  while (at - start <= maxBody) {
    const newline = text.indexOf('\n', lineStart);
    const isWholeLine = newline >= 0 || isAtEnd;
    if (!isWholeLine) return text.length - lineStart > maxLine ? at : undefined;
    const lineEnd = newline < 0 ? text.length : newline;
    const line = text.slice(lineStart, lineEnd);
    const marker = line.length > maxLine ? null : keyEnd.exec(line);
    if (marker) return lineStart + marker.index + marker[0].length;
    const letters = lettersOf(line);
    if (letters.length < minWholeLine) {
      const isLastLine = letters.length >= minLastLine || letters.includes('=');
      if (!isLastLine || shortLines === maxShortLines) return at;
      shortLines += 1;
    } else if (shortLines > 0) return at;
    at = lineEnd;
    lineStart = lineEnd + 1;
    if (lineStart > text.length) return at;
  }
  return at;
}
