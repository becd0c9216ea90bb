import type { Files } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { sniffContentType } from './shared/content-type.ts';
import { type ImagePorts, loadImage, renderImage } from './shared/images/load-image.ts';

const HEAD_BYTES = 1024;

export interface AttachedImage {
  readonly status: 'image';
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly description: string;
  readonly notes: readonly string[];
}

/**
 * An image file as a model takes it, just as `read_file` would give it: checked, upright, small enough, in a common format.
 * `other` where the path names no file, or one that is no image. Rejects with a `PortError`.
 */
export async function loadAttachment(
  { path, shown }: { readonly path: string; readonly shown: string },
  ports: ImagePorts & { readonly files: Pick<Files, 'stat' | 'realpath' | 'readAt'> },
): Promise<AttachedImage | { readonly status: 'other' } | { readonly status: 'refused'; readonly failure: Failure }> {
  const stat = await ports.files.stat(path);
  if (stat?.kind !== 'file') return { status: 'other' };
  const type = sniffContentType(await ports.files.readAt(path, 0, HEAD_BYTES));
  if (type.kind !== 'image') return { status: 'other' };
  const image = await loadImage({ real: path, shown, bytes: stat.bytes, format: type.format }, ports);
  if (image.status === 'refused') return image;
  const rendered = await renderImage(image, ports);
  if (rendered.status === 'refused') return rendered;
  const { bytes, mediaType, notes } = rendered;
  return { status: 'image', bytes, mediaType, description: image.description, notes };
}
