import { exifOrientation, tiffNumbers, tiffOrientation } from './exif.ts';
import { damaged, type InspectedImage, viewOf } from './inspected-image.ts';

/** RIFF container with VP8, VP8L or VP8X (RFC 9649). */
export function inspectWebp(bytes: Uint8Array): InspectedImage {
  const view = viewOf(bytes);
  if (view.getUint32(4, true) + 8 > bytes.length) return damaged('ends too early');
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation = 1;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const data = at + 8;
    if (type === 'VP8X') {
      size ??= { width: 1 + uint24(view, data + 4), height: 1 + uint24(view, data + 7) };
    } else if (type === 'VP8L') {
      const bits = view.getUint32(data + 1, true);
      size ??= { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    } else if (type === 'VP8 ') {
      size ??= { width: view.getUint16(data + 6, true) & 0x3fff, height: view.getUint16(data + 8, true) & 0x3fff };
    } else if (type === 'EXIF') orientation = exifOrientation(bytes.subarray(data, data + length));
    at = data + length + (length & 1);
  }
  return size ? { status: 'sound', ...size, orientation } : damaged('has no pixels');
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

/** The header; whether the pixels are there shows when they are decoded. */
export function inspectBmp(bytes: Uint8Array): InspectedImage {
  const view = viewOf(bytes);
  const isCore = view.getUint32(14, true) === 12;
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  const height = Math.abs(isCore ? view.getInt16(20, true) : view.getInt32(22, true));
  if (width <= 0 || height === 0) return damaged('has no size');
  if (view.getUint32(10, true) >= bytes.length) return damaged('ends too early');
  return { status: 'sound', width, height, orientation: 1 };
}

const TIFF_WIDTH = 0x0100;
const TIFF_HEIGHT = 0x0101;

export function inspectTiff(bytes: Uint8Array): InspectedImage {
  const numbers = tiffNumbers(bytes);
  const width = numbers.get(TIFF_WIDTH) ?? 0;
  const height = numbers.get(TIFF_HEIGHT) ?? 0;
  if (width === 0 || height === 0) return damaged('has no size');
  return { status: 'sound', width, height, orientation: tiffOrientation(numbers) };
}
