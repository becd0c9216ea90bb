import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_ENTRIES = 20_000;
const MAX_MS = 1500;
const ignored = new Set(['node_modules', '.git', '.hg', '.svn', '__pycache__', '.venv', '.cache', '.DS_Store']);

/**
 * Files and directories below a directory, relative to it, directories with `/` at their end; nearest first, at most
 * 20,000. What cannot be read is left out.
 */
export async function listProjectFiles(root: string, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  for (let queue = ['']; queue.length > 0 && found.length < MAX_ENTRIES && !deadline.aborted; ) {
    const next: string[] = [];
    for (const directory of queue) {
      if (found.length >= MAX_ENTRIES || deadline.aborted) break;
      const entries = await readdir(join(root, directory), { withFileTypes: true }).catch(() => []);
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (ignored.has(entry.name) || found.length >= MAX_ENTRIES) continue;
        const path = `${directory}${entry.name}`;
        if (entry.isDirectory()) next.push(`${path}/`);
        found.push(entry.isDirectory() ? `${path}/` : path);
      }
    }
    queue = next;
  }
  return found;
}
