import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The path of ripgrep: the one that ships with the program, else `rg` on the PATH, else null. */
export async function findRipgrep(): Promise<string | null> {
  const candidates = [await shippedPath(), ...pathCandidates()];
  for (const candidate of candidates) if (candidate !== null && (await isExecutable(candidate))) return candidate;
  return null;
}

async function shippedPath(): Promise<string | null> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    return null; // its import fails on a platform for which no binary was installed
  }
}

const pathCandidates = (): readonly string[] =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, process.platform === 'win32' ? 'rg.exe' : 'rg'));

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false; // that is the answer
  }
}
