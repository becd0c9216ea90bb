import type { BlobPart } from '@toolstone/protocol';

/** What a model is told of bytes that it does not get. */
export function describeBlob(part: BlobPart, why: string | undefined): string {
  const name = part.name === undefined ? '' : `${part.name}, `;
  const head = `[${name}${part.mediaType}, ${part.bytes} bytes${why === undefined ? '' : `; ${why}`}]`;
  return part.description === undefined ? head : `${head}\n${part.description}`;
}
