import type { Failure } from '@toolstone/protocol';
import type { Sharp, SharpOptions } from 'sharp';
import type { ImageFormat } from '../../shared/content-type.ts';
import { formatTitle } from '../../shared/images/image-info.ts';
import { iconEntries } from '../../shared/images/inspect-ico.ts';
import { inspectPng } from '../../shared/images/inspect-png.ts';
import type { ImageJobInput, RenderedImage } from '../../shared/images/rendered-image.ts';
import { BitmapError, decodeBmp, decodeIconBitmap } from './decode-bitmap.ts';
import { encodePng, type Pixels } from './encode-png.ts';

type SharpFactory = (input: Uint8Array, options?: SharpOptions) => Sharp;

const MAX_PIXELS = 120_000_000;
/** Providers refuse an image with a longer edge. */
const MAX_EDGE = 8000;
const fittingEdges = [8000, 4096, 3072, 2048, 1568, 1024, 512];

interface Image {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
}

/**
 * The image as models take it: PNG, JPEG, GIF or WebP, upright, within `maxBytes` and 8,000 pixels an edge, its pixels known to
 * decode. What needs `sharp` and cannot have it is refused, or left as it is with a note where that is still of use.
 */
export async function renderImage(
  { bytes, format, orientation, maxBytes }: ImageJobInput,
  load: () => Promise<SharpFactory | null> = loadSharp,
): Promise<RenderedImage> {
  const plain = toPlain({ bytes, format });
  if ('failure' in plain) return { status: 'refused', failure: plain.failure };
  const sharp = await load();
  return sharp === null ? asItIs(plain, { orientation, maxBytes }) : render(plain, maxBytes, sharp);
}

/** BMP and ICO become PNG here: no library at hand reads them whole. */
function toPlain(image: Image): Image | { readonly failure: Failure } {
  try {
    if (image.format === 'bmp') return { bytes: encodePng(decodeBmp(image.bytes)), format: 'png' };
    if (image.format === 'ico') return iconToPng(image.bytes);
    return image;
  } catch (error) {
    if (error instanceof BitmapError) return { failure: damagedImage(image.format, error.message) };
    if (error instanceof RangeError) return { failure: damagedImage(image.format, 'ends too early') };
    throw error;
  }
}

function iconToPng(bytes: Uint8Array): Image {
  const [largest] = iconEntries(bytes);
  if (!largest) throw new BitmapError('has no pixels');
  if (largest.bytes[0] === 0x89) {
    const inspected = inspectPng(largest.bytes);
    if (inspected.status === 'damaged') throw new BitmapError(inspected.why);
    return { bytes: Uint8Array.from(largest.bytes), format: 'png' };
  }
  const pixels: Pixels = decodeIconBitmap(largest.bytes);
  return { bytes: encodePng(pixels), format: 'png' };
}

async function loadSharp(): Promise<SharpFactory | null> {
  try {
    return (await import('sharp')).default;
  } catch {
    return null; // an optional dependency: the platform has no build of it, or it was left out
  }
}

function asItIs(image: Image, { orientation, maxBytes }: { orientation: number; maxBytes: number }): RenderedImage {
  const mediaType = mediaTypes[image.format];
  if (mediaType === undefined) {
    return { status: 'refused', failure: needsSharp(`reading ${formatTitle[image.format]} images`) };
  }
  if (image.bytes.length > maxBytes) return { status: 'refused', failure: needsSharp('scaling images over 4 MB down') };
  const notes = orientation === 1 ? [] : ['The image is shown as stored, not as its EXIF orientation turns it'];
  return { status: 'rendered', bytes: image.bytes, mediaType, notes };
}

