import { defineJob } from '@toolstone/kernel';
import type { ImageJobInput, RenderedImage } from './rendered-image.ts';

/** Brings an image into a form that models take. The decoders are loaded on the first image. */
export const imageJob = defineJob<ImageJobInput, RenderedImage>({
  name: 'tools.image',
  run: async (input) => (await import('../../node/images/render-image.ts')).renderImage(input),
});
