import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { SegmentBuffer } from '../segment/segment-buffer.ts';
import type { DocumentBlock } from '../segment/segment-document.ts';
import { segmentFileName } from '../segment/segment-file.ts';
import { checkVersion, type DocumentVersion } from './check-version.ts';
import type { ChangeResult, CurrentDocument, DeleteChange, IndexChange, StoreStatistics } from './index-change.ts';
import { type IndexSnapshot, takeSnapshot } from './index-snapshot.ts';
import { firstManifest, loadLiveBits, loadManifest, type Manifest, saveLiveBits, saveManifest } from './manifest.ts';
import { carryDeletes, liveDocsOf, type MergePlan, runMerge } from './merge.ts';
import { type MergeCandidate, planForceMerge, planMerges } from './plan-merges.ts';
import { RecentDocuments } from './recent-documents.ts';
import { removeLeftovers } from './remove-leftovers.ts';
import { withRootFields } from './root-fields.ts';
import { openShared, type SegmentFiles } from './segment-files.ts';
import { type LoggedChange, LogWriter, logNumbers, replayLog } from './write-log.ts';
import { WriterSegment } from './writer-segment.ts';

const MAX_BUFFER_BYTES = 64 * 1024 * 1024;

export interface IndexStoreOptions {
  readonly files: SegmentFiles;
  /** Turns a source of the log into documents again, as they were when it was written. */
  readonly parse: (id: string, routing: string | null, source: Uint8Array) => DocumentBlock;
  /** Of a new index; one that exists has its own. */
  readonly metadata: JsonValue;
  /** More keys of version conflicts: `index`, `index_uuid`, `shard`. */
  readonly conflictMetadata?: JsonObject;
  readonly maxBufferBytes?: number;
}

interface SegmentPlace {
  readonly segment: WriterSegment;
  readonly doc: number;
}

/** A version with where a segment has the document; null where the buffer has it or it is deleted. */
interface PlacedVersion extends DocumentVersion {
  readonly place: SegmentPlace | null;
}

/**
 * The one writer of an index's folder. Changes are seen by `get` at once, by snapshots after `refresh`, and survive a crash
 * after `sync`. Synchronous: between two calls nothing happens.
 */
export class IndexStore {
  readonly #options: IndexStoreOptions;
  readonly #files: SegmentFiles;
  readonly #unlock: () => void;
  readonly #recent = new RecentDocuments();
  #committed: Manifest;
  #segments: WriterSegment[] = [];
  #buffer: SegmentBuffer;
  #log: LogWriter;
  #logNumber: number;
  #nextSegment: number;
  #nextSeqNo: number;
  #snapshot: IndexSnapshot;
  /** Source bytes since the buffer was asked how large it is, which takes longer than to index a document. */
  #unmeasuredBytes = 0;
  #generation = 0;
  /** Since the last refresh; since the last flush. */
  #hasUnseen = false;
  #hasUncommitted = false;
  /** Segments that running merges take or make. */
  readonly #merging = new Set<string>();

  private constructor(options: IndexStoreOptions, unlock: () => void) {
    const { files } = options;
    const existing = loadManifest(files.directory);
    this.#options = options;
    this.#files = files;
    this.#unlock = unlock;
    this.#committed =
      existing === null ? firstManifest(options.metadata) : { ...existing, primaryTerm: existing.primaryTerm + 1 };
    saveManifest(files.directory, this.#committed);
    this.#nextSegment = this.#committed.nextSegment;
    this.#nextSeqNo = this.#committed.nextSeqNo;
    this.#buffer = new SegmentBuffer({ compression: files.compression });
    this.#removeLeftovers();
    this.#segments = this.#committed.segments.map(({ name, liveFile }) => {
      const live = liveFile === null ? null : loadLiveBits(files.directory, liveFile);
      const segment = new WriterSegment(openShared(files, name), live);
      segment.liveFile = liveFile;
      return segment;
    });
    const logs = logNumbers(files.directory);
    for (const number of logs) replayLog(files.directory, number, (change) => this.#replay(change));
    this.#logNumber = (logs.at(-1) ?? this.#committed.firstLog - 1) + 1;
    this.#log = new LogWriter(files.directory, this.#logNumber);
    this.#hasUncommitted = existing !== null;
    this.#writeBuffer();
    this.#snapshot = takeSnapshot(this.#segments, this.#generation);
    this.#hasUnseen = false;
  }

