import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_CHARS = 32_768;

/** What `AGENTS.md` of a directory says to agents, at most 32,768 characters; undefined where there is none. */
export async function readProjectNotes(directory: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(directory, 'AGENTS.md'), 'utf8');
    return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}\n[cut here: read AGENTS.md for the rest]` : text;
  } catch {
    return undefined; // missing or unreadable: notes are a courtesy, not a condition
  }
}
