import { damaged, type InspectedImage, viewOf } from './inspected-image.ts';

export interface IconEntry {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly bytes: Uint8Array;
}

/** The images of an icon, the largest first. Throws RangeError where one leads beyond the end. */
export function iconEntries(bytes: Uint8Array): readonly IconEntry[] {
  const view = viewOf(bytes);
  const entries = Array.from({ length: view.getUint16(4, true) }, (_, index) => {
    const at = 6 + 16 * index;
    const length = view.getUint32(at + 8, true);
    const offset = view.getUint32(at + 12, true);
    if (offset + length > bytes.length) throw new RangeError('an image of the icon leads beyond its end');
    return {
      // 0 stands for 256.
      width: view.getUint8(at) || 256,
      height: view.getUint8(at + 1) || 256,
      bits: view.getUint16(at + 6, true),
      bytes: bytes.subarray(offset, offset + length),
    };
  });
  return entries.sort((a, b) => b.width * b.height - a.width * a.height || b.bits - a.bits);
}

export function inspectIco(bytes: Uint8Array): InspectedImage {
  const [largest] = iconEntries(bytes);
  if (!largest) return damaged('has no pixels');
  return { status: 'sound', width: largest.width, height: largest.height, orientation: 1 };
}
