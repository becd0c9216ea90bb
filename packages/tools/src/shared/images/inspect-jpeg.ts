import { exifOrientation } from './exif.ts';
import { damaged, type InspectedImage, viewOf } from './inspected-image.ts';

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** Walks the marker segments to the scan, and looks for the end marker (ITU-T T.81, B.1). */
export function inspectJpeg(bytes: Uint8Array): InspectedImage {
  const view = viewOf(bytes);
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation = 1;
  for (let at = 2; at < bytes.length; ) {
    if (bytes[at] !== 0xff) return damaged('has a damaged segment');
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++; // fill byte
      continue;
    }
    const length = view.getUint16(at + 2, false);
    const data = bytes.subarray(at + 4, at + 2 + length);
    if (isFrameHeader(marker)) size = { height: view.getUint16(at + 5, false), width: view.getUint16(at + 7, false) };
    if (marker === 0xe1 && EXIF.every((byte, index) => data[index] === byte)) {
      orientation = exifOrientation(data.subarray(EXIF.length));
    }
    if (marker === 0xda) {
      if (!size || size.width === 0 || size.height === 0) return damaged('has no size');
      return hasEndMarker(bytes, at) ? { status: 'sound', ...size, orientation } : damaged('ends too early');
    }
    at += 2 + length;
  }
  return damaged('ends too early');
}

/** SOF0 to SOF15, without the three markers among them that are none. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function hasEndMarker(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.lastIndexOf(0xd9); at > from; at = bytes.lastIndexOf(0xd9, at - 1)) {
    if (bytes[at - 1] === 0xff) return true;
  }
  return false;
}
