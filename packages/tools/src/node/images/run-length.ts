/** Palette indices of a run-length coded bitmap (RLE8, or RLE4 for `isNibbles`), rows in file order; skipped pixels are 0. */
export function runLengthIndices(
  bytes: Uint8Array,
  { width, height, isNibbles }: { readonly width: number; readonly height: number; readonly isNibbles: boolean },
): Uint8Array {
  const indices = new Uint8Array(width * height);
  let column = 0;
  let row = 0;
  const put = (value: number): void => {
    if (row < height && column < width) indices[row * width + column] = value;
    column++;
  };
  for (let at = 0; at + 1 < bytes.length && row < height; ) {
    const count = bytes[at] ?? 0;
    const code = bytes[at + 1] ?? 0;
    at += 2;
    if (count > 0) {
      for (let index = 0; index < count; index++) put(isNibbles ? nibble(code, index) : code);
    } else if (code === 0) {
      column = 0;
      row++;
    } else if (code === 1) break;
    else if (code === 2) {
      column += bytes[at] ?? 0;
      row += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      for (let index = 0; index < code; index++) {
        put(isNibbles ? nibble(bytes[at + (index >> 1)] ?? 0, index) : (bytes[at + index] ?? 0));
      }
      const length = isNibbles ? (code + 1) >> 1 : code;
      at += length + (length & 1); // runs of literal pixels are padded to two bytes
    }
  }
  return indices;
}

const nibble = (byte: number, index: number): number => (index % 2 === 0 ? byte >>> 4 : byte & 0x0f);
