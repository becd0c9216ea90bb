import { lstat, opendir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryPattern } from './write-beside.ts';

/** A writer in another container has a pid that looks dead here; nobody writes one file for so long. */
const MIN_AGE_MS = 60_000;

/**
 * Removes the temporary files that writers left in a directory when they were killed between two steps. It looks once
 * into each directory, before the first write there, so that leftovers do not add up.
 */
export const createLeftoverSweep = (): ((directory: string) => Promise<void>) => {
  const seen = new Set<string>();
  return async (directory) => {
    if (seen.has(directory)) return;
    seen.add(directory);
    try {
      for await (const entry of await opendir(directory, { bufferSize: 256 })) {
        const writer = temporaryPattern.exec(entry.name)?.[1];
        if (writer === undefined || isRunning(Number(writer))) continue;
        const path = join(directory, entry.name);
        if (Date.now() - (await lstat(path)).mtimeMs > MIN_AGE_MS) await unlink(path);
      }
    } catch {
      // Tidying is a courtesy: what stands in its way is reported by the write itself, if it matters.
    }
  };
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
