import { type Compute, DeadlineError, type Files, type Hasher } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import type { ImageFormat } from '../content-type.ts';
import { tooLargeFailure } from '../paths/path-failure.ts';
import { readWholeFile } from '../text-file/read-whole.ts';
import { formatTitle, inspectImage } from './image-info.ts';
import { imageJob } from './image-job.ts';
import type { RenderedImage } from './rendered-image.ts';

/** What models take of an image; larger ones are scaled down. */
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const DEADLINE_MS = 30_000;

export interface ImageFile {
  readonly real: string;
  /** The path as it is told. */
  readonly shown: string;
  readonly bytes: number;
  readonly format: ImageFormat;
}

export interface ImagePorts {
  readonly files: Pick<Files, 'readAt'>;
  readonly hasher: Hasher;
  readonly compute: Compute;
  readonly signal: AbortSignal;
}

export interface LoadedImage {
  readonly status: 'loaded';
  readonly bytes: Uint8Array;
  /** SHA-256 of the file's content. */
  readonly hash: string;
  readonly format: ImageFormat;
  /** Pixels and Exif orientation; null where the format is not looked into. */
  readonly info: { readonly width: number; readonly height: number; readonly orientation: number } | null;
  /** One line for those who cannot see it. */
  readonly description: string;
}

/** An image file, whole and looked into; refused where it is damaged or too large. Rejects with a `PortError`. */
export async function loadImage(
  { real, shown, bytes: size, format }: ImageFile,
  { files, hasher, signal }: ImagePorts,
): Promise<LoadedImage | { readonly status: 'refused'; readonly failure: Failure }> {
  const whole = await readWholeFile(files, real, {
    hasher,
    expectedBytes: size,
    maxBytes: MAX_FILE_BYTES,
    signal,
  });
  if (whole === null) {
    const failure = tooLargeFailure(shown, size, MAX_FILE_BYTES, 'Scale the image down with bash and read that');
    return { status: 'refused', failure };
  }
  const { bytes, hash } = whole;
  const info = inspectImage(bytes, format);
  if (info?.status === 'damaged') {
    const failure: Failure = {
      code: 'IMAGE_DAMAGED',
      message: `the ${formatTitle[format]} image ${shown} ${info.why}`,
      nextStep: 'The file is damaged or was not written to its end; get it again from where it came',
    };
    return { status: 'refused', failure };
  }
  const pixels = info === null ? '' : `, ${info.width} × ${info.height} pixels`;
  const description = `${formatTitle[format]} image ${shown}${pixels}, ${bytes.length.toLocaleString('en')} bytes`;
  return { status: 'loaded', bytes, hash, format, info, description };
}

/** The image in a form and size that models take. */
export async function renderImage(
  { bytes, format, info }: LoadedImage,
  { compute, signal }: ImagePorts,
): Promise<RenderedImage> {
  try {
    return await compute.run(
      imageJob,
      { bytes, format, orientation: info?.orientation ?? 1, maxBytes: MAX_IMAGE_BYTES },
      { signal, deadlineMs: DEADLINE_MS, bytes: bytes.length, isolate: true },
    );
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return {
      status: 'refused',
      failure: {
        code: 'IMAGE_TOO_SLOW',
        message: `the image was not decoded within ${DEADLINE_MS / 1000} seconds`,
        nextStep: 'Scale it down with bash and read that',
      },
    };
  }
}
