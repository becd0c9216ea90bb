import type { Failure } from '@toolstone/protocol';
import { previewDiff } from '../shared/line-diff/preview-diff.ts';
import type { UnifiedDiff } from '../shared/line-diff/unified-diff.ts';
import { lineMarks } from '../shared/text-file/line-marks.ts';
import type { TextFormat } from '../shared/text-file/text-encoding.ts';
import { decodeTextFile, encodeText, type TextFile } from '../shared/text-file/text-file.ts';
import type { EditRequest } from './edit-request.ts';
import { resolveEdits } from './resolve-edits.ts';
import { applyEdits, type ResolvedEdit } from './resolved-edit.ts';

export interface EditJobInput {
  readonly bytes: Uint8Array;
  readonly request: EditRequest;
  readonly shown: string;
  readonly configuredCharset: string | undefined;
}

export type PlannedEdit =
  | {
      readonly status: 'planned';
      readonly edits: readonly ResolvedEdit[];
      readonly replacements: number;
      readonly format: TextFormat;
      readonly after: Uint8Array;
      readonly diff: UnifiedDiff;
      readonly lineMarks: string | undefined;
    }
  | { readonly status: 'refused'; readonly failure: Failure };

/** What an edit would make of a file's bytes, in full, or why it cannot be made. */
export async function planEdit({ bytes, request, shown, configuredCharset }: EditJobInput): Promise<PlannedEdit> {
  const file = await decodeTextFile(bytes, configuredCharset);
  if (file === null) {
    return refuse(
      'FILE_IS_BINARY',
      `${shown} is a binary file`,
      'Only text can be edited; change it with bash or a program for its format',
    );
  }
  const resolved = resolveEdits(file.text, request, shown);
  if (resolved.status === 'refused') return resolved;
  if (!(await isReversible(file, bytes))) {
    return refuse(
      'ENCODING_NOT_REVERSIBLE',
      `${shown} holds bytes that its encoding cannot write back, so that an edit would change other places too`,
      'Convert it to UTF-8 first, for example with iconv in bash',
    );
  }
  const text = applyEdits(file.text, resolved.edits);
  if (text === file.text) {
    return refuse(
      'NOTHING_TO_CHANGE',
      `${shown} already says so; line breaks are always written as the file has them`,
      'To change line breaks use bash, for example: sed -i "s/\\r$//"',
    );
  }
  const encoded = await encodeText(text, file.format, shown);
  if (encoded.status === 'refused') return encoded;
  return {
    status: 'planned',
    edits: resolved.edits,
    replacements: resolved.replacements,
    format: file.format,
    after: encoded.bytes,
    diff: previewDiff(shown, file.text, text),
    lineMarks: lineMarks(encoded.bytes),
  };
}

const refuse = (code: string, message: string, nextStep: string): PlannedEdit => ({
  status: 'refused',
  failure: { code, message, nextStep },
});

/** Whether the bytes come back from the text. Well-formed UTF-8 always does. */
async function isReversible({ text, format }: TextFile, bytes: Uint8Array): Promise<boolean> {
  if (format.encoding === 'utf-8') return true;
  const back = await encodeText(text, format, '');
  return back.status === 'encoded' && Buffer.compare(back.bytes, bytes) === 0;
}
