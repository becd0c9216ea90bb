import type { TextFormat } from '../shared/text-file/text-encoding.ts';
import type { ResolvedEdit } from './resolved-edit.ts';

/** All that determines the bytes that are written. */
export interface EditPlan {
  /** With links resolved. */
  readonly real: string;
  readonly shown: string;
  /** SHA-256 of the content before and after. */
  readonly before: string;
  readonly after: string;
  readonly format: TextFormat;
  readonly edits: readonly ResolvedEdit[];
  readonly replacements: number;
}
