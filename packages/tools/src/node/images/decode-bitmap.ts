import { viewOf } from '../../shared/images/inspected-image.ts';
import type { Pixels } from './encode-png.ts';
import { runLengthIndices } from './run-length.ts';

/** A bitmap that cannot be decoded; the message completes "the image …". */
export class BitmapError extends Error {
  override readonly name = 'BitmapError';
}

const FILE_HEADER_BYTES = 14;
const MAX_PIXELS = 40_000_000;

interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly palette: readonly (readonly [number, number, number])[];
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
  /** Where the header and palette end. */
  readonly end: number;
}

/** The pixels of a BMP file: every bit depth, run lengths, colour masks, both row orders. */
export function decodeBmp(bytes: Uint8Array): Pixels {
  const header = readHeader(bytes, FILE_HEADER_BYTES);
  return decodePixels(bytes, header, viewOf(bytes).getUint32(10, true));
}

/**
 * The pixels of a bitmap in an icon: no file header, twice the height, and after the colours one bit a pixel that makes it
 * transparent. Images of 32 bits have their own alpha.
 */
export function decodeIconBitmap(bytes: Uint8Array): Pixels {
  const whole = readHeader(bytes, 0);
  const header = { ...whole, height: whole.height >> 1 };
  const pixels = decodePixels(bytes, header, header.end);
  const maskAt = header.end + rowBytes(header.width, header.bits) * header.height;
  const hasAlpha = header.bits === 32 && pixels.rgba.some((value, index) => index % 4 === 3 && value !== 0);
  if (!hasAlpha) applyMask(pixels, bytes.subarray(maskAt));
  return pixels;
}

function readHeader(bytes: Uint8Array, at: number): BitmapHeader {
  const view = viewOf(bytes);
  const size = view.getUint32(at, true);
  const isCore = size === 12;
  const width = isCore ? view.getUint16(at + 4, true) : view.getInt32(at + 4, true);
  const signedHeight = isCore ? view.getInt16(at + 6, true) : view.getInt32(at + 8, true);
  const bits = view.getUint16(at + (isCore ? 10 : 14), true);
  const compression = isCore ? 0 : view.getUint32(at + 16, true);
  const colors = isCore ? 0 : view.getUint32(at + 32, true);
  if (width <= 0 || signedHeight === 0) throw new BitmapError('has no size');
  if (width * Math.abs(signedHeight) > MAX_PIXELS) throw new BitmapError('has too many pixels');
  if (![1, 2, 4, 8, 16, 24, 32].includes(bits)) throw new BitmapError(`has ${bits} bits a pixel, which no bitmap has`);
  if (![0, 1, 2, 3, 6].includes(compression)) throw new BitmapError('holds another format inside (compression 4 or 5)');
  const hasMasks = compression === 3 || compression === 6;
  const maskBytes = hasMasks && size === 40 ? (compression === 6 ? 16 : 12) : 0;
  const paletteAt = at + size + maskBytes;
  const paletteColors = bits <= 8 ? Math.min(colors || 2 ** bits, 2 ** bits) : 0;
  const colorBytes = isCore ? 3 : 4;
  return {
    width,
    height: Math.abs(signedHeight),
    isTopDown: signedHeight < 0,
    bits,
    compression,
    palette: Array.from({ length: paletteColors }, (_, index) => {
      const color = paletteAt + index * colorBytes;
      return [view.getUint8(color + 2), view.getUint8(color + 1), view.getUint8(color)];
    }),
    masks: hasMasks ? readMasks(view, at, size, compression) : defaultMasks(bits, size),
    end: paletteAt + (bits <= 8 ? paletteColors : colors) * colorBytes,
  };
}

function readMasks(view: DataView, at: number, size: number, compression: number): BitmapHeader['masks'] {
  const mask = (index: number): number => view.getUint32(at + 40 + 4 * index, true);
  return [mask(0), mask(1), mask(2), size >= 56 || compression === 6 ? mask(3) : 0];
}

