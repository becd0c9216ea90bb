import { EsError } from '../error/es-error.ts';
import { hasBit, newBits, setBit } from './bit-set.ts';
import { BufferedBytes, type BufferedColumn, BufferedNumbers, BufferedPairs, vectorBytes } from './buffered-columns.ts';
import { BufferedTerms } from './buffered-terms.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Compression } from './compression.ts';
import type { Directory } from './directory.ts';
import { SectionFileWriter } from './section-file.ts';
import type { DocumentBlock, FieldStorage, SegmentField, StoredDocument } from './segment-document.ts';
import { encodeMeta, type FieldPlace, segmentFileName } from './segment-meta.ts';
import { finishStoredFields, StoredFieldsWriter } from './stored-fields.ts';

/** Lucene's limit of a term's UTF-8 bytes. */
const MAX_TERM_BYTES = 32_766;

/** What the buffer holds of one field. */
interface BufferedField {
  readonly storage: FieldStorage;
  terms: BufferedTerms | null;
  numbers: BufferedNumbers | null;
  pairs: BufferedPairs | null;
  bytes: BufferedBytes | null;
  vectors: BufferedBytes | null;
}

/** Documents in memory on their way into a segment. */
export class SegmentBuffer {
  readonly #compression: Compression;
  readonly #fields = new Map<string, BufferedField>();
  readonly #storedBytes = new ByteWriter(65_536);
  readonly #stored: StoredFieldsWriter;
  #rootBits = newBits(1024);
  #docCount = 0;
  #rootCount = 0;

  constructor(options: { readonly compression: Compression }) {
    this.#compression = options.compression;
    this.#stored = new StoredFieldsWriter(options.compression, 0, (bytes) => this.#storedBytes.append(bytes));
  }

  /** Documents, nested ones included. */
  get docCount(): number {
    return this.#docCount;
  }

  /** Bytes that it holds, about. */
  get bytes(): number {
    let bytes = this.#storedBytes.bytes.length + this.#stored.pendingBytes;
    for (const { terms, numbers, pairs, bytes: strings, vectors } of this.#fields.values()) {
      bytes += 200;
      for (const part of [terms, numbers, pairs, strings, vectors]) bytes += part?.bytes ?? 0;
    }
    return bytes;
  }

  /** Adds a block whole, or throws and adds nothing. Gives its first document; its root is the last. */
  add(block: DocumentBlock): number {
    for (const { fields } of block) for (const field of fields) refuseImmenseTerms(field);
    const first = this.#docCount;
    for (const document of block) {
      const doc = this.#docCount++;
      for (const field of document.fields) this.#addField(doc, field);
      this.#stored.add(document.stored);
    }
    this.#markRoot(this.#docCount - 1);
    return first;
  }

  /** What was stored of a document. */
  stored(doc: number): StoredDocument {
    return this.#stored.document(doc, (at, length) => this.#storedBytes.bytes.subarray(at, at + length));
  }

