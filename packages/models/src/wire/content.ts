import type { LaneRequest } from '@toolstone/kernel';
import type { Part } from '@toolstone/protocol';
import { describeBlob } from './describe-blob.ts';

/** A part as a wire takes it: text, or an image whose bytes are there. */
export type WirePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly base64: string };

/** The image types that OpenAI and Anthropic take. */
const commonImageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface ContentReader {
  readonly vision: boolean;
  /** The image types of the wire, where they differ from the common ones. */
  readonly imageTypes?: ReadonlySet<string>;
  readonly encodeBase64: (bytes: Uint8Array) => string;
  readonly readBlob: LaneRequest['readBlob'];
}

/** True where reading the parts needs no waiting. */
export function isPlainText(parts: readonly Part[]): boolean {
  return parts.every((part) => part.type === 'text');
}

/** The parts with images read and everything else that is not text described. Empty texts are left out. */
export async function readParts(parts: readonly Part[], reader: ContentReader): Promise<readonly WirePart[]> {
  const read: WirePart[] = [];
  const imageTypes = reader.imageTypes ?? commonImageTypes;
  for (const part of parts) {
    if (part.type === 'text') {
      if (part.text !== '') read.push(part);
    } else if (!part.mediaType.startsWith('image/')) {
      read.push({ type: 'text', text: describeBlob(part, undefined) });
    } else if (!imageTypes.has(part.mediaType)) {
      read.push({ type: 'text', text: describeBlob(part, 'this model does not take images of this type') });
    } else if (!reader.vision) {
      read.push({ type: 'text', text: describeBlob(part, 'this model cannot see images') });
    } else {
      const bytes = await reader.readBlob(part.blob);
      read.push(
        bytes === null
          ? { type: 'text', text: describeBlob(part, 'its content is no longer stored') }
          : { type: 'image', mediaType: part.mediaType, base64: reader.encodeBase64(bytes) },
      );
    }
  }
  return read;
}

/** All text of the parts, one below the other. */
export function textOf(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  const texts = parts.flatMap((part) => (part.type === 'text' && part.text !== undefined ? [part.text] : []));
  return texts.length === 1 ? (texts[0] ?? '') : texts.join('\n');
}
