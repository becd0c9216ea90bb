import { newBits } from './bit-set.ts';
import { type PostingsOptions, PostingsWriter } from './postings-writer.ts';
import type { SectionFileWriter } from './section-file.ts';
import type { FieldStorage } from './segment-document.ts';
import type { TermsPlace } from './segment-meta.ts';
import { TermDictionaryWriter } from './term-dictionary-writer.ts';

export const postingsOptions = (
  inverted: NonNullable<FieldStorage['inverted']>,
  norms: Uint8Array | null,
): PostingsOptions => ({
  hasFreqs: inverted.options !== 'docs',
  hasPositions: inverted.options === 'positions' || inverted.options === 'offsets',
  hasOffsets: inverted.options === 'offsets',
  norms,
});

/** Writes the terms and postings of one field, terms ascending. */
export class FieldTermsWriter {
  readonly #out: SectionFileWriter;
  readonly #postings: PostingsWriter;
  readonly #dictionary: TermDictionaryWriter;
  readonly #docs: Uint32Array;
  #docCount = 0;
  #termAt = 0;
  #lastDoc = -1;

  constructor(out: SectionFileWriter, options: PostingsOptions, maxDoc: number) {
    this.#out = out;
    this.#postings = new PostingsWriter(out, options);
    this.#dictionary = new TermDictionaryWriter(options);
    this.#docs = newBits(maxDoc);
  }

  startTerm(): void {
    this.#termAt = this.#out.position;
    this.#postings.start();
    this.#lastDoc = -1;
  }

  addDoc(doc: number, freq: number): void {
    const word = this.#docs[doc >>> 5] ?? 0;
    if ((word & (1 << (doc & 31))) === 0) {
      this.#docs[doc >>> 5] = word | (1 << (doc & 31));
      this.#docCount++;
    }
    this.#lastDoc = doc;
    this.#postings.addDoc(doc, freq);
  }

  addPosition(position: number, startOffset: number, endOffset: number): void {
    this.#postings.addPosition(position, startOffset, endOffset);
  }

  /** Ends the term; false where no document had it: then it is as if it never was. */
  endTerm(term: Uint8Array): boolean {
    if (this.#lastDoc < 0) return false;
    this.#postings.finish();
    this.#dictionary.add(term, this.#postings.entry, this.#termAt);
    return true;
  }

  finish(): TermsPlace {
    const { blocks, starts } = this.#dictionary.finish();
    this.#out.align();
    const blocksAt = this.#out.position;
    this.#out.append(blocks);
    this.#out.align();
    const startsAt = this.#out.position;
    this.#out.append(starts);
    const { size, sumDocFreq, sumTotalTermFreq } = this.#dictionary;
    return {
      blocksAt,
      blocksLength: blocks.length,
      startsAt,
      startsLength: starts.length,
      size,
      docCount: this.#docCount,
      sumDocFreq,
      sumTotalTermFreq,
    };
  }
}
