import type { PostingsOptions, TermEntry } from './postings-writer.ts';
import { BLOCK_TERMS } from './term-dictionary-writer.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The sorted terms of one field, held in memory as they were written. */
export class TermDictionary {
  readonly size: number;
  readonly #blocks: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #options: Omit<PostingsOptions, 'norms'>;
  /** The term decoded last. */
  #term = new Uint8Array(64);
  #length = 0;
  #ordinal = -1;
  /** Where the term after it stands, if it is in the same block. */
  #next = 0;
  #target = new Uint8Array(64);
  /** The entry decoded last, the place of its postings, and where the entry after it stands. */
  readonly #entry: TermEntry = {
    docFreq: 0,
    totalTermFreq: 0,
    singleDoc: -1,
    docsLength: 0,
    positionsLength: 0,
    offsetsLength: 0,
  };
  #entryOrdinal = -1;
  #entryNext = 0;
  #entryPlace = 0;
  #at = 0;

  constructor(
    parts: { readonly blocks: Uint8Array; readonly starts: Uint32Array; readonly size: number },
    options: Omit<PostingsOptions, 'norms'>,
  ) {
    this.#blocks = parts.blocks;
    this.#starts = parts.starts;
    this.size = parts.size;
    this.#options = options;
  }

  /** Bytes that it holds in memory. */
  get memoryBytes(): number {
    return this.#blocks.byteLength + this.#starts.byteLength;
  }

  termBytes(ordinal: number): Uint8Array {
    this.#seek(ordinal);
    return this.#term.subarray(0, this.#length);
  }

  term(ordinal: number): string {
    this.#seek(ordinal);
    let isAscii = this.#length <= 48;
    for (let index = 0; isAscii && index < this.#length; index++) isAscii = (this.#term[index] ?? 0) < 0x80;
    if (!isAscii) return decoder.decode(this.#term.subarray(0, this.#length));
    let text = '';
    for (let index = 0; index < this.#length; index++) text += String.fromCharCode(this.#term[index] ?? 0);
    return text;
  }

  ordinalOf(term: string): number {
    const length = this.#encode(term);
    const ordinal = this.#lowerBound(this.#target, length);
    if (ordinal === this.size) return -1;
    this.#seek(ordinal);
    return this.#length === length && compare(this.#term, this.#length, this.#target, length) === 0 ? ordinal : -1;
  }

  lowerBound(term: string): number {
    const length = this.#encode(term);
    return this.#lowerBound(this.#target, length);
  }

  lowerBoundOfBytes(term: Uint8Array): number {
    return this.#lowerBound(term, term.length);
  }

  /** The term's entry, good until the next call. */
  entry(ordinal: number): TermEntry {
    this.#seekEntry(ordinal);
    return this.#entry;
  }

  /** Where the term's postings begin. */
  postingsAt(ordinal: number): number {
    this.#seekEntry(ordinal);
    return this.#entryPlace;
  }

  #encode(term: string): number {
    if (this.#target.length < term.length * 3) this.#target = new Uint8Array(term.length * 6);
    for (let index = 0; index < term.length; index++) {
      const unit = term.charCodeAt(index);
      if (unit >= 0x80) return encoder.encodeInto(term, this.#target).written;
      this.#target[index] = unit;
    }
    return term.length;
  }

  #lowerBound(target: Uint8Array, length: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    // The last block whose first term is not above the target.
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (this.#compareFirst(middle, target, length) <= 0) low = middle + 1;
      else high = middle - 1;
    }
    if (high < 0) return 0;
    const first = high * BLOCK_TERMS;
    const end = Math.min(first + BLOCK_TERMS, this.size);
    for (let ordinal = first; ordinal < end; ordinal++) {
      this.#seek(ordinal);
      if (compare(this.#term, this.#length, target, length) >= 0) return ordinal;
    }
    return end;
  }

  #compareFirst(block: number, target: Uint8Array, length: number): number {
    const blocks = this.#blocks;
    this.#at = this.#starts[block] ?? 0;
    const own = this.#varint();
    const from = this.#at;
    const most = Math.min(own, length);
    for (let index = 0; index < most; index++) {
      const difference = (blocks[from + index] ?? 0) - (target[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return own - length;
  }

  #seek(ordinal: number): void {
    if (ordinal === this.#ordinal) return;
    const inBlock = ordinal % BLOCK_TERMS;
    let from = 0;
    if (ordinal > this.#ordinal && this.#ordinal >= ordinal - inBlock) {
      from = (this.#ordinal % BLOCK_TERMS) + 1;
      this.#at = this.#next;
    } else this.#at = this.#starts[(ordinal - inBlock) / BLOCK_TERMS] ?? 0;
    for (let index = from; index <= inBlock; index++) {
      const shared = index === 0 ? 0 : this.#varint();
      const rest = this.#varint();
      this.#length = shared + rest;
      if (this.#length > this.#term.length) this.#growTerm();
      const blocks = this.#blocks;
      const term = this.#term;
      const at = this.#at;
      for (let byte = 0; byte < rest; byte++) term[shared + byte] = blocks[at + byte] ?? 0;
      this.#at = at + rest;
    }
    this.#ordinal = ordinal;
    this.#next = this.#at;
  }

  #seekEntry(ordinal: number): void {
    if (ordinal === this.#entryOrdinal) return;
    const inBlock = ordinal % BLOCK_TERMS;
    const { hasFreqs, hasPositions, hasOffsets } = this.#options;
    const entry = this.#entry;
    let from = 0;
    if (ordinal > this.#entryOrdinal && this.#entryOrdinal >= ordinal - inBlock) {
      from = (this.#entryOrdinal % BLOCK_TERMS) + 1;
      this.#at = this.#entryNext;
      this.#entryPlace += entry.docsLength + entry.positionsLength + entry.offsetsLength;
    } else {
      this.#at = this.#starts[(ordinal - inBlock) / BLOCK_TERMS] ?? 0;
      const terms = Math.min(BLOCK_TERMS, this.size - (ordinal - inBlock));
      for (let index = 0; index < terms; index++) {
        if (index > 0) this.#varint();
        const rest = this.#varint();
        this.#at += rest;
      }
      this.#entryPlace = this.#varint();
    }
    for (let index = from; index <= inBlock; index++) {
      if (index > from) this.#entryPlace += entry.docsLength + entry.positionsLength + entry.offsetsLength;
      entry.docFreq = this.#varint();
      if (entry.docFreq === 1) {
        entry.singleDoc = this.#varint();
        entry.docsLength = 0;
      } else {
        entry.singleDoc = -1;
        entry.docsLength = this.#varint();
      }
      entry.totalTermFreq = entry.docFreq + (hasFreqs ? this.#varint() : 0);
      entry.positionsLength = hasPositions ? this.#varint() : 0;
      entry.offsetsLength = hasOffsets ? this.#varint() : 0;
    }
    this.#entryOrdinal = ordinal;
    this.#entryNext = this.#at;
  }

  #growTerm(): void {
    const grown = new Uint8Array(this.#length * 2);
    grown.set(this.#term);
    this.#term = grown;
  }

  #varint(): number {
    const blocks = this.#blocks;
    let next = blocks[this.#at++] ?? 0;
    if (next < 0x80) return next;
    let value = next & 0x7f;
    let scale = 0x80;
    do {
      next = blocks[this.#at++] ?? 0;
      value += (next & 0x7f) * scale;
      scale *= 0x80;
    } while (next >= 0x80);
    return value;
  }
}

const compare = (left: Uint8Array, leftLength: number, right: Uint8Array, rightLength: number): number => {
  const most = Math.min(leftLength, rightLength);
  for (let index = 0; index < most; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return leftLength - rightLength;
};
