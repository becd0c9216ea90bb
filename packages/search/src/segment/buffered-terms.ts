import type { Token } from '../analysis/token.ts';
import { ColumnWriter } from './column-writer.ts';
import { FieldTermsWriter, postingsOptions } from './field-terms-writer.ts';
import { normOfLength } from './norm-length.ts';
import { IntegerList } from './number-list.ts';
import type { SectionFileWriter } from './section-file.ts';
import type { FieldStorage } from './segment-document.ts';
import type { FieldPlace } from './segment-meta.ts';

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const anySurrogate = /[\ud800-\udfff]/;
/** About what a distinct term takes in memory besides its characters. */
const TERM_BYTES = 64;

/**
 * The occurrences of one inverted field as they come: a record each, of its term and its position (or, where the field
 * keeps frequencies without positions, its frequency). They are put in order of their terms when the segment is written.
 */
export class BufferedTerms {
  readonly storage: FieldStorage;
  readonly #options: NonNullable<FieldStorage['inverted']>;
  readonly #keepsValues: boolean;
  readonly #keepsOffsets: boolean;
  readonly #keepsPositions: boolean;
  readonly #ids = new Map<string, number>();
  readonly #recordTerms = new IntegerList();
  readonly #recordValues = new IntegerList();
  readonly #recordStarts = new IntegerList();
  readonly #recordEnds = new IntegerList();
  /** Documents that have the field, and how many records there are up to the end of each. */
  readonly #docs = new IntegerList();
  readonly #docEnds = new IntegerList();
  readonly #lengths = new IntegerList();
  #termBytes = 0;
  #hasSurrogates = false;

  constructor(storage: FieldStorage, options: NonNullable<FieldStorage['inverted']>) {
    this.storage = storage;
    this.#options = options;
    this.#keepsValues = options.options !== 'docs';
    this.#keepsPositions = options.options === 'positions' || options.options === 'offsets';
    this.#keepsOffsets = options.options === 'offsets';
  }

