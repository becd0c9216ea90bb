import { PACKED_PADDING } from './packed-integers.ts';
import type { SectionFile } from './section-file.ts';

const WINDOW_BYTES = 16_384;

/** A part of a file read piece by piece: little of it is in memory at once. */
export class Window {
  bytes: Uint8Array;
  readonly #file: SectionFile;
  readonly #offset: number;
  readonly #length: number;
  #from = 0;
  #to = 0;

  constructor(file: SectionFile, offset: number, length: number) {
    this.#file = file;
    this.#offset = offset;
    this.#length = length;
    this.bytes = new Uint8Array(Math.min(length, WINDOW_BYTES) + PACKED_PADDING);
  }

  /** Where in `bytes` the part's byte `at` stands, with `count` bytes after it, as far as the part has them. */
  at(at: number, count: number): number {
    if (at < this.#from || Math.min(at + count, this.#length) > this.#to) {
      const length = Math.min(WINDOW_BYTES, this.#length - at);
      this.#file.readInto(this.#offset + at, this.bytes, length);
      this.#from = at;
      this.#to = at + length;
    }
    return at - this.#from;
  }
}
