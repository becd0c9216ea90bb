import { BOUND_DOCS, BOUND_SHIFT, CHUNK_DOCS, type ColumnChunk, encodings, layouts } from './column-chunk.ts';

/** Raw values between which a chunk's values lie within a range; null where none can. */
interface RawRange {
  readonly low: number;
  readonly high: number;
}

/** Sets the bits of the chunk's documents with a value in [low, high]; `firstDoc` is the chunk's first, a multiple of 32. */
export const scanChunk = (
  chunk: ColumnChunk,
  range: { readonly low: number; readonly high: number },
  target: { readonly into: Uint32Array; readonly firstDoc: number },
): void => {
  if (chunk.encoding === encodings.big) {
    scanBig(chunk, range, target);
    return;
  }
  const raw = rawRange(chunk, range.low, range.high);
  if (raw === null) return;
  switch (chunk.layout) {
    case layouts.single:
    case layouts.holed:
      scanDense(chunk, raw, target);
      return;
    case layouts.multi:
      scanMulti(chunk, raw, target);
      return;
    default:
      scanSparse(chunk, raw, target);
  }
};

const valueOfRaw = (chunk: ColumnChunk, raw: number): number => {
  if (chunk.encoding === encodings.table) return chunk.table[raw] ?? 0;
  if (chunk.encoding === encodings.doubles) return raw;
  return (raw * chunk.factor + chunk.base) / chunk.divisor;
};

const rawRange = (chunk: ColumnChunk, low: number, high: number): RawRange | null => {
  if (chunk.encoding === encodings.doubles) return { low, high };
  const most =
    chunk.encoding === encodings.table ? chunk.table.length - 1 : chunk.width === 0 ? 0 : 2 ** (8 * chunk.width) - 1;
  const from = firstRaw(most, (raw) => valueOfRaw(chunk, raw) >= low);
  const to = firstRaw(most, (raw) => valueOfRaw(chunk, raw) > high) - 1;
  return from > to ? null : { low: from, high: to };
};

