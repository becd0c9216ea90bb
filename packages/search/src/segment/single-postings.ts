import type { TermPlace } from './block-postings.ts';
import { PACKED_PADDING, packedLength, unpackAt } from './packed-integers.ts';
import { ZIGZAG } from './postings-writer.ts';
import { NO_MORE_DOCS, type Postings, type PostingsNeed } from './segment-reader.ts';

const noBytes = new Uint8Array(PACKED_PADDING);

/** The document of a term that occurs in only one: its dictionary entry tells all but the positions. */
export class SinglePostings implements Postings {
  docId = -1;
  readonly cost = 1;
  readonly freq: number;
  startOffset = -1;
  endOffset = -1;
  readonly #doc: number;
  readonly #place: TermPlace;
  readonly #positionsLength: number;
  readonly #offsetsLength: number;
  readonly #wantsOffsets: boolean;
  readonly #wantsPositions: boolean;
  #isShallowPast = false;
  #given = -1;
  #position = 0;
  #positions: Uint8Array = noBytes;
  #offsets: Uint8Array = noBytes;

  constructor(place: TermPlace, need: PostingsNeed) {
    const { entry, options } = place;
    this.#doc = entry.singleDoc;
    this.freq = entry.totalTermFreq;
    this.#place = place;
    this.#positionsLength = entry.positionsLength;
    this.#offsetsLength = entry.offsetsLength;
    this.#wantsPositions = options.hasPositions && (need === 'positions' || need === 'offsets');
    this.#wantsOffsets = options.hasOffsets && need === 'offsets';
  }

  next(): number {
    this.docId = this.docId < 0 ? this.#doc : NO_MORE_DOCS;
    return this.docId;
  }

  advance(target: number): number {
    this.docId = this.docId < this.#doc && target <= this.#doc ? this.#doc : NO_MORE_DOCS;
    return this.docId;
  }

  nextPosition(): number {
    if (!this.#wantsPositions) return -1;
    if (this.#given < 0) this.#load();
    const index = this.#given++;
    this.#position += unpackAt(this.#positions, 1, index, this.#positions[0] ?? 0);
    if (this.#wantsOffsets) this.#readOffsets(index);
    return this.#position;
  }

  shallowAdvance(target: number): number {
    this.#isShallowPast = target > this.#doc;
    return this.#isShallowPast ? NO_MORE_DOCS : this.#doc;
  }

  blockImpacts(): ReturnType<Postings['blockImpacts']> {
    const { norms } = this.#place.options;
    return {
      freqs: Int32Array.of(this.freq),
      norms: Uint8Array.of(norms?.[this.#doc] ?? 0),
      count: this.#isShallowPast ? 0 : 1,
    };
  }

  #load(): void {
    const { file, postingsAt } = this.#place;
    this.#positions = file.read(postingsAt, this.#positionsLength, PACKED_PADDING);
    this.#given = 0;
    if (!this.#wantsOffsets) return;
    this.#offsets = file.read(postingsAt + this.#positionsLength, this.#offsetsLength, PACKED_PADDING);
    this.startOffset = 0;
  }

  #readOffsets(index: number): void {
    const head = this.#offsets[0] ?? 0;
    const width = head & (ZIGZAG - 1);
    let gap = unpackAt(this.#offsets, 1, index, width);
    if ((head & ZIGZAG) !== 0) gap = (gap >>> 1) ^ -(gap & 1);
    const lengthsAt = 1 + packedLength(this.freq, width);
    this.startOffset += gap;
    this.endOffset = this.startOffset + unpackAt(this.#offsets, lengthsAt + 1, index, this.#offsets[lengthsAt] ?? 0);
  }
}
