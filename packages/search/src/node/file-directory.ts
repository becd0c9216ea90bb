import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Directory } from '../segment/directory.ts';
import type { FileReader, FileWriter } from '../segment/file-access.ts';
import { lockedFolder, missingFile } from '../segment/memory-directory.ts';

const LOCK_NAME = 'write.lock';

/** A folder of the file system, made where it is not there. */
export const createFileDirectory = (path: string): Directory => {
  mkdirSync(path, { recursive: true });
  return {
    list: () => readdirSync(path).filter((name) => !name.startsWith(LOCK_NAME)),
    open: (name) => openFile(path, name),
    create: (name) => createFile(path, name),
    rename(from, to) {
      renameSync(join(path, from), join(path, to));
      syncFolder(path);
    },
    sync(name) {
      const descriptor = openSync(join(path, name), 'r');
      try {
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      syncFolder(path);
    },
    remove: (name) => rmSync(join(path, name), { force: true }),
    lock: () => lockFolder(join(path, LOCK_NAME)),
  };
};

const openFile = (path: string, name: string): FileReader => {
  if (!existsSync(join(path, name))) throw missingFile(name);
  const descriptor = openSync(join(path, name), 'r');
  return {
    name,
    size: fstatSync(descriptor).size,
    readInto(offset, target) {
      for (let done = 0; done < target.length; ) {
        const count = readSync(descriptor, target, done, target.length - done, offset + done);
        if (count === 0) throw new RangeError(`${name} ends before byte ${offset + target.length}`);
        done += count;
      }
    },
    close: () => closeSync(descriptor),
  };
};

const createFile = (path: string, name: string): FileWriter => {
  const descriptor = openSync(join(path, name), 'w');
  let isNew = true;
  return {
    append(bytes) {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done);
    },
    sync() {
      fsyncSync(descriptor);
      // The name of a new file is in its folder, which has to reach the disk too.
      if (isNew) syncFolder(path);
      isNew = false;
    },
    close: () => closeSync(descriptor),
  };
};

const syncFolder = (path: string): void => {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Folders that this process writes to: its own id in a lock would look like one left by an earlier process. */
const ownLocks = new Set<string>();

const lockFolder = (lockPath: string): (() => void) => {
  if (ownLocks.has(lockPath)) throw lockedFolder('another writer of this process');
  const me = `${process.pid} ${startOf(process.pid)}`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const descriptor = openSync(lockPath, 'wx');
      try {
        writeSync(descriptor, me);
      } finally {
        closeSync(descriptor);
      }
      ownLocks.add(lockPath);
      return () => {
        ownLocks.delete(lockPath);
        rmSync(lockPath, { force: true });
      };
    } catch (error) {
      if (!isExisting(error)) throw error;
      const owner = ownerOf(lockPath);
      if (owner !== null && isAlive(owner)) {
        throw lockedFolder(`the process ${owner.split(' ')[0]}`);
      }
      takeOver(lockPath, owner);
    }
  }
  throw lockedFolder('a process that starts at the same time');
};

const isExisting = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';

const ownerOf = (lockPath: string): string | null => {
  try {
    return readFileSync(lockPath, 'utf8');
  } catch {
    // It went away meanwhile.
    return null;
  }
};

/** Lets go of a folder whose writer was a thread of this process that ended without closing its store. */
export const releaseFolderOfEndedThread = (path: string): void => {
  const lockPath = join(path, LOCK_NAME);
  if (ownerOf(lockPath) === `${process.pid} ${startOf(process.pid)}`) rmSync(lockPath, { force: true });
};

/** Moves a dead owner's lock away: of several that try, one succeeds in renaming it, and only if it still is that owner's. */
const takeOver = (lockPath: string, owner: string | null): void => {
  const aside = `${lockPath}.${process.pid}`;
  try {
    renameSync(lockPath, aside);
  } catch {
    // Somebody else did.
    return;
  }
  const taken = readFileSync(aside, 'utf8');
  const isOther = owner !== null && taken !== owner;
  try {
    // It became somebody else's between reading and renaming: give it back, unless yet another one is there.
    if (isOther) linkSync(aside, lockPath);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  if (isOther) throw lockedFolder(`the process ${taken.split(' ')[0]}`);
};

const isAlive = (owner: string): boolean => {
  const [pid = '', ...start] = owner.split(' ');
  const number = Number(pid);
  // An empty lock: its owner was ended between making and filling it, or is filling it now.
  if (!Number.isInteger(number) || number <= 0) return false;
  try {
    process.kill(number, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return start.join(' ') === startOf(number);
};

/** When a process began, so that another one with its id is told apart; empty where the system does not tell. */
const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};
