import { BOUND_SHIFT, type ChunkParts, encodeChunk, encodings, layouts } from './column-chunk.ts';

/** What the documents of one chunk hold, before it is encoded. */
export interface ChunkValues {
  /** Documents that the chunk spans. */
  readonly docs: number;
  /** Places in the chunk of the documents that have values, ascending; how many of the array count. */
  readonly present: Uint16Array;
  readonly presentCount: number;
  /** How many values each of them has. */
  readonly counts: Uint32Array;
  /** Their values, one document after the other. */
  readonly values: Float64Array;
  readonly valueCount: number;
  /** The exact values where some lie beyond 2^53; null else. */
  readonly bigs: BigInt64Array | BigUint64Array | null;
}

interface RawValues {
  readonly encoding: number;
  readonly width: number;
  readonly base: number;
  readonly factor: number;
  readonly divisor: number;
  readonly bigBase: bigint;
  readonly table: Float64Array;
  readonly raw: ChunkParts['raw'];
  /** A raw value as it enters the bounds. */
  readonly rawAt: (index: number) => number;
}

const noTable = new Float64Array(0);
const no4 = new Uint32Array(0);
const no2 = new Uint16Array(0);
const MAX_TABLE = 256;
const MAX_DECIMALS = 4;

/** The bytes of one chunk: the layout and encoding that take the least room. */
export const encodeColumnChunk = (chunk: ChunkValues): Uint8Array => {
  const { docs, presentCount, valueCount } = chunk;
  const isSingle = valueCount === presentCount;
  const isSparse = presentCount * 8 < docs;
  const values = rawValuesOf(chunk);
  const common = {
    ...values,
    docs,
    present: presentCount,
    presence: no4,
    sparseDocs: no2,
    starts: no4,
    bounds: boundsOf(chunk, values),
    valueCount,
  };
  if (isSparse) {
    const sparseDocs = chunk.present.slice(0, presentCount);
    if (isSingle) return encodeChunk({ ...common, layout: layouts.sparse, sparseDocs });
    return encodeChunk({
      ...common,
      layout: layouts.sparseMulti,
      sparseDocs,
      starts: startsOf(chunk.counts, presentCount),
    });
  }
  if (!isSingle) return encodeChunk({ ...common, layout: layouts.multi, starts: denseStarts(chunk) });
  if (presentCount === docs) return encodeChunk({ ...common, layout: layouts.single });
  return encodeChunk({
    ...common,
    layout: layouts.holed,
    presence: bitsOfPresent(chunk),
    raw: spread(values.raw, chunk),
    valueCount: docs,
  });
};

const startsOf = (counts: Uint32Array, length: number): Uint32Array => {
  const starts = new Uint32Array(length + 1);
  for (let index = 0; index < length; index++) starts[index + 1] = (starts[index] ?? 0) + (counts[index] ?? 0);
  return starts;
};

const denseStarts = ({ docs, present, presentCount, counts }: ChunkValues): Uint32Array => {
  const starts = new Uint32Array(docs + 1);
  for (let index = 0; index < presentCount; index++) starts[(present[index] ?? 0) + 1] = counts[index] ?? 0;
  for (let doc = 0; doc < docs; doc++) starts[doc + 1] = (starts[doc + 1] ?? 0) + (starts[doc] ?? 0);
  return starts;
};

const bitsOfPresent = ({ docs, present, presentCount }: ChunkValues): Uint32Array => {
  const bits = new Uint32Array((docs + 31) >>> 5);
  for (let index = 0; index < presentCount; index++) {
    const doc = present[index] ?? 0;
    bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31));
  }
  return bits;
};

/** A raw value at the place of each document, zeros where there is none. */
const spread = (raw: ChunkParts['raw'], { docs, present, presentCount }: ChunkValues): ChunkParts['raw'] => {
  if (raw instanceof BigUint64Array) {
    const wide = new BigUint64Array(docs);
    for (let index = 0; index < presentCount; index++) wide[present[index] ?? 0] = raw[index] ?? 0n;
    return wide;
  }
  const wide = emptyLike(raw, docs);
  for (let index = 0; index < presentCount; index++) wide[present[index] ?? 0] = raw[index] ?? 0;
  return wide;
};

const emptyLike = (raw: Uint8Array | Uint16Array | Uint32Array | Float64Array, length: number): typeof raw => {
  if (raw instanceof Uint8Array) return new Uint8Array(raw.length === 0 ? 0 : length);
  if (raw instanceof Uint16Array) return new Uint16Array(length);
  return raw instanceof Uint32Array ? new Uint32Array(length) : new Float64Array(length);
};

const boundsOf = (chunk: ChunkValues, values: RawValues): Float64Array => {
  const blocks = (chunk.docs + (1 << BOUND_SHIFT) - 1) >>> BOUND_SHIFT;
  const bounds = new Float64Array(blocks * 2);
  for (let block = 0; block < blocks; block++) {
    bounds[block * 2] = Number.POSITIVE_INFINITY;
    bounds[block * 2 + 1] = Number.NEGATIVE_INFINITY;
  }
  let at = 0;
  for (let index = 0; index < chunk.presentCount; index++) {
    const block = (chunk.present[index] ?? 0) >>> BOUND_SHIFT;
    const end = at + (chunk.counts[index] ?? 0);
    for (; at < end; at++) {
      const raw = values.rawAt(at);
      if (raw < (bounds[block * 2] ?? 0)) bounds[block * 2] = raw;
      if (raw > (bounds[block * 2 + 1] ?? 0)) bounds[block * 2 + 1] = raw;
    }
  }
  return bounds;
};

