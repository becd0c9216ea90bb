import { hasBit, newBits, setBit } from './bit-set.ts';
import { BytesWriter, vectorBytes } from './buffered-columns.ts';
import { ColumnWriter } from './column-writer.ts';
import type { Compression } from './compression.ts';
import type { Directory } from './directory.ts';
import type { FieldMerge, MappedSource } from './merge-source.ts';
import { mergeTerms } from './merge-terms.ts';
import { SectionFileWriter } from './section-file.ts';
import type { FieldStorage } from './segment-document.ts';
import type { SegmentCore } from './segment-file.ts';
import { encodeMeta, type FieldPlace, segmentFileName } from './segment-meta.ts';
import { finishStoredFields, StoredFieldsWriter } from './stored-fields.ts';

/** A segment to merge with the documents of it that stay; null for all. */
export interface MergeSource {
  readonly core: SegmentCore;
  readonly liveBits: Uint32Array | null;
}

export interface MergeRequest {
  readonly sources: readonly MergeSource[];
  readonly directory: Directory;
  /** Of the new segment. */
  readonly name: string;
  readonly compression: Compression;
  /** Whether to return when the file is on the disk. */
  readonly sync?: boolean;
  /** Called now and then; it throws to stop the merge. The file is then of no use: remove it. */
  readonly checkStop?: () => void;
}

/** Writes one segment with the live documents of the sources, in their order. Gives how many they are. */
export const mergeSegments = (request: MergeRequest): number => {
  const { sources, maxDoc } = mapSources(request.sources);
  const checkStop = request.checkStop ?? (() => undefined);
  const file = request.directory.create(segmentFileName(request.name));
  try {
    const out = new SectionFileWriter(file);
    const writer = new StoredFieldsWriter(request.compression, 0, (bytes) => out.append(bytes));
    for (const { core, newDocs } of sources) {
      for (let doc = 0; doc < core.maxDoc; doc++) {
        if ((newDocs[doc] ?? -1) < 0) continue;
        const isRoot = core.rootBits === null || hasBit(core.rootBits, doc);
        writer.add(isRoot ? core.stored(doc) : null);
        if ((doc & 1023) === 0) checkStop();
      }
    }
    const stored = finishStoredFields(out, request.compression, writer);
    const fields: FieldPlace[] = [];
    for (const storage of fieldsOf(sources)) {
      fields.push(mergeField(out, { storage, sources, maxDoc, checkStop }));
    }
    const rootBitsAt = mergeRootBits(out, sources, maxDoc);
    out.finish(encodeMeta({ version: 1, maxDoc, rootBitsAt, stored, fields }));
    if (request.sync === true) file.sync();
  } finally {
    file.close();
  }
  return maxDoc;
};

const mapSources = (given: readonly MergeSource[]): { sources: readonly MappedSource[]; maxDoc: number } => {
  let maxDoc = 0;
  const sources = given.map(({ core, liveBits }) => {
    const newDocs = new Int32Array(core.maxDoc);
    for (let doc = 0; doc < core.maxDoc; doc++) {
      newDocs[doc] = liveBits === null || hasBit(liveBits, doc) ? maxDoc++ : -1;
    }
    return { core, newDocs };
  });
  return { sources, maxDoc };
};

/** All agree on a field's storage; the newest knows best should one not. */
const fieldsOf = (sources: readonly MappedSource[]): readonly FieldStorage[] => {
  const fields = new Map<string, FieldStorage>();
  for (const { core } of sources) {
    for (const name of core.fieldNames) {
      const storage = core.storage(name);
      if (storage !== null) fields.set(name, storage);
    }
  }
  return [...fields.keys()].sort().flatMap((name) => fields.get(name) ?? []);
};

const mergeField = (out: SectionFileWriter, merge: FieldMerge): FieldPlace => {
  const { storage } = merge;
  const norms = storage.inverted?.hasNorms === true ? mergeNorms(merge) : null;
  const merged = storage.inverted === null ? null : mergeTerms(out, merge, { inverted: storage.inverted, norms });
  let normsAt: number | null = null;
  if (norms !== null) {
    normsAt = out.position;
    out.append(norms);
  }
  return {
    storage,
    terms: merged?.terms ?? null,
    normsAt,
    columns: mergeColumns(out, merge, merged?.ordinals ?? []),
    vectors: storage.vectorDimensions === null ? null : mergeVectors(out, merge),
  };
};

const mergeNorms = ({ storage, sources, maxDoc }: FieldMerge): Uint8Array => {
  const merged = new Uint8Array(maxDoc);
  for (const { core, newDocs } of sources) {
    const norms = core.norms(storage.name);
    if (norms === null) continue;
    for (let doc = 0; doc < newDocs.length; doc++) {
      const target = newDocs[doc] ?? -1;
      if (target >= 0) merged[target] = norms[doc] ?? 0;
    }
  }
  return merged;
};

const mergeColumns = (
  out: SectionFileWriter,
  merge: FieldMerge,
  ordinals: readonly Int32Array[],
): FieldPlace['columns'] => {
  switch (merge.storage.column) {
    case 'numbers':
      return mergeNumbers(out, merge);
    case 'ordinals':
      return mergeOrdinals(out, merge, ordinals);
    case 'pairs':
      return mergePairs(out, merge);
    case 'bytes':
      return mergeBytes(out, merge);
    default:
      return [];
  }
};

