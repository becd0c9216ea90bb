import { BlockPostings } from './block-postings.ts';
import type { PostingsOptions } from './postings-writer.ts';
import type { SectionFile } from './section-file.ts';
import type { FieldTerms, Postings, PostingsNeed } from './segment-reader.ts';
import { SinglePostings } from './single-postings.ts';
import type { TermDictionary } from './term-dictionary.ts';

export interface TermStatistics {
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
}

/** The terms of one field of a segment's file. */
export class StoredFieldTerms implements FieldTerms {
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
  readonly #dictionary: TermDictionary;
  readonly #file: SectionFile;
  readonly #options: PostingsOptions;

  constructor(
    file: SectionFile,
    dictionary: TermDictionary,
    about: { readonly options: PostingsOptions; readonly statistics: TermStatistics },
  ) {
    this.#file = file;
    this.#dictionary = dictionary;
    this.#options = about.options;
    this.docCount = about.statistics.docCount;
    this.sumDocFreq = about.statistics.sumDocFreq;
    this.sumTotalTermFreq = about.statistics.sumTotalTermFreq;
  }

  get size(): number {
    return this.#dictionary.size;
  }

  get hasFreqs(): boolean {
    return this.#options.hasFreqs;
  }

  get hasPositions(): boolean {
    return this.#options.hasPositions;
  }

  get hasOffsets(): boolean {
    return this.#options.hasOffsets;
  }

  term(ordinal: number): string {
    return this.#dictionary.term(ordinal);
  }

  termBytes(ordinal: number): Uint8Array {
    return this.#dictionary.termBytes(ordinal);
  }

  ordinalOf(term: string): number {
    return this.#dictionary.ordinalOf(term);
  }

  lowerBound(term: string): number {
    return this.#dictionary.lowerBound(term);
  }

  docFreq(ordinal: number): number {
    return this.#dictionary.entry(ordinal).docFreq;
  }

  totalTermFreq(ordinal: number): number {
    return this.#dictionary.entry(ordinal).totalTermFreq;
  }

  postings(ordinal: number, need: PostingsNeed): Postings {
    const postingsAt = this.#dictionary.postingsAt(ordinal);
    const entry = { ...this.#dictionary.entry(ordinal) };
    const place = { file: this.#file, postingsAt, entry, options: this.#options };
    return entry.docFreq === 1 ? new SinglePostings(place, need) : new BlockPostings(place, need);
  }
}
