/** Lengths below this stand for themselves. */
const FREE_VALUES = 255 - longToInt4(0x7fffffff);

/** Field lengths by norm byte, as Lucene's SmallFloat.byte4ToInt decodes them: exact up to 40, then four significant bits. */
export const normLengths: Float64Array = Float64Array.from({ length: 256 }, (_, byte) => decodeLength(byte));

function decodeLength(byte: number): number {
  return byte < FREE_VALUES ? byte : FREE_VALUES + int4ToLong(byte - FREE_VALUES);
}

/** The norm byte of a field length: Lucene's SmallFloat.intToByte4. */
export function normOfLength(length: number): number {
  return length < FREE_VALUES ? length : FREE_VALUES + longToInt4(length - FREE_VALUES);
}

function longToInt4(value: number): number {
  const bits = 32 - Math.clz32(value);
  if (bits < 4) return value;
  const shift = bits - 4;
  return ((value >>> shift) & 0x07) | ((shift + 1) << 3);
}

function int4ToLong(value: number): number {
  const bits = value & 0x07;
  const shift = (value >>> 3) - 1;
  return shift === -1 ? bits : (bits | 0x08) * 2 ** shift;
}
