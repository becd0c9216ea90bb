import type { FileRead } from '@toolstone/protocol';
import type { ReadSet } from '../tool/define-tool.ts';

export interface MutableReadSet extends ReadSet {
  add(read: FileRead): void;
  clear(): void;
  entries(): Iterable<FileRead>;
}

/** Files whose content the model has seen, by real path, with the hash of what it saw. */
export function createReadSet(initial: Iterable<FileRead> = []): MutableReadSet {
  const known = new Map<string, FileRead>();
  for (const read of initial) known.set(read.path, read);
  return {
    get: (path) => known.get(path)?.hash,
    lineMarks: (path) => known.get(path)?.lineMarks,
    add: (read) => void known.set(read.path, read),
    clear: () => known.clear(),
    entries: () => known.values(),
  };
}
