import type { ByteSource } from './byte-source.ts';

const SNIFFED = 8192;

/** Whether bytes are UTF-8 text, by their beginning: a media type may be missing or wrong. */
export async function isText(source: ByteSource): Promise<boolean> {
  const bytes = await source.readAt(0, SNIFFED);
  if (bytes.includes(0)) return false;
  try {
    // `stream`: the last character may be cut in half by the sniffing itself.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length === SNIFFED });
    return true;
  } catch {
    return false; // that is the answer
  }
}
