import type { ChunkedColumn } from './chunked-column.ts';
import { chunkFirstDoc, scanChunk } from './range-scan.ts';
import type { SectionFile } from './section-file.ts';
import type { BytesColumn, NumberColumn, OrdinalColumn, PairColumn, VectorColumn } from './segment-reader.ts';

export class StoredNumberColumn implements NumberColumn {
  readonly isSingle: boolean;
  readonly hasBigIntegers: boolean;
  readonly docCount: number;
  readonly min: number;
  readonly max: number;
  readonly #column: ChunkedColumn;

  constructor(column: ChunkedColumn) {
    this.#column = column;
    this.isSingle = column.isSingle;
    this.hasBigIntegers = column.hasBigIntegers;
    this.docCount = column.docCount;
    this.min = column.min;
    this.max = column.max;
  }

  count(doc: number): number {
    return this.#column.count(doc);
  }

  value(doc: number): number {
    return this.#column.first(doc);
  }

  valueAt(doc: number, index: number): number {
    return this.#column.at(doc, index);
  }

  exactAt(doc: number, index: number): bigint {
    return this.#column.exactAt(doc, index);
  }

  collectRange(range: { readonly low: number; readonly high: number }, into: Uint32Array): void {
    const column = this.#column;
    for (let number = 0; number < column.chunkCount; number++) {
      if (column.chunkMax(number) < range.low || column.chunkMin(number) > range.high) continue;
      const chunk = column.chunk(number);
      if (chunk !== null) scanChunk(chunk, range, { into, firstDoc: chunkFirstDoc(number) });
    }
  }
}

export class StoredOrdinalColumn implements OrdinalColumn {
  readonly isSingle: boolean;
  readonly docCount: number;
  readonly #column: ChunkedColumn;

  constructor(column: ChunkedColumn) {
    this.#column = column;
    this.isSingle = column.isSingle;
    this.docCount = column.docCount;
  }

  count(doc: number): number {
    return this.#column.count(doc);
  }

  ordinal(doc: number): number {
    const value = this.#column.first(doc);
    return value >= 0 ? value | 0 : -1;
  }

  ordinalAt(doc: number, index: number): number {
    return this.#column.at(doc, index) | 0;
  }
}

export class StoredPairColumn implements PairColumn {
  readonly docCount: number;
  readonly #first: ChunkedColumn;
  readonly #second: ChunkedColumn;

  constructor(first: ChunkedColumn, second: ChunkedColumn) {
    this.#first = first;
    this.#second = second;
    this.docCount = first.docCount;
  }

  count(doc: number): number {
    return this.#first.count(doc);
  }

  first(doc: number, index: number): number {
    return this.#first.at(doc, index);
  }

  second(doc: number, index: number): number {
    return this.#second.at(doc, index);
  }
}

/** Byte strings: a column of where each begins and one of its length, then the bytes themselves. */
export class StoredBytesColumn implements BytesColumn {
  readonly docCount: number;
  readonly #file: SectionFile;
  readonly #starts: ChunkedColumn;
  readonly #lengths: ChunkedColumn;

  constructor(file: SectionFile, starts: ChunkedColumn, lengths: ChunkedColumn) {
    this.#file = file;
    this.#starts = starts;
    this.#lengths = lengths;
    this.docCount = starts.docCount;
  }

  count(doc: number): number {
    return this.#starts.count(doc);
  }

  bytesAt(doc: number, index: number): Uint8Array {
    return this.#file.read(this.#starts.at(doc, index), this.#lengths.at(doc, index));
  }
}

/** Vectors: a column of where each begins, then their 32-bit floats. */
export class StoredVectorColumn implements VectorColumn {
  readonly dimensions: number;
  readonly docCount: number;
  readonly #file: SectionFile;
  readonly #starts: ChunkedColumn;
  readonly #bytes: Uint8Array;
  readonly #vector: Float32Array;

  constructor(file: SectionFile, starts: ChunkedColumn, dimensions: number) {
    this.#file = file;
    this.#starts = starts;
    this.dimensions = dimensions;
    this.docCount = starts.docCount;
    this.#vector = new Float32Array(dimensions);
    this.#bytes = new Uint8Array(this.#vector.buffer);
  }

  has(doc: number): boolean {
    return this.#starts.count(doc) > 0;
  }

  vector(doc: number): Float32Array {
    this.#file.readInto(this.#starts.at(doc, 0), this.#bytes, this.#bytes.length);
    return this.#vector;
  }
}
