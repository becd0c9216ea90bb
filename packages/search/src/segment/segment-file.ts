import { countBits, hasBit } from './bit-set.ts';
import type { ChunkCache } from './chunk-cache.ts';
import { ChunkedColumn } from './chunked-column.ts';
import type { ColumnPlace } from './column-writer.ts';
import type { Compression } from './compression.ts';
import type { Directory } from './directory.ts';
import { postingsOptions } from './field-terms-writer.ts';
import type { PageCache } from './page-cache.ts';
import { SectionFile } from './section-file.ts';
import type { FieldStorage, StoredDocument } from './segment-document.ts';
import { decodeMeta, type FieldPlace, type SegmentMeta, segmentFileName } from './segment-meta.ts';
import type {
  BytesColumn,
  FieldTerms,
  NumberColumn,
  OrdinalColumn,
  PairColumn,
  SegmentReader,
  VectorColumn,
} from './segment-reader.ts';
import {
  StoredBytesColumn,
  StoredNumberColumn,
  StoredOrdinalColumn,
  StoredPairColumn,
  StoredVectorColumn,
} from './stored-columns.ts';
import { StoredFieldTerms } from './stored-field-terms.ts';
import { StoredFields } from './stored-fields.ts';
import { TermDictionary } from './term-dictionary.ts';

export { segmentFileName } from './segment-meta.ts';

/** What segments of any number of indices share in memory. */
export interface SegmentCaches {
  readonly pages: PageCache;
  readonly chunks: ChunkCache;
}

export interface OpenSegmentOptions extends SegmentCaches {
  readonly compression: Compression;
}

/** Opens a segment. What it holds is read when it is asked for; damage shows then, or in `verify`, as `corrupt_index_exception`. */
export const openSegment = (directory: Directory, name: string, options: OpenSegmentOptions): SegmentCore => {
  const reader = directory.open(segmentFileName(name));
  try {
    return new SegmentCore(name, new SectionFile(reader, options.pages), options);
  } catch (error) {
    reader.close();
    throw error;
  }
};

/** What a segment's file holds: the same for all readers of it, whichever documents they see alive. */
export class SegmentCore {
  readonly name: string;
  readonly maxDoc: number;
  readonly rootBits: Uint32Array | null;
  readonly rootCount: number;
  readonly fieldNames: readonly string[];
  readonly #file: SectionFile;
  readonly #meta: SegmentMeta;
  readonly #options: OpenSegmentOptions;
  readonly #fields: ReadonlyMap<string, FieldPlace>;
  readonly #stored: StoredFields;
  readonly #terms = new Map<string, FieldTerms | null>();
  readonly #norms = new Map<string, Uint8Array>();
  readonly #columns = new Map<ColumnPlace, ChunkedColumn>();
  readonly #numbers = new Map<string, NumberColumn | null>();
  readonly #ordinals = new Map<string, OrdinalColumn | null>();

