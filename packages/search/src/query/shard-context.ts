// What a request sees of one index.
export type { FieldStatistics, IndexLimits, RuntimeField } from './index-view.ts';
export type { ShardContext } from './query.ts';
