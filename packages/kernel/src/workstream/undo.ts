import type { ContentState, Failure, RecordOf } from '@toolstone/protocol';
import { portFailure } from '../failure.ts';
import type { DraftRecord } from '../pipeline/call.ts';
import type { Hasher } from '../ports/clock.ts';
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

export interface UndoPorts {
  readonly files: Pick<Files, 'replace' | 'hash'>;
  readonly workspace: Pick<Workspace, 'readAt'>;
  /** What is written over a person's file is checked first: stored copies can be damaged from outside. */
  readonly hasher: Hasher;
  /** All changes on record, as they are now. */
  readonly changes: () => readonly Change[];
  readonly append: (records: readonly DraftRecord[]) => Promise<unknown>;
}

export type Undone =
  /** One line a file: what was done, or why it was left alone. */
  | { readonly status: 'undone'; readonly lines: readonly string[] }
  | { readonly status: 'refused'; readonly failure: Failure };

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
 * Takes back the file changes of one turn, the newest with changes where none is named. A file that somebody else has changed
 * since is left as it is, and said so: nothing is ever overwritten that this workstream did not write itself.
 *
 * Each file is on record as soon as it is restored. Where the process dies in between, the next undo finds the file as it was
 * before and only records it; the same message sent again goes on with the turn that it had begun with.
 */
export async function undoChanges(
  { id, scope }: { readonly id: string; readonly scope?: string | undefined },
  ports: UndoPorts,
): Promise<Undone> {
  const begun = ports.changes().filter(({ body }) => body.undoId === id);
  const standing = standingChanges(ports.changes());
  const turn = begun[0] ? turnOf(begun[0].scope) : (scope ?? [...standing.keys()].at(-1));
  const stories = turn === undefined ? undefined : standing.get(turn);
  if (turn === undefined || (!stories && begun.length === 0)) return { status: 'refused', failure: nothingToUndo };
  const lines = [...new Set(begun.map(({ body }) => `took back ${body.path}`))];
  let isAllKept = begun.length === 0;
  for (const story of stories ?? []) {
    const { isRestored, line } = await restore(story, ports);
    lines.push(line);
    if (!isRestored) continue;
    isAllKept = false;
    const taken = ports.changes().filter((change) => isOf(change, story));
    await ports.append(taken.map((change) => undoRecord(change, id)));
  }
  if (!isAllKept) return { status: 'undone', lines };
  return { status: 'refused', failure: allKept(turn, { kept: lines, standing: [...standing.keys()] }) };
}

const nothingToUndo: Failure = {
  code: 'NOTHING_TO_UNDO',
  message: 'no file changes of a turn are left to take back',
  nextStep: 'What commands changed is not tracked; use your version control for that',
};

/** A turn of which nothing can be taken back must not stand before the earlier ones for ever. */
function allKept(
  turn: string,
  { kept, standing }: { readonly kept: readonly string[]; readonly standing: readonly string[] },
): Failure {
  const earlier = standing[standing.indexOf(turn) - 1];
  return {
    code: 'UNDO_KEPT_ALL',
    message: `nothing of ${turn} was taken back: ${kept.join('; ')}`,
    nextStep:
      earlier === undefined
        ? 'No earlier changes are left in this workstream; put these files right by hand, or name another workstream'
        : `To go on with the changes before it, name their turn: /undo ${earlier}, or toolstone undo --turn ${earlier}`,
  };
}

const isOf = (change: Change, story: FileStory): boolean =>
  change.body.path === story.path &&
  turnOf(change.scope) === story.scope &&
  change.body.undoOf === undefined &&
  change.seq >= story.first.seq &&
  change.seq <= story.last.seq;

async function restore(
  { path, first, last }: FileStory,
  ports: UndoPorts,
): Promise<{ readonly isRestored: boolean; readonly line: string }> {
  const { files } = ports;
  const previous = await previousContent(first.body.before, ports);
  if ('missing' in previous) return { isRestored: false, line: `kept ${path}: ${previous.missing}` };
  const { bytes } = previous;
  try {
    await files.replace(path, bytes, {
      expect: last.body.after,
      ...(first.body.mode !== undefined && { mode: first.body.mode }),
    });
    return { isRestored: true, line: bytes === null ? `removed ${path} (it was new)` : `restored ${path}` };
  } catch (error) {
    if (error instanceof PortError && error.code === 'CHANGED') {
      if ((await files.hash(path).catch(() => undefined)) === first.body.before)
        return { isRestored: true, line: `${path} is as it was before already` };
      return { isRestored: false, line: `kept ${path}: it was changed by something else since` };
    }
    const failure = portFailure(error);
    if (!failure) throw error;
    return { isRestored: false, line: `kept ${path}: ${failure.message}` };
  }
}

type Previous =
  /** Null where there was no file. */
  | { readonly bytes: Uint8Array | null }
  /** Why it cannot be had. */
  | { readonly missing: string };

async function previousContent(
  before: ContentState,
  { workspace, hasher }: Pick<UndoPorts, 'workspace' | 'hasher'>,
): Promise<Previous> {
  if (before === 'absent') return { bytes: null };
  try {
    const bytes = await workspace.readAt(before, 0, Number.MAX_SAFE_INTEGER);
    if (bytes === null) return { missing: 'what it held before is no longer stored' };
    if (hasher.sha256(bytes) !== before) return { missing: 'the stored copy of what it held before is damaged' };
    return { bytes };
  } catch (error) {
    const failure = portFailure(error);
    if (!failure) throw error;
    return { missing: `what it held before cannot be read: ${failure.message}` };
  }
}

const undoRecord = ({ seq, scope, body }: Change, undoId: string): DraftRecord => ({
  kind: 'file.changed',
  commitKey: `file.undone:${seq}`,
  scope,
  body: { scope: body.scope, path: body.path, before: body.after, after: body.before, undoOf: seq, undoId },
});
