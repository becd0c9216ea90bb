import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withBench } from '../file-bench.fixture.ts';
import { readFile } from './index.ts';

const tools = [readFile];
const sees = { vision: true };

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });

/** Noise, which no format makes small. */
function noise(width: number, height: number) {
  let state = 1;
  const next = (): number => {
    state = Math.imul(state, 1664525) + 1013904223;
    return state >>> 24;
  };
  return sharp(Uint8Array.from({ length: width * height * 3 }, next), { raw: { width, height, channels: 3 } });
}

async function read(
  content: Uint8Array,
  name = 'picture',
): Promise<{ text: string; image: Uint8Array | null; mediaType: string; notes: readonly string[] }> {
  let found: { text: string; image: Uint8Array | null; mediaType: string; notes: readonly string[] } | undefined;
  await withBench({ tools, capabilities: sees, files: { [name]: content } }, async (bench) => {
    const result = await bench.call('read_file', { path: name });
    const blob = result.parts.find((part) => part.type === 'blob');
    const image = blob?.type === 'blob' ? await bench.workspace.readAt(blob.blob, 0, blob.bytes) : null;
    const text = result.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    found = {
      text: result.failure ? result.text : text,
      image,
      mediaType: blob?.type === 'blob' ? blob.mediaType : '',
      notes: result.notes ?? [],
    };
  });
  if (!found) throw new Error('nothing was read');
  return found;
}

describe('for a model that sees', () => {
  it('gives an image as it is, whatever its name', async () => {
    const png = await picture(20, 10).png().toBuffer();
    const { text, image, mediaType } = await read(png, 'notes.txt');
    expect(text).toBe(`PNG image notes.txt, 20 × 10 pixels, ${png.length} bytes`);
    expect(mediaType).toBe('image/png');
    expect(image && Buffer.compare(image, png)).toBe(0);
  });

  it.each(['jpeg', 'gif', 'webp'] as const)('gives %s', async (format) => {
    const { text, mediaType } = await read(await picture(20, 10).toFormat(format).toBuffer());
    expect(text).toContain('20 × 10 pixels');
    expect(mediaType).toBe(`image/${format}`);
  });

  it('turns an image upright', async () => {
    const lying = await picture(20, 10).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { image } = await read(lying);
    const metadata = await sharp(image ?? new Uint8Array()).metadata();
    expect([metadata.width, metadata.height, metadata.orientation ?? 1]).toEqual([10, 20, 1]);
  });

  it('scales an image of more than 4 MB down', async () => {
    const large = await noise(1600, 1200).png().toBuffer();
    expect(large.length).toBeGreaterThan(4 * 1024 * 1024);
    const { image, notes } = await read(large);
    expect(image?.length).toBeLessThan(4 * 1024 * 1024);
    expect((await sharp(image ?? new Uint8Array()).metadata()).width).toBeGreaterThan(500);
    expect(notes.length).toBeLessThanOrEqual(1);
  });

  it('turns TIFF into PNG', async () => {
    const { text, mediaType } = await read(await picture(20, 10).tiff().toBuffer());
    expect(text).toContain('TIFF image picture, 20 × 10 pixels');
    expect(mediaType).toBe('image/png');
  });

  const red = [255, 0, 0, 255];
  const green = [0, 255, 0, 255];
  const blue = [0, 0, 255, 255];
  const white = [255, 255, 255, 255];
  const black = [0, 0, 0, 255];
  const palette = [0x000000, 0xff0000];
  const trueColor = [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0];
  const runs = [2, 0x01, 0, 0, 0, 3, 0x10, 0x00, 0, 1];
  it.each([
    ['24 bits a pixel', bitmap({ bits: 24, data: trueColor }), [blue, white, red, green].flat()],
    [
      '1 bit a pixel',
      bitmap({ bits: 1, palette, data: [0x40, 0, 0, 0, 0x80, 0, 0, 0] }),
      [red, black, black, red].flat(),
    ],
    ['4 bits, run lengths', bitmap({ bits: 4, compression: 2, palette, data: runs }), [red, black, black, red].flat()],
  ])('turns BMP of %s into PNG', async (_, content, pixels) => {
    const { image, mediaType } = await read(content);
    expect(mediaType).toBe('image/png');
    const { data, info } = await sharp(image ?? new Uint8Array())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([2, 2, 4]);
    expect([...data]).toEqual(pixels);
  });

  it('shows the largest image of an icon', async () => {
    const png = await picture(48, 48).png().toBuffer();
    const { text, image, mediaType } = await read(
      icon([
        { size: 16, bytes: iconBitmap16() },
        { size: 48, bytes: png },
      ]),
    );
    expect(text).toContain('ICO image picture, 48 × 48 pixels');
    expect(mediaType).toBe('image/png');
    expect((await sharp(image ?? new Uint8Array()).metadata()).width).toBe(48);
  });

  it('decodes the bitmap of an icon with its mask', async () => {
    const { image } = await read(icon([{ size: 16, bytes: iconBitmap16() }]));
    const { data } = await sharp(image ?? new Uint8Array())
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Bottom row first in the file: its first pixel is masked out, all others are blue.
    expect([...data.subarray(15 * 16 * 4, 15 * 16 * 4 + 8)]).toEqual([0, 0, 255, 0, 0, 0, 255, 255]);
  });

  it('says of a damaged image what is wrong', async () => {
    const png = await picture(20, 10).png().toBuffer();
    const jpeg = await noise(64, 64).jpeg().toBuffer();
    const flipped = Buffer.from(png);
    flipped[45] = (flipped[45] ?? 0) ^ 0xff;
    const texts = [];
    for (const content of [
      png.subarray(0, 60),
      flipped,
      jpeg.subarray(0, 700),
      (await picture(9, 9).gif().toBuffer()).subarray(0, 20),
      bitmap({ bits: 24, data: [1] }),
    ]) {
      texts.push((await read(content)).text);
    }
    expect(texts).toMatchInlineSnapshot(`
      [
        "Error IMAGE_DAMAGED: the PNG image picture ends too early. The file is damaged or was not written to its end; get it again from where it came",
        "Error IMAGE_DAMAGED: the PNG image picture has a damaged pHYs chunk. The file is damaged or was not written to its end; get it again from where it came",
        "Error IMAGE_DAMAGED: the JPEG image picture ends too early. The file is damaged or was not written to its end; get it again from where it came",
        "Error IMAGE_DAMAGED: the GIF image picture ends too early. The file is damaged or was not written to its end; get it again from where it came",
        "Error IMAGE_DAMAGED: the BMP image ends too early. The file is damaged or was not written to its end; get it again from where it came",
      ]
    `);
  });
});