async function render(image: Image, maxBytes: number, sharp: SharpFactory): Promise<RenderedImage> {
  try {
    const open = () => sharp(image.bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
    const metadata = await open().metadata();
    const edge = Math.max(metadata.width, metadata.height);
    const isUpright = (metadata.orientation ?? 1) === 1;
    const mediaType = mediaTypes[image.format];
    if (mediaType !== undefined && isUpright && edge <= MAX_EDGE && image.bytes.length <= maxBytes) {
      // Decodes all of it: a damaged image in the conversation would fail every request from then on.
      await open().resize(16, 16, { fit: 'inside' }).raw().toBuffer();
      return {
        status: 'rendered',
        bytes: image.bytes,
        mediaType,
        width: metadata.width,
        height: metadata.height,
        notes: [],
      };
    }
    return await redraw(open, { edge, maxBytes, prefersJpeg: image.format === 'jpeg', hasAlpha: metadata.hasAlpha });
  } catch (error) {
    return { status: 'refused', failure: sharpFailure(error, image.format) };
  }
}

interface Redraw {
  readonly edge: number;
  readonly maxBytes: number;
  readonly prefersJpeg: boolean;
  readonly hasAlpha: boolean;
}

/** Draws the image upright at the largest size that fits: without loss first, unless it had some already. */
async function redraw(open: () => Sharp, { edge, maxBytes, prefersJpeg, hasAlpha }: Redraw): Promise<RenderedImage> {
  for (const target of [Math.min(edge, MAX_EDGE), ...fittingEdges.filter((fitting) => fitting < edge)]) {
    const sized = () => open().autoOrient().resize(target, target, { fit: 'inside', withoutEnlargement: true });
    const attempts: readonly (readonly [string, () => Sharp])[] = [
      ...(prefersJpeg ? [] : [['image/png', () => sized().png()] as const]),
      hasAlpha
        ? ['image/webp', () => sized().webp({ quality: 88 })]
        : ['image/jpeg', () => sized().jpeg({ quality: 88 })],
    ];
    for (const [mediaType, draw] of attempts) {
      const { data, info } = await draw().toBuffer({ resolveWithObject: true });
      if (data.length > maxBytes) continue;
      const notes = target < edge ? [`The image was scaled down to ${info.width} × ${info.height} pixels`] : [];
      return {
        status: 'rendered',
        bytes: Uint8Array.from(data),
        mediaType,
        width: info.width,
        height: info.height,
        notes,
      };
    }
  }
  return {
    status: 'refused',
    failure: {
      code: 'IMAGE_TOO_LARGE',
      message: 'the image stays over 4 MB however it is scaled',
      nextStep: 'Cut out a part of it with bash and read that',
    },
  };
}

/** The formats that models take. */
const mediaTypes: Readonly<Partial<Record<ImageFormat, string>>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

function sharpFailure(error: unknown, format: ImageFormat): Failure {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  if (/pixel limit/.test(reason)) {
    return {
      code: 'IMAGE_TOO_LARGE',
      message: `the image has more than ${MAX_PIXELS / 1e6} million pixels`,
      nextStep: 'Scale it down with bash, or cut out a part, and read that',
    };
  }
  if (mediaTypes[format] === undefined && /unsupported image format|heif/i.test(reason)) {
    return {
      code: 'IMAGE_NOT_SUPPORTED',
      message: `${formatTitle[format]} images cannot be read here`,
      nextStep: 'Convert it to PNG with bash and read that',
    };
  }
  return damagedImage(format, `cannot be decoded: ${reason.replace(/\.+$/, '')}`);
}

const damagedImage = (format: ImageFormat, why: string): Failure => ({
  code: 'IMAGE_DAMAGED',
  message: `the ${formatTitle[format]} image ${why}`,
  nextStep: 'The file is damaged or was not written to its end; get it again from where it came',
});

const needsSharp = (what: string): Failure => ({
  code: 'IMAGE_NOT_SUPPORTED',
  message: `${what} needs the optional package sharp, which is not installed`,
  nextStep: 'Install it (npm install sharp), or convert the image with bash to a PNG or JPEG under 4 MB',
});
