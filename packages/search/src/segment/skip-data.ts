import { ByteCursor } from './byte-cursor.ts';
import type { PostingsOptions } from './postings-writer.ts';

/** What is known of a term's blocks without decoding them; read as far as it is asked for. */
export class SkipData {
  readonly #cursor: ByteCursor;
  readonly #options: PostingsOptions;
  readonly #blockCount: number;
  readonly #lastDocs: Int32Array;
  /** Where each block and its positions and offsets end, from the start of the first. */
  readonly #blockEnds: Float64Array;
  readonly #positionEnds: Float64Array;
  readonly #offsetEnds: Float64Array;
  readonly #impactsAt: Int32Array;
  #known = 0;
  #freqs = new Int32Array(8);
  #norms = new Uint8Array(8);

  constructor(parts: { readonly bytes: Uint8Array; readonly blockCount: number; readonly options: PostingsOptions }) {
    const { blockCount, options } = parts;
    this.#cursor = new ByteCursor(parts.bytes);
    this.#options = options;
    this.#blockCount = blockCount;
    this.#lastDocs = new Int32Array(blockCount);
    this.#blockEnds = new Float64Array(blockCount);
    this.#positionEnds = new Float64Array(options.hasPositions ? blockCount : 0);
    this.#offsetEnds = new Float64Array(options.hasOffsets ? blockCount : 0);
    this.#impactsAt = new Int32Array(options.hasFreqs ? blockCount : 0);
  }

  /** The first block whose last document is not below `target`; the number of blocks when all are. */
  find(target: number): number {
    while (this.#known < this.#blockCount && (this.#lastDocs[this.#known - 1] ?? -1) < target) this.#readEntry();
    let low = 0;
    let high = this.#known;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#lastDocs[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  lastDoc(block: number): number {
    this.#readTo(block);
    return this.#lastDocs[block] ?? 0;
  }

  lastDocBefore(block: number): number {
    return block === 0 ? -1 : this.lastDoc(block - 1);
  }

  blockStart(block: number): number {
    return this.#start(this.#blockEnds, block);
  }

  positionsStart(block: number): number {
    return this.#start(this.#positionEnds, block);
  }

  positionsLength(block: number): number {
    return this.#length(this.#positionEnds, block);
  }

  offsetsStart(block: number): number {
    return this.#start(this.#offsetEnds, block);
  }

  offsetsLength(block: number): number {
    return this.#length(this.#offsetEnds, block);
  }

  impacts(block: number): { readonly freqs: Int32Array; readonly norms: Uint8Array; readonly count: number } {
    if (!this.#options.hasFreqs) {
      this.#freqs[0] = 1;
      return { freqs: this.#freqs, norms: this.#norms, count: this.#options.norms === null ? 1 : 0 };
    }
    this.#readTo(block);
    const cursor = new ByteCursor(this.#cursor.bytes, this.#impactsAt[block] ?? 0);
    const count = cursor.byte();
    if (count > this.#freqs.length) {
      this.#freqs = new Int32Array(256);
      this.#norms = new Uint8Array(256);
    }
    let freq = 0;
    for (let index = 0; index < count; index++) {
      freq += cursor.varint();
      this.#freqs[index] = freq;
      if (this.#options.norms !== null) this.#norms[index] = cursor.byte();
    }
    return { freqs: this.#freqs, norms: this.#norms, count };
  }

  #start(ends: Float64Array, block: number): number {
    if (block === 0) return 0;
    this.#readTo(block - 1);
    return ends[block - 1] ?? 0;
  }

  #length(ends: Float64Array, block: number): number {
    this.#readTo(block);
    return (ends[block] ?? 0) - this.#start(ends, block);
  }

  #readTo(block: number): void {
    while (this.#known <= block && this.#known < this.#blockCount) this.#readEntry();
  }

  #readEntry(): void {
    const block = this.#known++;
    const cursor = this.#cursor;
    const { hasFreqs, hasPositions, hasOffsets, norms } = this.#options;
    this.#lastDocs[block] = (this.#lastDocs[block - 1] ?? -1) + cursor.varint();
    this.#blockEnds[block] = (this.#blockEnds[block - 1] ?? 0) + cursor.varint();
    if (hasPositions) this.#positionEnds[block] = (this.#positionEnds[block - 1] ?? 0) + cursor.varint();
    if (hasOffsets) this.#offsetEnds[block] = (this.#offsetEnds[block - 1] ?? 0) + cursor.varint();
    if (!hasFreqs) return;
    this.#impactsAt[block] = cursor.at;
    const count = cursor.byte();
    for (let index = 0; index < count; index++) {
      cursor.varint();
      if (norms !== null) cursor.at++;
    }
  }
}
