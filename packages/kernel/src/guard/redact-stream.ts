import type { Finding } from '@toolstone/protocol';
import { credentialFinding, masks } from './detectors/credential-masks.ts';
import { nothingKnown, redactCredentials } from './detectors/credentials.ts';
import { createTally } from './findings.ts';
import { findKeyEnd, findKeyStart, markerLength } from './private-keys.ts';

/** A line is read whole up to here (UTF-16 units); a longer one in parts that end between words. */
const maxLine = 4_096;
/** A single word longer than this is cut: no credential is. */
const maxWord = 65_536;

/** Masks credentials in text that comes in pieces. */
export interface Redactor {
  /** Takes text; gives what is safe to show. Holds back the line that is not yet whole, at most 4 KB or one longer word, and lines of base64 that may be a key's. */
  push(text: string): string;
  /** Whether something is held back. */
  readonly isHolding: boolean;
  /** For a caller that has held something for long (100 ms): gives all but a half-read word and a name whose value is to come. */
  flushAged(): string;
  /** Gives the rest, and what was found in all of it. */
  end(): { readonly text: string; readonly findings: readonly Finding[] };
}

const separator = /[\s,;"'`<>()[\]{}|]/;

/** A name, scheme or quote at the end of a part whose secret would stand in the next one. */
const pending =
  /[A-Za-z0-9_.-]{0,64}(?:key|token|secret|passw(?:or)?d|passphrase|pwd|credential|auth|authorization|dsn|bearer|basic)s?\\?["']?[\])]?[ \t]{0,8}(?::|=>|={1,3}|:=)?[ \t]{0,8}\\?["'`]?(?:(?:bearer|basic)[ \t]{0,8})?$/i;

/** The last place at or before `limit` at which a part can end without cutting a word or a name from its value. */
function lastBreak(text: string, limit: number): number {
  let at = limit;
  while (at > 0 && !separator.test(text.charAt(at - 1))) at -= 1;
  const from = Math.max(0, at - 256);
  const open = pending.exec(text.slice(from, at));
  return open ? from + open.index : at;
}

/** Where the first part of a long line ends; -1 where more must be read to know. */
function partEnd(line: string): number {
  const end = lastBreak(line, maxLine);
  if (end > 0) return end;
  const rest = line.slice(maxLine, maxWord);
  const next = rest.search(separator);
  if (next >= 0) return maxLine + next + 1;
  return line.length >= maxWord ? maxWord : -1;
}

/**
 * A streaming mask for credentials. What it gives does not depend on how the text is cut into pieces (unless `flushAged`
 * is called). A private key is masked from its first line to its last, however long; one that never ends masks the rest.
 * What `isKnown` says to be known already stays.
 */
export function createRedactor(isKnown = nothingKnown): Redactor {
  const tally = createTally();
  let held = '';
  let isInKey = false;

  /** Redacts the whole lines of `text`, and a line without an end as far as it is known; gives the length taken. */
  function takeLines(text: string): { readonly safe: string; readonly length: number } {
    const safe: string[] = [];
    let start = 0;
    let blockStart = 0;
    const close = (end: number): void => {
      if (end > blockStart) safe.push(redactCredentials(text.slice(blockStart, end), tally, isKnown));
      blockStart = end;
    };
    for (;;) {
      const newline = text.indexOf('\n', start);
      const lineEnd = newline < 0 ? text.length : newline + 1;
      if (lineEnd - start <= maxLine) {
        if (newline < 0) break;
        start = lineEnd;
        // Lines are read many at a time; no pattern reaches over the end of one.
        if (start - blockStart >= maxWord) close(start);
        continue;
      }
      close(start);
      const length = partEnd(text.slice(start, Math.min(lineEnd, start + maxWord)));
      if (length < 0) {
        if (newline < 0) break;
        start = lineEnd;
      } else start += length;
      close(start);
    }
    close(start);
    return { safe: safe.join(''), length: start };
  }

  const takeAll = (text: string): string => {
    const { safe, length } = takeLines(text);
    return length < text.length ? safe + redactCredentials(text.slice(length), tally, isKnown) : safe;
  };

  function advance(isAtEnd: boolean): string {
    const safe: string[] = [];
    for (;;) {
      if (isInKey) {
        const end = findKeyEnd(held);
        if (end < 0) {
          held = isAtEnd ? '' : held.slice(-markerLength);
          break;
        }
        held = held.slice(end);
        isInKey = false;
      }
      const key = findKeyStart(held, isAtEnd);
      if (key.type === 'key' || key.type === 'part') {
        safe.push(takeAll(held.slice(0, key.start)), masks.privateKey);
        tally.add(credentialFinding('private_key_leak'));
        held = held.slice(key.end);
        isInKey = key.type === 'key';
        continue;
      }
      const limit = key.type === 'open' ? key.start : held.length;
      if (isAtEnd) {
        safe.push(takeAll(held));
        held = '';
      } else {
        const taken = takeLines(held.slice(0, limit));
        safe.push(taken.safe);
        held = held.slice(taken.length);
      }
      break;
    }
    return safe.join('');
  }

  return {
    push(text) {
      held += text;
      return advance(false);
    },
    get isHolding() {
      return held !== '';
    },
    flushAged() {
      if (isInKey) return '';
      const key = findKeyStart(held, false);
      const end = lastBreak(held, key.type === 'none' ? held.length : key.start);
      const safe = redactCredentials(held.slice(0, end), tally, isKnown);
      held = held.slice(end);
      return safe;
    },
    end: () => ({ text: advance(true), findings: tally.findings() }),
  };
}
