import type { ContentState } from '@toolstone/protocol';
import type { Hasher } from '../ports/clock.ts';
import { type FileStat, type Files, PortError } from '../ports/environment.ts';
import type { PlannedWrite, PrepareContext } from '../tool/define-tool.ts';

type ReadableFiles = PrepareContext['files'];

export interface PlannedFiles extends ReadableFiles {
  /** From now on the path reads as planned. */
  plan(write: PlannedWrite): void;
}

/** The files as they will be when the earlier calls of a batch have written what they plan. Changes nothing on disk. */
export function createPlannedFiles(files: Files, hasher: Hasher): PlannedFiles {
  const planned = new Map<string, Uint8Array | null>();

  const existing = (path: string): Uint8Array => {
    const bytes = planned.get(path);
    if (bytes) return bytes;
    throw new PortError('NOT_FOUND', `${path} does not exist any more after an earlier call of this batch`, { path });
  };

  return {
    plan: ({ path, after }) => void planned.set(path, after),
    realpath: (path) => files.realpath(path),
    list: (path) => files.list(path),
    async stat(path) {
      const bytes = planned.get(path);
      if (bytes === undefined) return files.stat(path);
      return bytes === null ? null : plannedStat(await files.stat(path), bytes, path);
    },
    async readAt(path, offset, length, into) {
      if (!planned.has(path)) return files.readAt(path, offset, length, into);
      return existing(path).subarray(offset, offset + length);
    },
    async hash(path): Promise<ContentState> {
      const bytes = planned.get(path);
      if (bytes === undefined) return files.hash(path);
      return bytes === null ? 'absent' : hasher.sha256(bytes);
    },
  };
}

const NEW_FILE_MODE = 0o644;

const plannedStat = (now: FileStat | null, bytes: Uint8Array, path: string): FileStat => ({
  kind: 'file',
  mode: now?.mode ?? NEW_FILE_MODE,
  modifiedMs: now?.modifiedMs ?? 0,
  identity: now?.identity ?? `planned:${path}`,
  bytes: bytes.length,
});
