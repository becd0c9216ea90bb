import type { DirectoryEntry } from '@toolstone/kernel';

interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
  isBlockDevice(): boolean;
  isCharacterDevice(): boolean;
}

/** What a directory entry or a link itself is. */
export const entryKindOf = (entry: Kinds): DirectoryEntry['kind'] => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  if (entry.isSymbolicLink()) return 'symlink';
  if (entry.isFIFO()) return 'fifo';
  if (entry.isSocket()) return 'socket';
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return 'device';
  return 'other';
};

/** What a followed path is; a link cannot be the answer. */
export const fileKindOf = (entry: Kinds): Exclude<DirectoryEntry['kind'], 'symlink'> => {
  const kind = entryKindOf(entry);
  return kind === 'symlink' ? 'other' : kind;
};
