import type { ContentState, RecordOf } from '@toolstone/protocol';
import { portFailure } from '../failure.ts';
import type { DraftRecord } from '../pipeline/call.ts';
import { type Files, PortError } from '../ports/environment.ts';
import type { Workspace } from '../ports/workspace.ts';

type Change = RecordOf<'file.changed'>;

/** One file's way through a turn: what it was before the first change, what it is after the last. */
export interface FileStory {
  readonly path: string;
  readonly scope: string;
  readonly first: Change;
  readonly last: Change;
}

export interface UndoReport {
  readonly records: readonly DraftRecord[];
  /** One line a file: what was done, or why it was left alone. */
  readonly lines: readonly string[];
  readonly restored: number;
  readonly kept: number;
}

/** The changes that still stand, by turn, newest turn last. */
export function standingChanges(changes: readonly Change[]): ReadonlyMap<string, readonly FileStory[]> {
  const undone = new Set(changes.flatMap(({ body }) => body.undoOf ?? []));
  const turns = new Map<string, Map<string, FileStory>>();
  for (const change of changes) {
    if (change.body.undoOf !== undefined || undone.has(change.seq)) continue;
    const turn = turnOf(change.scope);
    const files = turns.get(turn) ?? new Map<string, FileStory>();
    turns.set(turn, files);
    const known = files.get(change.body.path);
    files.set(change.body.path, { path: change.body.path, scope: turn, first: known?.first ?? change, last: change });
  }
  return new Map([...turns].map(([turn, files]) => [turn, [...files.values()].sort(byPath)]));
}

const byPath = (a: FileStory, b: FileStory): number => (a.path < b.path ? -1 : 1);

const turnOf = (scope: string): string => scope.split('/')[0] ?? scope;

/**
 * Takes back the file changes of one turn. A file that somebody else has changed since is left as it is, and said so: nothing
 * is ever overwritten that this workstream did not write itself.
 */
export async function undoTurn(
  stories: readonly FileStory[],
  ports: {
    readonly files: Pick<Files, 'replace'>;
    readonly workspace: Pick<Workspace, 'readAt'>;
    readonly all: readonly Change[];
  },
): Promise<UndoReport> {
  const records: DraftRecord[] = [];
  const lines: string[] = [];
  let kept = 0;
  for (const story of stories) {
    const outcome = await restore(story, ports);
    lines.push(outcome.line);
    if (!outcome.isRestored) {
      kept += 1;
      continue;
    }
    for (const change of ports.all.filter((entry) => isOf(entry, story))) records.push(undoRecord(change));
  }
  return { records, lines, restored: stories.length - kept, kept };
}

const isOf = (change: Change, story: FileStory): boolean =>
  change.body.path === story.path &&
  turnOf(change.scope) === story.scope &&
  change.body.undoOf === undefined &&
  change.seq >= story.first.seq &&
  change.seq <= story.last.seq;

async function restore(
  { path, first, last }: FileStory,
  { files, workspace }: { readonly files: Pick<Files, 'replace'>; readonly workspace: Pick<Workspace, 'readAt'> },
): Promise<{ readonly isRestored: boolean; readonly line: string }> {
  const bytes = await previousBytes(first.body.before, workspace);
  if (bytes === undefined) return { isRestored: false, line: `kept ${path}: what it held before is no longer stored` };
  try {
    await files.replace(path, bytes, {
      expect: last.body.after,
      ...(first.body.mode !== undefined && { mode: first.body.mode }),
    });
    return { isRestored: true, line: bytes === null ? `removed ${path} (it was new)` : `restored ${path}` };
  } catch (error) {
    if (error instanceof PortError && error.code === 'CHANGED') {
      return { isRestored: false, line: `kept ${path}: it was changed by something else since` };
    }
    const failure = portFailure(error);
    if (!failure) throw error;
    return { isRestored: false, line: `kept ${path}: ${failure.message}` };
  }
}

async function previousBytes(
  before: ContentState,
  workspace: Pick<Workspace, 'readAt'>,
): Promise<Uint8Array | null | undefined> {
  if (before === 'absent') return null;
  return (await workspace.readAt(before, 0, Number.MAX_SAFE_INTEGER)) ?? undefined;
}

const undoRecord = ({ seq, scope, body }: Change): DraftRecord => ({
  kind: 'file.changed',
  commitKey: `file.undone:${seq}`,
  scope,
  body: { scope: body.scope, path: body.path, before: body.after, after: body.before, undoOf: seq },
});