const rawValuesOf = (chunk: ChunkValues): RawValues => {
  if (chunk.bigs !== null) return bigValues(chunk.bigs, chunk.valueCount);
  const { values, valueCount } = chunk;
  let isWhole = true;
  for (let index = 0; index < valueCount && isWhole; index++) {
    const value = values[index] ?? 0;
    isWhole = Number.isSafeInteger(value) && !Object.is(value, -0);
  }
  const scaled = isWhole ? wholeValues(values, valueCount, 1) : decimalValues(values, valueCount);
  if (scaled !== null && scaled.width <= 1) return scaled;
  return tableValues(values, valueCount) ?? scaled ?? doubleValues(values, valueCount);
};

const plain = { base: 0, factor: 1, divisor: 1, bigBase: 0n, table: noTable };

const doubleValues = (values: Float64Array, count: number): RawValues => {
  const raw = values.slice(0, count);
  return { ...plain, encoding: encodings.doubles, width: 8, raw, rawAt: (index) => raw[index] ?? 0 };
};

const tableValues = (values: Float64Array, count: number): RawValues | null => {
  const distinct = new Set<number>();
  for (let index = 0; index < count; index++) {
    const value = values[index] ?? 0;
    if (Object.is(value, -0)) return null;
    distinct.add(value);
    if (distinct.size > MAX_TABLE) return null;
  }
  // A table must earn its room.
  if (distinct.size * 16 > count) return null;
  const table = Float64Array.from(distinct).sort();
  const places = new Map<number, number>();
  for (let index = 0; index < table.length; index++) places.set(table[index] ?? 0, index);
  const raw = new Uint8Array(count);
  for (let index = 0; index < count; index++) raw[index] = places.get(values[index] ?? 0) ?? 0;
  return { ...plain, encoding: encodings.table, width: 1, table, raw, rawAt: (index) => raw[index] ?? 0 };
};

/** Whole values as (value - base) / factor in 0, 1, 2 or 4 bytes; null where they do not fit. */
const wholeValues = (values: Float64Array, count: number, divisor: number): RawValues | null => {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index++) {
    const value = values[index] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (count === 0) low = high = 0;
  if (!Number.isSafeInteger(high - low)) return null;
  let factor = 0;
  for (let index = 0; index < count && factor !== 1; index++)
    factor = commonDivisor(factor, (values[index] ?? 0) - low);
  if (factor === 0) factor = 1;
  const most = (high - low) / factor;
  if (most > 0xffffffff) return null;
  const width = most === 0 ? 0 : most <= 0xff ? 1 : most <= 0xffff ? 2 : 4;
  const raw =
    width <= 1 ? new Uint8Array(width * count) : width === 2 ? new Uint16Array(count) : new Uint32Array(count);
  if (width > 0) for (let index = 0; index < count; index++) raw[index] = ((values[index] ?? 0) - low) / factor;
  const rawAt = (index: number): number => raw[index] ?? 0;
  return { ...plain, encoding: encodings.scaled, base: low, factor, divisor, width, raw, rawAt };
};

const commonDivisor = (left: number, right: number): number => {
  let a = left;
  let b = right;
  while (b !== 0) {
    const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
};

/** Numbers with a few decimals, as prices have them: whole numbers over a power of ten, where that gives exactly the same. */
const decimalValues = (values: Float64Array, count: number): RawValues | null => {
  let divisor = 10;
  const scaled = new Float64Array(count);
  for (let decimals = 1; decimals <= MAX_DECIMALS; decimals++, divisor *= 10) {
    let index = 0;
    for (; index < count; index++) {
      const value = values[index] ?? 0;
      const whole = Math.round(value * divisor);
      if (!Object.is(whole / divisor, value) || !Number.isSafeInteger(whole)) break;
      scaled[index] = whole;
    }
    if (index === count) return wholeValues(scaled, count, divisor);
  }
  return null;
};

const bigValues = (bigs: BigInt64Array | BigUint64Array, count: number): RawValues => {
  let low = bigs[0] ?? 0n;
  for (let index = 0; index < count; index++) {
    const value = bigs[index] ?? 0n;
    if (value < low) low = value;
  }
  // An unsigned base that does not fit a signed one: zero does as well.
  const bigBase = low > 0x7fffffffffffffffn ? 0n : low;
  const raw = new BigUint64Array(count);
  for (let index = 0; index < count; index++) raw[index] = (bigs[index] ?? 0n) - bigBase;
  const rawAt = (index: number): number => Number(bigs[index] ?? 0n);
  return { ...plain, encoding: encodings.big, width: 8, bigBase, raw, rawAt };
};
