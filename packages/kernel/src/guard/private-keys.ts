import { bodyBefore, findKeyPart, type KeyPart, keyEnd } from './private-key-parts.ts';

/** The name inside the dashes of a private key's first line: PKCS, OpenSSH, PGP. */
const opening = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
/** No opening or closing line is longer. */
export const markerLength = 96;

/** What may stand between the dashes and the key: ends of lines (also escaped), quotes, indents, line numbers. */
const body =
  /^(?:\\[nrt]|[\s"'`+,>|#*:\d→-]){0,64}(?:[A-Za-z0-9+/=]{16}|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):)/;
const unfinishedBody = /^(?:\\[nrt]?|[\s"'`+,>|#*:\d→-]){0,64}[A-Za-z0-9+/=-]{0,16}$/;

export type KeyStart =
  /** Masked from `start` to its END, however far that is; its text goes on at `end`. */
  { readonly type: 'key'; readonly start: number; readonly end: number } | KeyPart;

/**
 * Where the first private key of a text starts. Words about keys, such as the same line in source code, are not a key:
 * its characters must follow. Of a key that is cut in front, what can be told for certain is found too.
 */
export function findKeyStart(text: string, isAtEnd: boolean): KeyStart {
  const marked = findMarked(text, isAtEnd);
  const until = marked.type === 'none' ? text.length : marked.start;
  const part = findKeyPart(text.slice(0, until), isAtEnd || marked.type === 'key');
  if (part.type !== 'none') return part;
  if (isAtEnd || marked.type === 'key') return marked;
  const lineStart = text.lastIndexOf('\n', until - 1) + 1;
  const run = bodyBefore(text, lineStart);
  return run < lineStart ? { type: 'open', start: run } : marked;
}

function findMarked(text: string, isAtEnd: boolean): Exclude<KeyStart, { type: 'part' }> {
  opening.lastIndex = 0;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = match.index;
    const end = start + match[0].length;
    const following = text.slice(end, end + 128);
    if (body.test(following)) return { type: 'key', start, end };
    const isOpen = following.length < 128 && unfinishedBody.test(following);
    if (isOpen)
      return isAtEnd && !/[A-Za-z0-9+/]{4}/.test(following)
        ? { type: 'none' }
        : isAtEnd
          ? { type: 'key', start, end }
          : { type: 'open', start };
  }
  if (isAtEnd) return { type: 'none' };
  // The first line itself may be half read.
  const tail = text.slice(-markerLength);
  const dashes = /-{1,5}(?<=(?:^|[^-])-{1,5})$|-----(?:B(?:E(?:G(?:I(?:N(?: [A-Z0-9 ]*-{0,4})?)?)?)?)?)$/.exec(tail);
  return dashes ? { type: 'open', start: text.length - tail.length + dashes.index } : { type: 'none' };
}

/** Index behind the last line of a private key, or -1. */
export function findKeyEnd(text: string): number {
  const match = keyEnd.exec(text);
  return match ? match.index + match[0].length : -1;
}
