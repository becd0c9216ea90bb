import type { Files } from '@toolstone/kernel';

const CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * The content of a file from `offset` in pieces of at most 4 MB; the next piece is read while one is used.
 * A piece is gone when the next one but one is asked for: its memory is used again. Ends at the end of the file, whatever its
 * size was said to be.
 */
export async function* fileChunks(
  files: Pick<Files, 'readAt'>,
  path: string,
  options: { readonly offset?: number; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array, void, void> {
  const buffers = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)];
  let at = options.offset ?? 0;
  let piece = 0;
  const readNext = (): Promise<Uint8Array> => files.readAt(path, at, CHUNK_BYTES, buffers[piece++ % 2]);
  let next = readNext();
  for (;;) {
    options.signal.throwIfAborted();
    const chunk = await next;
    if (chunk.length === 0) return;
    at += chunk.length;
    next = readNext();
    next.catch(() => undefined); // a reader that stops early leaves it unused; one that goes on awaits it
    yield chunk;
  }
}
