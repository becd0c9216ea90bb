import type { ExecuteContext, Outcome } from '@toolstone/kernel';
import { DeadlineError, failedOutcome, textOutcome } from '@toolstone/kernel';
import type { ImageFormat } from '../shared/content-type.ts';
import { formatTitle, inspectImage } from '../shared/images/image-info.ts';
import { imageJob } from '../shared/images/image-job.ts';
import { tooLargeFailure } from '../shared/paths/path-failure.ts';
import { readWholeFile } from '../shared/text-file/read-whole.ts';
import type { ReadSource } from './read-source.ts';

/** What models take of an image; larger ones are scaled down. */
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const DEADLINE_MS = 30_000;

/** An image for a model that sees, a description for one that does not. */
export async function readImage(
  { plan, bytes: size }: ReadSource,
  format: ImageFormat,
  context: ExecuteContext,
): Promise<Outcome> {
  const whole = await readWholeFile(context.environment.files, plan.real, {
    hasher: context.hasher,
    expectedBytes: size,
    maxBytes: MAX_FILE_BYTES,
    signal: context.signal,
  });
  if (whole === null) {
    return failedOutcome(
      tooLargeFailure(plan.shown, size, MAX_FILE_BYTES, 'Scale the image down with bash and read that'),
    );
  }
  const { bytes, hash } = whole;
  const info = inspectImage(bytes, format);
  if (info?.status === 'damaged') {
    return failedOutcome({
      code: 'IMAGE_DAMAGED',
      message: `the ${formatTitle[format]} image ${plan.shown} ${info.why}`,
      nextStep: 'The file is damaged or was not written to its end; get it again from where it came',
    });
  }
  const pixels = info === null ? '' : `, ${info.width} × ${info.height} pixels`;
  const description = `${formatTitle[format]} image ${plan.shown}${pixels}, ${bytes.length.toLocaleString('en')} bytes`;
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
  const rendered = await render({ bytes, format, orientation: info?.orientation ?? 1 }, context);
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

async function render(
  image: { readonly bytes: Uint8Array; readonly format: ImageFormat; readonly orientation: number },
  { compute, signal }: ExecuteContext,
) {
  try {
    return await compute.run(
      imageJob,
      { ...image, maxBytes: MAX_IMAGE_BYTES },
      { signal, deadlineMs: DEADLINE_MS, bytes: image.bytes.length, isolate: true },
    );
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return {
      status: 'refused' as const,
      failure: {
        code: 'IMAGE_TOO_SLOW',
        message: `the image was not decoded within ${DEADLINE_MS / 1000} seconds`,
        nextStep: 'Scale it down with bash and read that',
      },
    };
  }
}
