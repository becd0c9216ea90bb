import { clearBit, countBits, hasBit, newBits, setBits } from '../segment/bit-set.ts';
import { type FieldTerms, NO_MORE_DOCS, type NumberColumn, type SegmentReader } from '../segment/segment-reader.ts';
import type { MergeCandidate } from './plan-merges.ts';
import type { SharedSegment } from './segment-files.ts';

/** A segment as the writer of an index sees it: with deletes that no reader sees yet. */
export class WriterSegment {
  readonly shared: SharedSegment;
  readonly #all: SegmentReader;
  readonly #ids: FieldTerms | null;
  #columns: { readonly version: NumberColumn; readonly seqNo: NumberColumn; readonly term: NumberColumn } | null = null;
  #live: Uint32Array | null;
  /** Readers hold the bits: they are copied before they change. */
  #isShared = true;
  /** Whether the bits changed since they were written to a file. */
  hasUnsavedDeletes = false;
  liveFile: string | null = null;

  constructor(shared: SharedSegment, live: Uint32Array | null) {
    this.shared = shared;
    this.#all = shared.core.reader(null);
    this.#ids = this.#all.terms('_id');
    this.#live = live;
  }

  get name(): string {
    return this.shared.core.name;
  }

  get maxDoc(): number {
    return this.shared.core.maxDoc;
  }

  get liveDocs(): number {
    return this.#live === null ? this.maxDoc : countBits(this.#live);
  }

  get candidate(): MergeCandidate {
    const { bytes } = this.shared.core;
    return { name: this.name, bytes, docs: this.maxDoc, liveDocs: this.liveDocs };
  }

  /** The live bits as they are now; they do not change any more. */
  shareLive(): Uint32Array | null {
    this.#isShared = true;
    return this.#live;
  }

  isLive(doc: number): boolean {
    return this.#live === null || hasBit(this.#live, doc);
  }

  isRoot(doc: number): boolean {
    const roots = this.#all.rootBits;
    return roots === null || hasBit(roots, doc);
  }

  /** The live root document with this id; -1 for none. */
  find(id: string): number {
    if (this.#ids === null) return -1;
    const ordinal = this.#ids.ordinalOf(id);
    if (ordinal < 0) return -1;
    const postings = this.#ids.postings(ordinal, 'docs');
    for (let doc = postings.next(); doc !== NO_MORE_DOCS; doc = postings.next()) if (this.isLive(doc)) return doc;
    return -1;
  }

  versionOf(doc: number): { readonly version: number; readonly seqNo: number; readonly primaryTerm: number } {
    this.#columns ??= {
      version: this.#column('_version'),
      seqNo: this.#column('_seq_no'),
      term: this.#column('_primary_term'),
    };
    const { version, seqNo, term } = this.#columns;
    return { version: version.value(doc), seqNo: seqNo.value(doc), primaryTerm: term.value(doc) };
  }

  stored(doc: number): ReturnType<SegmentReader['stored']> {
    return this.#all.stored(doc);
  }

  /** Deletes a root document with the nested ones before it. */
  kill(root: number): void {
    if (this.#live === null || this.#isShared) {
      const copy = newBits(this.maxDoc);
      if (this.#live === null) setBits(copy, 0, this.maxDoc);
      else copy.set(this.#live);
      this.#live = copy;
      this.#isShared = false;
    }
    const roots = this.#all.rootBits;
    clearBit(this.#live, root);
    for (let doc = root - 1; roots !== null && doc >= 0 && !hasBit(roots, doc); doc--) clearBit(this.#live, doc);
    this.hasUnsavedDeletes = true;
  }

  #column(name: string): NumberColumn {
    const column = this.#all.numbers(name);
    if (column === null) throw new Error(`the segment ${this.name} has no column ${name}`);
    return column;
  }
}
