import type { Part, TextPart } from '@toolstone/protocol';
import { isTextBlob, modelParts } from '../tool/render-result.ts';
import type { SettledResult, Sized } from '../tool/result.ts';
import type { PipelineContext } from './call.ts';

/** Every result may have this much, however full the context is: errors and handles are never dropped. */
const FLOOR_CHARS = 2048;

export interface SizedResult {
  readonly parts: Sized<readonly Part[]>;
  /** Whether the model sees less than the call gave. */
  readonly truncated: boolean;
  readonly workspaceRef?: string;
}

/**
 * Fits one result into `budgetChars` of the context. Offloaded text is shown by its head and its tail, with counts and the
 * reference by which `workspace_read` gives the rest.
 */
export async function sizeResult(
  result: SettledResult,
  budgetChars: number,
  { workspace, settings }: Pick<PipelineContext, 'workspace' | 'settings'>,
): Promise<SizedResult> {
  const limit = Math.max(FLOOR_CHARS, budgetChars);
  const workspaceRef = result.handles?.['workspace'];
  const sized: Part[] = [];
  let left = limit;
  let truncated = false;
  for (const part of modelParts(result)) {
    const fitted = isTextBlob(part)
      ? await preview(part, Math.min(left, settings.offload.inlineMaxChars), workspace)
      : fit(part, left);
    truncated ||= fitted !== part;
    left = Math.max(FLOOR_CHARS, left - (fitted.type === 'text' ? fitted.text.length : 0));
    sized.push(fitted);
  }
  return {
    // The one place that makes the brand; a brand is no property, so the compiler sees no overlap.
    parts: sized as unknown as Sized<readonly Part[]>,
    truncated,
    ...(workspaceRef !== undefined && { workspaceRef }),
  };
}

function fit(part: Part, limit: number): Part {
  if (part.type !== 'text' || part.text.length <= limit) return part;
  const notice = `\n… [${part.text.length - limit} of ${part.text.length} characters left out: the context is nearly full. The call did run; do not repeat it for its effect] …\n`;
  return headAndTail(part.text, limit, notice);
}

/** Two thirds from the head, one from the tail, cut at line ends where one is near. */
function headAndTail(text: string, limit: number, notice: string): TextPart {
  const room = Math.max(0, limit - notice.length);
  const head = cutAtLineEnd(text.slice(0, Math.ceil((room * 2) / 3)));
  const tail = cutAtLineStart(text.slice(text.length - Math.floor(room / 3)));
  return { type: 'text', text: `${head}${notice}${tail}` };
}

function cutAtLineEnd(text: string): string {
  const end = text.lastIndexOf('\n');
  return end > text.length / 2 ? text.slice(0, end) : dropHalfCharacter(text);
}

function cutAtLineStart(text: string): string {
  const start = text.indexOf('\n');
  const rest = start >= 0 && start < text.length / 2 ? text.slice(start + 1) : text;
  return /^[\uDC00-\uDFFF]/.test(rest) ? rest.slice(1) : rest;
}

const dropHalfCharacter = (text: string): string => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);

async function preview(part: Part, limit: number, workspace: PipelineContext['workspace']): Promise<TextPart> {
  if (part.type !== 'blob') return part;
  // A character has at most four bytes, so this much holds the head and the tail that are shown.
  const window = limit * 4;
  const decoder = new TextDecoder();
  const head = await workspace.readAt(part.blob, 0, Math.min(part.bytes, window));
  if (!head) return { type: 'text', text: `[the stored result ${part.name ?? part.blob} is gone]` };
  const notice = `\n… [the whole result is ${part.bytes} bytes at workspace://${part.name}; read on, or grep it, with workspace_read] …\n`;
  if (part.bytes <= window) return headAndTail(decoder.decode(head), limit, notice);
  const tail = await workspace.readAt(part.blob, part.bytes - window, window);
  const ends = `${decoder.decode(head)}${decoder.decode(tail ?? new Uint8Array())}`;
  return headAndTail(ends.replace(/^\uFFFD+/, ''), limit, notice);
}
