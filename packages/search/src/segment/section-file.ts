import { ByteCursor } from './byte-cursor.ts';
import { ByteWriter } from './byte-writer.ts';
import { corruptedFile } from './corrupted.ts';
import type { FileReader, FileWriter } from './file-access.ts';
import { PAGE_BYTES, type PageCache, type PageSource } from './page-cache.ts';
import { xxhash32 } from './xxhash32.ts';

// A file is: data | a checksum a page of the data | meta bytes | trailer. The trailer names the lengths and the checksum of
// what stands between it and the data, then its own checksum.
const MAGIC = 0x31475354;
const TRAILER_BYTES = 36;
const BATCH_PAGES = 16;

/** Writes a file of which every page is checked when it is read. */
export class SectionFileWriter {
  readonly #file: FileWriter;
  readonly #batch = new Uint8Array(PAGE_BYTES * BATCH_PAGES);
  readonly #checksums = new ByteWriter(1024);
  #inBatch = 0;
  #position = 0;

  constructor(file: FileWriter) {
    this.#file = file;
  }

  /** Bytes written so far: where the next ones will stand. */
  get position(): number {
    return this.#position;
  }

  append(bytes: Uint8Array): void {
    this.#position += bytes.length;
    let from = 0;
    while (from < bytes.length) {
      const taken = Math.min(bytes.length - from, this.#batch.length - this.#inBatch);
      this.#batch.set(bytes.subarray(from, from + taken), this.#inBatch);
      this.#inBatch += taken;
      from += taken;
      if (this.#inBatch === this.#batch.length) this.#writeBatch();
    }
  }

  /** Pads with zeros, so that the next bytes stand at a multiple of 8. */
  align(): void {
    const rest = this.#position & 7;
    if (rest !== 0) this.append(new Uint8Array(8 - rest));
  }

  /** Ends the file; syncing and closing it is the caller's. Gives the file's size. */
  finish(meta: Uint8Array): number {
    this.#writeBatch();
    const between = new ByteWriter(this.#checksums.length + meta.length);
    between.append(this.#checksums.view());
    between.append(meta);
    const trailer = new ByteWriter(TRAILER_BYTES);
    trailer.uint32(MAGIC);
    trailer.uint64(this.#position);
    trailer.uint64(meta.length);
    trailer.uint32(PAGE_BYTES);
    trailer.uint32(xxhash32(between.bytes, 0, between.length));
    trailer.uint32(0);
    trailer.uint32(xxhash32(trailer.bytes, 0, trailer.length));
    this.#file.append(between.view());
    this.#file.append(trailer.view());
    return this.#position + between.length + trailer.length;
  }

  #writeBatch(): void {
    for (let at = 0; at < this.#inBatch; at += PAGE_BYTES) {
      this.#checksums.uint32(xxhash32(this.#batch, at, Math.min(at + PAGE_BYTES, this.#inBatch)));
    }
    if (this.#inBatch > 0) this.#file.append(this.#batch.slice(0, this.#inBatch));
    this.#inBatch = 0;
  }
}

/** Reads what a SectionFileWriter wrote. Every byte that it gives was checked. */
export class SectionFile implements PageSource {
  readonly name: string;
  readonly cacheKey: number;
  readonly meta: Uint8Array;
  readonly size: number;
  readonly #file: FileReader;
  readonly #cache: PageCache;
  readonly #dataLength: number;
  readonly #checksums: Uint32Array;

  /** Throws `corrupt_index_exception` where the file is shorter or longer than it was written, or its meta part damaged. */
  constructor(file: FileReader, cache: PageCache) {
    this.#file = file;
    this.#cache = cache;
    this.name = file.name;
    this.size = file.size;
    this.cacheKey = cache.newKey();
    if (file.size < TRAILER_BYTES) throw corruptedFile(file.name, 'the file is cut off');
    const trailer = new ByteCursor(readFrom(file, file.size - TRAILER_BYTES, TRAILER_BYTES));
    const magic = trailer.uint32();
    const dataLength = trailer.uint64();
    const metaLength = trailer.uint64();
    const pageBytes = trailer.uint32();
    const checksum = trailer.uint32();
    trailer.uint32();
    const ownChecksum = trailer.uint32();
    if (magic !== MAGIC || xxhash32(trailer.bytes, 0, TRAILER_BYTES - 4) !== ownChecksum) {
      throw corruptedFile(file.name, 'the end of the file is cut off or damaged');
    }
    const pages = Math.ceil(dataLength / PAGE_BYTES);
    const betweenLength = pages * 4 + metaLength;
    if (pageBytes !== PAGE_BYTES || dataLength + betweenLength + TRAILER_BYTES !== file.size) {
      throw corruptedFile(file.name, 'the file has not the length that it was written with');
    }
    const between = readFrom(file, dataLength, betweenLength);
    if (xxhash32(between) !== checksum) throw corruptedFile(file.name, 'checksum failed in the file table');
    this.#dataLength = dataLength;
    this.#checksums = new Uint32Array(between.slice(0, pages * 4).buffer);
    this.meta = between.subarray(pages * 4);
  }

  loadPage(page: number, target: Uint8Array): void {
    const from = page * PAGE_BYTES;
    const length = Math.min(PAGE_BYTES, this.#dataLength - from);
    if (length <= 0) throw corruptedFile(this.name, `there is no page ${page}`);
    const part = length === target.length ? target : target.subarray(0, length);
    this.#file.readInto(from, part);
    this.#check(page, part, 0, length);
  }

  /** Fills `target` from byte `offset` on, through the page cache. */
  readInto(offset: number, target: Uint8Array, length: number): void {
    if (offset < 0 || offset + length > this.#dataLength) throw corruptedFile(this.name, `no bytes at ${offset}`);
    let done = 0;
    while (done < length) {
      const at = offset + done;
      const page = Math.floor(at / PAGE_BYTES);
      const inPage = at - page * PAGE_BYTES;
      const bytes = this.#cache.page(this, page);
      const taken = Math.min(length - done, PAGE_BYTES - inPage);
      if (taken <= 24) for (let index = 0; index < taken; index++) target[done + index] = bytes[inPage + index] ?? 0;
      else target.set(bytes.subarray(inPage, inPage + taken), done);
      done += taken;
    }
  }

  /** Bytes in a buffer of their own, aligned to 8; large parts do not enter the page cache. `padding` zeros follow them. */
  read(offset: number, length: number, padding = 0): Uint8Array {
    const target = new Uint8Array(length + padding);
    if (length <= PAGE_BYTES * 2) {
      this.readInto(offset, target, length);
      return target;
    }
    const end = offset + length;
    if (offset < 0 || end > this.#dataLength) throw corruptedFile(this.name, `no bytes at ${offset}`);
    const firstPage = Math.floor(offset / PAGE_BYTES);
    const from = firstPage * PAGE_BYTES;
    const to = Math.min(this.#dataLength, Math.ceil(end / PAGE_BYTES) * PAGE_BYTES);
    const whole = readFrom(this.#file, from, to - from);
    for (let at = 0, page = firstPage; at < whole.length; at += PAGE_BYTES, page++) {
      this.#check(page, whole, at, Math.min(at + PAGE_BYTES, whole.length));
    }
    target.set(whole.subarray(offset - from, end - from));
    return target;
  }

  /** Checks every page. */
  verify(): void {
    const page = new Uint8Array(PAGE_BYTES);
    for (let index = 0; index < this.#checksums.length; index++) this.loadPage(index, page);
  }

  close(): void {
    this.#file.close();
  }

  #check(page: number, bytes: Uint8Array, from: number, to: number): void {
    if (xxhash32(bytes, from, to) !== this.#checksums[page]) {
      throw corruptedFile(
        this.name,
        `checksum failed at bytes ${page * PAGE_BYTES} to ${page * PAGE_BYTES + to - from}`,
      );
    }
  }
}

const readFrom = (file: FileReader, offset: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  if (length > 0) file.readInto(offset, bytes);
  return bytes;
};