  /**
   * Opens the folder for writing, with what was acknowledged before replayed. Throws `lock_obtain_failed_exception` where
   * another writer lives, `corrupt_index_exception` for damaged files.
   */
  static open(options: IndexStoreOptions): IndexStore {
    const unlock = options.files.directory.lock();
    try {
      return new IndexStore(options, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  get metadata(): JsonValue {
    return this.#committed.metadata;
  }

  get primaryTerm(): number {
    return this.#committed.primaryTerm;
  }

  get maxSeqNo(): number {
    return this.#nextSeqNo - 1;
  }

  /** Indexes a document in place of the one with its id. Throws `version_conflict_engine_exception`. */
  index(change: IndexChange): ChangeResult {
    const { id, routing, source } = change;
    const current = change.isFreshId === true ? null : this.#current(id);
    const version = checkVersion(change, current, this.#options.conflictMetadata ?? {});
    const entry = { id, routing, source, version, seqNo: this.#nextSeqNo++, primaryTerm: this.primaryTerm };
    this.#apply(entry, change.block, current);
    this.#log.append(entry);
    const result = current === null || current.isDeleted ? 'created' : 'updated';
    return { result, version, seqNo: entry.seqNo, primaryTerm: entry.primaryTerm };
  }

  /** Deletes a document; that of one which is not there is a change too. Throws `version_conflict_engine_exception`. */
  delete(change: DeleteChange): ChangeResult {
    const { id, routing } = change;
    const current = this.#current(id);
    const version = checkVersion(change, current, this.#options.conflictMetadata ?? {});
    const entry = { id, routing, source: null, version, seqNo: this.#nextSeqNo++, primaryTerm: this.primaryTerm };
    this.#apply(entry, null, current);
    this.#log.append(entry);
    const result = current === null || current.isDeleted ? 'not_found' : 'deleted';
    return { result, version, seqNo: entry.seqNo, primaryTerm: entry.primaryTerm };
  }

  /** The document as it is now, refreshed or not; null for none. */
  get(id: string): CurrentDocument | null {
    const buffered = this.#recent.buffered(id);
    if (buffered !== null) return { ...buffered, stored: this.#buffer.stored(buffered.root) };
    const found = this.#find(id);
    if (found === null) return null;
    return { ...found.segment.versionOf(found.doc), isDeleted: false, stored: found.segment.stored(found.doc) };
  }

  /** Makes the changes so far survive a crash: to be called before they are acknowledged, once for many. */
  sync(): void {
    if (this.#log.isBroken) {
      const broken = this.#log;
      this.#log = new LogWriter(this.#files.directory, ++this.#logNumber, broken);
      broken.close();
    }
    this.#log.sync();
  }

  /** Makes the changes so far visible to snapshots taken from now on; false where there were none. */
  refresh(): boolean {
    this.#writeBuffer();
    if (!this.#hasUnseen) return false;
    this.#dropEmpty();
    const before = this.#snapshot;
    this.#snapshot = takeSnapshot(this.#segments, ++this.#generation);
    before.release();
    this.#hasUnseen = false;
    return true;
  }

  /** The index as of the last refresh; to be released by the caller. */
  acquire(): IndexSnapshot {
    this.#snapshot.retain();
    return this.#snapshot;
  }

  /** Puts everything into segments on the disk and begins a new log; with new metadata, if given. */
  flush(metadata: JsonValue = this.metadata): void {
    if (!this.#hasUncommitted && metadata === this.metadata) return;
    this.sync();
    this.#writeBuffer();
    const { directory } = this.#files;
    const oldLog = this.#log;
    this.#log = new LogWriter(directory, ++this.#logNumber);
    oldLog.close();
    const generation = this.#committed.generation + 1;
    const known = new Set(this.#committed.segments.map(({ name }) => name));
    for (const segment of this.#segments) {
      if (!known.has(segment.name)) directory.sync(segmentFileName(segment.name));
      const bits = segment.hasUnsavedDeletes ? segment.shareLive() : null;
      if (bits === null) continue;
      segment.liveFile = `${segment.name}-${generation}.live`;
      saveLiveBits(directory, segment.liveFile, bits);
      segment.hasUnsavedDeletes = false;
    }
    this.#commit({
      ...this.#committed,
      generation,
      segments: this.#segments.map(({ name, liveFile }) => ({ name, liveFile })),
      nextSegment: this.#nextSegment,
      nextSeqNo: this.#nextSeqNo,
      firstLog: this.#logNumber,
      metadata,
    });
    this.#hasUncommitted = false;
    this.#removeLeftovers();
  }

  /** Keeps new metadata durably; documents that need it may follow. */
  saveMetadata(metadata: JsonValue): void {
    this.#commit({ ...this.#committed, generation: this.#committed.generation + 1, metadata });
  }

  /** Merges worth running now; each is then to be committed or abandoned. */
  planMerges(): readonly MergePlan[] {
    return planMerges(this.#idleCandidates()).map((names) => this.#planOf(names));
  }

  /** The merge that leaves at most `maxSegments`; null where there is nothing to do. */
  planForceMerge(maxSegments: number): MergePlan | null {
    this.#writeBuffer();
    const names = planForceMerge(this.#idleCandidates(), maxSegments);
    return names === null ? null : this.#planOf(names);
  }

  /** Puts the segment that `runMerge` wrote in the place of its sources; snapshots see it after `refresh`. */
  commitMerge(plan: MergePlan): void {
    const sources = plan.sources.flatMap(({ name }) => this.#segments.filter((segment) => segment.name === name));
    const place = this.#segments.findIndex((segment) => sources.includes(segment));
    const rest = this.#segments.filter((segment) => !sources.includes(segment));
    if (liveDocsOf(plan) > 0) {
      const merged = new WriterSegment(openShared(this.#files, plan.target), null);
      carryDeletes(plan, sources, merged);
      rest.splice(place, 0, merged);
    }
    this.#segments = rest;
    for (const { shared } of sources) shared.release();
    this.#endMerge(plan);
    this.#hasUnseen = true;
    this.#hasUncommitted = true;
  }

  abandonMerge(plan: MergePlan): void {
    this.#endMerge(plan);
    this.#files.directory.remove(segmentFileName(plan.target));
  }

  /** Merges in this thread to at most `maxSegments`, and flushes. */
  forceMerge(maxSegments = 1): void {
    const plan = this.planForceMerge(maxSegments);
    if (plan !== null) {
      try {
        runMerge(this.#files, plan);
      } catch (error) {
        this.abandonMerge(plan);
        throw error;
      }
      this.commitMerge(plan);
    }
    this.refresh();
    this.flush();
  }

  statistics(): StoreStatistics {
    const segments = this.#segments.map(({ candidate }) => candidate);
    const docs = segments.reduce((sum, segment) => sum + segment.docs, 0);
    const liveDocs = segments.reduce((sum, segment) => sum + segment.liveDocs, 0);
    return {
      liveDocs,
      deletedDocs: docs - liveDocs,
      segments,
      bufferedDocs: this.#buffer.docCount,
      bufferBytes: this.#buffer.bytes,
      logBytes: this.#log.bytes,
      maxSeqNo: this.maxSeqNo,
      primaryTerm: this.primaryTerm,
    };
  }

  /** Syncs, closes all files that no snapshot holds, and lets other writers in. What is not flushed is replayed by the next one. */
  close(): void {
    try {
      this.sync();
      this.#log.close();
      this.#snapshot.release();
      for (const { shared } of this.#segments) shared.release();
    } finally {
      this.#unlock();
    }
  }

  #current(id: string): PlacedVersion | null {
    const recent = this.#recent.buffered(id) ?? this.#recent.tombstone(id);
    if (recent !== null) return { ...recent, place: null };
    const place = this.#find(id);
    return place === null ? null : { ...place.segment.versionOf(place.doc), isDeleted: false, place };
  }

  #find(id: string): SegmentPlace | null {
    for (let index = this.#segments.length - 1; index >= 0; index--) {
      const segment = this.#segments[index];
      const doc = segment?.find(id) ?? -1;
      if (segment !== undefined && doc >= 0) return { segment, doc };
    }
    return null;
  }

  #apply(change: LoggedChange, block: DocumentBlock | null, current: PlacedVersion | null): void {
    const { id, version, seqNo, primaryTerm } = change;
    if (current !== null && current.place !== null) current.place.segment.kill(current.place.doc);
    this.#hasUnseen = true;
    this.#hasUncommitted = true;
    if (block === null) {
      this.#recent.bury(id, { version, seqNo, primaryTerm, isDeleted: true });
      return;
    }
    const root = this.#buffer.add(withRootFields(block, change)) + block.length - 1;
    this.#recent.put(id, { version, seqNo, primaryTerm, isDeleted: false, root });
    this.#unmeasuredBytes += (change.source?.length ?? 0) + 256;
    const most = this.#options.maxBufferBytes ?? MAX_BUFFER_BYTES;
    if (this.#unmeasuredBytes < most / 64) return;
    this.#unmeasuredBytes = 0;
    if (this.#buffer.bytes > most) this.#writeBuffer();
  }

  #replay(change: LoggedChange): void {
    // A log may begin with what the segments have already.
    if (change.seqNo < this.#committed.nextSeqNo) return;
    const { id, routing, source } = change;
    this.#apply(change, source === null ? null : this.#options.parse(id, routing, source), this.#current(id));
    this.#nextSeqNo = Math.max(this.#nextSeqNo, change.seqNo + 1);
  }

  #writeBuffer(): void {
    if (this.#buffer.docCount === 0) return;
    const name = this.#newName();
    this.#buffer.write(this.#files.directory, name, { sync: false });
    const segment = new WriterSegment(openShared(this.#files, name), null);
    for (const { root } of this.#recent.takeDead()) segment.kill(root);
    this.#segments.push(segment);
    this.#buffer = new SegmentBuffer({ compression: this.#files.compression });
  }

  #dropEmpty(): void {
    const isEmpty = (segment: WriterSegment): boolean => segment.liveDocs === 0 && !this.#merging.has(segment.name);
    for (const segment of this.#segments) if (isEmpty(segment)) segment.shared.release();
    this.#segments = this.#segments.filter((segment) => !isEmpty(segment));
  }

  #newName(): string {
    return `s${this.#nextSegment++}`;
  }

  #planOf(names: readonly string[]): MergePlan {
    const sources = this.#segments
      .filter(({ name }) => names.includes(name))
      .map((segment) => ({ name: segment.name, maxDoc: segment.maxDoc, liveBits: segment.shareLive() }));
    const plan = { target: this.#newName(), sources };
    for (const name of [plan.target, ...names]) this.#merging.add(name);
    return plan;
  }

  #endMerge(plan: MergePlan): void {
    for (const name of [plan.target, ...plan.sources.map((source) => source.name)]) this.#merging.delete(name);
  }

  #idleCandidates(): readonly MergeCandidate[] {
    return this.#segments.filter(({ name }) => !this.#merging.has(name)).map(({ candidate }) => candidate);
  }

  #commit(manifest: Manifest): void {
    saveManifest(this.#files.directory, manifest);
    this.#committed = manifest;
  }

  #removeLeftovers(): void {
    const names = [...this.#merging, ...this.#segments.map(({ name }) => name)];
    removeLeftovers(this.#files.directory, this.#committed, names);
  }
}