/** The lowest raw value from which on `isReached` holds; most + 1 where it never does. */
const firstRaw = (most: number, isReached: (raw: number) => boolean): number => {
  let low = 0;
  let high = most + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

type Target = { readonly into: Uint32Array; readonly firstDoc: number };
type Raw = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const rawOf = (chunk: ColumnChunk): Raw => {
  if (chunk.width === 1) return chunk.raw1;
  if (chunk.width === 2) return chunk.raw2;
  return chunk.width === 4 ? chunk.raw4 : chunk.raw8;
};

const scanDense = (chunk: ColumnChunk, raw: RawRange, target: Target): void => {
  const { docs, bounds, width } = chunk;
  const presence = chunk.layout === layouts.holed ? chunk.presence : null;
  const word = target.firstDoc >>> 5;
  for (let block = 0, from = 0; from < docs; block++, from += BOUND_DOCS) {
    const low = bounds[block * 2] ?? 0;
    const high = bounds[block * 2 + 1] ?? 0;
    if (high < raw.low || low > raw.high || low > high) continue;
    const to = Math.min(docs, from + BOUND_DOCS);
    if (width === 0 || (low >= raw.low && high <= raw.high)) {
      setAll({ from, to }, presence, target);
      continue;
    }
    const part = { from, to, word };
    if (width === 1) scan1(chunk.raw1, raw, part, target.into, presence);
    else if (width === 2) scan2(chunk.raw2, raw, part, target.into, presence);
    else if (width === 4) scan4(chunk.raw4, raw, part, target.into, presence);
    else scan8(chunk.raw8, raw, part, target.into, presence);
  }
};

/** `from` is a multiple of 32. */
const setAll = (part: { from: number; to: number }, presence: Uint32Array | null, { into, firstDoc }: Target): void => {
  const first = firstDoc >>> 5;
  for (let doc = part.from; doc < part.to; doc += 32) {
    const left = part.to - doc;
    const bits = left >= 32 ? -1 : (1 << left) - 1;
    const at = doc >>> 5;
    into[first + at] = (into[first + at] ?? 0) | (presence === null ? bits : bits & (presence[at] ?? 0));
  }
};

interface Part {
  readonly from: number;
  readonly to: number;
  /** The word of the chunk's first document. */
  readonly word: number;
}

// One loop a width: a typed array's kind has to be one and the same for the compiler to make a loop of it.
const scan1 = (raw: Uint8Array, range: RawRange, part: Part, into: Uint32Array, presence: Uint32Array | null): void => {
  const { low, high } = range;
  const { from, to, word } = part;
  for (let start = from; start < to; start += 32) {
    const end = Math.min(start + 32, to);
    let bits = 0;
    for (let doc = start; doc < end; doc++) {
      const value = raw[doc] ?? 0;
      bits |= (value >= low && value <= high ? 1 : 0) << (doc & 31);
    }
    if (bits !== 0) mergeBits(into, word, start >>> 5, presence === null ? bits : bits & (presence[start >>> 5] ?? 0));
  }
};

const scan2 = (
  raw: Uint16Array,
  range: RawRange,
  part: Part,
  into: Uint32Array,
  presence: Uint32Array | null,
): void => {
  const { low, high } = range;
  const { from, to, word } = part;
  for (let start = from; start < to; start += 32) {
    const end = Math.min(start + 32, to);
    let bits = 0;
    for (let doc = start; doc < end; doc++) {
      const value = raw[doc] ?? 0;
      bits |= (value >= low && value <= high ? 1 : 0) << (doc & 31);
    }
    if (bits !== 0) mergeBits(into, word, start >>> 5, presence === null ? bits : bits & (presence[start >>> 5] ?? 0));
  }
};

const scan4 = (
  raw: Uint32Array,
  range: RawRange,
  part: Part,
  into: Uint32Array,
  presence: Uint32Array | null,
): void => {
  const { low, high } = range;
  const { from, to, word } = part;
  for (let start = from; start < to; start += 32) {
    const end = Math.min(start + 32, to);
    let bits = 0;
    for (let doc = start; doc < end; doc++) {
      const value = raw[doc] ?? 0;
      bits |= (value >= low && value <= high ? 1 : 0) << (doc & 31);
    }
    if (bits !== 0) mergeBits(into, word, start >>> 5, presence === null ? bits : bits & (presence[start >>> 5] ?? 0));
  }
};

const scan8 = (
  raw: Float64Array,
  range: RawRange,
  part: Part,
  into: Uint32Array,
  presence: Uint32Array | null,
): void => {
  const { low, high } = range;
  const { from, to, word } = part;
  for (let start = from; start < to; start += 32) {
    const end = Math.min(start + 32, to);
    let bits = 0;
    for (let doc = start; doc < end; doc++) {
      const value = raw[doc] ?? 0;
      bits |= (value >= low && value <= high ? 1 : 0) << (doc & 31);
    }
    if (bits !== 0) mergeBits(into, word, start >>> 5, presence === null ? bits : bits & (presence[start >>> 5] ?? 0));
  }
};

const mergeBits = (into: Uint32Array, firstWord: number, word: number, bits: number): void => {
  into[firstWord + word] = (into[firstWord + word] ?? 0) | bits;
};

const setBit = (into: Uint32Array, doc: number): void => {
  into[doc >>> 5] = (into[doc >>> 5] ?? 0) | (1 << (doc & 31));
};

const anyWithin = (raw: Raw, span: { from: number; to: number }, range: RawRange): boolean => {
  for (let index = span.from; index < span.to; index++) {
    const value = raw[index] ?? 0;
    if (value >= range.low && value <= range.high) return true;
  }
  return false;
};

const scanMulti = (chunk: ColumnChunk, range: RawRange, { into, firstDoc }: Target): void => {
  const raw = rawOf(chunk);
  const { starts, bounds, width } = chunk;
  for (let doc = 0; doc < chunk.docs; doc++) {
    const block = doc >>> BOUND_SHIFT;
    if ((bounds[block * 2 + 1] ?? 0) < range.low || (bounds[block * 2] ?? 0) > range.high) {
      doc = ((block + 1) << BOUND_SHIFT) - 1;
      continue;
    }
    const span = { from: starts[doc] ?? 0, to: starts[doc + 1] ?? 0 };
    if (span.from < span.to && (width === 0 || anyWithin(raw, span, range))) setBit(into, firstDoc + doc);
  }
};

const scanSparse = (chunk: ColumnChunk, range: RawRange, { into, firstDoc }: Target): void => {
  const raw = rawOf(chunk);
  const { sparseDocs, starts, width } = chunk;
  const isMulti = chunk.layout === layouts.sparseMulti;
  for (let index = 0; index < sparseDocs.length; index++) {
    const from = isMulti ? (starts[index] ?? 0) : index;
    const to = isMulti ? (starts[index + 1] ?? 0) : index + 1;
    if (width === 0 || anyWithin(raw, { from, to }, range)) setBit(into, firstDoc + (sparseDocs[index] ?? 0));
  }
};

/** Exact: a bound is compared as the integer that it is, or that it lies next to. */
const scanBig = (
  chunk: ColumnChunk,
  range: { readonly low: number; readonly high: number },
  { into, firstDoc }: Target,
): void => {
  const lowest = bigBound(Math.ceil(range.low));
  const highest = bigBound(Math.floor(range.high));
  const { layout, rawBig, bigBase, starts, sparseDocs, presence } = chunk;
  const units = layout === layouts.sparse || layout === layouts.sparseMulti ? sparseDocs.length : chunk.docs;
  const isMulti = layout === layouts.multi || layout === layouts.sparseMulti;
  for (let unit = 0; unit < units; unit++) {
    if (layout === layouts.holed && (((presence[unit >>> 5] ?? 0) >>> (unit & 31)) & 1) === 0) continue;
    const from = isMulti ? (starts[unit] ?? 0) : unit;
    const to = isMulti ? (starts[unit + 1] ?? 0) : unit + 1;
    for (let index = from; index < to; index++) {
      const value = bigBase + (rawBig[index] ?? 0n);
      if (value < lowest || value > highest) continue;
      setBit(into, firstDoc + (units === chunk.docs && sparseDocs.length === 0 ? unit : (sparseDocs[unit] ?? 0)));
      break;
    }
  }
};

const MAX_BIG = 1n << 64n;

const bigBound = (value: number): bigint => {
  if (value >= 2 ** 64) return MAX_BIG;
  return value <= -(2 ** 63) - 1 ? -MAX_BIG : BigInt(value);
};

export const chunkFirstDoc = (chunk: number): number => chunk * CHUNK_DOCS;
