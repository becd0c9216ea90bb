const prefix = 'c2VhbDox';

/**
 * The seal that a provider puts on thinking: the same text gives the same seal, and only the server knows how.
 *
 * It is the `signature` of Anthropic's thinking blocks; clients must send both back unchanged. Not a secret: it finds
 * mistakes, it does not keep anyone out.
 */
export function sealOf(content: string): string {
  return `${prefix}${hash(content, 0x811c9dc5)}${hash(content, 0x2bfa17d3)}${hash(`${content.length}`, 0x5bd1e995)}`;
}

/**
 * An opaque token that is sealed in itself: Gemini's `thoughtSignature`, the `encrypted_content` of Responses.
 *
 * Valid base64 of 40 characters. `sequence` and `index` only make it different from others.
 */
export function sealedToken(sequence: number, index: number): string {
  const payload = (((sequence << 8) | (index & 0xff)) >>> 0).toString(16).padStart(8, '0');
  return payload + sealOf(payload);
}

export function isSealedToken(token: string): boolean {
  return token.length === 40 && token.slice(8) === sealOf(token.slice(0, 8));
}

/** FNV-1a over UTF-16 units, as eight characters that are valid in base64. */
function hash(content: string, seed: number): string {
  let value = seed;
  for (let at = 0; at < content.length; at += 1) {
    value = Math.imul(value ^ content.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value.toString(16).padStart(8, '0');
}