const defaultMasks = (bits: number, size: number): BitmapHeader['masks'] =>
  bits === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0xff00, 0xff, size >= 40 ? 0xff000000 : 0];

function decodePixels(bytes: Uint8Array, header: BitmapHeader, at: number): Pixels {
  const { width, height, bits } = header;
  const rgba = new Uint8Array(width * height * 4);
  const isRunLength = header.compression === 1 || header.compression === 2;
  if (!isRunLength && at + rowBytes(width, bits) * height > bytes.length) throw new BitmapError('ends too early');
  if (bits <= 8) {
    const indices = isRunLength
      ? runLengthIndices(bytes.subarray(at), { width, height, isNibbles: header.compression === 2 })
      : packedIndices(bytes, header, at);
    for (let index = 0; index < indices.length; index++) {
      const [red, green, blue] = header.palette[indices[index] ?? 0] ?? [0, 0, 0];
      rgba.set([red, green, blue, 255], targetRow(header, index) + (index % width) * 4);
    }
  } else decodeDirect(bytes, header, { at, rgba });
  return { width, height, rgba };
}

/** Where in the result the row of the pixel with this number in the file starts. */
function targetRow({ width, height, isTopDown }: BitmapHeader, index: number): number {
  const row = Math.floor(index / width);
  return (isTopDown ? row : height - 1 - row) * width * 4;
}

function packedIndices(bytes: Uint8Array, { width, height, bits }: BitmapHeader, at: number): Uint8Array {
  const indices = new Uint8Array(width * height);
  const stride = rowBytes(width, bits);
  const perByte = 8 / bits;
  for (let index = 0; index < indices.length; index++) {
    const column = index % width;
    const byte = bytes[at + Math.floor(index / width) * stride + Math.floor(column / perByte)] ?? 0;
    indices[index] = (byte >>> (8 - bits * ((column % perByte) + 1))) & (2 ** bits - 1);
  }
  return indices;
}

function decodeDirect(
  bytes: Uint8Array,
  header: BitmapHeader,
  { at, rgba }: { readonly at: number; readonly rgba: Uint8Array },
): void {
  const { width, height, bits } = header;
  const view = viewOf(bytes);
  const stride = rowBytes(width, bits);
  const [red, green, blue, alpha] = header.masks.map(maskReader);
  const alphaMask = header.masks[3];
  let sawAlpha = false;
  for (let index = 0; index < width * height; index++) {
    const column = index % width;
    const from = at + Math.floor(index / width) * stride + column * (bits / 8);
    const to = targetRow(header, index) + column * 4;
    const value =
      bits === 16
        ? view.getUint16(from, true)
        : bits === 24
          ? view.getUint16(from, true) | (view.getUint8(from + 2) << 16)
          : view.getUint32(from, true);
    const opacity = bits === 24 || alphaMask === 0 ? 255 : (alpha?.(value) ?? 255);
    sawAlpha ||= opacity !== 0;
    rgba.set([red?.(value) ?? 0, green?.(value) ?? 0, blue?.(value) ?? 0, opacity], to);
  }
  // Many writers leave the alpha of 32-bit images zero and mean opaque.
  if (!sawAlpha) for (let index = 3; index < rgba.length; index += 4) rgba[index] = 255;
}

/** Reads the bits under a mask, stretched to 0 to 255. */
function maskReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const top = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / top);
}

function applyMask({ width, height, rgba }: Pixels, mask: Uint8Array): void {
  const stride = rowBytes(width, 1);
  for (let index = 0; index < width * height; index++) {
    const column = index % width;
    const row = Math.floor(index / width);
    const bit = ((mask[row * stride + (column >> 3)] ?? 0) >>> (7 - (column & 7))) & 1;
    rgba[((height - 1 - row) * width + column) * 4 + 3] = bit ? 0 : 255;
  }
}

/** Rows are padded to four bytes. */
const rowBytes = (width: number, bits: number): number => Math.ceil((width * bits) / 32) * 4;
