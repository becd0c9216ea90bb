import type { CharFilter, TokenFilter, Tokenizer } from './component.ts';

/** What an analyzer does, in order. */
export interface ChainParts {
  readonly charFilters: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
}
