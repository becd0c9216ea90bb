/** Documents of one chunk of a column. */
export const CHUNK_DOCS = 65_536;
export const CHUNK_SHIFT = 16;
/** Documents of one block of a chunk, of which the lowest and highest value is known. */
export const BOUND_DOCS = 4096;
export const BOUND_SHIFT = 12;
export const BOUNDS_A_CHUNK = CHUNK_DOCS / BOUND_DOCS;

/**
 * How the documents of a chunk find their values:
 * `single`: value i is document i's; `holed`: so too, and bits tell who has one;
 * `sparse`: the i-th of the listed documents has value i; `multi`: document i has the values from start i to start i + 1;
 * `sparseMulti`: so the i-th of the listed documents.
 */
export const layouts = { single: 0, holed: 1, sparse: 2, multi: 3, sparseMulti: 4 } as const;

/** How raw values become numbers: the raw value is `whole * raw + base` (over `divisor`), a place in a table, or the number. */
export const encodings = { scaled: 0, table: 1, doubles: 2, big: 3 } as const;

/** A chunk as it stands in memory: what its bytes hold, seen through typed arrays over them. */
export interface ColumnChunk {
  readonly layout: number;
  readonly encoding: number;
  /** Bytes of one raw value: 0 (all are 0), 1, 2, 4 or 8. */
  readonly width: number;
  /** Documents that the chunk spans, and of them those that have a value. */
  readonly docs: number;
  readonly present: number;
  readonly valueCount: number;
  readonly base: number;
  readonly factor: number;
  readonly divisor: number;
  readonly bigBase: bigint;
  readonly presence: Uint32Array;
  readonly sparseDocs: Uint16Array;
  readonly starts: Uint32Array;
  readonly raw1: Uint8Array;
  readonly raw2: Uint16Array;
  readonly raw4: Uint32Array;
  readonly raw8: Float64Array;
  readonly rawBig: BigUint64Array;
  readonly table: Float64Array;
  /** Lowest and highest raw value of each BOUND_DOCS documents (of big values their nearest doubles); low above high for none. */
  readonly bounds: Float64Array;
  readonly bytes: number;
}

const HEADER_BYTES = 72;
const no1 = new Uint8Array(0);
const no2 = new Uint16Array(0);
const no4 = new Uint32Array(0);
const no8 = new Float64Array(0);
const noBig = new BigUint64Array(0);

export interface ChunkParts {
  readonly layout: number;
  readonly encoding: number;
  readonly width: number;
  readonly docs: number;
  readonly present: number;
  readonly base: number;
  readonly factor: number;
  readonly divisor: number;
  readonly bigBase: bigint;
  readonly presence: Uint32Array;
  readonly sparseDocs: Uint16Array;
  readonly starts: Uint32Array;
  readonly raw: Uint8Array | Uint16Array | Uint32Array | Float64Array | BigUint64Array;
  readonly valueCount: number;
  readonly table: Float64Array;
  readonly bounds: Float64Array;
}

const padded = (length: number): number => (length + 7) & ~7;

/** A chunk's bytes. */
export const encodeChunk = (parts: ChunkParts): Uint8Array => {
  const arrays = [parts.bounds, parts.table, parts.presence, parts.starts, parts.sparseDocs, parts.raw];
  let length = HEADER_BYTES;
  for (const array of arrays) length += padded(array.byteLength);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes[0] = parts.layout;
  bytes[1] = parts.encoding;
  bytes[2] = parts.width;
  view.setUint32(4, parts.docs, true);
  view.setUint32(8, parts.present, true);
  view.setUint32(12, parts.valueCount, true);
  view.setUint32(16, parts.bounds.length, true);
  view.setUint32(20, parts.table.length, true);
  view.setUint32(24, parts.presence.length, true);
  view.setUint32(28, parts.starts.length, true);
  view.setUint32(32, parts.sparseDocs.length, true);
  view.setFloat64(40, parts.base, true);
  view.setFloat64(48, parts.factor, true);
  view.setFloat64(56, parts.divisor, true);
  view.setBigInt64(64, parts.bigBase, true);
  let at = HEADER_BYTES;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += padded(array.byteLength);
  }
  return bytes;
};

/** The chunk that bytes hold; they begin at a multiple of 8 of their buffer. */
export const decodeChunk = (bytes: Uint8Array): ColumnChunk => {
  const { buffer } = bytes;
  const view = new DataView(buffer, bytes.byteOffset, bytes.byteLength);
  const width = bytes[2] ?? 0;
  const encoding = bytes[1] ?? 0;
  const valueCount = view.getUint32(12, true);
  let at = bytes.byteOffset + HEADER_BYTES;
  const take = (length: number): number => {
    const from = at;
    at += padded(length);
    return from;
  };
  const boundsLength = view.getUint32(16, true);
  const tableLength = view.getUint32(20, true);
  const presenceLength = view.getUint32(24, true);
  const startsLength = view.getUint32(28, true);
  const sparseLength = view.getUint32(32, true);
  const bounds = new Float64Array(buffer, take(boundsLength * 8), boundsLength);
  const table = new Float64Array(buffer, take(tableLength * 8), tableLength);
  const presence = new Uint32Array(buffer, take(presenceLength * 4), presenceLength);
  const starts = new Uint32Array(buffer, take(startsLength * 4), startsLength);
  const sparseDocs = new Uint16Array(buffer, take(sparseLength * 2), sparseLength);
  const rawAt = take(valueCount * width);
  return {
    layout: bytes[0] ?? 0,
    encoding,
    width,
    docs: view.getUint32(4, true),
    present: view.getUint32(8, true),
    valueCount,
    base: view.getFloat64(40, true),
    factor: view.getFloat64(48, true),
    divisor: view.getFloat64(56, true),
    bigBase: view.getBigInt64(64, true),
    presence,
    sparseDocs,
    starts,
    raw1: width === 1 ? new Uint8Array(buffer, rawAt, valueCount) : no1,
    raw2: width === 2 ? new Uint16Array(buffer, rawAt, valueCount) : no2,
    raw4: width === 4 ? new Uint32Array(buffer, rawAt, valueCount) : no4,
    raw8: width === 8 && encoding !== encodings.big ? new Float64Array(buffer, rawAt, valueCount) : no8,
    rawBig: width === 8 && encoding === encodings.big ? new BigUint64Array(buffer, rawAt, valueCount) : noBig,
    table,
    bounds,
    bytes: bytes.byteLength,
  };
};
