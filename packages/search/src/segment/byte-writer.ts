const encoder = new TextEncoder();

/** Bytes that grow. Numbers are little-endian. */
export class ByteWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
  }

  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length + (this.bytes.length >>> 1), 64));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** A whole number from 0 to 2^53 - 1, seven bits a byte. */
  varint(value: number): void {
    if (this.length + 8 > this.bytes.length) this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest = rest < 0x80000000 ? rest >>> 7 : Math.floor(rest / 128);
    }
    this.bytes[this.length++] = rest;
  }

  uint32(value: number): void {
    this.reserve(4);
    for (let shift = 0; shift < 32; shift += 8) this.bytes[this.length++] = (value >>> shift) & 0xff;
  }

  /** A whole number up to 2^53 - 1 in eight bytes. */
  uint64(value: number): void {
    this.uint32(value >>> 0);
    this.uint32(Math.floor(value / 0x100000000));
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Its UTF-8 length as a varint, then its bytes. */
  text(value: string): void {
    const bytes = encoder.encode(value);
    this.varint(bytes.length);
    this.append(bytes);
  }

  /** What was written: a view that is good until more is. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
