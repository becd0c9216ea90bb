import { ByteWriter } from './byte-writer.ts';
import { bitsOf, pack } from './packed-integers.ts';
import type { SectionFileWriter } from './section-file.ts';

export const BLOCK_DOCS = 128;
/** Set in the width of start offsets where some go backwards: they are zigzag coded. */
export const ZIGZAG = 0x80;

export interface PostingsOptions {
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly hasOffsets: boolean;
  /** A byte a document; null where the field has none. */
  readonly norms: Uint8Array | null;
}

/** Where a term's postings stand, as its dictionary entry keeps it. */
export interface TermEntry {
  docFreq: number;
  totalTermFreq: number;
  /** The only document of a term that occurs in one; -1 else. */
  singleDoc: number;
  docsLength: number;
  positionsLength: number;
  offsetsLength: number;
}

// A term's bytes are: documents | positions | offsets, of the lengths in its entry. Documents of a term with more than one
// block: varint length of the skip data | skip data | blocks; with one block: the block; of a term with one document: none.
// A block: width, packed gaps less 1; width, packed frequencies less 1 where the field has them.
// Skip data, an entry a block: last document's gap, lengths of the block's parts, impacts (count, then freq gap and norm).
/** Writes the postings of one field, term after term. */
export class PostingsWriter {
  readonly #out: SectionFileWriter;
  readonly #options: PostingsOptions;
  readonly #docs = new Int32Array(BLOCK_DOCS);
  readonly #gaps = new Int32Array(BLOCK_DOCS);
  readonly #freqs = new Int32Array(BLOCK_DOCS);
  #positionGaps = new Int32Array(BLOCK_DOCS);
  #startGaps = new Int32Array(BLOCK_DOCS);
  #offsetLengths = new Int32Array(BLOCK_DOCS);
  #inBlock = 0;
  #positionCount = 0;
  #lastDoc = -1;
  #lastPosition = 0;
  #lastStart = 0;
  #blockCount = 0;
  #previousBlockEnd = -1;
  readonly #blocks = new ByteWriter(1024);
  readonly #skip = new ByteWriter(256);
  readonly #positions = new ByteWriter(1024);
  readonly #offsets = new ByteWriter(64);
  readonly #impactOfNorm = new Int32Array(256);
  readonly entry: TermEntry = {
    docFreq: 0,
    totalTermFreq: 0,
    singleDoc: -1,
    docsLength: 0,
    positionsLength: 0,
    offsetsLength: 0,
  };

  constructor(out: SectionFileWriter, options: PostingsOptions) {
    this.#out = out;
    this.#options = options;
  }

  /** Begins a term. */
  start(): void {
    this.#inBlock = 0;
    this.#positionCount = 0;
    this.#lastDoc = -1;
    this.#blockCount = 0;
    this.#previousBlockEnd = -1;
    this.#blocks.clear();
    this.#skip.clear();
    this.#positions.clear();
    this.#offsets.clear();
    this.entry.docFreq = 0;
    this.entry.totalTermFreq = 0;
  }

