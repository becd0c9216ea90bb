import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';

const NAME = 'a\nb\x1b[31mred';

let place: ProgramPlace;
beforeEach(async () => {
  place = await createPlace();
  await writeFile(join(place.dir, NAME), 'needle\n');
});
afterEach(() => place.remove());

/** Standard output and error of a command, which may hold no control but line breaks and tabs. */
async function shown(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await place.run(args);
  const text = stdout + stderr;
  expect(text).not.toMatch(/(?![\n\t])\p{Cc}/u);
  return text;
}

describe('control characters from outside', () => {
  it('in a file name reached the terminal: a listing and a search keep one line a file', async () => {
    expect((await shown('call', 'read_file', '.')).split('\n')).toContain('a␊b␛[31mred  7 bytes');
    expect((await shown('call', 'search', 'needle')).split('\n')).toContain('a␊b␛[31mred:1:needle');
    expect(await shown('call', 'search', '{"query":"needle","files_only":true}')).not.toContain('a\nb');
  });

  it('in a command reached the terminal when its policy was explained', async () => {
    expect(await shown('policy', 'explain', 'bash', 'echo \x1b[2J\necho two')).toContain('␛[2J');
  });

  it('in a tool name and an id reached standard error', async () => {
    expect(await shown('call', 'no\x1b[31mtool')).toContain('␛[31m');
    expect(await shown('sessions', 'show', 'ws\x1b[31m')).toContain('␛[31m');
  });

  it('stay as they are in what programs read', async () => {
    const { stdout } = await place.run(['policy', 'explain', 'bash', 'echo \x1b[2J', '--json']);
    expect(stdout).toContain('\\u001b[2J');
  });
});
