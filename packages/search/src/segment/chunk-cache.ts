/** Something in memory that can be read again from its file. */
export interface CacheEntry {
  readonly bytes: number;
  /** Lets go of it. */
  drop(): void;
}

/** Column chunks of any number of segments under one byte budget; the longest unused leave first. */
export class ChunkCache {
  readonly #maxBytes: number;
  readonly #entries = new Set<CacheEntry>();
  #bytes = 0;

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(entry: CacheEntry): void {
    this.#entries.add(entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries) {
      if (this.#bytes <= this.#maxBytes || oldest === entry) return;
      this.remove(oldest);
      oldest.drop();
    }
  }

  touch(entry: CacheEntry): void {
    if (this.#entries.delete(entry)) this.#entries.add(entry);
  }

  remove(entry: CacheEntry): void {
    if (this.#entries.delete(entry)) this.#bytes -= entry.bytes;
  }
}
