import type { Files } from '@toolstone/kernel';

const CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * The content of a file from `offset` in pieces of at most 4 MB; the next piece is read while one is used.
 * Ends at the end of the file, whatever its size was said to be.
 */
export async function* fileChunks(
  files: Pick<Files, 'readAt'>,
  path: string,
  options: { readonly offset?: number; readonly first?: Uint8Array; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array, void, void> {
  let at = options.offset ?? 0;
  let next = options.first === undefined ? files.readAt(path, at, CHUNK_BYTES) : Promise.resolve(options.first);
  for (;;) {
    options.signal.throwIfAborted();
    const chunk = await next;
    if (chunk.length === 0) return;
    at += chunk.length;
    next = files.readAt(path, at, CHUNK_BYTES);
    next.catch(() => undefined); // a reader that stops early leaves it unused; one that goes on awaits it
    yield chunk;
  }
}
