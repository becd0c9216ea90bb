import type { Failure } from '@toolstone/protocol';
import type { ImageFormat } from '../content-type.ts';

export interface ImageJobInput {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
  readonly orientation: number;
  readonly maxBytes: number;
}

export type RenderedImage =
  | {
      readonly status: 'rendered';
      readonly bytes: Uint8Array;
      readonly mediaType: string;
      readonly width?: number;
      readonly height?: number;
      readonly notes: readonly string[];
    }
  | { readonly status: 'refused'; readonly failure: Failure };
