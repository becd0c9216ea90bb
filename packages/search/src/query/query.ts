import type { JsonObject } from '../json/json-value.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { DocIterator, SegmentReader } from '../segment/segment-reader.ts';
import type { Automaton } from '../text/automaton.ts';
import type { FieldStatistics, IndexLimits, RuntimeField } from './index-view.ts';

/** Why a document has its score: a tree whose `value`s add up (or multiply) as `description` says. */
export interface Explanation {
  readonly isMatch: boolean;
  readonly value: number;
  readonly description: string;
  readonly details: readonly Explanation[];
}

/** Walks the matches of one segment. Deleted documents are among them: the collecting loop leaves them out. */
export interface Scorer {
  /** Candidates; where `confirm` is null each of them matches. */
  readonly iterator: DocIterator;
  /** A costlier check of the iterator's current document (phrases, scripts, geometry); null where none is needed. */
  readonly confirm: { matches(): boolean; readonly cost: number } | null;
  /** Of the iterator's current, confirmed document, as Lucene's 32-bit float has it. */
  score(): number;
  /** An upper bound of all scores of documents up to `upTo`; Infinity where none is known. */
  maxScore(upTo: number): number;
  /** The last document that the bound of the block around `target` holds for; moves no iterator. */
  shallowAdvance(target: number): number;
  /** Documents below `score` need not be given any more. */
  setMinCompetitiveScore(score: number): void;
}

/** A query made ready for one index: with its statistics, if scores are wanted. */
export interface Weight {
  readonly query: Query;
  /** Null where no document of the segment can match. */
  scorer(segment: SegmentReader): Scorer | null;
  explain(segment: SegmentReader, doc: number): Explanation;
  /** The number of matches among live root documents where it is known without walking; -1 else. */
  count(segment: SegmentReader): number;
}

/** What highlighters, significant text and term vectors learn of a query. */
export interface QueryVisitor {
  term(field: string, term: string): void;
  phrase(field: string, terms: readonly (readonly string[])[], positions: readonly number[], slop: number): void;
  automaton(field: string, automaton: Automaton): void;
  /** A span or interval query: highlighted as the given terms that stand near one another. */
  span(field: string, query: Query): void;
}

/** A parsed and rewritten query: immutable, the same for all segments of one index. */
export interface Query {
  /** Its name in the DSL or of what it was rewritten to. */
  readonly kind: string;
  weight(context: ShardContext, options: { readonly needsScores: boolean; readonly boost: number }): Weight;
  visit(visitor: QueryVisitor): void;
  /** As Lucene prints it: for `_validate/query?explain` and `profile`. */
  describe(): string;
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
