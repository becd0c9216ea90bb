import type { FileReader, FileWriter } from './file-access.ts';

/** The folder of one index. What it does is done when it returns; what it cannot do it throws. */
export interface Directory {
  /** Names of the files, in no order. */
  list(): readonly string[];
  open(name: string): FileReader;
  /** A new, empty file in place of any of that name. */
  create(name: string): FileWriter;
  /** Puts a file in the place of another at once: after a crash there is the one or the other, whole. Survives a crash once it returned. */
  rename(from: string, to: string): void;
  /** Returns when the file's bytes and name are on the disk. */
  sync(name: string): void;
  /** Does nothing where there is no such file. Files that are open for reading stay readable. */
  remove(name: string): void;
  /** Makes the caller the only writer of the folder until the returned function is called; throws where there is one that lives. */
  lock(): () => void;
}
