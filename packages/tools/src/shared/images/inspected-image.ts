/** What an image's structure says, without its pixels. */
export interface ImageInfo {
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 (upright) to 8. */
  readonly orientation: number;
}

export type InspectedImage =
  | ({ readonly status: 'sound' } & ImageInfo)
  /** `why` completes "the image …". */
  | { readonly status: 'damaged'; readonly why: string };

export const damaged = (why: string): InspectedImage => ({ status: 'damaged', why });

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
