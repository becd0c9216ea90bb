const BYTE_SUM_LIMIT = 252;
/** Shorter arrays may not even reach an aligned word. */
const SHORT = 16;

/**
 * How often a byte occurs. Compares four bytes at a time in plain integers: about 0.3 s a gigabyte whatever the line length,
 * where a search for each line break costs 0.2 s for long lines and 5 s for short ones.
 */
export function countByte(bytes: Uint8Array, byte: number): number {
  if (bytes.length < SHORT) return countPlainly(bytes, byte, 0, bytes.length);
  const head = (4 - (bytes.byteOffset & 3)) & 3;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + head, (bytes.length - head) >> 2);
  const whole = words.length & ~3;
  let count = countPlainly(bytes, byte, 0, head);
  const pattern = Math.imul(byte, 0x01010101);
  for (let at = 0; at < whole; ) {
    const end = Math.min(whole, at + BYTE_SUM_LIMIT);
    let sums = 0; // four counters of one byte each: hence the limit
    for (; at < end; at += 4) {
      const a = (words[at] ?? 0) ^ pattern;
      const b = (words[at + 1] ?? 0) ^ pattern;
      const c = (words[at + 2] ?? 0) ^ pattern;
      const d = (words[at + 3] ?? 0) ^ pattern;
      sums = (sums + zeroBytes(a) + zeroBytes(b) + zeroBytes(c) + zeroBytes(d)) | 0;
    }
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
  }
  return count + countPlainly(bytes, byte, head + whole * 4, bytes.length);
}

/** 1 in each byte of the word that is zero (Hacker's Delight, 6-1, the exact form). */
const zeroBytes = (word: number): number => (~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word) >>> 7) & 0x01010101;

function countPlainly(bytes: Uint8Array, byte: number, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) if (bytes[index] === byte) count++;
  return count;
}
