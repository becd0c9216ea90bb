/** Both halves of a 128-bit hash, unsigned. */
export interface Hash128 {
  readonly low: bigint;
  readonly high: bigint;
}

const mask = (1n << 64n) - 1n;
const first = 0x87c37b91114253d5n;
const second = 0x4cf5ad432745937fn;

const rotate = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & mask;

const mix = (value: bigint): bigint => {
  let mixed = value ^ (value >> 33n);
  mixed = (mixed * 0xff51afd7ed558ccdn) & mask;
  mixed ^= mixed >> 33n;
  mixed = (mixed * 0xc4ceb9fe1a85ec53n) & mask;
  return mixed ^ (mixed >> 33n);
};

/** MurmurHash3, the variant for 64-bit machines with 128 bits (Austin Appleby's, in the public domain). */
export const murmur3x64 = (bytes: Uint8Array, seed = 0n): Hash128 => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocks = bytes.length >> 4;
  let low = seed;
  let high = seed;
  const scrambleLow = (key: bigint): bigint => (rotate((key * first) & mask, 31n) * second) & mask;
  const scrambleHigh = (key: bigint): bigint => (rotate((key * second) & mask, 33n) * first) & mask;
  for (let block = 0; block < blocks; block++) {
    low ^= scrambleLow(view.getBigUint64(block * 16, true));
    low = ((rotate(low, 27n) + high) * 5n + 0x52dce729n) & mask;
    high ^= scrambleHigh(view.getBigUint64(block * 16 + 8, true));
    high = ((rotate(high, 31n) + low) * 5n + 0x38495ab5n) & mask;
  }
  const tail = new DataView(new ArrayBuffer(16));
  for (let at = blocks * 16; at < bytes.length; at++) tail.setUint8(at - blocks * 16, bytes[at] ?? 0);
  if (bytes.length % 16 > 8) high ^= scrambleHigh(tail.getBigUint64(8, true));
  if (bytes.length % 16 > 0) low ^= scrambleLow(tail.getBigUint64(0, true));
  const length = BigInt(bytes.length);
  low ^= length;
  high ^= length;
  low = (low + high) & mask;
  high = (high + low) & mask;
  low = mix(low);
  high = mix(high);
  low = (low + high) & mask;
  high = (high + low) & mask;
  return { low, high };
};