describe('for a model that does not see', () => {
  it('describes the image', () =>
    withBench({ tools, capabilities: { vision: false } }, async (bench) => {
      await writeFile(bench.path('a.jpg'), await picture(20, 10).jpeg().toBuffer());
      const result = await bench.call('read_file', { path: 'a.jpg' });
      expect(result.text).toMatch(/^JPEG image a\.jpg, 20 × 10 pixels, \d+ bytes\. The model in use cannot see images/);
      expect(result.parts).toHaveLength(1);
    }));

  it('reads SVG as the text that it is', () =>
    withBench({ tools, files: { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n' } }, async (bench) => {
      expect((await bench.call('read_file', { path: 'a.svg' })).text).toBe(
        '   1\t<svg xmlns="http://www.w3.org/2000/svg"/>',
      );
    }));
});

interface Bitmap {
  readonly bits: number;
  readonly compression?: number;
  readonly palette?: readonly number[];
  readonly data: readonly number[];
}

/** A BMP of 2 by 2 pixels; the data starts with the bottom row. */
function bitmap({ bits, compression = 0, palette = [], data }: Bitmap): Uint8Array {
  const header = Buffer.alloc(54 + palette.length * 4);
  header.write('BM');
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(2, 18);
  header.writeInt32LE(2, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(palette.length, 46);
  for (const [index, color] of palette.entries()) header.writeUInt32LE(color, 54 + 4 * index);
  return Buffer.concat([header, Buffer.from(data)]);
}

function icon(images: readonly { readonly size: number; readonly bytes: Uint8Array }[]): Uint8Array {
  const directory = Buffer.alloc(6 + 16 * images.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  for (const [index, { size, bytes }] of images.entries()) {
    const at = 6 + 16 * index;
    directory[at] = size;
    directory[at + 1] = size;
    directory.writeUInt16LE(24, at + 6);
    directory.writeUInt32LE(bytes.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([directory, ...images.map(({ bytes }) => bytes)]);
}

/** 16 by 16 blue pixels of 24 bits; the first of the bottom row is masked out. */
function iconBitmap16(): Uint8Array {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(16, 4);
  header.writeInt32LE(32, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(24, 14);
  const pixels = Buffer.from(Array.from({ length: 256 }, () => [255, 0, 0]).flat());
  const mask = Buffer.alloc(16 * 4);
  mask[0] = 0x80;
  return Buffer.concat([header, pixels, mask]);
}
