import type { JsonObject } from '../json/json-value.ts';

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

export interface RuntimeField {
  readonly name: string;
  readonly type: 'boolean' | 'date' | 'double' | 'geo_point' | 'ip' | 'keyword' | 'long' | 'object';
  readonly script: string | null;
  readonly params: JsonObject;
  readonly format: string | null;
  /** Where there is no script: the source's value at this path. */
  readonly sourcePath: string;
}
