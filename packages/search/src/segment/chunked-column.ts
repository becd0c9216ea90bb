import type { CacheEntry, ChunkCache } from './chunk-cache.ts';
import { CHUNK_SHIFT, type ColumnChunk, decodeChunk, encodings, layouts } from './column-chunk.ts';
import { type ColumnPlace, DIRECTORY_NUMBERS } from './column-writer.ts';
import type { SectionFile } from './section-file.ts';

const CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;

/** A column of a segment's file, its chunks loaded when they are asked for. */
export class ChunkedColumn {
  readonly docCount: number;
  readonly isSingle: boolean;
  readonly hasBigIntegers: boolean;
  readonly min: number;
  readonly max: number;
  readonly #file: SectionFile;
  readonly #cache: ChunkCache;
  readonly #directory: Float64Array;
  readonly #chunks: (LoadedChunk | null)[];
  /** The chunk looked at last: its number, and null where no document of it has a value. */
  #number = -1;
  #chunk: ColumnChunk | null = null;
  // Of that chunk, in fields of their own: the hot paths read little else.
  #layout = 0;
  #width = 0;
  #base = 0;
  #factor = 1;
  #divisor = 1;
  #isPlain = false;
  #raw1: Uint8Array = new Uint8Array(0);
  #raw2: Uint16Array = new Uint16Array(0);
  #raw4: Uint32Array = new Uint32Array(0);
  #raw8: Float64Array = new Float64Array(0);
  #table: Float64Array = new Float64Array(0);
  #starts: Uint32Array = new Uint32Array(0);
  /** The range of values of the document looked at last. */
  #rangeDoc = -1;
  #from = 0;
  #to = 0;

