import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Compression } from '../segment/compression.ts';

/** Fast to write, and good enough: blocks of stored documents shrink to about a quarter. */
export const deflate: Compression = {
  name: 'deflate',
  compress: (bytes) => deflateRawSync(bytes, { level: 1 }),
  decompress: (bytes, length) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, length) }),
};
