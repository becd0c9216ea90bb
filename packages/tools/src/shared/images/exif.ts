import { viewOf } from './inspected-image.ts';

const ORIENTATION_TAG = 0x0112;

/** Values of the first directory of a TIFF structure (also EXIF) by tag; only the short and long numbers. */
export function tiffNumbers(bytes: Uint8Array): ReadonlyMap<number, number> {
  const view = viewOf(bytes);
  const little = view.getUint16(0, false) === 0x4949;
  const values = new Map<number, number>();
  const directory = view.getUint32(4, little);
  const entries = view.getUint16(directory, little);
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + 12 * index;
    const type = view.getUint16(at + 2, little);
    if (type === 3) values.set(view.getUint16(at, little), view.getUint16(at + 8, little));
    else if (type === 4) values.set(view.getUint16(at, little), view.getUint32(at + 8, little));
  }
  return values;
}

/** The orientation that EXIF data gives, 1 where it gives none or makes no sense. */
export function exifOrientation(tiff: Uint8Array): number {
  try {
    const value = tiffNumbers(tiff).get(ORIENTATION_TAG) ?? 1;
    return value >= 1 && value <= 8 ? value : 1;
  } catch (error) {
    if (error instanceof RangeError) return 1; // broken metadata is no broken image
    throw error;
  }
}

export const tiffOrientation = (numbers: ReadonlyMap<number, number>): number => {
  const value = numbers.get(ORIENTATION_TAG) ?? 1;
  return value >= 1 && value <= 8 ? value : 1;
};