  isRoot(doc: number): boolean {
    return hasBit(this.#rootBits, doc);
  }

  /** Writes all documents as a segment; the buffer is then used up. With `sync` it returns when the file is on the disk. */
  write(directory: Directory, name: string, options: { readonly sync?: boolean } = {}): void {
    const file = directory.create(segmentFileName(name));
    try {
      const out = new SectionFileWriter(file);
      // The last block's bytes come with the directory: take the numbers before the bytes.
      const stored = finishStoredBytes(out, this.#compression, this.#stored, this.#storedBytes);
      const names = [...this.#fields.keys()].sort();
      const fields: FieldPlace[] = [];
      for (const field of names) {
        const buffered = this.#fields.get(field);
        if (buffered !== undefined) fields.push(writeField(buffered, out, this.#docCount));
        this.#fields.delete(field);
      }
      let rootBitsAt: number | null = null;
      if (this.#rootCount < this.#docCount) {
        out.align();
        rootBitsAt = out.position;
        const bits = newBits(this.#docCount);
        bits.set(this.#rootBits.subarray(0, bits.length));
        out.append(new Uint8Array(bits.buffer));
      }
      out.finish(encodeMeta({ version: 1, maxDoc: this.#docCount, rootBitsAt, stored, fields }));
      if (options.sync === true) file.sync();
    } finally {
      file.close();
    }
  }

  #markRoot(doc: number): void {
    if (doc >>> 5 >= this.#rootBits.length) {
      const grown = new Uint32Array(this.#rootBits.length * 2 + (doc >>> 5));
      grown.set(this.#rootBits);
      this.#rootBits = grown;
    }
    setBit(this.#rootBits, doc);
    this.#rootCount++;
  }

  #addField(doc: number, field: SegmentField): void {
    const { storage } = field;
    let buffered = this.#fields.get(storage.name);
    if (buffered === undefined) {
      buffered = { storage, terms: null, numbers: null, pairs: null, bytes: null, vectors: null };
      this.#fields.set(storage.name, buffered);
    }
    switch (field.kind) {
      case 'tokens':
        termsOf(buffered)?.addTokens(doc, field.tokens);
        return;
      case 'terms':
        termsOf(buffered)?.addTerms(doc, field.terms);
        return;
      case 'weighted':
        termsOf(buffered)?.addWeighted(doc, field.terms);
        return;
      case 'numbers':
        buffered.numbers ??= new BufferedNumbers();
        buffered.numbers.add(doc, field.values);
        return;
      case 'pairs':
        buffered.pairs ??= new BufferedPairs();
        buffered.pairs.add(doc, field.values);
        return;
      case 'bytes':
        buffered.bytes ??= new BufferedBytes(true);
        buffered.bytes.add(doc, field.values);
        return;
      case 'vector':
        buffered.vectors ??= new BufferedBytes(false);
        buffered.vectors.add(doc, [vectorBytes(field.vector)]);
        return;
      default:
        field satisfies never;
    }
  }
}

const termsOf = (field: BufferedField): BufferedTerms | null => {
  if (field.terms === null && field.storage.inverted !== null) {
    field.terms = new BufferedTerms(field.storage, field.storage.inverted);
  }
  return field.terms;
};

const finishStoredBytes = (
  out: SectionFileWriter,
  compression: Compression,
  writer: StoredFieldsWriter,
  bytes: ByteWriter,
): ReturnType<typeof finishStoredFields> => {
  writer.endBlock();
  out.append(bytes.view());
  return finishStoredFields(out, compression, writer);
};

const writeField = (field: BufferedField, out: SectionFileWriter, maxDoc: number): FieldPlace => {
  const { storage, terms } = field;
  const inverted: FieldPlace = terms?.write(out, maxDoc) ?? {
    storage,
    terms: null,
    normsAt: null,
    columns: [],
    vectors: null,
  };
  const columns: BufferedColumn | null = field.numbers ?? field.pairs ?? field.bytes;
  return {
    ...inverted,
    columns: columns === null ? inverted.columns : columns.write(out, maxDoc),
    vectors: field.vectors?.write(out, maxDoc)[0] ?? null,
  };
};

const refuseImmenseTerms = (field: SegmentField): void => {
  if (field.kind === 'tokens') for (const { term } of field.tokens) refuseImmense(field.storage.name, term);
  else if (field.kind === 'terms') for (const term of field.terms) refuseImmense(field.storage.name, term);
  else if (field.kind === 'weighted') for (const { term } of field.terms) refuseImmense(field.storage.name, term);
};

const refuseImmense = (field: string, term: string): void => {
  if (term.length * 3 <= MAX_TERM_BYTES) return;
  const bytes = new TextEncoder().encode(term);
  if (bytes.length <= MAX_TERM_BYTES) return;
  const prefix = [...new Int8Array(bytes.buffer, 0, 30)].join(', ');
  const cause = `bytes can be at most ${MAX_TERM_BYTES} in length; got ${bytes.length}`;
  throw new EsError({
    type: 'illegal_argument_exception',
    status: 400,
    reason: `Document contains at least one immense term in field="${field}" (whose UTF8 encoding is longer than the max length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such terms.  The prefix of the first immense term is: '[${prefix}]...', original message: ${cause}`,
    causedBy: { type: 'max_bytes_length_exceeded_exception', status: 400, reason: cause },
  });
};