  /** Bytes held in memory, about. */
  get bytes(): number {
    return (
      this.#termBytes +
      4 *
        (this.#recordTerms.values.length +
          this.#recordValues.values.length +
          this.#recordStarts.values.length +
          this.#recordEnds.values.length +
          this.#docs.values.length * 3)
    );
  }

  /** Its terms, in no order. */
  has(term: string): boolean {
    return this.#ids.has(term);
  }

  addTokens(doc: number, tokens: readonly Token[]): void {
    let last = -1;
    let overlapping = 0;
    for (const token of tokens) {
      this.#recordTerms.push(this.#idOf(token.term));
      if (this.#keepsPositions) {
        this.#recordValues.push(token.position);
        if (this.#keepsOffsets) {
          this.#recordStarts.push(token.startOffset);
          this.#recordEnds.push(token.endOffset);
        }
      } else if (this.#keepsValues) this.#recordValues.push(1);
      if (token.position === last) overlapping++;
      last = token.position;
    }
    this.#endDoc(doc, tokens.length - overlapping);
  }

  addTerms(doc: number, terms: readonly string[]): void {
    let place = 0;
    for (const term of terms) {
      this.#recordTerms.push(this.#idOf(term));
      if (this.#keepsPositions) this.#recordValues.push(place++);
      else if (this.#keepsValues) this.#recordValues.push(1);
      if (this.#keepsOffsets) {
        this.#recordStarts.push(0);
        this.#recordEnds.push(term.length);
      }
    }
    this.#endDoc(doc, terms.length);
  }

  addWeighted(doc: number, terms: readonly { readonly term: string; readonly freq: number }[]): void {
    for (const { term, freq } of terms) {
      this.#recordTerms.push(this.#idOf(term));
      if (this.#keepsValues) this.#recordValues.push(freq);
    }
    this.#endDoc(doc, terms.length);
  }

  write(out: SectionFileWriter, maxDoc: number): FieldPlace {
    const norms = this.#options.hasNorms ? this.#norms(maxDoc) : null;
    const { terms, ordinalOf } = this.#sortedTerms();
    const sorted = this.#sortRecords(terms.length, ordinalOf);
    const writer = new FieldTermsWriter(out, postingsOptions(this.#options, norms), maxDoc);
    const encoder = new TextEncoder();
    const scratch = new Uint8Array(32_768 * 3);
    for (let ordinal = 0; ordinal < terms.length; ordinal++) {
      const from = sorted.starts[ordinal] ?? 0;
      const to = sorted.starts[ordinal + 1] ?? 0;
      const { written } = encoder.encodeInto(terms[ordinal] ?? '', scratch);
      writer.startTerm();
      this.#writePostings(writer, sorted, { from, to });
      writer.endTerm(scratch.subarray(0, written));
    }
    const place = writer.finish();
    const columns = this.storage.column === 'ordinals' ? [this.#writeOrdinals(out, maxDoc, ordinalOf)] : [];
    let normsAt: number | null = null;
    if (norms !== null) {
      normsAt = out.position;
      out.append(norms);
    }
    return { storage: this.storage, terms: place, normsAt, columns, vectors: null };
  }

  #idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    return this.#newId(term);
  }

  #newId(given: string): number {
    let term = given;
    if (anySurrogate.test(given)) {
      term = given.replace(loneSurrogate, '\ufffd');
      this.#hasSurrogates = true;
      const known = this.#ids.get(term);
      if (known !== undefined) return known;
    }
    const id = this.#ids.size;
    this.#ids.set(term, id);
    this.#termBytes += term.length + TERM_BYTES;
    return id;
  }

  #endDoc(doc: number, length: number): void {
    this.#docs.push(doc);
    this.#docEnds.push(this.#recordTerms.length);
    this.#lengths.push(length);
  }

  #norms(maxDoc: number): Uint8Array {
    const norms = new Uint8Array(maxDoc);
    for (let index = 0; index < this.#docs.length; index++) {
      norms[this.#docs.values[index] ?? 0] = normOfLength(this.#lengths.values[index] ?? 0);
    }
    return norms;
  }

  #sortedTerms(): { readonly terms: readonly string[]; readonly ordinalOf: Int32Array } {
    const terms = [...this.#ids.keys()].sort(this.#hasSurrogates ? byCodePoint : undefined);
    const ordinalOf = new Int32Array(terms.length);
    for (let ordinal = 0; ordinal < terms.length; ordinal++)
      ordinalOf[this.#ids.get(terms[ordinal] ?? '') ?? 0] = ordinal;
    return { terms, ordinalOf };
  }

  /** The records by term, within it as they came: for each its document, and its place among all. */
  #sortRecords(termCount: number, ordinalOf: Int32Array): SortedRecords {
    const count = this.#recordTerms.length;
    const records = this.#recordTerms.values;
    const starts = new Int32Array(termCount + 1);
    for (let index = 0; index < count; index++) {
      const ordinal = ordinalOf[records[index] ?? 0] ?? 0;
      starts[ordinal + 1] = (starts[ordinal + 1] ?? 0) + 1;
    }
    for (let ordinal = 0; ordinal < termCount; ordinal++) {
      starts[ordinal + 1] = (starts[ordinal + 1] ?? 0) + (starts[ordinal] ?? 0);
    }
    const next = starts.slice();
    const docs = new Int32Array(count);
    const places = new Int32Array(this.#keepsValues ? count : 0);
    let record = 0;
    for (let index = 0; index < this.#docs.length; index++) {
      const doc = this.#docs.values[index] ?? 0;
      const end = this.#docEnds.values[index] ?? 0;
      for (; record < end; record++) {
        const ordinal = ordinalOf[records[record] ?? 0] ?? 0;
        const at = next[ordinal] ?? 0;
        next[ordinal] = at + 1;
        docs[at] = doc;
        if (this.#keepsValues) places[at] = this.#keepsOffsets ? record : (this.#recordValues.values[record] ?? 0);
      }
    }
    return { starts, docs, places };
  }

  #writePostings(
    writer: FieldTermsWriter,
    { docs, places }: SortedRecords,
    span: { readonly from: number; readonly to: number },
  ): void {
    for (let at = span.from; at < span.to; ) {
      const doc = docs[at] ?? 0;
      let end = at + 1;
      while (end < span.to && docs[end] === doc) end++;
      if (this.#keepsPositions) {
        writer.addDoc(doc, end - at);
        for (; at < end; at++) this.#writePosition(writer, places[at] ?? 0);
        continue;
      }
      let freq = this.#keepsValues ? 0 : 1;
      if (this.#keepsValues) for (let index = at; index < end; index++) freq += places[index] ?? 0;
      writer.addDoc(doc, Math.min(freq, 0x7fffffff));
      at = end;
    }
  }

  #writePosition(writer: FieldTermsWriter, place: number): void {
    if (!this.#keepsOffsets) {
      writer.addPosition(place, 0, 0);
      return;
    }
    const position = this.#recordValues.values[place] ?? 0;
    writer.addPosition(position, this.#recordStarts.values[place] ?? 0, this.#recordEnds.values[place] ?? 0);
  }

  #writeOrdinals(out: SectionFileWriter, maxDoc: number, ordinalOf: Int32Array): FieldPlace['columns'][number] {
    const column = new ColumnWriter(out, { maxDoc, isBig: false });
    let record = 0;
    for (let index = 0; index < this.#docs.length; index++) {
      const doc = this.#docs.values[index] ?? 0;
      const end = this.#docEnds.values[index] ?? 0;
      if (end - record === 1) column.add(doc, ordinalOf[this.#recordTerms.values[record] ?? 0] ?? 0);
      else {
        const ordinals = this.#recordTerms.values.slice(record, end);
        for (let at = 0; at < ordinals.length; at++) ordinals[at] = ordinalOf[ordinals[at] ?? 0] ?? 0;
        ordinals.sort();
        let last = -1;
        for (const ordinal of ordinals) {
          if (ordinal !== last) column.add(doc, ordinal);
          last = ordinal;
        }
      }
      record = end;
    }
    return column.finish();
  }
}

interface SortedRecords {
  /** Where each term's records begin, in order of the terms. */
  readonly starts: Int32Array;
  readonly docs: Int32Array;
  /** Positions or frequencies; where offsets are kept, which record it was. */
  readonly places: Int32Array;
}

/** As the UTF-8 bytes sort: unlike UTF-16 units, code points beyond U+FFFF come last. */
export const byCodePoint = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    const isSurrogateA = (a & 0xf800) === 0xd800;
    const isSurrogateB = (b & 0xf800) === 0xd800;
    return isSurrogateA === isSurrogateB ? a - b : isSurrogateA ? 1 : -1;
  }
  return left.length - right.length;
};
