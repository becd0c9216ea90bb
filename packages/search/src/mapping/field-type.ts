import type { Analyzer, Normalizer } from '../analysis/analyzer.ts';
import type { DateFormat } from '../dates/date-format.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { FieldStorage, IndexOptions } from '../segment/segment-document.ts';

/** What every field of a mapping has; `name` is the whole dotted path. */
interface FieldCommon {
  readonly name: string;
  /** Whether queries may look it up. */
  readonly isIndexed: boolean;
  /** Whether sorting, aggregations, scripts and `docvalue_fields` may read its column (`doc_values`). */
  readonly hasDocValues: boolean;
  /** `store`: given back by `stored_fields`. */
  readonly isStored: boolean;
  /** The path of the nearest `nested` object around it; null at the root. */
  readonly nestedPath: string | null;
  /** What segments keep of it; null for what is answered without an index (`constant_keyword`, objects without doc values). */
  readonly storage: FieldStorage | null;
  readonly ignoreMalformed: boolean;
  readonly nullValue: JsonValue;
  readonly copyTo: readonly string[];
  /** Its `meta`. */
  readonly meta: JsonObject;
  /** The full paths that also take this field's values (multi-fields), by their own types. */
  readonly multiFields: readonly FieldType[];
}

export interface TextField extends FieldCommon {
  readonly type: 'text' | 'search_as_you_type';
  readonly analyzer: Analyzer;
  readonly searchAnalyzer: Analyzer;
  readonly searchQuoteAnalyzer: Analyzer;
  readonly indexOptions: IndexOptions;
  readonly hasNorms: boolean;
  /** Whether aggregations and sorting may uninvert it. */
  readonly hasFielddata: boolean;
  readonly fielddataFilter: { readonly min: number; readonly max: number; readonly minSegmentSize: number } | null;
  readonly positionIncrementGap: number;
  readonly termVector: string;
  /** Name in `similarity` of the settings; null for BM25 with its defaults. */
  readonly similarity: string | null;
  readonly boost: number;
  /** Of `search_as_you_type`: the shingle and prefix subfields, by their full names. */
  readonly asYouType: { readonly shingles: readonly string[]; readonly prefix: string } | null;
  readonly indexPrefixes: { readonly minChars: number; readonly maxChars: number; readonly field: string } | null;
}

export interface KeywordField extends FieldCommon {
  readonly type: 'keyword' | 'wildcard' | 'version';
  readonly normalizer: Normalizer | null;
  readonly ignoreAbove: number;
  readonly splitsOnWhitespace: boolean;
  readonly hasNorms: boolean;
  readonly indexOptions: IndexOptions;
  readonly similarity: string | null;
  readonly boost: number;
}

export interface ConstantKeywordField extends FieldCommon {
  readonly type: 'constant_keyword';
  /** Null until the first document sets it. */
  readonly value: string | null;
}

export type NumberType =
  | 'byte'
  | 'short'
  | 'integer'
  | 'long'
  | 'unsigned_long'
  | 'half_float'
  | 'float'
  | 'double'
  | 'scaled_float';

/** Columns of `unsigned_long` hold the value less 2^63, those of `scaled_float` the value times the factor. */
export interface NumberField extends FieldCommon {
  readonly type: NumberType;
  readonly coerce: boolean;
  /** Of `scaled_float`: columns hold the value times this, rounded. Else 1. */
  readonly scalingFactor: number;
  readonly boost: number;
}

export interface TokenCountField extends FieldCommon {
  readonly type: 'token_count';
  readonly analyzer: Analyzer;
  readonly countsIncrements: boolean;
}

export interface BooleanField extends FieldCommon {
  readonly type: 'boolean';
  readonly boost: number;
}

/** Columns hold milliseconds since 1970 (`date`), or nanoseconds as big integers (`date_nanos`). */
export interface DateField extends FieldCommon {
  readonly type: 'date' | 'date_nanos';
  readonly format: DateFormat;
  /** The pattern that `format` was made of. */
  readonly formatPattern: string;
  readonly boost: number;
}

/** Terms are the address's 16 bytes (IPv4 mapped into IPv6) in 32 lower-case hexadecimal digits. */
export interface IpField extends FieldCommon {
  readonly type: 'ip';
  readonly boost: number;
}

