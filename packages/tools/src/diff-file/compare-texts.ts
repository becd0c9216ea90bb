import { type UnifiedDiff, unifiedDiff } from '../shared/line-diff/unified-diff.ts';
import { breakName, findLineBreaks, normalizeBreaks } from '../shared/text-file/line-breaks.ts';
import { formatName } from '../shared/text-file/text-encoding.ts';
import { decodeTextFile, type TextFile } from '../shared/text-file/text-file.ts';

/** One side of a comparison: a file's bytes, or text from the call. */
export type DiffSide =
  | { readonly label: string; readonly bytes: Uint8Array; readonly configuredCharset: string | undefined }
  | { readonly label: string; readonly text: string };

export interface CompareInput {
  readonly old: DiffSide;
  readonly new: DiffSide;
  readonly contextLines: number;
  readonly maxChars: number;
}

export type Comparison =
  | { readonly status: 'compared'; readonly diff: UnifiedDiff; readonly notes: readonly string[] }
  | { readonly status: 'binary'; readonly label: string };

/**
 * The line diff of two texts. Where one side has CRLF breaks throughout and the other has not, the breaks are left out of the
 * comparison and named in a note: every line would differ, and nothing else would be seen.
 */
export async function compareTexts(input: CompareInput): Promise<Comparison> {
  const before = await toText(input.old);
  if (before === null) return { status: 'binary', label: input.old.label };
  const after = await toText(input.new);
  if (after === null) return { status: 'binary', label: input.new.label };
  const notes: string[] = [];
  const oldBreaks = findLineBreaks(before.text).kind;
  const newBreaks = findLineBreaks(after.text).kind;
  const isOfBreaks = oldBreaks !== newBreaks && oldBreaks !== 'none' && newBreaks !== 'none';
  if (isOfBreaks) {
    const kinds = `${breakName(oldBreaks)} in ${input.old.label}, ${breakName(newBreaks)} in ${input.new.label}`;
    notes.push(`Line breaks differ and are not shown: ${kinds}`);
  }
  if (before.format !== undefined && after.format !== undefined) {
    const [oldName, newName] = [formatName(before.format), formatName(after.format)];
    if (oldName !== newName)
      notes.push(`Encodings differ: ${oldName} in ${input.old.label}, ${newName} in ${input.new.label}`);
  }
  const diff = unifiedDiff(
    isOfBreaks ? normalizeBreaks(before.text, oldBreaks).text : before.text,
    isOfBreaks ? normalizeBreaks(after.text, newBreaks).text : after.text,
    {
      oldLabel: input.old.label,
      newLabel: input.new.label,
      contextLines: input.contextLines,
      maxChars: input.maxChars,
    },
  );
  return { status: 'compared', diff, notes };
}

async function toText(side: DiffSide): Promise<{ text: string; format?: TextFile['format'] } | null> {
  return 'text' in side ? { text: side.text } : decodeTextFile(side.bytes, side.configuredCharset);
}