  constructor(name: string, file: SectionFile, options: OpenSegmentOptions) {
    this.name = name;
    this.#file = file;
    this.#options = options;
    this.#meta = decodeMeta(file.meta);
    this.maxDoc = this.#meta.maxDoc;
    this.#fields = new Map(this.#meta.fields.map((field) => [field.storage.name, field]));
    this.fieldNames = [...this.#fields.keys()];
    this.#stored = new StoredFields(file, this.#meta.stored, options.compression);
    this.rootBits =
      this.#meta.rootBitsAt === null
        ? null
        : new Uint32Array(file.read(this.#meta.rootBitsAt, ((this.maxDoc + 31) >>> 5) * 4).buffer);
    this.rootCount = this.rootBits === null ? this.maxDoc : countBits(this.rootBits);
  }

  /** Bytes of the file. */
  get bytes(): number {
    return this.#file.size;
  }

  storage(field: string): FieldStorage | null {
    return this.#fields.get(field)?.storage ?? null;
  }

  /** The segment with the documents of `liveBits` alive; null for all. The bits must not change afterwards. */
  reader(liveBits: Uint32Array | null): SegmentReader {
    return new StoredSegmentReader(this, liveBits);
  }

  terms(field: string): FieldTerms | null {
    const known = this.#terms.get(field);
    if (known !== undefined) return known;
    const terms = this.#openTerms(field);
    this.#terms.set(field, terms);
    return terms;
  }

  norms(field: string): Uint8Array | null {
    const known = this.#norms.get(field);
    if (known !== undefined) return known;
    const at = this.#fields.get(field)?.normsAt ?? null;
    if (at === null) return null;
    const norms = this.#file.read(at, this.maxDoc);
    this.#norms.set(field, norms);
    return norms;
  }

  numbers(field: string): NumberColumn | null {
    const known = this.#numbers.get(field);
    if (known !== undefined) return known;
    const [column = null] = this.#columnsOf(field, 'numbers');
    const numbers = column === null ? null : new StoredNumberColumn(column);
    this.#numbers.set(field, numbers);
    return numbers;
  }

  ordinals(field: string): OrdinalColumn | null {
    const known = this.#ordinals.get(field);
    if (known !== undefined) return known;
    const [column = null] = this.#columnsOf(field, 'ordinals');
    const ordinals = column === null ? null : new StoredOrdinalColumn(column);
    this.#ordinals.set(field, ordinals);
    return ordinals;
  }

  pairs(field: string): PairColumn | null {
    const [first, second] = this.#columnsOf(field, 'pairs');
    return first === undefined || second === undefined ? null : new StoredPairColumn(first, second);
  }

  byteStrings(field: string): BytesColumn | null {
    const [starts, lengths] = this.#columnsOf(field, 'bytes');
    return starts === undefined || lengths === undefined ? null : new StoredBytesColumn(this.#file, starts, lengths);
  }

  vectors(field: string): VectorColumn | null {
    const place = this.#fields.get(field);
    if (place === undefined || place.vectors === null || place.storage.vectorDimensions === null) return null;
    return new StoredVectorColumn(this.#file, this.#column(place.vectors), place.storage.vectorDimensions);
  }

  stored(doc: number): StoredDocument {
    return this.#stored.document(doc);
  }

  /** Reads the whole file; throws `corrupt_index_exception` where it is not what was written. */
  verify(): void {
    this.#file.verify();
  }

  close(): void {
    for (const column of this.#columns.values()) column.close();
    this.#file.close();
  }

  #openTerms(field: string): FieldTerms | null {
    const place = this.#fields.get(field);
    const inverted = place?.storage.inverted ?? null;
    const at = place?.terms ?? null;
    if (place === undefined || inverted === null || at === null) return null;
    const starts = new Uint32Array(this.#file.read(at.startsAt, at.startsLength).buffer);
    const options = postingsOptions(inverted, this.norms(field));
    const dictionary = new TermDictionary(
      { blocks: this.#file.read(at.blocksAt, at.blocksLength), starts, size: at.size },
      options,
    );
    return new StoredFieldTerms(this.#file, dictionary, { options, statistics: at });
  }

  #columnsOf(field: string, kind: FieldStorage['column']): readonly ChunkedColumn[] {
    const place = this.#fields.get(field);
    return place === undefined || place.storage.column !== kind ? [] : place.columns.map((at) => this.#column(at));
  }

  #column(place: ColumnPlace): ChunkedColumn {
    const known = this.#columns.get(place);
    if (known !== undefined) return known;
    const column = new ChunkedColumn(this.#file, place, this.#options.chunks);
    this.#columns.set(place, column);
    return column;
  }
}

class StoredSegmentReader implements SegmentReader {
  readonly name: string;
  readonly maxDoc: number;
  readonly liveBits: Uint32Array | null;
  readonly rootBits: Uint32Array | null;
  readonly liveRootCount: number;
  readonly #core: SegmentCore;

  constructor(core: SegmentCore, liveBits: Uint32Array | null) {
    this.#core = core;
    this.name = core.name;
    this.maxDoc = core.maxDoc;
    this.rootBits = core.rootBits;
    this.liveBits = liveBits;
    this.liveRootCount = countLiveRoots(core, liveBits);
  }

  get fieldNames(): readonly string[] {
    return this.#core.fieldNames;
  }

  isLive(doc: number): boolean {
    return this.liveBits === null || hasBit(this.liveBits, doc);
  }

  terms(field: string): FieldTerms | null {
    return this.#core.terms(field);
  }

  norms(field: string): Uint8Array | null {
    return this.#core.norms(field);
  }

  numbers(field: string): NumberColumn | null {
    return this.#core.numbers(field);
  }

  pairs(field: string): PairColumn | null {
    return this.#core.pairs(field);
  }

  ordinals(field: string): OrdinalColumn | null {
    return this.#core.ordinals(field);
  }

  bytes(field: string): BytesColumn | null {
    return this.#core.byteStrings(field);
  }

  vectors(field: string): VectorColumn | null {
    return this.#core.vectors(field);
  }

  stored(doc: number): StoredDocument {
    return this.#core.stored(doc);
  }
}

const countLiveRoots = (core: SegmentCore, liveBits: Uint32Array | null): number => {
  if (liveBits === null) return core.rootCount;
  if (core.rootBits === null) return countBits(liveBits);
  const both = liveBits.slice();
  for (let word = 0; word < both.length; word++) both[word] = (both[word] ?? 0) & (core.rootBits[word] ?? 0);
  return countBits(both);
};
