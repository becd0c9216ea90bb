import type { Failure } from '@toolstone/protocol';
import { previewDiff } from '../shared/line-diff/preview-diff.ts';
import type { UnifiedDiff } from '../shared/line-diff/unified-diff.ts';
import { DECLARATION_BYTES, declaredEncodingName } from '../shared/text-file/declared-encoding.ts';
import { detectEncoding } from '../shared/text-file/detect-encoding.ts';
import { breakName, breakText, findLineBreaks, withBreaks } from '../shared/text-file/line-breaks.ts';
import { lineMarks } from '../shared/text-file/line-marks.ts';
import { formatName, plainUtf8, type TextFormat } from '../shared/text-file/text-encoding.ts';
import { decodeTextFile, type EncodedText, encodeText } from '../shared/text-file/text-file.ts';

export interface WriteJobInput {
  /** Null where there is no file. */
  readonly previous: Uint8Array | null;
  readonly content: string;
  readonly mode: 'overwrite' | 'append';
  readonly shown: string;
  readonly configuredCharset: string | undefined;
}

export type PlannedText =
  | {
      readonly status: 'planned';
      /** The content as it will be written: that of the call with the file's line breaks. */
      readonly text: string;
      readonly format: TextFormat;
      readonly bytes: Uint8Array;
      /** Null where the previous content is no text. */
      readonly diff: UnifiedDiff | null;
      readonly notes: readonly string[];
      readonly lineMarks: string | undefined;
    }
  | { readonly status: 'refused'; readonly failure: Failure };

/**
 * The bytes that a write makes.
 *
 * An existing text keeps its encoding, mark and line breaks: content with LF breaks only is written with those of a file
 * that has CRLF (or CR) throughout. Content that has CRLF itself is written as it is. Everything else stands as given.
 */
export async function planWrite(input: WriteJobInput): Promise<PlannedText> {
  const { previous, content, mode, shown } = input;
  const existing = previous === null ? null : await decodeTextFile(previous, input.configuredCharset);
  if (previous !== null && existing === null && mode === 'append') {
    return {
      status: 'refused',
      failure: {
        code: 'FILE_IS_BINARY',
        message: `${shown} is a binary file`,
        nextStep: 'Text cannot be appended to it; use bash if it must be',
      },
    };
  }
  const isDeclaredAnew = mode === 'overwrite' && existing?.how === 'declared' && declaresEncoding(content);
  const format =
    existing === null || previous?.length === 0 || isDeclaredAnew ? await newFormat(input) : existing.format;
  const notes: string[] = [];
  if (existing !== null && (format.encoding !== 'utf-8' || format.bom))
    notes.push(`Written as ${formatName(format)}, as the file was`);
  const { text, note } = keepBreaks(content, existing?.text ?? '');
  if (note !== undefined) notes.push(note);
  const before = existing?.text ?? '';
  if (mode === 'append' && before !== '' && !/[\r\n]$/.test(before)) {
    notes.push('The file did not end with a line break: the text continues its last line');
  }
  const encoded = await assembleWrite({ previous, text, mode, format, shown });
  if (encoded.status === 'refused') return encoded;
  const hasDiff = previous === null || existing !== null;
  const after = mode === 'append' ? before + text : text;
  return {
    status: 'planned',
    text,
    format,
    bytes: encoded.bytes,
    diff: hasDiff ? previewDiff(shown, previous === null ? null : before, after) : null,
    notes,
    lineMarks: lineMarks(encoded.bytes),
  };
}

export interface WriteParts {
  readonly previous: Uint8Array | null;
  readonly text: string;
  readonly mode: 'overwrite' | 'append';
  readonly format: TextFormat;
  readonly shown: string;
}

/** The whole content of the file after the write. What is appended to is taken over byte for byte. */
export async function assembleWrite({ previous, text, mode, format, shown }: WriteParts): Promise<EncodedText> {
  const isAddition = mode === 'append' && previous !== null && previous.length > 0;
  // A mark that the content brings along is the file's own.
  const own = format.bom && text.startsWith('\ufeff') ? text.slice(1) : text;
  const encoded = await encodeText(own, isAddition ? { ...format, bom: false } : format, shown);
  if (!isAddition || encoded.status === 'refused') return encoded;
  return { status: 'encoded', bytes: Buffer.concat([previous, encoded.bytes]) };
}

/** A new file is UTF-8, unless its own text or `.editorconfig` names a legacy encoding. */
async function newFormat({ content, configuredCharset }: WriteJobInput): Promise<TextFormat> {
  const head = new TextEncoder().encode(content.slice(0, DECLARATION_BYTES).replace(/[^\p{ASCII}]/gu, '?'));
  const detected = await detectEncoding({ bytes: head, head, tail: head, configuredCharset });
  return detected.kind === 'text' && detected.how === 'declared' ? detected.format : plainUtf8;
}

const declaresEncoding = (content: string): boolean =>
  declaredEncodingName(content.slice(0, DECLARATION_BYTES), content.slice(-DECLARATION_BYTES)) !== undefined;

function keepBreaks(content: string, existing: string): { readonly text: string; readonly note?: string } {
  const { kind } = findLineBreaks(existing);
  const given = findLineBreaks(content).kind;
  if ((kind === 'crlf' || kind === 'cr') && given === 'lf') {
    return {
      text: withBreaks(content, breakText(kind)),
      note: `Line breaks are written as ${breakName(kind)}, as the file has them`,
    };
  }
  if (kind === 'lf' && given === 'crlf') {
    return { text: content, note: 'The content has CRLF line breaks, where the file had LF' };
  }
  return { text: content };
}
