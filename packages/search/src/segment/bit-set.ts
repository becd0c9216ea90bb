export const newBits = (size: number): Uint32Array => new Uint32Array((size + 31) >>> 5);

export const hasBit = (bits: Uint32Array, index: number): boolean =>
  ((bits[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;

export const setBit = (bits: Uint32Array, index: number): void => {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
};

export const clearBit = (bits: Uint32Array, index: number): void => {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) & ~(1 << (index & 31));
};

/** Sets the bits in [from, to). */
export const setBits = (bits: Uint32Array, from: number, to: number): void => {
  for (let index = from; index < to; ) {
    if ((index & 31) === 0 && index + 32 <= to) {
      bits[index >>> 5] = 0xffffffff;
      index += 32;
    } else setBit(bits, index++);
  }
};

export const countBits = (bits: Uint32Array): number => {
  let count = 0;
  for (let index = 0; index < bits.length; index++) {
    let word = bits[index] ?? 0;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
};
