import { type Part, renderFailure, type TextPart, type ToolResult } from '@toolstone/protocol';

/** What a model is told of a result, before it is fitted: the failure first, then the parts, then remarks and handles. */
export function modelParts(result: ToolResult): readonly Part[] {
  const before: TextPart[] = result.failure ? [text(renderFailure(result.failure))] : [];
  const after = (result.notes ?? []).map((note) => text(`[note: ${note}]`));
  const parts = [...before, ...result.parts, ...after];
  return parts.length > 0 ? parts : [text('(no output)')];
}

const text = (value: string): TextPart => ({ type: 'text', text: value });

export const isTextBlob = (part: Part): boolean => part.type === 'blob' && part.mediaType.startsWith('text/');

/** The text of parts as a person or a log line shows it; other blobs by their description. */
export function partsText(parts: readonly Part[]): string {
  return parts
    .map((part) =>
      part.type === 'text' ? part.text : (part.description ?? `[${part.mediaType}, ${part.bytes} bytes]`),
    )
    .join('\n');
}
