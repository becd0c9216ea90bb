/** Compresses stored fields; the store's owner gives it (zlib on Node). What one wrote only the same one reads. */
export interface Compression {
  /** Kept in the file: opening it with another compression is refused. */
  readonly name: string;
  compress(bytes: Uint8Array): Uint8Array;
  /** `length` is that of what was compressed. */
  decompress(bytes: Uint8Array, length: number): Uint8Array;
}

/** Leaves the bytes as they are. */
export const noCompression: Compression = {
  name: 'none',
  compress: (bytes) => bytes.slice(),
  decompress: (bytes) => bytes,
};
