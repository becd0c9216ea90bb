import type { Clock, Hasher } from '@toolstone/kernel';

/** Takes a few milliseconds to hash, so that nothing else waits long. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** SHA-256 of bytes in memory, with pauses in which other things can run. */
export async function hashBytes(
  bytes: Uint8Array,
  { hasher, clock, signal }: { readonly hasher: Hasher; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<string> {
  const hash = hasher.incremental();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await clock.sleep(0, signal);
    hash.add(bytes.subarray(at, at + PIECE_BYTES));
  }
  return hash.digest();
}
