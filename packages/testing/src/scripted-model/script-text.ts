import type { ScriptText } from './script.ts';

const maxChunksByDefault = 256;
const minChunkChars = 24;

/** A UTF-16 unit that stands for "bytes that are not UTF-8" until the text is written to the socket. */
export const invalidBytesMark = '\uE0FF';

/** Characters of a text; `Infinity` when it never ends. */
export function lengthOf(text: ScriptText): number {
  if (typeof text === 'string') return text.length;
  return text.reduce((sum, part) => {
    if (typeof part === 'string') return sum + part.length;
    return sum + part.repeat.length * (part.times === 'forever' ? Number.POSITIVE_INFINITY : part.times);
  }, 0);
}

/** The whole of a text that ends; null for one that does not. */
export function wholeText(text: ScriptText): string | null {
  if (typeof text === 'string') return text;
  let whole = '';
  for (const part of text) {
    if (typeof part === 'string') whole += part;
    else if (part.times === 'forever') return null;
    else whole += part.repeat.repeat(part.times);
  }
  return whole;
}

/** A text in pieces of about `chunkChars`; no piece ends between the halves of a surrogate pair. */
export function* piecesOf(text: ScriptText, chunkChars: number | undefined): Generator<string> {
  const whole = wholeText(text);
  if (whole !== null) {
    yield* cut(whole, chunkChars ?? Math.max(minChunkChars, Math.ceil(whole.length / maxChunksByDefault)));
    return;
  }
  const size = chunkChars ?? minChunkChars;
  for (const part of typeof text === 'string' ? [text] : text) {
    if (typeof part === 'string') yield* cut(part, size);
    else if (part.times !== 'forever') yield* cut(part.repeat.repeat(part.times), size);
    else {
      const block = part.repeat.repeat(Math.max(1, Math.ceil(size / part.repeat.length)));
      for (;;) yield* cut(block, size);
    }
  }
}

function* cut(text: string, size: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + size);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The text with the mark for invalid bytes in its middle. */
export function withInvalidBytes(text: ScriptText): ScriptText {
  const whole = wholeText(text);
  if (whole === null) return [invalidBytesMark, ...(typeof text === 'string' ? [text] : text)];
  const middle = Math.floor(whole.length / 2);
  return whole.slice(0, middle) + invalidBytesMark + whole.slice(middle);
}