  constructor(file: SectionFile, place: ColumnPlace, cache: ChunkCache) {
    this.#file = file;
    this.#cache = cache;
    this.docCount = place.docCount;
    this.isSingle = place.isSingle;
    this.hasBigIntegers = place.hasBigIntegers;
    const bytes = file.read(place.directoryAt, place.chunks * DIRECTORY_NUMBERS * 8);
    this.#directory = new Float64Array(bytes.buffer, 0, place.chunks * DIRECTORY_NUMBERS);
    this.#chunks = new Array<LoadedChunk | null>(place.chunks).fill(null);
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let chunk = 0; chunk < place.chunks; chunk++) {
      min = Math.min(min, this.#directory[chunk * DIRECTORY_NUMBERS + 2] ?? 0);
      max = Math.max(max, this.#directory[chunk * DIRECTORY_NUMBERS + 3] ?? 0);
    }
    this.min = min;
    this.max = max;
  }

  get chunkCount(): number {
    return this.#chunks.length;
  }

  /** Lowest and highest value of a chunk, without loading it; low above high for none. */
  chunkMin(chunk: number): number {
    return this.#directory[chunk * DIRECTORY_NUMBERS + 2] ?? Number.POSITIVE_INFINITY;
  }

  chunkMax(chunk: number): number {
    return this.#directory[chunk * DIRECTORY_NUMBERS + 3] ?? Number.NEGATIVE_INFINITY;
  }

  /** Null where no document of the chunk has a value. */
  chunk(chunk: number): ColumnChunk | null {
    if (chunk !== this.#number) this.#switch(chunk);
    return this.#chunk;
  }

  count(doc: number): number {
    if (this.#number !== doc >>> CHUNK_SHIFT) this.#switch(doc >>> CHUNK_SHIFT);
    if (this.#chunk === null) return 0;
    if (this.#layout === layouts.single) return 1;
    if (doc !== this.#rangeDoc) this.#findRange(doc);
    return this.#to - this.#from;
  }

  /** The document's first value; NaN without one. */
  first(doc: number): number {
    if (this.#number !== doc >>> CHUNK_SHIFT) this.#switch(doc >>> CHUNK_SHIFT);
    if (this.#isPlain) return this.#valueOf(doc & CHUNK_MASK);
    if (this.#chunk === null) return Number.NaN;
    if (this.#layout === layouts.single) return this.#valueOf(doc & CHUNK_MASK);
    if (doc !== this.#rangeDoc) this.#findRange(doc);
    return this.#from === this.#to ? Number.NaN : this.#valueOf(this.#from);
  }

  /** The document's `index`-th value. */
  at(doc: number, index: number): number {
    if (this.#number !== doc >>> CHUNK_SHIFT) this.#switch(doc >>> CHUNK_SHIFT);
    if (this.#chunk === null) return Number.NaN;
    if (this.#layout === layouts.single) return this.#valueOf(doc & CHUNK_MASK);
    if (doc !== this.#rangeDoc) this.#findRange(doc);
    return this.#valueOf(this.#from + index);
  }

  exactAt(doc: number, index: number): bigint {
    const chunk = this.chunk(doc >>> CHUNK_SHIFT);
    if (chunk === null) return 0n;
    if (chunk.encoding !== encodings.big) return BigInt(Math.trunc(this.at(doc, index)));
    if (doc !== this.#rangeDoc) this.#findRange(doc);
    return chunk.bigBase + (chunk.rawBig[this.#from + index] ?? 0n);
  }

  #valueOf(index: number): number {
    switch (this.#width) {
      case 4:
        return ((this.#raw4[index] ?? 0) * this.#factor + this.#base) / this.#divisor;
      case 2:
        return ((this.#raw2[index] ?? 0) * this.#factor + this.#base) / this.#divisor;
      case 1:
        return this.#table.length > 0
          ? (this.#table[this.#raw1[index] ?? 0] ?? 0)
          : ((this.#raw1[index] ?? 0) * this.#factor + this.#base) / this.#divisor;
      case 0:
        return this.#base / this.#divisor;
      default:
        return this.#raw8.length > 0 ? (this.#raw8[index] ?? 0) : this.#bigAsNumber(index);
    }
  }

  #bigAsNumber(index: number): number {
    const chunk = this.#chunk;
    return chunk === null ? Number.NaN : Number(chunk.bigBase + (chunk.rawBig[index] ?? 0n));
  }

  #findRange(doc: number): void {
    this.#rangeDoc = doc;
    const place = doc & CHUNK_MASK;
    this.#from = this.#to = 0;
    const chunk = this.#chunk;
    if (chunk === null || place >= chunk.docs) return;
    switch (this.#layout) {
      case layouts.multi:
        this.#from = this.#starts[place] ?? 0;
        this.#to = this.#starts[place + 1] ?? 0;
        return;
      case layouts.holed:
        this.#from = place;
        this.#to = place + (((chunk.presence[place >>> 5] ?? 0) >>> (place & 31)) & 1);
        return;
      case layouts.single:
        this.#from = place;
        this.#to = place + 1;
        return;
      default: {
        const { sparseDocs } = chunk;
        let low = 0;
        let high = sparseDocs.length;
        while (low < high) {
          const middle = (low + high) >>> 1;
          if ((sparseDocs[middle] ?? 0) < place) low = middle + 1;
          else high = middle;
        }
        if (sparseDocs[low] !== place) return;
        this.#from = this.#layout === layouts.sparse ? low : (this.#starts[low] ?? 0);
        this.#to = this.#layout === layouts.sparse ? low + 1 : (this.#starts[low + 1] ?? 0);
      }
    }
  }

  #switch(number: number): void {
    this.#rangeDoc = -1;
    const chunk = this.#load(number);
    this.#number = number;
    this.#chunk = chunk;
    this.#isPlain = chunk !== null && chunk.layout === layouts.single;
    if (chunk === null) return;
    this.#layout = chunk.layout;
    this.#width = chunk.width;
    this.#base = chunk.base;
    this.#factor = chunk.factor;
    this.#divisor = chunk.divisor;
    this.#raw1 = chunk.raw1;
    this.#raw2 = chunk.raw2;
    this.#raw4 = chunk.raw4;
    this.#raw8 = chunk.raw8;
    this.#table = chunk.table;
    this.#starts = chunk.starts;
  }

  #load(number: number): ColumnChunk | null {
    const loaded = this.#chunks[number];
    if (loaded !== null && loaded !== undefined) {
      this.#cache.touch(loaded);
      return loaded.chunk;
    }
    const length = this.#directory[number * DIRECTORY_NUMBERS + 1] ?? 0;
    if (length === 0) return null;
    const chunk = decodeChunk(this.#file.read(this.#directory[number * DIRECTORY_NUMBERS] ?? 0, length));
    const chunks = this.#chunks;
    const entry: LoadedChunk = {
      chunk,
      bytes: length,
      drop: () => {
        chunks[number] = null;
        if (this.#number === number) this.#number = -1;
      },
    };
    chunks[number] = entry;
    this.#cache.add(entry);
    return chunk;
  }

  /** Lets go of all chunks. */
  close(): void {
    for (const entry of this.#chunks) if (entry !== null) this.#cache.remove(entry);
    this.#chunks.fill(null);
    this.#number = -1;
  }
}

interface LoadedChunk extends CacheEntry {
  readonly chunk: ColumnChunk;
}
