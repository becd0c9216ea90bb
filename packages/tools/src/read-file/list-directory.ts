import type { DirectoryEntry, FileStat, Files } from '@toolstone/kernel';
import { PortError } from '@toolstone/kernel';
import { visibleLine } from '@toolstone/protocol';
import { displayPath, joinPath } from '../shared/paths/resolve-path.ts';
import { showable } from '../shared/text-file/number-lines.ts';

const DEFAULT_ENTRIES = 500;
/** How many entries are looked at together. */
const STAT_BATCH = 64;

export interface DirectoryRequest {
  readonly real: string;
  readonly shown: string;
  readonly cwd: string;
  readonly offset: number;
  readonly limit: number | undefined;
  readonly signal: AbortSignal;
}

export interface DirectoryListing {
  readonly text: string;
  readonly total: number;
}

/** What is in a directory: directories first, by name, files with their size, links with what they lead to. */
export async function listDirectory(
  files: Pick<Files, 'list' | 'stat' | 'realpath'>,
  request: DirectoryRequest,
): Promise<DirectoryListing> {
  const entries = [...(await files.list(request.real))].sort(byKindAndName);
  const start = request.offset - 1;
  const chosen = entries.slice(start, start + (request.limit ?? DEFAULT_ENTRIES));
  const lines: string[] = [];
  for (let at = 0; at < chosen.length; at += STAT_BATCH) {
    request.signal.throwIfAborted();
    lines.push(
      ...(await Promise.all(chosen.slice(at, at + STAT_BATCH).map((entry) => describe(files, entry, request)))),
    );
  }
  const total = entries.length;
  const shown = request.shown.endsWith('/') ? request.shown : `${request.shown}/`;
  const head = `${shown} has ${total === 1 ? '1 entry' : `${total.toLocaleString('en')} entries`}`;
  if (total === 0) return { text: `${shown} is empty`, total };
  const end = start + chosen.length;
  const more = end < total ? `; continue with offset=${end + 1}` : '';
  const foot =
    chosen.length < total ? [`(entries ${request.offset}-${end} of ${total.toLocaleString('en')}${more})`] : [];
  return { text: [`${head}:`, ...lines, ...foot].join('\n'), total };
}

function byKindAndName(a: DirectoryEntry, b: DirectoryEntry): number {
  const rank = ({ kind }: DirectoryEntry): number => (kind === 'directory' ? 0 : 1);
  return rank(a) - rank(b) || (a.name < b.name ? -1 : 1);
}

async function describe(
  files: Pick<Files, 'stat' | 'realpath'>,
  { name, kind }: DirectoryEntry,
  { real, cwd }: DirectoryRequest,
): Promise<string> {
  const shown = visibleLine(showable(name));
  const path = joinPath(real, name);
  if (kind === 'directory') return `${shown}/`;
  if (kind === 'symlink') return `${shown} -> ${await linkTarget(files, path, cwd)}`;
  if (kind !== 'file') return `${shown}  (${kind})`;
  const stat = await orNull(files.stat(path));
  return stat === null ? shown : `${shown}  ${stat.bytes.toLocaleString('en')} bytes`;
}

async function linkTarget(files: Pick<Files, 'stat' | 'realpath'>, path: string, cwd: string): Promise<string> {
  const target = await orNull<FileStat | null>(files.stat(path));
  const real = await orNull(files.realpath(path));
  if (target === null || real === null) return '(broken link)';
  return `${displayPath(real, cwd)}${target.kind === 'directory' ? '/' : ''}`;
}

/** An entry that vanished or may not be looked at is listed by its name alone. */
async function orNull<Value>(value: Promise<Value>): Promise<Value | null> {
  try {
    return await value;
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return null;
  }
}
