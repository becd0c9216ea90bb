import { ByteCursor } from './byte-cursor.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Compression } from './compression.ts';
import { corruptedFile } from './corrupted.ts';
import type { SectionFile, SectionFileWriter } from './section-file.ts';
import type { StoredDocument } from './segment-document.ts';

/** A block is compressed when it has at least so many bytes. */
const BLOCK_BYTES = 8192;
const CACHED_BLOCKS = 8;

/** Where the stored fields stand in a segment's file. */
export interface StoredPlace {
  /** For each block: its place, its first document, its length once decompressed; then the end of the last one. */
  readonly directoryAt: number;
  readonly blocks: number;
  readonly compression: string;
}

export const STORED_NUMBERS = 3;

/** Gathers stored documents into compressed blocks; `out` gets each as it is full. */
export class StoredFieldsWriter {
  readonly #compression: Compression;
  readonly #append: (bytes: Uint8Array) => void;
  readonly #block = new ByteWriter(BLOCK_BYTES * 2);
  readonly #directory: number[] = [];
  #position: number;
  #firstDoc = 0;
  #doc = 0;

  /** `append` takes a block's bytes; the first stands at `position`. */
  constructor(compression: Compression, position: number, append: (bytes: Uint8Array) => void) {
    this.#compression = compression;
    this.#position = position;
    this.#append = append;
  }

  /** The next document; null for a nested one. */
  add(stored: StoredDocument | null): void {
    writeStored(stored, this.#block);
    this.#doc++;
    if (this.#block.length >= BLOCK_BYTES) this.endBlock();
  }

  /** Bytes that are held uncompressed. */
  get pendingBytes(): number {
    return this.#block.bytes.length;
  }

  /** Reads a document again; `readBack` gives bytes of the blocks that were appended. */
  document(doc: number, readBack: (at: number, length: number) => Uint8Array): StoredDocument {
    if (doc >= this.#firstDoc) return storedAt(this.#block.bytes.slice(0, this.#block.length), doc - this.#firstDoc);
    const numbers = this.#directory;
    let low = 0;
    let high = numbers.length / STORED_NUMBERS - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((numbers[middle * STORED_NUMBERS + 1] ?? 0) <= doc) low = middle;
      else high = middle - 1;
    }
    const at = low * STORED_NUMBERS;
    const end = numbers[at + STORED_NUMBERS] ?? this.#position;
    const from = numbers[at] ?? 0;
    const bytes = this.#compression.decompress(readBack(from, end - from), numbers[at + 2] ?? 0);
    return storedAt(bytes, doc - (numbers[at + 1] ?? 0));
  }

  /** Ends the last block. Gives the directory's numbers. */
  finish(): Float64Array {
    this.endBlock();
    this.#directory.push(this.#position, this.#doc, 0);
    return Float64Array.from(this.#directory);
  }

  /** Ends the block that is being filled. */
  endBlock(): void {
    if (this.#doc === this.#firstDoc) return;
    const compressed = this.#compression.compress(this.#block.view());
    this.#directory.push(this.#position, this.#firstDoc, this.#block.length);
    this.#append(compressed);
    this.#position += compressed.length;
    this.#firstDoc = this.#doc;
    this.#block.clear();
  }
}

/** Writes the directory of blocks that were appended. */
export const finishStoredFields = (
  out: SectionFileWriter,
  compression: Compression,
  writer: StoredFieldsWriter,
): StoredPlace => {
  const directory = writer.finish();
  out.align();
  const directoryAt = out.position;
  out.append(new Uint8Array(directory.buffer));
  return { directoryAt, blocks: directory.length / STORED_NUMBERS - 1, compression: compression.name };
};

// A document: varint length of what follows | length and bytes of the id | routing: 0 for none, else length + 1 and bytes |
// source: the same.
const writeStored = (stored: StoredDocument | null, into: ByteWriter): void => {
  if (stored === null) {
    into.varint(0);
    return;
  }
  const id = encoder.encode(stored.id);
  const routing = stored.routing === null ? null : encoder.encode(stored.routing);
  const { source } = stored;
  const length =
    varintLength(id.length) +
    id.length +
    (routing === null ? 1 : varintLength(routing.length + 1) + routing.length) +
    (source === null ? 1 : varintLength(source.length + 1) + source.length);
  into.varint(length);
  into.varint(id.length);
  into.append(id);
  writeOptional(routing, into);
  writeOptional(source, into);
};

const encoder = new TextEncoder();

const varintLength = (value: number): number =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5;

const writeOptional = (bytes: Uint8Array | null, into: ByteWriter): void => {
  into.varint(bytes === null ? 0 : bytes.length + 1);
  if (bytes !== null) into.append(bytes);
};

interface Block {
  readonly number: number;
  readonly bytes: Uint8Array;
  /** Where each document begins. */
  readonly starts: Int32Array;
}

/** Reads stored documents; a few blocks are kept decompressed. */
export class StoredFields {
  readonly #file: SectionFile;
  readonly #compression: Compression;
  readonly #place: StoredPlace;
  #directory: Float64Array | null = null;
  #cached: Block[] = [];

  constructor(file: SectionFile, place: StoredPlace, compression: Compression) {
    if (place.compression !== compression.name) {
      throw corruptedFile(
        file.name,
        `stored with the compression [${place.compression}], opened with [${compression.name}]`,
      );
    }
    this.#file = file;
    this.#place = place;
    this.#compression = compression;
  }

  document(doc: number): StoredDocument {
    const block = this.#blockOf(doc);
    const first = this.#numbers()[block.number * STORED_NUMBERS + 1] ?? 0;
    return readStored(new ByteCursor(block.bytes, block.starts[doc - first] ?? 0));
  }

  #numbers(): Float64Array {
    this.#directory ??= new Float64Array(
      this.#file.read(this.#place.directoryAt, (this.#place.blocks + 1) * STORED_NUMBERS * 8).buffer,
    );
    return this.#directory;
  }

  #blockOf(doc: number): Block {
    const numbers = this.#numbers();
    let low = 0;
    let high = this.#place.blocks - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((numbers[middle * STORED_NUMBERS + 1] ?? 0) <= doc) low = middle;
      else high = middle - 1;
    }
    const known = this.#cached.find((block) => block.number === low);
    if (known !== undefined) return known;
    const block = this.#load(low, numbers);
    this.#cached = [block, ...this.#cached.slice(0, CACHED_BLOCKS - 1)];
    return block;
  }

