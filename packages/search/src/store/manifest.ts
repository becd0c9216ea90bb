import type { JsonValue } from '../json/json-value.ts';
import { corruptedFile } from '../segment/corrupted.ts';
import type { Directory } from '../segment/directory.ts';
import { xxhash32 } from '../segment/xxhash32.ts';

export interface ManifestSegment {
  readonly name: string;
  /** The file with the bits of its live documents; null where all live. */
  readonly liveFile: string | null;
}

/** What a folder holds durably: all else in it is logs from `firstLog` on, or left over. */
export interface Manifest {
  readonly format: 1;
  readonly generation: number;
  readonly segments: readonly ManifestSegment[];
  readonly nextSegment: number;
  readonly nextSeqNo: number;
  readonly primaryTerm: number;
  readonly firstLog: number;
  /** The caller's own: settings, mapping, aliases. */
  readonly metadata: JsonValue;
}

export const firstManifest = (metadata: JsonValue): Manifest => ({
  format: 1,
  generation: 1,
  segments: [],
  nextSegment: 0,
  nextSeqNo: 0,
  primaryTerm: 1,
  firstLog: 0,
  metadata,
});

const NAME = 'manifest';
const HEAD_BYTES = 8;
const MAGIC = 0x4e414d54;

/** Writes bytes under a checksum; a reader finds them whole or the file named as damaged. */
export const writeChecked = (directory: Directory, name: string, bytes: Uint8Array): void => {
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, xxhash32(bytes), true);
  const file = directory.create(name);
  try {
    file.append(head);
    file.append(bytes);
    file.sync();
  } finally {
    file.close();
  }
};

export const readChecked = (directory: Directory, name: string): Uint8Array => {
  const file = directory.open(name);
  try {
    if (file.size < HEAD_BYTES) throw corruptedFile(name, 'the file is cut off');
    const all = new Uint8Array(file.size);
    file.readInto(0, all);
    const view = new DataView(all.buffer);
    const bytes = all.slice(HEAD_BYTES);
    if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== xxhash32(bytes)) {
      throw corruptedFile(name, 'checksum failed');
    }
    return bytes;
  } finally {
    file.close();
  }
};

export const saveManifest = (directory: Directory, manifest: Manifest): void => {
  writeChecked(directory, `${NAME}.new`, new TextEncoder().encode(JSON.stringify(manifest)));
  directory.rename(`${NAME}.new`, NAME);
};

/** Null for a folder without an index. */
export const loadManifest = (directory: Directory): Manifest | null => {
  const names = directory.list();
  if (!names.includes(NAME)) {
    const left = names.find((name) => name.endsWith('.seg'));
    if (left !== undefined) throw corruptedFile(NAME, `the folder holds ${left} but no manifest`);
    return null;
  }
  // The checksum held: these are the bytes that `saveManifest` wrote.
  const manifest = JSON.parse(new TextDecoder().decode(readChecked(directory, NAME))) as Manifest;
  if (manifest.format !== 1) throw corruptedFile(NAME, `the format ${String(manifest.format)} is not known`);
  return manifest;
};

export const isManifestFile = (name: string): boolean => name === NAME;

export const saveLiveBits = (directory: Directory, name: string, bits: Uint32Array): void =>
  writeChecked(directory, name, new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength));

export const loadLiveBits = (directory: Directory, name: string): Uint32Array =>
  new Uint32Array(readChecked(directory, name).buffer);
