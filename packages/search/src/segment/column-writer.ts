import { CHUNK_DOCS, CHUNK_SHIFT } from './column-chunk.ts';
import { encodeColumnChunk } from './column-encoder.ts';
import type { SectionFileWriter } from './section-file.ts';

/** Numbers of the directory for each chunk: place and length of its bytes, lowest and highest value, documents, values. */
export const DIRECTORY_NUMBERS = 6;

/** Where a column stands in its file. */
export interface ColumnPlace {
  readonly directoryAt: number;
  readonly chunks: number;
  readonly isSingle: boolean;
  readonly hasBigIntegers: boolean;
  readonly docCount: number;
}

/** Writes the values of one column, documents ascending. Whole numbers beyond 2^53 come as bigints; then all have to be whole. */
export class ColumnWriter {
  readonly #out: SectionFileWriter;
  readonly #maxDoc: number;
  readonly #isBig: boolean;
  readonly #present = new Uint16Array(CHUNK_DOCS);
  readonly #counts = new Uint32Array(CHUNK_DOCS);
  #values = new Float64Array(1024);
  #bigs: bigint[] = [];
  #presentCount = 0;
  #valueCount = 0;
  #chunk = 0;
  #docCount = 0;
  #isSingle = true;
  readonly #directory: number[] = [];

  constructor(out: SectionFileWriter, about: { readonly maxDoc: number; readonly isBig: boolean }) {
    this.#out = out;
    this.#maxDoc = about.maxDoc;
    this.#isBig = about.isBig;
  }

  /** A value of `doc`, which is not below the last one. */
  add(doc: number, value: number | bigint): void {
    const chunk = doc >>> CHUNK_SHIFT;
    while (chunk > this.#chunk) this.#endChunk();
    const place = doc & (CHUNK_DOCS - 1);
    if (this.#presentCount > 0 && this.#present[this.#presentCount - 1] === place) {
      this.#counts[this.#presentCount - 1] = (this.#counts[this.#presentCount - 1] ?? 0) + 1;
      this.#isSingle = false;
    } else {
      this.#present[this.#presentCount] = place;
      this.#counts[this.#presentCount++] = 1;
      this.#docCount++;
    }
    if (this.#valueCount === this.#values.length) {
      const grown = new Float64Array(this.#values.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#valueCount++] = Number(value);
    if (this.#isBig) this.#bigs.push(BigInt(value));
  }

  finish(): ColumnPlace {
    const chunks = Math.ceil(this.#maxDoc / CHUNK_DOCS);
    while (this.#chunk < chunks) this.#endChunk();
    this.#out.align();
    const directoryAt = this.#out.position;
    this.#out.append(new Uint8Array(Float64Array.from(this.#directory).buffer));
    const { docCount } = { docCount: this.#docCount };
    return { directoryAt, chunks, isSingle: this.#isSingle, hasBigIntegers: this.#isBig, docCount };
  }

  #endChunk(): void {
    this.#out.align();
    const at = this.#out.position;
    const directory = this.#directory;
    if (this.#presentCount === 0) directory.push(at, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0);
    else {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let index = 0; index < this.#valueCount; index++) {
        const value = this.#values[index] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      const bytes = encodeColumnChunk({
        docs: Math.min(CHUNK_DOCS, this.#maxDoc - this.#chunk * CHUNK_DOCS),
        present: this.#present,
        presentCount: this.#presentCount,
        counts: this.#counts,
        values: this.#values,
        valueCount: this.#valueCount,
        bigs: this.#isBig ? bigArray(this.#bigs) : null,
      });
      this.#out.append(bytes);
      directory.push(at, bytes.length, low, high, this.#presentCount, this.#valueCount);
    }
    this.#presentCount = 0;
    this.#valueCount = 0;
    this.#bigs = [];
    this.#chunk++;
  }
}

/** Signed where one is negative. */
const bigArray = (values: readonly bigint[]): BigInt64Array | BigUint64Array =>
  values.some((value) => value < 0n) ? BigInt64Array.from(values) : BigUint64Array.from(values);
