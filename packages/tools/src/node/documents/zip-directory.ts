import { strFromU8, unzipSync } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  /** Size when unpacked, as the archive says. */
  readonly bytes: number;
}

/** What an archive contains, without unpacking it; null where its directory cannot be read. */
export function readZipDirectory(bytes: Uint8Array): readonly ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  try {
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        entries.push({ name, bytes: originalSize });
        return false;
      },
    });
  } catch {
    return null; // fflate's errors say no more than that
  }
  return entries;
}

/** The text of the parts whose name matches, by name. */
export function readZipTexts(bytes: Uint8Array, isWanted: (name: string) => boolean): ReadonlyMap<string, string> {
  const parts = unzipSync(bytes, { filter: ({ name }) => isWanted(name) });
  return new Map(Object.entries(parts).map(([name, content]) => [name, strFromU8(content)]));
}
