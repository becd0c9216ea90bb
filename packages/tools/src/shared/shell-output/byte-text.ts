/** Turns bytes into text as they come; nothing is lost: a byte that is not UTF-8 becomes `\xNN`. */
export interface ByteText {
  push(bytes: Uint8Array): string;
  /** What an unfinished character at the very end has left. */
  end(): string;
}

const MAX_SEQUENCE = 4;

type Decoder = InstanceType<typeof TextDecoder>;

/** The result does not depend on where the input is split. A byte order mark is kept as the character that it is. */
export function createByteText(): ByteText {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = new Uint8Array(0);
  return {
    push(bytes) {
      const all = rest.length === 0 ? bytes : concat(rest, bytes);
      const whole = all.length - unfinishedTail(all);
      rest = all.slice(whole);
      return decode(all.subarray(0, whole), strict);
    },
    end() {
      const text = [...rest].map(showByte).join('');
      rest = new Uint8Array(0);
      return text;
    },
  };
}

const showByte = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`;

const SHOWN: readonly string[] = Array.from({ length: 256 }, (_, byte) => showByte(byte));

function decode(bytes: Uint8Array, strict: Decoder): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeLeniently(bytes, strict); // the strict decoder says only that something is wrong, not where
  }
}

function decodeLeniently(bytes: Uint8Array, strict: Decoder): string {
  let text = '';
  let start = 0;
  let at = 0;
  const flush = (): void => {
    if (at - start === 1) text += String.fromCharCode(bytes[start] ?? 0);
    else if (at > start) text += strict.decode(bytes.subarray(start, at));
  };
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    flush();
    text += SHOWN[bytes[at] ?? 0] ?? '';
    at += 1;
    start = at;
  }
  flush();
  return text;
}

/** Length of the well-formed UTF-8 sequence at `at` (Unicode 16, table 3-7), 0 where there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = expectedLength(first);
  if (length === 0 || at + length > bytes.length) return 0;
  for (let index = 1; index < length; index += 1) {
    if (!continues(first, index, bytes[at + index] ?? 0)) return 0;
  }
  return length;
}

function expectedLength(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  if (first >= 0xf0 && first <= 0xf4) return 4;
  return 0;
}

function continues(first: number, index: number, byte: number): boolean {
  if (index > 1) return byte >= 0x80 && byte <= 0xbf;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  return byte >= low && byte <= high;
}

/** How many bytes at the end begin a character that may still be completed. */
function unfinishedTail(bytes: Uint8Array): number {
  for (let back = 1; back < MAX_SEQUENCE && back <= bytes.length; back += 1) {
    const at = bytes.length - back;
    const first = bytes[at] ?? 0;
    if (first >= 0x80 && first <= 0xbf) continue;
    if (expectedLength(first) <= back) return 0;
    for (let index = 1; index < back; index += 1) if (!continues(first, index, bytes[at + index] ?? 0)) return 0;
    return back;
  }
  return 0;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
