import type { JsonObject } from '../json/json-value.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { Query } from './query.ts';

/** Statistics of a field over the segments of an index, deleted documents included, as Lucene counts them. */
export interface FieldStatistics {
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
}

/** Limits of an index that a request may not pass; `settings` of the index name them. */
export interface IndexLimits {
  readonly maxResultWindow: number;
  readonly maxInnerResultWindow: number;
  readonly maxClauseCount: number;
  readonly maxTermsCount: number;
  readonly maxRegexLength: number;
  readonly maxDocvalueFields: number;
  readonly maxScriptFields: number;
  readonly maxBuckets: number;
  readonly maxNgramDiff: number;
  readonly allowsExpensiveQueries: boolean;
}

/** One index at one moment, as a request sees it. */
export interface ShardContext {
  readonly indexName: string;
  /** Names and aliases under which the request may mean this index. */
  readonly aliases: readonly string[];
  readonly indexUuid: string;
  readonly mapping: Mapping;
  readonly settings: JsonObject;
  readonly limits: IndexLimits;
  readonly segments: readonly SegmentReader[];
  /** Milliseconds since 1970: one moment for the whole request. */
  readonly nowMs: number;
  fieldStatistics(field: string): FieldStatistics | null;
  /** Documents with the term, and its occurrences, over all segments. */
  termStatistics(field: string, term: string): { readonly docFreq: number; readonly totalTermFreq: number };
  /** Throws where the request's time is over or it was cancelled; cheap enough to ask every few thousand documents. */
  checkTime(): void;
  /** Names of queries (`_name`) that the request gave, in order; parsing adds to it. */
  nameQuery(name: string, query: Query): void;
  /** The source of a document of any index, for terms lookup, `more_like_this`, `geo_shape` and `percolate`; null for none. */
  document(index: string, id: string, routing: string | null): { readonly source: JsonObject } | null;
  /** A stored script's source, by id; null for none. */
  storedScript(id: string): { readonly lang: string; readonly source: string } | null;
  /** Fields that this request adds (`runtime_mappings`, `derived`), by name. */
  readonly runtimeFields: ReadonlyMap<string, RuntimeField>;
}

export interface RuntimeField {
  readonly name: string;
  readonly type: 'boolean' | 'date' | 'double' | 'geo_point' | 'ip' | 'keyword' | 'long' | 'object';
  readonly script: string | null;
  readonly params: JsonObject;
  readonly format: string | null;
  /** Where there is no script: the source's value at this path. */
  readonly sourcePath: string;
}
