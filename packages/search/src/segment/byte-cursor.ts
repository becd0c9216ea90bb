const decoder = new TextDecoder();

/** Reads what a ByteWriter wrote. Past the end it reads zeros: the bytes were verified before. */
export class ByteCursor {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  varint(): number {
    const { bytes } = this;
    let next = bytes[this.at++] ?? 0;
    if (next < 0x80) return next;
    let value = next & 0x7f;
    let scale = 0x80;
    do {
      next = bytes[this.at++] ?? 0;
      value += (next & 0x7f) * scale;
      scale *= 0x80;
    } while (next >= 0x80);
    return value;
  }

  uint32(): number {
    const { bytes, at } = this;
    this.at += 4;
    return (
      ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>>
      0
    );
  }

  uint64(): number {
    const low = this.uint32();
    return low + this.uint32() * 0x100000000;
  }

  /** The next bytes: a view. */
  take(length: number): Uint8Array {
    const from = this.at;
    this.at += length;
    return this.bytes.subarray(from, this.at);
  }

  text(): string {
    return decoder.decode(this.take(this.varint()));
  }
}