/** Pairs of latitude and longitude in degrees, rounded as Lucene encodes them. */
export interface GeoPointField extends FieldCommon {
  readonly type: 'geo_point';
  readonly ignoreZValue: boolean;
}

/** Each value's bytes are the UTF-8 of its GeoJSON. */
export interface GeoShapeField extends FieldCommon {
  readonly type: 'geo_shape';
  readonly orientation: 'left' | 'right';
  readonly coerce: boolean;
  readonly ignoreZValue: boolean;
}

export type RangeType = 'integer_range' | 'long_range' | 'float_range' | 'double_range' | 'date_range' | 'ip_range';

/**
 * Closed ranges. `integer_range`, `float_range`, `double_range`, `date_range`: pairs. `long_range`: bytes, two big-endian
 * 64-bit integers with the sign bit flipped. `ip_range`: bytes, two addresses of 16 bytes.
 */
export interface RangeField extends FieldCommon {
  readonly type: RangeType;
  readonly coerce: boolean;
  readonly format: DateFormat | null;
  readonly boost: number;
}

/** Terms `<path>` (all leaf values) and `<path>._keyed` (`key`, NUL, value). */
export interface FlattenedField extends FieldCommon {
  readonly type: 'flattened';
  readonly keyedName: string;
  readonly depthLimit: number;
  readonly ignoreAbove: number;
  readonly splitsOnWhitespace: boolean;
}

/** Terms of the relation's name under `<path>`, and of the parent's `_id` under `<path>#<parent relation>`. */
export interface JoinField extends FieldCommon {
  readonly type: 'join';
  /** Parent relation to its children. */
  readonly relations: ReadonlyMap<string, readonly string[]>;
}

/** Terms in the shared field `_feature`, the term being the path, with a frequency of the float's upper 17 bits. */
export interface RankFeatureField extends FieldCommon {
  readonly type: 'rank_feature';
  readonly isPositive: boolean;
}

/** Terms are the feature names, with frequencies as in `rank_feature`. */
export interface RankFeaturesField extends FieldCommon {
  readonly type: 'rank_features';
  readonly isPositive: boolean;
}

export interface DenseVectorField extends FieldCommon {
  readonly type: 'dense_vector' | 'knn_vector';
  readonly dimensions: number;
  readonly similarity: 'l2_norm' | 'cosine' | 'dot_product' | 'max_inner_product';
}

export interface CompletionContext {
  readonly name: string;
  readonly type: 'category' | 'geo';
  readonly path: string | null;
  readonly precision: number;
}

/**
 * Terms are the analysed inputs (each context's name and value before them, where there are contexts), weighted by
 * weight + 1; the bytes column `<path>#entries` keeps each document's entries as JSON `{input, weight, contexts}`.
 */
export interface CompletionField extends FieldCommon {
  readonly type: 'completion';
  readonly analyzer: Analyzer;
  readonly searchAnalyzer: Analyzer;
  readonly preservesSeparators: boolean;
  readonly preservesPositionIncrements: boolean;
  readonly maxInputLength: number;
  readonly contexts: readonly CompletionContext[];
}

/** The bytes column keeps the query's JSON. */
export interface PercolatorField extends FieldCommon {
  readonly type: 'percolator';
}

export interface BinaryField extends FieldCommon {
  readonly type: 'binary';
}

/** Reads and queries of it go to the field at `path`. */
export interface AliasField extends FieldCommon {
  readonly type: 'alias';
  readonly path: string;
}

/** `_id`, `_index`, `_routing`, `_ignored`, `_field_names`, `_nested_path`, `_seq_no`, `_version`, `_doc_count`, ... */
export interface MetadataField extends FieldCommon {
  readonly type: `_${string}`;
}

export type FieldType =
  | TextField
  | KeywordField
  | ConstantKeywordField
  | NumberField
  | TokenCountField
  | BooleanField
  | DateField
  | IpField
  | GeoPointField
  | GeoShapeField
  | RangeField
  | FlattenedField
  | JoinField
  | RankFeatureField
  | RankFeaturesField
  | DenseVectorField
  | CompletionField
  | PercolatorField
  | BinaryField
  | AliasField
  | MetadataField;
