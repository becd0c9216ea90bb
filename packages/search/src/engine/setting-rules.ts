/** What an index setting may be, and when it may change. */
export interface SettingRule {
  /** Why the text is none of its values, as the end of a message; null where it is one. */
  readonly check: (text: string) => string | null;
  /** `open`: at any time; `closed`: while the index is closed; `never`: only when the index is created. */
  readonly change: 'open' | 'closed' | 'never';
}

const any = (): null => null;

const integer =
  (least: number, most = 0x7fffffff) =>
  (text: string): string | null => {
    const number = Number(text);
    if (!/^[+-]?\d+$/.test(text)) return `must be an integer`;
    if (number < least) return `must be >= ${least}`;
    return number > most ? `must be <= ${most}` : null;
  };

const decimal = (text: string): string | null =>
  Number.isFinite(Number(text)) && text !== '' ? null : 'must be a number';

const flag = (text: string): string | null =>
  text === 'true' || text === 'false' ? null : 'as only [true] or [false] are allowed.';

const time = (text: string): string | null =>
  text === '-1' || text === '0' || /^\d+(?:nanos|micros|ms|s|m|h|d)$/.test(text)
    ? null
    : 'as a time value: unit is missing or unrecognized';

const size = (text: string): string | null =>
  text === '-1' || /^\d+(?:\.\d+)?(?:b|kb|mb|gb|tb|pb)$/i.test(text)
    ? null
    : 'as a size in bytes: unit is missing or unrecognized';

const choice =
  (...words: readonly string[]) =>
  (text: string): string | null =>
    words.includes(text) ? null : `must be one of [${words.join(', ')}]`;

const open = (check: SettingRule['check']): SettingRule => ({ check, change: 'open' });
const closed = (check: SettingRule['check']): SettingRule => ({ check, change: 'closed' });
const never = (check: SettingRule['check']): SettingRule => ({ check, change: 'never' });

/**
 * The settings of an index by name. Those about replicas, allocation and the like are kept and shown, for existing bodies
 * carry them; one engine on one machine has nothing to do by them.
 */
export const settingRules: ReadonlyMap<string, SettingRule> = new Map<string, SettingRule>([
  ['index.number_of_shards', never(integer(1, 1024))],
  ['index.number_of_routing_shards', never(integer(1))],
  ['index.number_of_replicas', open(integer(0))],
  ['index.auto_expand_replicas', open(any)],
  ['index.refresh_interval', open(time)],
  ['index.codec', closed(choice('default', 'best_compression', 'lucene_default', 'zstd', 'zstd_no_dict'))],
  ['index.hidden', open(flag)],
  ['index.priority', open(integer(0))],
  ['index.mode', never(choice('standard'))],
  ['index.knn', never(flag)],
  ['index.provided_name', never(any)],
  ['index.uuid', never(any)],
  ['index.creation_date', never(any)],
  ['index.version.created', never(any)],
  ['index.max_result_window', open(integer(1))],
  ['index.max_inner_result_window', open(integer(1))],
  ['index.max_rescore_window', open(integer(1))],
  ['index.max_docvalue_fields_search', open(integer(0))],
  ['index.max_script_fields', open(integer(0))],
  ['index.max_ngram_diff', open(integer(0))],
  ['index.max_shingle_diff', open(integer(0))],
  ['index.max_terms_count', open(integer(1))],
  ['index.max_regex_length', open(integer(1))],
  ['index.max_adjacency_matrix_filters', open(integer(2))],
  ['index.max_slices_per_scroll', open(integer(1))],
  ['index.max_slices_per_pit', open(integer(1))],
  ['index.max_refresh_listeners', open(integer(0))],
  ['index.analyze.max_token_count', open(integer(1))],
  ['index.highlight.max_analyzed_offset', open(integer(1))],
  ['index.query.default_field', open(any)],
  ['index.query_string.lenient', never(flag)],
  ['index.query.parse.allow_unmapped_fields', never(flag)],
  ['index.mapping.total_fields.limit', open(integer(0))],
  ['index.mapping.total_fields.ignore_dynamic_beyond_limit', open(flag)],
  ['index.mapping.depth.limit', open(integer(1))],
  ['index.mapping.nested_fields.limit', open(integer(0))],
  ['index.mapping.nested_objects.limit', open(integer(0))],
  ['index.mapping.field_name_length.limit', open(integer(1))],
  ['index.mapping.dimension_fields.limit', open(integer(0))],
  ['index.mapping.ignore_malformed', closed(flag)],
  ['index.mapping.coerce', closed(flag)],
  ['index.mapper.dynamic', open(flag)],
  ['index.gc_deletes', open(time)],
  ['index.default_pipeline', open(choice('_none'))],
  ['index.final_pipeline', open(choice('_none'))],
  ['index.search.idle.after', open(time)],
  ['index.search.default_pipeline', open(choice('_none'))],
  ['index.requests.cache.enable', open(flag)],
  ['index.queries.cache.enabled', closed(flag)],
  ['index.translog.durability', open(choice('request', 'async', 'REQUEST', 'ASYNC'))],
  ['index.translog.sync_interval', open(time)],
  ['index.translog.flush_threshold_size', open(size)],
  ['index.merge.policy.max_merged_segment', open(size)],
  ['index.merge.policy.segments_per_tier', open(decimal)],
  ['index.merge.policy.max_merge_at_once', open(integer(2))],
  ['index.merge.policy.floor_segment', open(size)],
  ['index.merge.policy.deletes_pct_allowed', open(decimal)],
  ['index.merge.policy.expunge_deletes_allowed', open(decimal)],
  ['index.merge.scheduler.max_thread_count', open(integer(1))],
  ['index.merge.scheduler.auto_throttle', open(flag)],
  ['index.blocks.read_only', open(flag)],
  ['index.blocks.read_only_allow_delete', open(flag)],
  ['index.blocks.read', open(flag)],
  ['index.blocks.write', open(flag)],
  ['index.blocks.metadata', open(flag)],
  ['index.lifecycle.name', open(any)],
  ['index.lifecycle.rollover_alias', open(any)],
  ['index.indexing.slowlog.threshold.index.warn', open(time)],
  ['index.search.slowlog.threshold.query.warn', open(time)],
  ['index.search.slowlog.threshold.query.info', open(time)],
  ['index.search.slowlog.threshold.fetch.warn', open(time)],
  ['index.soft_deletes.enabled', never(flag)],
  ['index.soft_deletes.retention_lease.period', open(time)],
  ['index.unassigned.node_left.delayed_timeout', open(time)],
  ['index.write.wait_for_active_shards', open(any)],
  ['index.shard.check_on_startup', closed(any)],
  ['index.store.type', closed(any)],
  ['index.store.preload', closed(any)],
  ['index.load_fixed_bitset_filters_eagerly', closed(flag)],
  ['index.routing_partition_size', never(integer(1))],
]);
