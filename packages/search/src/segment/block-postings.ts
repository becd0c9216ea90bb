import { PACKED_PADDING, packedLength, unpack, unpackAt } from './packed-integers.ts';
import { BLOCK_DOCS, type PostingsOptions, type TermEntry, ZIGZAG } from './postings-writer.ts';
import type { SectionFile } from './section-file.ts';
import { NO_MORE_DOCS, type Postings, type PostingsNeed } from './segment-reader.ts';
import { SkipData } from './skip-data.ts';
import { Window } from './window.ts';

export interface TermPlace {
  readonly file: SectionFile;
  readonly postingsAt: number;
  readonly entry: Readonly<TermEntry>;
  readonly options: PostingsOptions;
}

const noBytes = new Uint8Array(PACKED_PADDING);
/** More than any block of documents takes. */
const MAX_BLOCK_BYTES = 2 + BLOCK_DOCS * 8 + PACKED_PADDING;

/** The documents of one term that stands in more than one document, decoded a block at a time. */
export class BlockPostings implements Postings {
  docId = -1;
  readonly cost: number;
  startOffset = -1;
  endOffset = -1;
  readonly #place: TermPlace;
  readonly #window: Window;
  readonly #blockCount: number;
  readonly #docs: Int32Array;
  readonly #freqs: Int32Array;
  readonly #wantsPositions: boolean;
  readonly #wantsOffsets: boolean;
  #skip: SkipData | null = null;
  /** The block decoded, or -1; how many documents it has; where in it the current one is. */
  #block = -1;
  #count = 0;
  #at = -1;
  #lastDoc = -1;
  /** Where the decoded block's frequencies and the block after it begin, from the start of the blocks. */
  #freqsAt = 0;
  #blocksFrom = 0;
  #nextBlockAt = 0;
  #hasFreqs = false;
  #shallowBlock = 0;
  // Of the block's positions: bytes, width, how many stand before the current document's and how many of those were given.
  #positionsBlock = -1;
  #positions: Uint8Array = noBytes;
  #positionWidth = 0;
  #positionBase = 0;
  #positionBaseAt = 0;
  #positionsGiven = -1;
  #position = 0;
  #offsets: Uint8Array = noBytes;
  #startWidth = 0;
  #lengthWidth = 0;
  #lengthsAt = 0;
  #isZigzag = false;

  constructor(place: TermPlace, need: PostingsNeed) {
    const { entry, options } = place;
    this.#place = place;
    this.cost = entry.docFreq;
    this.#blockCount = Math.ceil(entry.docFreq / BLOCK_DOCS);
    this.#docs = new Int32Array(Math.min(entry.docFreq, BLOCK_DOCS));
    this.#freqs = new Int32Array(this.#docs.length);
    this.#wantsPositions = options.hasPositions && (need === 'positions' || need === 'offsets');
    this.#wantsOffsets = options.hasOffsets && need === 'offsets';
    this.#window = new Window(place.file, place.postingsAt, entry.docsLength);
    if (this.#blockCount > 1) {
      const head = this.#window.at(0, 8);
      const { bytes } = this.#window;
      let length = 0;
      let scale = 1;
      let at = head;
      for (; (bytes[at] ?? 0) >= 0x80; at++) {
        length += ((bytes[at] ?? 0) & 0x7f) * scale;
        scale *= 0x80;
      }
      length += (bytes[at] ?? 0) * scale;
      this.#skipFrom = at + 1 - head;
      this.#blocksFrom = this.#skipFrom + length;
    }
    this.#nextBlockAt = this.#blocksFrom;
  }

  readonly #skipFrom: number = 0;

