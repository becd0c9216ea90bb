import type { ImageFormat } from '../content-type.ts';
import { inspectGif } from './inspect-gif.ts';
import { inspectIco } from './inspect-ico.ts';
import { inspectJpeg } from './inspect-jpeg.ts';
import { inspectPng } from './inspect-png.ts';
import { inspectBmp, inspectTiff, inspectWebp } from './inspect-simple.ts';
import { damaged, type InspectedImage } from './inspected-image.ts';

export const formatTitle: Readonly<Record<ImageFormat, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  gif: 'GIF',
  webp: 'WebP',
  bmp: 'BMP',
  tiff: 'TIFF',
  ico: 'ICO',
  avif: 'AVIF',
  heic: 'HEIC',
};

/** Walks the image's structure from end to end; null for formats that only a decoder knows. */
export function inspectImage(bytes: Uint8Array, format: ImageFormat): InspectedImage | null {
  try {
    switch (format) {
      case 'png':
        return inspectPng(bytes);
      case 'jpeg':
        return inspectJpeg(bytes);
      case 'gif':
        return inspectGif(bytes);
      case 'webp':
        return inspectWebp(bytes);
      case 'bmp':
        return inspectBmp(bytes);
      case 'tiff':
        return inspectTiff(bytes);
      case 'ico':
        return inspectIco(bytes);
      case 'avif':
      case 'heic':
        return null;
    }
  } catch (error) {
    // DataView says so when a length leads beyond the end.
    if (error instanceof RangeError) return damaged('ends too early');
    throw error;
  }
}
