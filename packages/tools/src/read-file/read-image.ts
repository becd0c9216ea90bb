import { type ExecuteContext, failedOutcome, type Outcome, textOutcome } from '@toolstone/kernel';
import type { ImageFormat } from '../shared/content-type.ts';
import { loadImage, renderImage } from '../shared/images/load-image.ts';
import type { ReadSource } from './read-source.ts';

/** An image for a model that sees, a description for one that does not. */
export async function readImage(
  { plan, bytes: size }: ReadSource,
  format: ImageFormat,
  context: ExecuteContext,
): Promise<Outcome> {
  const { environment, hasher, compute, signal } = context;
  const ports = { files: environment.files, hasher, compute, signal };
  const image = await loadImage({ real: plan.real, shown: plan.shown, bytes: size, format }, ports);
  if (image.status === 'refused') return failedOutcome(image.failure);
  const { bytes, hash, info, description } = image;
  const value = {
    path: plan.path,
    kind: 'image',
    format,
    bytes: bytes.length,
    ...(info !== null && { width: info.width, height: info.height }),
  };
  const reads = [{ path: plan.real, hash }];
  if (!context.capabilities.vision) {
    return textOutcome(`${description}. The model in use cannot see images, so only this description is given.`, {
      value,
      reads,
    });
  }
  const rendered = await renderImage(image, ports);
  if (rendered.status === 'refused') return failedOutcome(rendered.failure);
  return {
    status: 'ok',
    effect: 'none',
    parts: [
      { type: 'text', text: description },
      { type: 'bytes', bytes: rendered.bytes, mediaType: rendered.mediaType, name: plan.shown, description },
    ],
    notes: rendered.notes,
    value,
    reads,
  };
}
