import sharp from 'sharp';
import { expect, it } from 'vitest';
import { crc32, inspectPng } from '../../shared/images/inspect-png.ts';
import { encodePng } from './encode-png.ts';
import { renderImage } from './render-image.ts';

const without = async () => null;
const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 255, g: 0, b: 0 } } });

it('does without sharp what can be done, and says what cannot', async () => {
  const png = await red(4, 4).png().toBuffer();
  const tiff = await red(4, 4).tiff().toBuffer();
  const whole = await renderImage({ bytes: png, format: 'png', orientation: 1, maxBytes: 1e6 }, without);
  expect(whole).toMatchObject({ status: 'rendered', mediaType: 'image/png', notes: [] });
  const lying = await renderImage({ bytes: png, format: 'png', orientation: 6, maxBytes: 1e6 }, without);
  expect(lying).toMatchObject({ status: 'rendered', notes: [expect.stringContaining('EXIF')] });
  const large = await renderImage({ bytes: png, format: 'png', orientation: 1, maxBytes: 10 }, without);
  expect(large).toMatchObject({ status: 'refused', failure: { code: 'IMAGE_NOT_SUPPORTED' } });
  const other = await renderImage({ bytes: tiff, format: 'tiff', orientation: 1, maxBytes: 1e6 }, without);
  expect(other).toMatchObject({ status: 'refused', failure: { code: 'IMAGE_NOT_SUPPORTED' } });
});

it('keeps transparency when it scales down', async () => {
  const clear = sharp({
    create: { width: 9000, height: 10, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0.5 } },
  });
  const image = await renderImage({
    bytes: await clear.png().toBuffer(),
    format: 'png',
    orientation: 1,
    maxBytes: 1e6,
  });
  expect(image).toMatchObject({
    status: 'rendered',
    width: 8000,
    notes: ['The image was scaled down to 8000 × 9 pixels'],
  });
  if (image.status === 'rendered') expect((await sharp(image.bytes).metadata()).hasAlpha).toBe(true);
});

it('refuses an image of more pixels than memory should hold', async () => {
  const wide = await sharp({
    create: { width: 12_000, height: 11_000, channels: 3, background: 'red' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const image = await renderImage({ bytes: wide, format: 'png', orientation: 1, maxBytes: 4e6 });
  expect(image).toMatchObject({ status: 'refused', failure: { code: 'IMAGE_TOO_LARGE' } });
});

it('says that pixels cannot be decoded though the structure is whole', async () => {
  const png = Buffer.from(encodePng({ width: 8, height: 8, rgba: new Uint8Array(256) }));
  const data = png.indexOf('IDAT');
  const length = png.readUInt32BE(data - 4);
  png.fill(0x55, data + 4, data + 4 + length);
  png.writeUInt32BE(crc32(png.subarray(data, data + 4 + length)), data + 4 + length);
  expect(inspectPng(png).status).toBe('sound');
  const image = await renderImage({ bytes: png, format: 'png', orientation: 1, maxBytes: 1e6 });
  expect(image).toMatchObject({ status: 'refused', failure: { code: 'IMAGE_DAMAGED' } });
});
