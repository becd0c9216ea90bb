import { defineJob } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { previewDiff } from '../shared/line-diff/preview-diff.ts';
import type { UnifiedDiff } from '../shared/line-diff/unified-diff.ts';
import { decodeTextFile } from '../shared/text-file/text-file.ts';
import { assembleWrite, type PlannedText, planWrite, type WriteJobInput, type WriteParts } from './plan-write.ts';

/** Works out what a write makes of a file. */
export const planWriteJob = defineJob<WriteJobInput, PlannedText>({ name: 'tools.plan-write', run: planWrite });

export type AppliedWrite =
  | { readonly status: 'applied'; readonly bytes: Uint8Array; readonly diff: UnifiedDiff | null }
  | { readonly status: 'refused'; readonly failure: Failure };

/** The bytes that a planned write makes, and what is different in them; no diff where there was no text. */
export const applyWriteJob = defineJob<WriteParts, AppliedWrite>({
  name: 'tools.apply-write',
  async run(parts) {
    const encoded = await assembleWrite(parts);
    if (encoded.status === 'refused') return encoded;
    const { previous, text, mode, shown } = parts;
    if (previous === null) return { status: 'applied', bytes: encoded.bytes, diff: previewDiff(shown, null, text) };
    const before = await decodeTextFile(previous, undefined);
    const after = mode === 'append' ? (before?.text ?? '') + text : text;
    const diff = before === null ? null : previewDiff(shown, before.text, after);
    return { status: 'applied', bytes: encoded.bytes, diff };
  },
});
