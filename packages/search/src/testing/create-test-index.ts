import type { JsonObject } from '../json/json-value.ts';
import { printJson } from '../json/print-json.ts';
import { parseDocument } from '../mapping/document/document-parser.ts';
import { createIndexMapping, type IndexMapping, updateWithObject } from '../mapping/index-mapping.ts';
import type { FieldStatistics, IndexLimits } from '../query/index-view.ts';
import type { ShardContext } from '../query/query.ts';
import { clearBit, newBits, setBits } from '../segment/bit-set.ts';
import { ChunkCache } from '../segment/chunk-cache.ts';
import { noCompression } from '../segment/compression.ts';
import { createMemoryDirectory } from '../segment/memory-directory.ts';
import { PageCache } from '../segment/page-cache.ts';
import { SegmentBuffer } from '../segment/segment-buffer.ts';
import { openSegment } from '../segment/segment-file.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { withRootFields } from '../store/root-fields.ts';

/** A document of a test index: its `_id` (its place among the documents without one), routing and source. */
export interface TestDocument {
  readonly id?: string;
  readonly routing?: string;
  readonly source: JsonObject;
}

export interface TestIndexInput {
  readonly name?: string;
  readonly settings?: JsonObject;
  readonly mappings?: JsonObject;
  readonly docs: readonly TestDocument[];
  /** Documents a segment; all in one without it. */
  readonly segmentSize?: number;
  /** Ids of documents that are deleted after they were written. */
  readonly deleted?: readonly string[];
  readonly nowMs?: number;
}

const limits: IndexLimits = {
  maxResultWindow: 10_000,
  maxInnerResultWindow: 100,
  maxClauseCount: 1024,
  maxTermsCount: 65_536,
  maxRegexLength: 1000,
  maxDocvalueFields: 100,
  maxScriptFields: 32,
  maxBuckets: 65_535,
  maxNgramDiff: 1,
  allowsExpensiveQueries: true,
};

/** An index in memory, as a request sees it: the documents went through their mapping, into real segments and back. */
export const createTestIndex = (input: TestIndexInput): ShardContext => {
  const name = input.name ?? 'test';
  const docs = input.docs.map((doc, place) => ({ id: `${place}`, ...doc }));
  const empty = createIndexMapping({
    name,
    settings: input.settings ?? {},
    mappings: input.mappings ?? {},
    checkPercolatorQuery: () => undefined,
  });
  const index = docs.reduce(mappingWith, empty);
  const deleted = new Set(input.deleted ?? []);
  const size = input.segmentSize ?? Math.max(1, docs.length);
  const segments: SegmentReader[] = [];
  for (let from = 0; from < docs.length; from += size) {
    segments.push(writeSegment(index, docs.slice(from, from + size), { name: `_${segments.length}`, deleted, from }));
  }
  const alive = docs.filter(({ id }) => !deleted.has(id));
  const sources = new Map(alive.map(({ id, source }) => [id, source]));
  return {
    indexName: name,
    aliases: [name],
    indexUuid: 'aW5kZXgtb2YtYS10ZXN0XQ',
    mapping: index.mapping,
    settings: input.settings ?? {},
    limits,
    segments,
    nowMs: input.nowMs ?? 0,
    fieldStatistics: (field) => fieldStatistics(segments, field),
    termStatistics: (field, term) => termStatistics(segments, field, term),
    checkTime: () => undefined,
    nameQuery: () => undefined,
    document(index, id) {
      const source = index === name ? sources.get(id) : undefined;
      return source === undefined ? null : { source };
    },
    storedScript: () => null,
    runtimeFields: new Map(),
  };
};

type NamedDocument = TestDocument & { readonly id: string };

const sourceDocument = ({ id, routing, source }: NamedDocument): Parameters<typeof parseDocument>[1] => ({
  id,
  routing: routing ?? null,
  source: new TextEncoder().encode(printJson(source)),
});

/** The mapping once the document's unmapped fields are in it. */
const mappingWith = (index: IndexMapping, doc: NamedDocument): IndexMapping => {
  const { update } = parseDocument(index, sourceDocument(doc));
  return update === null ? index : updateWithObject(index, update);
};

const writeSegment = (
  index: IndexMapping,
  docs: readonly NamedDocument[],
  about: { readonly name: string; readonly deleted: ReadonlySet<string>; readonly from: number },
): SegmentReader => {
  const buffer = new SegmentBuffer({ compression: noCompression });
  const dead: number[] = [];
  docs.forEach((doc, place) => {
    const { block } = parseDocument(index, sourceDocument(doc));
    const numbers = { id: doc.id, version: 1, seqNo: about.from + place, primaryTerm: 1 };
    const first = buffer.add(withRootFields(block, numbers));
    if (about.deleted.has(doc.id)) for (let at = first; at < buffer.docCount; at++) dead.push(at);
  });
  const directory = createMemoryDirectory();
  buffer.write(directory, about.name);
  const core = openSegment(directory, about.name, {
    pages: new PageCache(1024 * 1024),
    chunks: new ChunkCache(),
    compression: noCompression,
  });
  if (dead.length === 0) return core.reader(null);
  const liveBits = newBits(core.maxDoc);
  setBits(liveBits, 0, core.maxDoc);
  for (const doc of dead) clearBit(liveBits, doc);
  return core.reader(liveBits);
};

const fieldStatistics = (segments: readonly SegmentReader[], field: string): FieldStatistics | null => {
  const all = segments.flatMap((segment) => segment.terms(field) ?? []);
  if (all.length === 0) return null;
  const sum = (of: (terms: (typeof all)[number]) => number): number =>
    all.reduce((total, terms) => total + of(terms), 0);
  return {
    docCount: sum(({ docCount }) => docCount),
    sumTotalTermFreq: sum(({ sumTotalTermFreq }) => sumTotalTermFreq),
    sumDocFreq: sum(({ sumDocFreq }) => sumDocFreq),
  };
};

const termStatistics = (
  segments: readonly SegmentReader[],
  field: string,
  term: string,
): ReturnType<ShardContext['termStatistics']> => {
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const segment of segments) {
    const terms = segment.terms(field);
    const ordinal = terms?.ordinalOf(term) ?? -1;
    if (terms === null || ordinal < 0) continue;
    docFreq += terms.docFreq(ordinal);
    totalTermFreq += terms.totalTermFreq(ordinal);
  }
  return { docFreq, totalTermFreq };
};
