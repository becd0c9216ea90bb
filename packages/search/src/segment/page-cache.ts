/** Bytes of one page: the unit of checksums and of the cache. */
export const PAGE_BYTES = 16_384;

/** What fills a page: reads its bytes and checks them. */
export interface PageSource {
  /** Unique among the sources of one cache. */
  readonly cacheKey: number;
  /** Fills the first bytes of `target` with the page; throws where the file is damaged. */
  loadPage(page: number, target: Uint8Array): void;
}

const PAGES_A_FILE = 0x1000000;

/** Verified pages of the files of any number of segments, under one byte budget; the least used leave first (clock). */
export class PageCache {
  readonly #capacity: number;
  readonly #slots: Uint8Array[] = [];
  readonly #keys: number[] = [];
  readonly #used: Uint8Array;
  readonly #slotOf = new Map<number, number>();
  #hand = 0;
  #nextKey = 1;
  #lastKey = -1;
  #lastSlot: Uint8Array = new Uint8Array(0);

  constructor(maxBytes = 16 * 1024 * 1024) {
    this.#capacity = Math.max(4, Math.floor(maxBytes / PAGE_BYTES));
    this.#used = new Uint8Array(this.#capacity);
  }

  newKey(): number {
    return this.#nextKey++;
  }

  /** The page's bytes, good until the next call. */
  page(source: PageSource, page: number): Uint8Array {
    const key = source.cacheKey * PAGES_A_FILE + page;
    if (key === this.#lastKey) return this.#lastSlot;
    let slot = this.#slotOf.get(key);
    if (slot === undefined) {
      slot = this.#freeSlot();
      this.#lastKey = -1;
      source.loadPage(page, this.#slots[slot] ?? this.#lastSlot);
      this.#keys[slot] = key;
      this.#slotOf.set(key, slot);
    }
    this.#used[slot] = 1;
    this.#lastKey = key;
    this.#lastSlot = this.#slots[slot] ?? this.#lastSlot;
    return this.#lastSlot;
  }

  #freeSlot(): number {
    if (this.#slots.length < this.#capacity) {
      this.#slots.push(new Uint8Array(PAGE_BYTES));
      this.#keys.push(-1);
      return this.#slots.length - 1;
    }
    while (this.#used[this.#hand] === 1) {
      this.#used[this.#hand] = 0;
      this.#hand = (this.#hand + 1) % this.#capacity;
    }
    const slot = this.#hand;
    this.#hand = (this.#hand + 1) % this.#capacity;
    this.#slotOf.delete(this.#keys[slot] ?? -1);
    this.#keys[slot] = -1;
    return slot;
  }
}
