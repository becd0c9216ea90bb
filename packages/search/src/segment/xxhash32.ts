const PRIME_1 = 0x9e3779b1 | 0;
const PRIME_2 = 0x85ebca77 | 0;
const PRIME_3 = 0xc2b2ae3d | 0;
const PRIME_4 = 0x27d4eb2f | 0;
const PRIME_5 = 0x165667b1 | 0;

/**
 * The 32-bit xxHash (seed 0) of some bytes, as an unsigned number: every single flipped bit changes it.
 * https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
 */
export const xxhash32 = (bytes: Uint8Array, from = 0, to = bytes.length): number => {
  const length = to - from;
  let at = from;
  let hash = PRIME_5;
  if (length >= 16) {
    const words = (to - at) >>> 4;
    if (((bytes.byteOffset + at) & 3) === 0) {
      hash = hashStripes(new Int32Array(bytes.buffer, bytes.byteOffset + at, words * 4));
    } else {
      hash = hashStripes(new Int32Array(bytes.slice(at, at + words * 16).buffer));
    }
    at += words * 16;
  }
  hash = (hash + length) | 0;
  for (; at + 4 <= to; at += 4) {
    hash = Math.imul(rotate((hash + Math.imul(wordAt(bytes, at), PRIME_3)) | 0, 17), PRIME_4);
  }
  for (; at < to; at++) hash = Math.imul(rotate((hash + Math.imul(bytes[at] ?? 0, PRIME_5)) | 0, 11), PRIME_1);
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Four lanes over little-endian words; the machines that Node runs on are little-endian. */
const hashStripes = (words: Int32Array): number => {
  let a = (PRIME_1 + PRIME_2) | 0;
  let b = PRIME_2;
  let c = 0;
  let d = -PRIME_1 | 0;
  for (let at = 0; at + 3 < words.length; at += 4) {
    a = (a + Math.imul(words[at] ?? 0, PRIME_2)) | 0;
    a = Math.imul((a << 13) | (a >>> 19), PRIME_1);
    b = (b + Math.imul(words[at + 1] ?? 0, PRIME_2)) | 0;
    b = Math.imul((b << 13) | (b >>> 19), PRIME_1);
    c = (c + Math.imul(words[at + 2] ?? 0, PRIME_2)) | 0;
    c = Math.imul((c << 13) | (c >>> 19), PRIME_1);
    d = (d + Math.imul(words[at + 3] ?? 0, PRIME_2)) | 0;
    d = Math.imul((d << 13) | (d >>> 19), PRIME_1);
  }
  return (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) | 0;
};

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
