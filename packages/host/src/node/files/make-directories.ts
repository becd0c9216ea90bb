import { existsSync, mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a directory with all that is missing above it; gives the first that it made. On a read-only file system the
 * runtime's own recursive call says that a parent is missing (ENOENT): one plain try learns the true reason.
 */
export function makeDirectoriesSync(path: string, mode?: number): string | undefined {
  try {
    return mkdirSync(path, { recursive: true, mode });
  } catch (error) {
    if (isMissing(error)) mkdirSync(firstMissing(path), { mode });
    throw error;
  }
}

/** The same without blocking. */
export async function makeDirectories(path: string, mode?: number): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, mode });
  } catch (error) {
    if (isMissing(error)) await mkdir(firstMissing(path), { mode });
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The topmost directory of a path that does not exist. */
function firstMissing(path: string): string {
  const parent = dirname(path);
  if (parent === path || existsSync(parent)) return path;
  return firstMissing(parent);
}
