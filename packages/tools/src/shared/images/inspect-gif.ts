import { damaged, type InspectedImage, viewOf } from './inspected-image.ts';

const HEADER_BYTES = 13;

/** Walks the blocks to the trailer (GIF89a specification). */
export function inspectGif(bytes: Uint8Array): InspectedImage {
  const view = viewOf(bytes);
  const width = view.getUint16(6, true);
  const height = view.getUint16(8, true);
  let at = HEADER_BYTES + colorTableBytes(view.getUint8(10));
  let images = 0;
  while (at < bytes.length) {
    const block = view.getUint8(at);
    if (block === 0x3b) {
      if (width === 0 || height === 0) return damaged('has no size');
      return images > 0 ? { status: 'sound', width, height, orientation: 1 } : damaged('has no pixels');
    }
    if (block === 0x21) at = skipSubBlocks(view, at + 2);
    else if (block === 0x2c) {
      images++;
      at = skipSubBlocks(view, at + 11 + colorTableBytes(view.getUint8(at + 9)));
    } else return damaged('has a damaged block');
  }
  return damaged('ends too early');
}

const colorTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function skipSubBlocks(view: DataView, start: number): number {
  let at = start;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1;
  return at + 1;
}