  get freq(): number {
    if (!this.#hasFreqs) this.#decodeFreqs();
    return this.#freqs[this.#at] ?? 1;
  }

  next(): number {
    if (++this.#at >= this.#count && !this.#loadNext()) return this.docId;
    this.#positionsGiven = -1;
    this.docId = this.#docs[this.#at] ?? NO_MORE_DOCS;
    return this.docId;
  }

  advance(target: number): number {
    if (target > this.#lastDoc || this.#block < 0) {
      if (this.docId === NO_MORE_DOCS) return NO_MORE_DOCS;
      if (this.#blockCount > 1) {
        const skip = this.#skipData();
        const block = skip.find(target);
        if (block === this.#blockCount) return this.#end();
        if (block !== this.#block) {
          this.#block = block - 1;
          this.#nextBlockAt = this.#blocksFrom + skip.blockStart(block);
          this.#lastDoc = skip.lastDocBefore(block);
          this.#loadNext();
        }
      } else if (this.#block >= 0 || !this.#loadNext()) return this.#end();
      this.#at = 0;
    } else this.#at++;
    const docs = this.#docs;
    let at = this.#at;
    let high = this.#count;
    // Near targets are found by looking, far ones by halving.
    const near = Math.min(at + 8, high);
    while (at < near && (docs[at] ?? 0) < target) at++;
    if (at === near && at < high) {
      while (at < high) {
        const middle = (at + high) >>> 1;
        if ((docs[middle] ?? 0) < target) at = middle + 1;
        else high = middle;
      }
    }
    if (at >= this.#count) return this.#end();
    this.#at = at;
    this.#positionsGiven = -1;
    this.docId = docs[at] ?? NO_MORE_DOCS;
    return this.docId;
  }

  nextPosition(): number {
    if (!this.#wantsPositions) return -1;
    if (this.#positionsGiven < 0) this.#startPositions();
    const index = this.#positionBase + this.#positionsGiven++;
    this.#position += unpackAt(this.#positions, 1, index, this.#positionWidth);
    if (this.#wantsOffsets) this.#readOffsets(index);
    return this.#position;
  }

  shallowAdvance(target: number): number {
    if (this.#blockCount === 1) {
      if (this.#block < 0) {
        this.#loadNext();
        this.#at = -1;
      }
      this.#shallowBlock = target > this.#lastDoc ? this.#blockCount : 0;
      return target > this.#lastDoc ? NO_MORE_DOCS : this.#lastDoc;
    }
    const skip = this.#skipData();
    this.#shallowBlock = skip.find(target);
    return this.#shallowBlock === this.#blockCount ? NO_MORE_DOCS : skip.lastDoc(this.#shallowBlock);
  }

  blockImpacts(): ReturnType<Postings['blockImpacts']> {
    if (this.#shallowBlock >= this.#blockCount) return { freqs: this.#freqs, norms: noBytes, count: 0 };
    if (this.#blockCount > 1) return this.#skipData().impacts(this.#shallowBlock);
    if (!this.#hasFreqs) this.#decodeFreqs();
    const { norms } = this.#place.options;
    const own = new Uint8Array(this.#count);
    for (let index = 0; index < this.#count; index++) own[index] = norms?.[this.#docs[index] ?? 0] ?? 0;
    return { freqs: this.#freqs, norms: own, count: this.#count };
  }

  #skipData(): SkipData {
    this.#skip ??= new SkipData({
      bytes: this.#place.file.read(
        this.#place.postingsAt + this.#skipFrom,
        this.#blocksFrom - this.#skipFrom,
        PACKED_PADDING,
      ),
      blockCount: this.#blockCount,
      options: this.#place.options,
    });
    return this.#skip;
  }

  #end(): number {
    this.docId = NO_MORE_DOCS;
    this.#at = this.#count;
    this.#block = this.#blockCount - 1;
    return NO_MORE_DOCS;
  }

  /** Decodes the block after the current one; false at the end. */
  #loadNext(): boolean {
    if (this.#block + 1 >= this.#blockCount) {
      this.#end();
      return false;
    }
    this.#block++;
    const { docFreq } = this.#place.entry;
    const count = this.#block + 1 < this.#blockCount ? BLOCK_DOCS : docFreq - (this.#blockCount - 1) * BLOCK_DOCS;
    const blockAt = this.#nextBlockAt;
    const from = this.#window.at(blockAt, MAX_BLOCK_BYTES);
    const { bytes } = this.#window;
    const width = bytes[from] ?? 0;
    const docs = this.#docs;
    unpack(bytes, from + 1, count, width, docs);
    let doc = this.#lastDoc;
    for (let index = 0; index < count; index++) {
      doc += (docs[index] ?? 0) + 1;
      docs[index] = doc;
    }
    this.#lastDoc = doc;
    this.#count = count;
    this.#at = 0;
    this.#freqsAt = blockAt + 1 + packedLength(count, width);
    if (this.#place.options.hasFreqs) {
      this.#hasFreqs = false;
      const freqWidth = bytes[from + this.#freqsAt - blockAt] ?? 0;
      this.#nextBlockAt = this.#freqsAt + 1 + packedLength(count, freqWidth);
    } else {
      if (!this.#hasFreqs) this.#freqs.fill(1);
      this.#hasFreqs = true;
      this.#nextBlockAt = this.#freqsAt;
    }
    return true;
  }

  #decodeFreqs(): void {
    const from = this.#window.at(this.#freqsAt, MAX_BLOCK_BYTES);
    const { bytes } = this.#window;
    const freqs = this.#freqs;
    unpack(bytes, from + 1, this.#count, bytes[from] ?? 0, freqs);
    for (let index = 0; index < this.#count; index++) freqs[index] = (freqs[index] ?? 0) + 1;
    this.#hasFreqs = true;
  }

  /** Finds the current document's positions among those of its block. */
  #startPositions(): void {
    if (!this.#hasFreqs) this.#decodeFreqs();
    if (this.#positionsBlock !== this.#block) this.#loadPositions();
    for (; this.#positionBaseAt < this.#at; this.#positionBaseAt++) {
      this.#positionBase += this.#freqs[this.#positionBaseAt] ?? 0;
    }
    this.#positionsGiven = 0;
    this.#position = 0;
    this.startOffset = this.#wantsOffsets ? 0 : -1;
  }

  #loadPositions(): void {
    const { file, postingsAt, entry } = this.#place;
    const block = this.#block;
    const skip = this.#blockCount > 1 ? this.#skipData() : null;
    const from = skip?.positionsStart(block) ?? 0;
    const length = skip?.positionsLength(block) ?? entry.positionsLength;
    const positionsAt = postingsAt + entry.docsLength;
    this.#positions = file.read(positionsAt + from, length, PACKED_PADDING);
    this.#positionWidth = this.#positions[0] ?? 0;
    this.#positionsBlock = block;
    this.#positionBase = 0;
    this.#positionBaseAt = 0;
    if (!this.#wantsOffsets) return;
    const offsetsFrom = skip?.offsetsStart(block) ?? 0;
    const offsetsLength = skip?.offsetsLength(block) ?? entry.offsetsLength;
    this.#offsets = file.read(positionsAt + entry.positionsLength + offsetsFrom, offsetsLength, PACKED_PADDING);
    this.#isZigzag = ((this.#offsets[0] ?? 0) & ZIGZAG) !== 0;
    this.#startWidth = (this.#offsets[0] ?? 0) & (ZIGZAG - 1);
    let total = 0;
    for (let index = 0; index < this.#count; index++) total += this.#freqs[index] ?? 0;
    this.#lengthsAt = 1 + packedLength(total, this.#startWidth);
    this.#lengthWidth = this.#offsets[this.#lengthsAt] ?? 0;
  }

  #readOffsets(index: number): void {
    let gap = unpackAt(this.#offsets, 1, index, this.#startWidth);
    if (this.#isZigzag) gap = (gap >>> 1) ^ -(gap & 1);
    this.startOffset += gap;
    this.endOffset = this.startOffset + unpackAt(this.#offsets, this.#lengthsAt + 1, index, this.#lengthWidth);
  }
}
