import type { Files, Hasher } from '@toolstone/kernel';

const CHUNK_BYTES = 4 * 1024 * 1024;

export interface WholeFile {
  readonly bytes: Uint8Array;
  /** SHA-256 of `bytes`. */
  readonly hash: string;
}

/** The whole content of a file with its hash; null where it has more than `maxBytes`. Rejects with a `PortError`. */
export async function readWholeFile(
  files: Pick<Files, 'readAt'>,
  path: string,
  options: {
    readonly hasher: Hasher;
    /** How large the file is said to be; what is really there counts. */
    readonly expectedBytes: number;
    readonly maxBytes: number;
    readonly signal: AbortSignal;
  },
): Promise<WholeFile | null> {
  const hash = options.hasher.incremental();
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    options.signal.throwIfAborted();
    const length = total === 0 ? Math.min(CHUNK_BYTES, options.expectedBytes + 1) : CHUNK_BYTES;
    const chunk = await files.readAt(path, total, length);
    if (chunk.length === 0) break;
    total += chunk.length;
    if (total > options.maxBytes) return null;
    hash.add(chunk);
    chunks.push(chunk);
  }
  return { bytes: compact(chunks, total), hash: hash.digest() };
}

/** One array with a buffer of its own, because a view into a larger one takes all of that along to a worker. */
function compact(chunks: readonly Uint8Array[], total: number): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only?.buffer.byteLength === total) return only;
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
