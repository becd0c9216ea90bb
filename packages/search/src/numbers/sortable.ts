/**
 * Encodings whose integer order is the order of the numbers, bit for bit Lucene's (`NumericUtils`, `HalfFloatPoint`):
 * negative numbers have all bits but the sign turned; NaN sorts above infinity.
 */

const scratch = new DataView(new ArrayBuffer(8));

/** A double as a signed 64-bit integer in its order. */
export function doubleToSortableLong(value: number): bigint {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigInt64(0);
  return bits ^ ((bits >> 63n) & 0x7fffffffffffffffn);
}

export function sortableLongToDouble(sortable: bigint): number {
  scratch.setBigInt64(0, sortable ^ ((sortable >> 63n) & 0x7fffffffffffffffn));
  return scratch.getFloat64(0);
}

/** A float as a signed 32-bit integer in its order. */
export function floatToSortableInt(value: number): number {
  scratch.setFloat32(0, value);
  const bits = scratch.getInt32(0);
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

export function sortableIntToFloat(sortable: number): number {
  scratch.setInt32(0, sortable ^ ((sortable >> 31) & 0x7fffffff));
  return scratch.getFloat32(0);
}

/** The 16 bits of the nearest half-precision number (ties to even), as a signed 16-bit integer in its order. */
export function halfFloatToSortableShort(value: number): number {
  const bits = (halfFloatBits(Math.fround(value)) << 16) >> 16;
  return bits ^ ((bits >> 15) & 0x7fff);
}

export function sortableShortToHalfFloat(sortable: number): number {
  const bits = sortable ^ ((sortable >> 15) & 0x7fff);
  return halfFloatOfBits(bits & 0xffff);
}

/** The nearest half-precision number; infinite from 65,520 on. */
export const roundToHalfFloat = (value: number): number => halfFloatOfBits(halfFloatBits(Math.fround(value)));

function halfFloatBits(float: number): number {
  scratch.setFloat32(0, float);
  const bits = scratch.getInt32(0);
  const sign = (bits >>> 16) & 0x8000;
  const exponent = (bits >>> 23) & 0xff;
  const mantissa = bits & 0x7fffff;
  if (exponent === 0xff) return sign | 0x7c00 | (mantissa === 0 ? 0 : 0x200);
  const halfExponent = exponent - 112;
  if (halfExponent >= 31) return sign | 0x7c00;
  if (halfExponent <= 0) {
    const shift = 14 - halfExponent;
    if (shift > 24) return sign;
    return sign | roundedShift(mantissa | 0x800000, shift);
  }
  // A carry out of the mantissa rightly goes into the exponent, up to infinity.
  return sign | ((halfExponent << 10) + roundedShift(mantissa, 13));
}

/** `value >> shift`, to the nearest, ties to even. */
function roundedShift(value: number, shift: number): number {
  const kept = value >> shift;
  const rest = value & ((1 << shift) - 1);
  const half = 1 << (shift - 1);
  return rest > half || (rest === half && (kept & 1) === 1) ? kept + 1 : kept;
}

function halfFloatOfBits(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const mantissa = bits & 0x3ff;
  if (exponent === 31) return mantissa === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * mantissa * 2 ** -24 : sign * (1 + mantissa / 1024) * 2 ** (exponent - 15);
}
