import type { ContentState } from '@toolstone/protocol';
import type { TextFormat } from '../shared/text-file/text-encoding.ts';

/** All that determines the bytes that are written. */
export interface WritePlan {
  /** With links resolved. */
  readonly real: string;
  readonly shown: string;
  readonly mode: 'overwrite' | 'append';
  /** With the line breaks that are written. */
  readonly text: string;
  readonly format: TextFormat;
  readonly before: ContentState;
  readonly after: string;
  readonly notes: readonly string[];
}
