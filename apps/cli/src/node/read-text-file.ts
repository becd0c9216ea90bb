import { readFile } from 'node:fs/promises';

/** A file's text; undefined where it cannot be read. */
export async function readTextFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined; // the caller says which file it wanted, and why
  }
}
