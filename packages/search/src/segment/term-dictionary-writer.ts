import { ByteWriter } from './byte-writer.ts';
import type { PostingsOptions, TermEntry } from './postings-writer.ts';

/** Terms that share a block of the dictionary: the first whole, the others as what follows the prefix they share with the one before. */
export const BLOCK_TERMS = 16;

// A block: for each term: length of the shared prefix (not for the first) | length of the rest | the rest; then the place of
// the block's first postings | for each term its entry.
/** Writes the sorted terms of a field with their entries. */
export class TermDictionaryWriter {
  readonly #options: PostingsOptions;
  readonly #bytes = new ByteWriter(4096);
  readonly #entries = new ByteWriter(256);
  readonly #starts = new ByteWriter(256);
  #previous = new Uint8Array(64);
  #previousLength = 0;
  #inBlock = 0;
  #blockStart = 0;
  size = 0;
  sumDocFreq = 0;
  sumTotalTermFreq = 0;

  constructor(options: PostingsOptions) {
    this.#options = options;
  }

  /** The next term, above the last one; `postingsAt` is where its postings begin. */
  add(term: Uint8Array, entry: TermEntry, postingsAt: number): void {
    if (this.#inBlock === BLOCK_TERMS) this.#endBlock();
    const bytes = this.#bytes;
    if (this.#inBlock === 0) {
      this.#starts.uint32(bytes.length);
      this.#blockStart = postingsAt;
      bytes.varint(term.length);
      bytes.append(term);
    } else {
      const shared = this.#sharedWith(term);
      bytes.varint(shared);
      bytes.varint(term.length - shared);
      bytes.append(term.subarray(shared));
    }
    this.#remember(term);
    this.#addEntry(entry);
    this.#inBlock++;
    this.size++;
    this.sumDocFreq += entry.docFreq;
    this.sumTotalTermFreq += entry.totalTermFreq;
  }

  /** The dictionary's bytes: the blocks, then the place of each block, four bytes a block. */
  finish(): { readonly blocks: Uint8Array; readonly starts: Uint8Array } {
    this.#endBlock();
    return { blocks: this.#bytes.view(), starts: this.#starts.view() };
  }

  #addEntry(entry: TermEntry): void {
    const { hasFreqs, hasPositions, hasOffsets } = this.#options;
    const entries = this.#entries;
    entries.varint(entry.docFreq);
    if (entry.docFreq === 1) entries.varint(entry.singleDoc);
    else entries.varint(entry.docsLength);
    if (hasFreqs) entries.varint(entry.totalTermFreq - entry.docFreq);
    if (hasPositions) entries.varint(entry.positionsLength);
    if (hasOffsets) entries.varint(entry.offsetsLength);
  }

  #endBlock(): void {
    if (this.#inBlock === 0) return;
    this.#bytes.varint(this.#blockStart);
    this.#bytes.append(this.#entries.view());
    this.#entries.clear();
    this.#inBlock = 0;
  }

  #sharedWith(term: Uint8Array): number {
    const most = Math.min(this.#previousLength, term.length);
    let shared = 0;
    while (shared < most && this.#previous[shared] === term[shared]) shared++;
    return shared;
  }

  #remember(term: Uint8Array): void {
    if (term.length > this.#previous.length) this.#previous = new Uint8Array(term.length * 2);
    this.#previous.set(term);
    this.#previousLength = term.length;
  }
}
