import type { ByteWriter } from './byte-writer.ts';

/** Bits that a whole number below 2^32 needs. */
export const bitsOf = (value: number): number => 32 - Math.clz32(value);

export const packedLength = (count: number, width: number): number => Math.ceil((count * width) / 8);

/** How far past the end of packed bytes a reader may look. */
export const PACKED_PADDING = 8;

/** Appends the low `width` bits of each value, least significant bit first. */
export const pack = (values: Int32Array, count: number, width: number, into: ByteWriter): void => {
  if (width === 0) return;
  into.reserve(packedLength(count, width) + 8);
  const { bytes } = into;
  let at = into.length;
  let held = 0;
  let bits = 0;
  for (let index = 0; index < count; index++) {
    let value = values[index] ?? 0;
    let left = width;
    while (left > 0) {
      const taken = Math.min(left, 8 - bits);
      held |= (value & ((1 << taken) - 1)) << bits;
      value >>>= taken;
      bits += taken;
      left -= taken;
      if (bits === 8) {
        bytes[at++] = held;
        held = 0;
        bits = 0;
      }
    }
  }
  if (bits > 0) bytes[at++] = held;
  into.length = at;
};

/** Reads `count` values into `into`; `bytes` has PACKED_PADDING bytes more than were packed. */
export const unpack = (bytes: Uint8Array, start: number, count: number, width: number, into: Int32Array): void => {
  if (width === 0) {
    into.fill(0, 0, count);
    return;
  }
  if (width === 8) {
    for (let index = 0; index < count; index++) into[index] = bytes[start + index] ?? 0;
    return;
  }
  const mask = width === 32 ? -1 : (1 << width) - 1;
  if (width <= 9) {
    for (let index = 0, bit = 0; index < count; index++, bit += width) {
      const at = start + (bit >>> 3);
      into[index] = (((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) >>> (bit & 7)) & mask;
    }
    return;
  }
  if (width <= 17) {
    for (let index = 0, bit = 0; index < count; index++, bit += width) {
      const at = start + (bit >>> 3);
      into[index] =
        (((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)) >>> (bit & 7)) & mask;
    }
    return;
  }
  for (let index = 0, bit = 0; index < count; index++, bit += width) {
    into[index] = valueIn(bytes, start + (bit >>> 3), bit & 7, width) & mask;
  }
};

/** The `index`-th of packed values. */
export const unpackAt = (bytes: Uint8Array, start: number, index: number, width: number): number => {
  if (width === 0) return 0;
  const bit = index * width;
  const mask = width === 32 ? -1 : (1 << width) - 1;
  return valueIn(bytes, start + (bit >>> 3), bit & 7, width) & mask;
};

const valueIn = (bytes: Uint8Array, at: number, shift: number, width: number): number => {
  const low =
    ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>>
    shift;
  return shift + width > 32 ? low | ((bytes[at + 4] ?? 0) << (32 - shift)) : low;
};
