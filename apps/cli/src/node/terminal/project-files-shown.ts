import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_FILES = 50;
const MAX_LINES_A_FILE = 40;

/** What a folder's `.toolstone/` holds, for a person who is asked to trust it: names, and the start of each text. */
export async function showProjectFiles(folder: string): Promise<readonly string[]> {
  const root = join(folder, '.toolstone');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory()).slice(0, MAX_FILES);
  const lines: string[] = [];
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, 'utf8').catch(() => '(cannot be read)');
    const content = text.split('\n');
    lines.push('', `${path}:`, ...content.slice(0, MAX_LINES_A_FILE).map((line) => `  ${line}`));
    if (content.length > MAX_LINES_A_FILE) lines.push(`  … ${content.length - MAX_LINES_A_FILE} more lines`);
  }
  return lines;
}