  #load(number: number, numbers: Float64Array): Block {
    const at = numbers[number * STORED_NUMBERS] ?? 0;
    const length = (numbers[(number + 1) * STORED_NUMBERS] ?? 0) - at;
    const docs = (numbers[(number + 1) * STORED_NUMBERS + 1] ?? 0) - (numbers[number * STORED_NUMBERS + 1] ?? 0);
    const bytes = this.#compression.decompress(this.#file.read(at, length), numbers[number * STORED_NUMBERS + 2] ?? 0);
    const starts = new Int32Array(docs);
    const cursor = new ByteCursor(bytes);
    for (let index = 0; index < docs; index++) {
      starts[index] = cursor.at;
      const own = cursor.varint();
      cursor.at += own;
    }
    return { number, bytes, starts };
  }
}

/** The `index`-th document of a block. */
const storedAt = (bytes: Uint8Array, index: number): StoredDocument => {
  const cursor = new ByteCursor(bytes);
  for (let skipped = 0; skipped < index; skipped++) {
    const length = cursor.varint();
    cursor.at += length;
  }
  return readStored(cursor);
};

const readStored = (cursor: ByteCursor): StoredDocument => {
  if (cursor.varint() === 0) return { id: '', routing: null, source: null };
  const id = cursor.text();
  const routing = readOptional(cursor);
  const source = readOptional(cursor);
  return { id, routing: routing === null ? null : decoder.decode(routing), source };
};

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const readOptional = (cursor: ByteCursor): Uint8Array | null => {
  const length = cursor.varint();
  return length === 0 ? null : cursor.take(length - 1);
};
