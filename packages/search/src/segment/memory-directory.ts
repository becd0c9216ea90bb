import { EsError } from '../error/es-error.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Directory } from './directory.ts';
import type { FileReader } from './file-access.ts';

/** A folder in memory. `files` are its bytes by name, for tests that damage them. */
export interface MemoryDirectory extends Directory {
  readonly files: Map<string, ByteWriter>;
}

export const createMemoryDirectory = (): MemoryDirectory => {
  const files = new Map<string, ByteWriter>();
  let isLocked = false;
  const existing = (name: string): ByteWriter => {
    const file = files.get(name);
    if (file === undefined) throw missingFile(name);
    return file;
  };
  return {
    files,
    list: () => [...files.keys()],
    open: (name) => memoryReader(name, existing(name)),
    create(name) {
      const file = new ByteWriter(1024);
      files.set(name, file);
      return { append: (bytes) => file.append(bytes), sync: () => undefined, close: () => undefined };
    },
    rename(from, to) {
      files.set(to, existing(from));
      files.delete(from);
    },
    sync: (name) => void existing(name),
    remove: (name) => void files.delete(name),
    lock() {
      if (isLocked) throw lockedFolder('another writer of this process');
      isLocked = true;
      return () => {
        isLocked = false;
      };
    },
  };
};

const memoryReader = (name: string, file: ByteWriter): FileReader => ({
  name,
  size: file.length,
  readInto(offset, target) {
    if (offset + target.length > file.length)
      throw new RangeError(`${name} ends before byte ${offset + target.length}`);
    target.set(file.bytes.subarray(offset, offset + target.length));
  },
  close: () => undefined,
});

export const missingFile = (name: string): EsError =>
  new EsError({ type: 'no_such_file_exception', status: 500, reason: `${name} is not in the folder of the index` });

export const lockedFolder = (owner: string): EsError =>
  new EsError({
    type: 'lock_obtain_failed_exception',
    status: 500,
    reason: `the folder of the index is written to by ${owner}; end it first or use another folder`,
  });
