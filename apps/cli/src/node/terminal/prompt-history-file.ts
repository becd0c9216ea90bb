import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const MAX_ENTRIES = 500;

export interface PromptHistoryFile {
  load(): Promise<readonly string[]>;
  /** Adds one entry. What other terminals have added meanwhile stays. */
  add(text: string): Promise<void>;
}

/** Prompts of all terminals of this data directory, one JSON string a line, oldest first, readable by their owner alone. */
export function createPromptHistoryFile(path: string): PromptHistoryFile {
  let writing: Promise<void> = Promise.resolve();

  async function load(): Promise<readonly string[]> {
    const text = await readFile(path, 'utf8').catch(() => ''); // none yet
    return text.split('\n').flatMap(parseLine).slice(-MAX_ENTRIES);
  }

  async function write(text: string): Promise<void> {
    const kept = (await load()).filter((entry) => entry !== text);
    const lines = [...kept, text].slice(-MAX_ENTRIES).map((entry) => JSON.stringify(entry));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const fresh = `${path}.${process.pid}.new`;
    await writeFile(fresh, `${lines.join('\n')}\n`, { mode: 0o600 });
    await rename(fresh, path);
  }

  return {
    load,
    add(text) {
      // A history that cannot be written (a full or read-only disk) must not stop the person.
      writing = writing.then(() => write(text)).catch(() => undefined);
      return writing;
    },
  };
}

function parseLine(line: string): readonly string[] {
  if (line === '') return [];
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? [value] : [];
  } catch {
    return []; // a line that another version wrote, or half of one
  }
}