const mergeNumbers = (out: SectionFileWriter, { storage, sources, maxDoc }: FieldMerge): FieldPlace['columns'] => {
  const columns = sources.map(({ core }) => core.numbers(storage.name));
  if (columns.every((column) => column === null)) return [];
  const someBig = columns.some((column) => column?.hasBigIntegers === true);
  const isBig = someBig && sources.every(({ newDocs }, index) => isWhole(columns[index] ?? null, newDocs));
  const merged = new ColumnWriter(out, { maxDoc, isBig });
  sources.forEach(({ newDocs }, index) => {
    const column = columns[index] ?? null;
    if (column === null) return;
    for (let doc = 0; doc < newDocs.length; doc++) {
      const target = newDocs[doc] ?? -1;
      if (target < 0) continue;
      const count = column.count(doc);
      for (let at = 0; at < count; at++) {
        merged.add(target, isBig ? column.exactAt(doc, at) : column.valueAt(doc, at));
      }
    }
  });
  return [merged.finish()];
};

/** Whether all values of the documents that stay are integers. */
const isWhole = (column: ReturnType<SegmentCore['numbers']>, newDocs: Int32Array): boolean => {
  if (column === null || column.hasBigIntegers) return true;
  for (let doc = 0; doc < newDocs.length; doc++) {
    if ((newDocs[doc] ?? -1) < 0) continue;
    const count = column.count(doc);
    for (let at = 0; at < count; at++) if (!Number.isInteger(column.valueAt(doc, at))) return false;
  }
  return true;
};

const mergeOrdinals = (
  out: SectionFileWriter,
  { storage, sources, maxDoc }: FieldMerge,
  newOrdinals: readonly Int32Array[],
): FieldPlace['columns'] => {
  const merged = new ColumnWriter(out, { maxDoc, isBig: false });
  sources.forEach(({ core, newDocs }, index) => {
    const column = core.ordinals(storage.name);
    const ordinals = newOrdinals[index];
    if (column === null || ordinals === undefined) return;
    for (let doc = 0; doc < newDocs.length; doc++) {
      const target = newDocs[doc] ?? -1;
      if (target < 0) continue;
      const count = column.count(doc);
      for (let at = 0; at < count; at++) merged.add(target, ordinals[column.ordinalAt(doc, at)] ?? 0);
    }
  });
  return [merged.finish()];
};

const mergePairs = (out: SectionFileWriter, { storage, sources, maxDoc }: FieldMerge): FieldPlace['columns'] =>
  [0, 1].map((part) => {
    const merged = new ColumnWriter(out, { maxDoc, isBig: false });
    for (const { core, newDocs } of sources) {
      const column = core.pairs(storage.name);
      if (column === null) continue;
      for (let doc = 0; doc < newDocs.length; doc++) {
        const target = newDocs[doc] ?? -1;
        if (target < 0) continue;
        const count = column.count(doc);
        for (let at = 0; at < count; at++)
          merged.add(target, part === 0 ? column.first(doc, at) : column.second(doc, at));
      }
    }
    return merged.finish();
  });

const mergeBytes = (out: SectionFileWriter, { storage, sources, maxDoc }: FieldMerge): FieldPlace['columns'] => {
  const merged = new BytesWriter(out, { maxDoc, hasLengths: true });
  for (const { core, newDocs } of sources) {
    const column = core.byteStrings(storage.name);
    if (column === null) continue;
    for (let doc = 0; doc < newDocs.length; doc++) {
      const target = newDocs[doc] ?? -1;
      if (target < 0) continue;
      const count = column.count(doc);
      for (let at = 0; at < count; at++) merged.add(target, column.bytesAt(doc, at));
    }
  }
  return merged.finish();
};

const mergeVectors = (out: SectionFileWriter, { storage, sources, maxDoc }: FieldMerge): FieldPlace['vectors'] => {
  const merged = new BytesWriter(out, { maxDoc, hasLengths: false });
  for (const { core, newDocs } of sources) {
    const column = core.vectors(storage.name);
    if (column === null) continue;
    for (let doc = 0; doc < newDocs.length; doc++) {
      const target = newDocs[doc] ?? -1;
      if (target >= 0 && column.has(doc)) merged.add(target, vectorBytes(column.vector(doc)));
    }
  }
  return merged.finish()[0] ?? null;
};

const mergeRootBits = (out: SectionFileWriter, sources: readonly MappedSource[], maxDoc: number): number | null => {
  if (sources.every(({ core }) => core.rootBits === null)) return null;
  const bits = newBits(maxDoc);
  for (const { core, newDocs } of sources) {
    for (let doc = 0; doc < newDocs.length; doc++) {
      const target = newDocs[doc] ?? -1;
      if (target >= 0 && (core.rootBits === null || hasBit(core.rootBits, doc))) setBit(bits, target);
    }
  }
  out.align();
  const at = out.position;
  out.append(new Uint8Array(bits.buffer));
  return at;
};