  /** The next document, beyond the last one; its positions follow by `addPosition`, where the field has them. */
  addDoc(doc: number, freq: number): void {
    if (this.#inBlock === BLOCK_DOCS) this.#endBlock();
    const at = this.#inBlock++;
    this.#gaps[at] = doc - this.#lastDoc - 1;
    this.#docs[at] = doc;
    this.#freqs[at] = freq;
    this.#lastDoc = doc;
    this.#lastPosition = 0;
    this.#lastStart = 0;
    this.entry.docFreq++;
    this.entry.totalTermFreq += freq;
  }

  /** The current document's next position, not below the one before; offsets are read where the field has them. */
  addPosition(position: number, startOffset: number, endOffset: number): void {
    const at = this.#positionCount++;
    if (at === this.#positionGaps.length) this.#growPositions();
    this.#positionGaps[at] = position - this.#lastPosition;
    this.#lastPosition = position;
    if (this.#options.hasOffsets) {
      this.#startGaps[at] = startOffset - this.#lastStart;
      this.#offsetLengths[at] = endOffset - startOffset;
      this.#lastStart = startOffset;
    }
  }

  /** Ends the term: `entry` then tells where it stands. */
  finish(): void {
    this.#endBlock();
    const { entry } = this;
    entry.singleDoc = entry.docFreq === 1 ? this.#lastDoc : -1;
    const before = this.#out.position;
    if (this.#blockCount > 1) {
      const head = new ByteWriter(8);
      head.varint(this.#skip.length);
      this.#out.append(head.view());
      this.#out.append(this.#skip.view());
    }
    if (entry.docFreq > 1) this.#out.append(this.#blocks.view());
    entry.docsLength = this.#out.position - before;
    entry.positionsLength = this.#positions.length;
    entry.offsetsLength = this.#offsets.length;
    if (entry.positionsLength > 0) this.#out.append(this.#positions.view());
    if (entry.offsetsLength > 0) this.#out.append(this.#offsets.view());
  }

  #endBlock(): void {
    const count = this.#inBlock;
    if (count === 0) return;
    const { hasFreqs, hasPositions, hasOffsets } = this.#options;
    const blockStart = this.#blocks.length;
    const positionStart = this.#positions.length;
    const offsetStart = this.#offsets.length;
    packWithWidth(this.#gaps, count, this.#blocks);
    if (hasFreqs) {
      const freqs = this.#freqs;
      for (let index = 0; index < count; index++) freqs[index] = (freqs[index] ?? 1) - 1;
      packWithWidth(freqs, count, this.#blocks);
      for (let index = 0; index < count; index++) freqs[index] = (freqs[index] ?? 0) + 1;
    }
    if (hasPositions) packWithWidth(this.#positionGaps, this.#positionCount, this.#positions);
    if (hasOffsets) this.#packOffsets();
    const skip = this.#skip;
    skip.varint(this.#lastDoc - this.#previousBlockEnd);
    skip.varint(this.#blocks.length - blockStart);
    if (hasPositions) skip.varint(this.#positions.length - positionStart);
    if (hasOffsets) skip.varint(this.#offsets.length - offsetStart);
    if (hasFreqs) this.#addImpacts(count);
    this.#previousBlockEnd = this.#lastDoc;
    this.#blockCount++;
    this.#inBlock = 0;
    this.#positionCount = 0;
  }

  #packOffsets(): void {
    const count = this.#positionCount;
    const starts = this.#startGaps;
    let isBackwards = false;
    for (let index = 0; index < count; index++) if ((starts[index] ?? 0) < 0) isBackwards = true;
    if (isBackwards) {
      for (let index = 0; index < count; index++) {
        const gap = starts[index] ?? 0;
        starts[index] = (gap << 1) ^ (gap >> 31);
      }
    }
    const width = widthOf(starts, count);
    this.#offsets.byte(isBackwards ? width | ZIGZAG : width);
    pack(starts, count, width, this.#offsets);
    packWithWidth(this.#offsetLengths, count, this.#offsets);
  }

  /** The pairs that no other pair of the block beats: a higher frequency in a field at most as long. */
  #addImpacts(count: number): void {
    const { norms } = this.#options;
    const best = this.#impactOfNorm;
    best.fill(0);
    for (let index = 0; index < count; index++) {
      const norm = norms?.[this.#docs[index] ?? 0] ?? 0;
      const freq = this.#freqs[index] ?? 1;
      if (freq > (best[norm] ?? 0)) best[norm] = freq;
    }
    let pairs = 0;
    let highest = 0;
    for (let norm = 0; norm < 256; norm++) {
      const freq = best[norm] ?? 0;
      if (freq > highest) {
        highest = freq;
        pairs++;
      } else best[norm] = 0;
    }
    this.#skip.byte(pairs);
    let last = 0;
    for (let norm = 0; norm < 256; norm++) {
      const freq = best[norm] ?? 0;
      if (freq === 0) continue;
      this.#skip.varint(freq - last);
      if (norms !== null) this.#skip.byte(norm);
      last = freq;
    }
  }

  #growPositions(): void {
    this.#positionGaps = doubled(this.#positionGaps);
    this.#startGaps = doubled(this.#startGaps);
    this.#offsetLengths = doubled(this.#offsetLengths);
  }
}

const doubled = (values: Int32Array): Int32Array<ArrayBuffer> => {
  const grown = new Int32Array(values.length * 2);
  grown.set(values);
  return grown;
};

const widthOf = (values: Int32Array, count: number): number => {
  let all = 0;
  for (let index = 0; index < count; index++) all |= values[index] ?? 0;
  return bitsOf(all);
};

const packWithWidth = (values: Int32Array, count: number, into: ByteWriter): void => {
  const width = widthOf(values, count);
  into.byte(width);
  pack(values, count, width, into);
};
