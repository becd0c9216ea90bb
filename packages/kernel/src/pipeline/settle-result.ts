import type { Part, ToolResult } from '@toolstone/protocol';
import type { Guarded, Outcome, OutcomePart, SettledResult } from '../tool/result.ts';
import type { PipelineContext } from './call.ts';

/** Text that stays in the log itself; longer text of a tool that pages itself is kept whole up to here. */
const MAX_LOGGED_CHARS = 65_536;

/**
 * Moves what is long or binary into the workspace, where `workspace_read` finds it, so that the log stays small. Where the
 * workspace cannot take it, text stays in the log, whole, and a note says so.
 */
export async function settleResult(
  { name, pagesItself, callId }: { readonly name: string; readonly pagesItself: boolean; readonly callId: string },
  outcome: Guarded<Outcome>,
  { workspace, settings }: Pick<PipelineContext, 'workspace' | 'settings'>,
): Promise<SettledResult> {
  const limit = settings.offload.enabled && !pagesItself ? settings.offload.inlineMaxChars : MAX_LOGGED_CHARS;
  const parts: Part[] = [];
  const notes = [...(outcome.notes ?? [])];
  let handles = outcome.handles;
  for (const [index, part] of outcome.parts.entries()) {
    if (part.type === 'text' && part.text.length <= limit) {
      parts.push(part);
      continue;
    }
    try {
      const key = `tool-results/${name}-${callId}${index === 0 ? '' : `-${index}`}`;
      parts.push(await store(part, key, workspace));
      if (part.type === 'text') handles = { ...handles, workspace: `workspace://${key}` };
    } catch {
      // A full disk or a missing store must not cost the result; bytes without a store are described.
      notes.push('The result could not be moved to the workspace; it is kept inline.');
      parts.push(part.type === 'text' ? part : { type: 'text', text: part.description });
    }
  }
  const { changes: _changes, reads: _reads, parts: _parts, notes: _notes, ...rest } = outcome;
  const settled: ToolResult = {
    ...rest,
    parts,
    ...(handles && { handles: { ...handles } }),
    ...(notes.length > 0 && { notes }),
  };
  // Made of guarded parts only: the brand goes on.
  return settled as SettledResult;
}

async function store(part: OutcomePart, key: string, workspace: PipelineContext['workspace']): Promise<Part> {
  const bytes = part.type === 'text' ? new TextEncoder().encode(part.text) : part.bytes;
  const mediaType = part.type === 'text' ? 'text/plain; charset=utf-8' : part.mediaType;
  const entry = await workspace.put(bytes, { key, mediaType });
  return {
    type: 'blob',
    blob: entry.blob,
    mediaType,
    bytes: entry.bytes,
    name: key,
    ...(part.type === 'bytes' && { description: part.description }),
  };
}
