import { defineJob } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { previewDiff } from '../shared/line-diff/preview-diff.ts';
import type { UnifiedDiff } from '../shared/line-diff/unified-diff.ts';
import type { TextFormat } from '../shared/text-file/text-encoding.ts';
import { decodeText, encodeText } from '../shared/text-file/text-file.ts';
import { type EditJobInput, type PlannedEdit, planEdit } from './plan-edit.ts';
import { applyEdits, type ResolvedEdit } from './resolved-edit.ts';

/** Works out an edit of a file's bytes. */
export const planEditJob = defineJob<EditJobInput, PlannedEdit>({ name: 'tools.plan-edit', run: planEdit });

export interface ApplyEditInput {
  readonly bytes: Uint8Array;
  readonly edits: readonly ResolvedEdit[];
  readonly format: TextFormat;
  readonly shown: string;
}

export type AppliedEdit =
  | { readonly status: 'applied'; readonly bytes: Uint8Array; readonly diff: UnifiedDiff }
  | { readonly status: 'refused'; readonly failure: Failure };

/** The bytes that a planned edit makes, and what is different in them. */
export const applyEditJob = defineJob<ApplyEditInput, AppliedEdit>({
  name: 'tools.apply-edit',
  async run({ bytes, edits, format, shown }) {
    const before = await decodeText(bytes, format);
    const after = applyEdits(before, edits);
    const encoded = await encodeText(after, format, shown);
    if (encoded.status === 'refused') return encoded;
    return { status: 'applied', bytes: encoded.bytes, diff: previewDiff(shown, before, after) };
  },
});
