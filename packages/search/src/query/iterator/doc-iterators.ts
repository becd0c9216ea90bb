import { type DocIterator, NO_MORE_DOCS } from '../../segment/segment-reader.ts';

/** No document at all. */
export const noDocs = (): DocIterator => ({
  docId: NO_MORE_DOCS,
  next: () => NO_MORE_DOCS,
  advance: () => NO_MORE_DOCS,
  cost: 0,
});

/** Every document below `maxDoc`. */
export class AllDocs implements DocIterator {
  docId = -1;
  readonly cost: number;
  readonly #maxDoc: number;

  constructor(maxDoc: number) {
    this.cost = maxDoc;
    this.#maxDoc = maxDoc;
  }

  next(): number {
    return this.advance(this.docId + 1);
  }

  advance(target: number): number {
    this.docId = target < this.#maxDoc ? target : NO_MORE_DOCS;
    return this.docId;
  }
}

/** The documents whose bits are set: 32 documents a word. */
export class BitDocs implements DocIterator {
  docId = -1;
  readonly cost: number;
  readonly #bits: Uint32Array;

  constructor(bits: Uint32Array, cost: number = countBits(bits)) {
    this.#bits = bits;
    this.cost = cost;
  }

  next(): number {
    return this.advance(this.docId + 1);
  }

  advance(target: number): number {
    const bits = this.#bits;
    let index = target >>> 5;
    if (index >= bits.length) {
      this.docId = NO_MORE_DOCS;
      return NO_MORE_DOCS;
    }
    let word = ((bits[index] ?? 0) >>> (target & 31)) << (target & 31);
    while (word === 0) {
      index += 1;
      if (index >= bits.length) {
        this.docId = NO_MORE_DOCS;
        return NO_MORE_DOCS;
      }
      word = bits[index] ?? 0;
    }
    this.docId = (index << 5) + 31 - Math.clz32(word & -word);
    return this.docId;
  }
}

/** Ascending documents out of a list. */
export class ListDocs implements DocIterator {
  docId = -1;
  readonly cost: number;
  readonly #docs: Int32Array;
  #at = -1;

  constructor(docs: Int32Array) {
    this.#docs = docs;
    this.cost = docs.length;
  }

  next(): number {
    this.#at += 1;
    this.docId = this.#docs[this.#at] ?? NO_MORE_DOCS;
    return this.docId;
  }

  advance(target: number): number {
    const docs = this.#docs;
    let low = this.#at + 1;
    let high = docs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((docs[middle] ?? NO_MORE_DOCS) < target) low = middle + 1;
      else high = middle;
    }
    this.#at = low;
    this.docId = docs[low] ?? NO_MORE_DOCS;
    return this.docId;
  }
}

export const countBits = (bits: Uint32Array): number => {
  let count = 0;
  for (let word of bits) {
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
};
