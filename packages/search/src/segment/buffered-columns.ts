import { type ColumnPlace, ColumnWriter } from './column-writer.ts';
import { DoubleList, IntegerList } from './number-list.ts';
import type { SectionFileWriter } from './section-file.ts';

/** The values of one column as they come, documents ascending. */
export interface BufferedColumn {
  readonly bytes: number;
  write(out: SectionFileWriter, maxDoc: number): readonly ColumnPlace[];
}

export class BufferedNumbers implements BufferedColumn {
  readonly #docs = new IntegerList();
  readonly #values = new DoubleList();
  /** The values beyond 2^53, by their place. */
  readonly #bigs = new Map<number, bigint>();

  get bytes(): number {
    return this.#docs.values.byteLength + this.#values.values.byteLength + this.#bigs.size * 64;
  }

  add(doc: number, values: readonly (number | bigint)[]): void {
    if (values.length === 1) this.#push(doc, values[0] ?? 0);
    else for (const value of values.toSorted(ascending)) this.#push(doc, value);
  }

  write(out: SectionFileWriter, maxDoc: number): readonly ColumnPlace[] {
    const values = this.#values.values;
    const isBig =
      this.#bigs.size > 0 && values.subarray(0, this.#values.length).every((value) => Number.isInteger(value));
    const column = new ColumnWriter(out, { maxDoc, isBig });
    for (let index = 0; index < this.#values.length; index++) {
      const big = isBig ? this.#bigs.get(index) : undefined;
      column.add(this.#docs.values[index] ?? 0, big ?? values[index] ?? 0);
    }
    return [column.finish()];
  }

  #push(doc: number, value: number | bigint): void {
    const nearest = Number(value);
    if (typeof value === 'bigint' && !Number.isSafeInteger(nearest)) this.#bigs.set(this.#values.length, value);
    this.#docs.push(doc);
    this.#values.push(nearest);
  }
}

const ascending = (left: number | bigint, right: number | bigint): number => (left < right ? -1 : left > right ? 1 : 0);

export class BufferedPairs implements BufferedColumn {
  readonly #docs = new IntegerList();
  readonly #firsts = new DoubleList();
  readonly #seconds = new DoubleList();

  get bytes(): number {
    return this.#docs.values.byteLength + this.#firsts.values.byteLength * 2;
  }

  add(doc: number, pairs: readonly (readonly [number, number])[]): void {
    for (const [first, second] of pairs) {
      this.#docs.push(doc);
      this.#firsts.push(first);
      this.#seconds.push(second);
    }
  }

  write(out: SectionFileWriter, maxDoc: number): readonly ColumnPlace[] {
    return [this.#firsts, this.#seconds].map((values) => {
      const column = new ColumnWriter(out, { maxDoc, isBig: false });
      for (let index = 0; index < values.length; index++) {
        column.add(this.#docs.values[index] ?? 0, values.values[index] ?? 0);
      }
      return column.finish();
    });
  }
}

/** Byte strings and vectors: what each holds is written, then columns of where it stands. */
export class BufferedBytes implements BufferedColumn {
  readonly #docs = new IntegerList();
  readonly #values: Uint8Array[] = [];
  readonly #hasLengths: boolean;
  #bytes = 0;

  /** `hasLengths`: whether their lengths differ; then a second column has them. */
  constructor(hasLengths: boolean) {
    this.#hasLengths = hasLengths;
  }

  get bytes(): number {
    return this.#docs.values.byteLength + this.#bytes;
  }

  add(doc: number, values: readonly Uint8Array[]): void {
    for (const value of values) {
      this.#docs.push(doc);
      // What is given may be a view of a larger buffer, or change afterwards.
      this.#values.push(value.slice());
      this.#bytes += value.length + 100;
    }
  }

  write(out: SectionFileWriter, maxDoc: number): readonly ColumnPlace[] {
    const writer = new BytesWriter(out, { maxDoc, hasLengths: this.#hasLengths });
    let index = 0;
    for (const value of this.#values) writer.add(this.#docs.values[index++] ?? 0, value);
    return writer.finish();
  }
}

export class BytesWriter {
  readonly #out: SectionFileWriter;
  readonly #about: { readonly maxDoc: number; readonly hasLengths: boolean };
  readonly #docs = new IntegerList();
  readonly #starts = new DoubleList();
  readonly #lengths = new IntegerList();

  constructor(out: SectionFileWriter, about: { readonly maxDoc: number; readonly hasLengths: boolean }) {
    this.#out = out;
    this.#about = about;
    out.align();
  }

  add(doc: number, value: Uint8Array): void {
    this.#docs.push(doc);
    this.#starts.push(this.#out.position);
    this.#lengths.push(value.length);
    this.#out.append(value);
  }

  finish(): readonly ColumnPlace[] {
    const { maxDoc, hasLengths } = this.#about;
    const lists = hasLengths ? [this.#starts, this.#lengths] : [this.#starts];
    return lists.map((values) => {
      const column = new ColumnWriter(this.#out, { maxDoc, isBig: false });
      for (let index = 0; index < values.length; index++) {
        column.add(this.#docs.values[index] ?? 0, values.values[index] ?? 0);
      }
      return column.finish();
    });
  }
}

export const vectorBytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
