import { exifOrientation } from './exif.ts';
import { damaged, type InspectedImage, viewOf } from './inspected-image.ts';

const SIGNATURE_BYTES = 8;

/** Checks every chunk's length and CRC (PNG specification, 5.3). */
export function inspectPng(bytes: Uint8Array): InspectedImage {
  const view = viewOf(bytes);
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation = 1;
  let hasData = false;
  for (let at = SIGNATURE_BYTES; at < bytes.length; ) {
    const length = view.getUint32(at, false);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = at + 8 + length;
    if (end + 4 > bytes.length) return damaged('ends too early');
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end, false))
      return damaged(`has a damaged ${type} chunk`);
    if (type === 'IHDR') size = { width: view.getUint32(at + 8, false), height: view.getUint32(at + 12, false) };
    if (type === 'IDAT') hasData = true;
    if (type === 'eXIf') orientation = exifOrientation(bytes.subarray(at + 8, end));
    if (type === 'IEND') {
      if (!size || size.width === 0 || size.height === 0) return damaged('has no size');
      return hasData ? { status: 'sound', ...size, orientation } : damaged('has no pixels');
    }
    at = end + 4;
  }
  return damaged('ends too early');
}

let table: Uint32Array | undefined;

/** CRC-32 as in PNG and zlib (ISO 3309). */
export function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, value) => {
    let remainder = value;
    for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
    return remainder;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
